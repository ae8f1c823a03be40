"""Incremental equals clean, through Dagster in process: the same state machine, fewer sequences."""

from collections.abc import Iterator

import pytest

from sift_assets_tests.evals.equivalence.grounds import Grounds, grounds
from sift_assets_tests.evals.equivalence.machine import prove

SEQUENCES, STEPS = 2, 5
"""`python -m sift_assets_tests.evals.equivalence` tries many more."""


@pytest.fixture
def ground(own_surroundings: None) -> Iterator[Grounds]:  # noqa: ARG001 - left out
    with grounds() as made:
        yield made


def test_through_dagster_every_step_equals_a_clean_build_and_the_last_one_clean_dagster(
    ground: Grounds,
) -> None:
    steps = prove(
        ground.clean,
        ground.through_dagster,
        sequences=SEQUENCES,
        steps=STEPS,
        counts_results=False,  # the checks of Dagster's assets keep results of their own
        against_clean=ground.equals_a_clean_build_through_dagster,
    )
    assert steps.total() >= SEQUENCES
