"""Documents that wait for a budget, and documents that a person asks about anew."""

from typing import Any

from sift_assets.core.planning.plan import (
    MAX_ATTEMPTS,
    Plan,
    attempt_fingerprint,
    plan,
    waiting_fingerprint,
)
from sift_assets.core.planning.staleness import GENERATION, INCOMPLETE, chain_inputs
from sift_assets.core.planning.state import Attempt, Observed
from sift_assets_tests.core.planning.planned_world import World

WAITS = "waits for a budget"


def built() -> World:
    world = World(documents=dict.fromkeys(("a", "b", "c"), "x "))
    world.work()
    return world


def incomplete(world: World, *keys: str) -> None:
    """Let some extractions have chunks that were not extracted."""
    entries = world.provenance["extractions"]
    for key in keys:
        entries[key] = entries[key].model_copy(update={"facts": {INCOMPLETE: True}})


def observed(world: World, **changes: Any) -> Observed:
    return world.observed.model_copy(update=changes)


def waiting(world: World, key: str, limits: str) -> None:
    fingerprint = waiting_fingerprint(key, observed(world, limits=limits))
    world.attempts[key] = Attempt(fingerprint=fingerprint, count=0, reason=WAITS, waits=True)


def planned(world: World, **changes: Any) -> Plan:
    return plan(observed(world, **changes), world.recorded)


def test_what_waits_is_not_asked_for_until_more_may_be_spent_and_then_exactly_that_is() -> None:
    world = built()
    incomplete(world, "a", "b")
    waiting(world, "a", limits="$5")
    waiting(world, "b", limits="$5")
    todo = planned(world, limits="$5")
    assert (todo.nothing_to_do, todo.given_up) == (True, {})
    assert todo.waiting == {"a": WAITS, "b": WAITS}
    raised = planned(world, limits="$6")
    assert raised.waiting == {}
    assert [(item.asset, item.partition) for item in raised.documents] == [
        ("extractions", "a"),
        ("extractions", "b"),
    ]


def test_an_edit_is_another_try_for_what_waits() -> None:
    world = built()
    incomplete(world, "a")
    waiting(world, "a", limits="$5")
    world.documents["a"] = "y "
    assert planned(world, limits="$5").waiting == {}


def test_what_failed_is_not_tried_again_because_more_may_be_spent() -> None:
    world = built()
    incomplete(world, "a")
    fingerprint = attempt_fingerprint("a", world.observed)
    world.attempts["a"] = Attempt(fingerprint=fingerprint, count=MAX_ATTEMPTS, reason="it failed")
    todo = planned(world, limits="$6")
    assert (todo.given_up, todo.waiting, todo.ranges) == ({"a": "it failed"}, {}, ())


def test_asking_anew_makes_stale_the_extraction_of_that_document_and_names_why() -> None:
    world = built()
    todo = planned(world, generations={"b": 1})
    assert [(i.asset, i.partition, i.because) for i in todo.documents] == [
        ("extractions", "b", (GENERATION,))
    ]
    assert planned(world).nothing_to_do


def test_a_generation_is_an_input_that_a_clean_build_has_too() -> None:
    world = built()
    asked = observed(world, generations={"b": 2})
    inputs = chain_inputs("extractions", "b", asked, world.recorded)
    assert inputs[GENERATION] == "2"
    entries = world.provenance["extractions"]
    entries["b"] = entries["b"].model_copy(update={"inputs": inputs})
    assert planned(world, generations={"b": 2}).documents == ()
    back = planned(world).documents
    assert [(item.partition, item.because) for item in back] == [("b", (GENERATION,))]
