"""Incremental equals clean: any edits, any disturbance, any order; without Dagster, so many."""

from collections.abc import Iterator

import pytest

from sift_assets.resources.files import WRITING
from sift_assets_tests.evals.equivalence.checking import check_value
from sift_assets_tests.evals.equivalence.clean_builds import exported
from sift_assets_tests.evals.equivalence.disturbing import DISTURBANCES, NONE
from sift_assets_tests.evals.equivalence.faults import EDITED, FIRST, sweep
from sift_assets_tests.evals.equivalence.grounds import Grounds, grounds
from sift_assets_tests.evals.equivalence.machine import prove
from sift_assets_tests.evals.equivalence.permutations import (
    SITUATION,
    built_in,
    digest,
    digests_elsewhere,
    orders,
)
from sift_assets_tests.evals.equivalence.situation import BODIES, Situation, write
from sift_assets_tests.evals.equivalence.subject import DirectSubject
from sift_assets_tests.fakes.fault_counter import KINDS

SEQUENCES, STEPS = 12, 12
"""`python -m sift_assets_tests.evals.equivalence` tries many more."""

EVENTS_OF_AN_EDIT = 24

ONE = Situation(documents={"a.txt": BODIES[0]})

EVERY = {"write": 9, "fsync": 3, "rename": 9, "commit": 2}
"""Faults of which one is tried here. A file that could not be created, forced to disk or renamed is
not there in all three cases, so most are tried with one of them."""

EVERY_EDITED = dict.fromkeys(KINDS, 11)
"""Likewise in the run over edits. The evaluation tries all."""


@pytest.fixture
def ground(own_surroundings: None) -> Iterator[Grounds]:  # noqa: ARG001 - left out
    with grounds() as made:
        yield made


def test_after_every_step_values_and_work_equal_those_of_clean_builds_and_the_reference(
    ground: Grounds,
) -> None:
    steps = prove(ground.clean, ground.direct, sequences=SEQUENCES, steps=STEPS)
    disturbed = {kind for kind in steps if kind.startswith("with ")}
    assert disturbed == {f"with {kind}" for kind in (NONE, *DISTURBANCES)}


def test_ten_orders_of_arrival_and_completion_give_the_same_bytes_here_and_elsewhere(
    ground: Grounds,
) -> None:
    expected = digest(ground.clean.of(SITUATION))
    assert {digest(built_in(ground, order)) for order in orders(5)} == {expected}
    elsewhere = {"PYTHONHASHSEED": "7", "TZ": "Pacific/Kiritimati", "LC_ALL": "C"}
    assert digests_elsewhere(5, seed=1, surroundings=elsewhere) == {expected}


def test_after_a_fault_at_any_write_fsync_rename_or_commit_the_next_run_ends_the_same(
    ground: Grounds,
) -> None:
    survived = sweep(ground.direct, ONE, ground.clean.of(ONE), EVERY)
    assert survived.keys() == set(KINDS)


def test_after_a_fault_anywhere_in_a_run_over_edits_the_next_run_ends_the_same(
    ground: Grounds,
) -> None:
    def after_a_first_run() -> DirectSubject:
        subject = ground.direct(FIRST)
        subject.run()
        return subject

    survived = sweep(after_a_first_run, EDITED, ground.clean.of(EDITED), EVERY_EDITED)
    assert survived.keys() == set(KINDS)


def test_files_of_formats_exported_no_more_are_removed_also_after_a_crash_and_others_stay(
    ground: Grounds,
) -> None:
    subject = ground.direct(ONE)
    subject.run()
    foreign = subject.root / "exports" / "notes.txt"
    foreign.write_text("the user's own", encoding="utf-8")
    write(subject.root, ONE.edited(stages={**ONE.stages, "export": 1}))
    subject.run_and_die(at_event=2)  # after the files are written, before their event
    subject.workspace.provenance.path.unlink()
    subject.run()
    expected = ground.clean.of(ONE.edited(stages={**ONE.stages, "export": 1})).exports
    formats = {"csv", "graph.json", "graph.graphml"}
    assert {name.partition("/")[0] for name in expected} & formats == {"csv"}
    assert exported(subject.root) == {**expected, "notes.txt": b"the user's own"}


@pytest.mark.parametrize("lost", [False, True])
def test_a_document_that_fails_when_it_comes_back_leaves_nothing_else_stale(
    ground: Grounds, lost: bool
) -> None:
    subject = ground.direct(FIRST)
    subject.run()
    write(subject.root, ONE)
    subject.run()
    returned = FIRST.edited(documents={**FIRST.documents, "b.txt": BODIES[1]})
    write(subject.root, returned)
    if lost:
        subject.lose_events()
    subject.extractor.failures = 100
    subject.run_in_vain()  # which raises when something is stale again and again
    todo, recorded = subject.standing()
    assert set(todo.given_up) == {"b.txt"}
    assert todo.nothing_to_do
    assert recorded.origin("corpus")
    subject.extractor.failures = 0
    subject.run()
    assert exported(subject.root) == ground.clean.of(returned).exports


def test_what_a_killed_writer_left_among_the_exports_is_removed_when_they_are_written(
    ground: Grounds,
) -> None:
    subject = ground.direct(ONE)
    for folder in ("exports", "exports/csv"):
        (subject.root / folder).mkdir()
        (subject.root / folder / f"{WRITING}1-00").write_text("half of a graph", encoding="utf-8")
    subject.run()
    assert exported(subject.root) == ground.clean.of(ONE).exports


def test_a_queue_of_old_proposals_on_a_graph_that_has_moved_on_does_no_harm(
    ground: Grounds,
) -> None:
    """As when documents and graph are computed beside a run over proposals."""
    subject = ground.direct(Situation(documents={"a.txt": BODIES[3], "b.txt": BODIES[2]}))
    subject.run()
    left = Situation(documents={"b.txt": BODIES[2]})
    write(subject.root, left)
    subject.look()
    for asset in ("corpus", "knowledge_graph", "resolved_graph", "review_queue"):
        subject.materialize(asset)
    subject.run()
    check_value(subject, ground.clean.of(left))


def test_an_edit_that_is_taken_back_after_a_crash_at_any_event_leaves_nothing_of_it(
    ground: Grounds,
) -> None:
    """Also where values are the same with it and without it, and only what they were made of."""
    before = Situation(documents={"a.txt": BODIES[0], "b.txt": BODIES[0]})
    edited = before.edited(documents={**before.documents, "c.txt": BODIES[1]})
    for event in range(1, EVENTS_OF_AN_EDIT + 1):
        subject = ground.direct(before)
        subject.run()
        write(subject.root, edited)
        subject.run_and_die(at_event=event)
        write(subject.root, before)
        subject.run()
        check_value(subject, ground.clean.of(before))
