"""Incremental equals clean: any edits, any disturbance, any order; without Dagster, so many."""

from collections.abc import Iterator

import pytest

from sift_assets_tests.evals.equivalence.clean_builds import exported
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

SEQUENCES, STEPS = 15, 12
"""`python -m sift_assets_tests.evals.equivalence` tries many more."""

ONE = Situation(documents={"a.txt": BODIES[0]})

EVERY = 8
"""Faults of which one is tried here in the run over edits; the evaluation tries all."""


@pytest.fixture
def ground(own_surroundings: None) -> Iterator[Grounds]:  # noqa: ARG001 - left out
    with grounds() as made:
        yield made


def test_after_every_step_values_and_work_equal_those_of_clean_builds_and_the_reference(
    ground: Grounds,
) -> None:
    steps = prove(ground.clean, ground.direct, sequences=SEQUENCES, steps=STEPS)
    assert steps["with none"] > 0
    assert sum(n for kind, n in steps.items() if kind.startswith("with ")) > SEQUENCES


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
    survived = sweep(ground.direct, ONE, ground.clean.of(ONE))
    assert survived.keys() == set(KINDS)
    assert all(survived[kind] > 5 for kind in KINDS)


def test_after_a_fault_anywhere_in_a_run_over_edits_the_next_run_ends_the_same(
    ground: Grounds,
) -> None:
    def after_a_first_run() -> DirectSubject:
        subject = ground.direct(FIRST)
        subject.run()
        return subject

    survived = sweep(after_a_first_run, EDITED, ground.clean.of(EDITED), every=EVERY)
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
    assert {name.partition("/")[0] for name in expected} == {"csv"}
    assert exported(subject.root) == {**expected, "notes.txt": b"the user's own"}
