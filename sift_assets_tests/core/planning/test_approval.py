"""A change that is too dear to be made unasked, and what is done while it waits."""

from sift_assets.core.planning.approval import approval_needed, without_extracting
from sift_assets.core.planning.estimate import Estimate, Prices, Work, estimate
from sift_assets_tests.core.planning.planned_world import World

CALLS = {"a": Work(calls=3, input_tokens=1000, output_tokens=100), "b": Work(chunks_cached=2)}


def taking(usd: float | None) -> Estimate:
    total = Work(calls=3, input_tokens=1000)
    return Estimate(documents=CALLS, total=total, cost_usd=usd)


def test_a_change_above_what_may_be_spent_unasked_waits_with_its_figures() -> None:
    found = approval_needed(taking(1.01), above_usd=1.0, left_usd=5.0)
    assert found is not None
    assert (found.documents, found.calls, found.cost_usd) == (1, 3, 1.01)
    assert "3 calls and about $1.01" in found.in_words()
    assert "budget leaves" not in found.in_words()


def test_a_change_that_the_budget_does_not_cover_says_so() -> None:
    found = approval_needed(taking(9.0), above_usd=1.0, left_usd=5.0)
    assert found is not None
    assert "The budget leaves $5.00" in found.in_words()


def test_below_the_line_without_calls_and_at_an_unknown_price_nothing_waits() -> None:
    assert approval_needed(taking(1.0), above_usd=1.0, left_usd=5.0) is None
    assert approval_needed(taking(None), above_usd=0.0, left_usd=5.0) is None
    free = estimate(CALLS, Prices(sent=0, answered=0))
    assert approval_needed(free, above_usd=0.0, left_usd=0.0) is None


def test_while_it_waits_documents_are_read_and_the_graph_stays_as_it_is() -> None:
    world = World(documents=dict.fromkeys(("a", "b", "c", "d"), "x "))
    world.work()
    world.documents |= {"b": "y ", "e": "z "}
    world.settings["extraction"] = "extraction 2"
    todo = world.plan()
    waits = without_extracting(todo)
    assert {item.asset for item in waits.documents} == {"document_texts"}
    assert [piece.keys for piece in waits.ranges] == [("b", "e")]
    assert (waits.chain, waits.spine, waits.spine_assets) == (("document_texts",), (), ())
    assert without_extracting(todo, with_graph=True).spine_assets == todo.spine_assets != ()
    assert (waits.add, waits.reports) == (todo.add, todo.reports)
    world.documents = {"a": "x ", "b": "x ", "c": "x ", "d": "x "}
    only_settings = without_extracting(world.plan())
    assert (only_settings.ranges, only_settings.chain) == ((), ())
