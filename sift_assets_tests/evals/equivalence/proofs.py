"""The proofs, each with sizes of one's choice and figures that say how much was tried."""

from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass

from sift_assets_tests.evals.equivalence.faults import EDITED, FIRST, sweep
from sift_assets_tests.evals.equivalence.grounds import Grounds
from sift_assets_tests.evals.equivalence.kills import kill_at_random_points
from sift_assets_tests.evals.equivalence.machine import prove
from sift_assets_tests.evals.equivalence.permutations import (
    SITUATION,
    built_in,
    digest,
    digests_elsewhere,
    orders,
)
from sift_assets_tests.evals.equivalence.situation import write
from sift_assets_tests.evals.equivalence.subject import Subject
from sift_assets_tests.fakes.fault_counter import KINDS

ELSEWHERE = (
    {"PYTHONHASHSEED": "0", "TZ": "UTC"},
    {"PYTHONHASHSEED": "7", "TZ": "Pacific/Kiritimati", "LC_ALL": "C"},
    {"PYTHONHASHSEED": "4242", "TZ": "America/St_Johns"},
)
"""Where a fifth of the orders each are tried; the rest is tried here."""

CLEAN_EVERY = 5
"""Steps through Dagster after which everything is built anew."""

DAGSTER_EVERY = dict.fromkeys(KINDS, 5)
"""Faults of which one is tried through Dagster; without Dagster all are."""


@dataclass(frozen=True)
class Sizes:
    """How much is tried.

    Attributes:
        sequences: Sequences of edits without Dagster.
        dagster_sequences: Likewise through Dagster.
        steps: Steps of a sequence, at most.
        orders: Orders of arrival and completion.
        kills: Runs that are killed.
        seed: Another one draws other sequences, orders and points.
    """

    sequences: int = 500
    dagster_sequences: int = 25
    steps: int = 20
    orders: int = 200
    kills: int = 200
    seed: int = 0


@dataclass(frozen=True)
class Figures:
    """What came of a proof.

    Attributes:
        tried: How many cases.
        of: What a case is.
        by_kind: More about them.
    """

    tried: int
    of: str
    by_kind: dict[str, int]


def permutations(ground: Grounds, sizes: Sizes) -> Figures:
    """Orders of arrival and completion, here and under other hash seeds and time zones."""
    elsewhere = sizes.orders // (len(ELSEWHERE) + 2)
    here = sizes.orders - len(ELSEWHERE) * elsewhere
    found = {digest(built_in(ground, order)) for order in orders(here, sizes.seed)}
    for number, surroundings in enumerate(ELSEWHERE, start=1):
        found |= digests_elsewhere(elsewhere, sizes.seed + number, surroundings)
    assert found == {digest(ground.clean.of(SITUATION))}
    by_kind = {"here": here, "under other seeds and zones": sizes.orders - here}
    return Figures(sizes.orders, "orders", by_kind)


def faults_without_dagster(ground: Grounds, sizes: Sizes) -> Figures:  # noqa: ARG001 - tries all
    """A fault at every operation of a first build, and of a run over edits."""
    found = sweep(ground.direct, FIRST, ground.clean.of(FIRST))
    found += sweep(_run_once(ground.direct), EDITED, ground.clean.of(EDITED))
    return Figures(found.total(), "faults", dict(found))


def faults_through_dagster(ground: Grounds, sizes: Sizes) -> Figures:  # noqa: ARG001 - likewise
    """The same through Dagster, fewer."""
    expected = ground.clean.of(FIRST)
    found = sweep(ground.through_dagster, FIRST, expected, DAGSTER_EVERY)
    return Figures(found.total(), "faults", dict(found))


def kills(ground: Grounds, sizes: Sizes) -> Figures:
    """kill -9 at random points of real processes."""
    killed = kill_at_random_points(ground.folder, sizes.kills, seed=sizes.seed)
    stored = Counter(f"with {one.finished} results" for one in killed)
    return Figures(len(killed), "kills", dict(sorted(stored.items())))


def sequences_without_dagster(ground: Grounds, sizes: Sizes) -> Figures:
    """Any edits and disturbances, on planner and workflows."""
    made = prove(
        ground.clean,
        ground.direct,
        sequences=sizes.sequences,
        steps=sizes.steps,
        start=sizes.seed,
    )
    return _of_steps(made)


def sequences_through_dagster(ground: Grounds, sizes: Sizes) -> Figures:
    """The same through Dagster, and clean builds through Dagster on the way and at the end."""
    made = prove(
        ground.clean,
        ground.through_dagster,
        sequences=sizes.dagster_sequences,
        steps=sizes.steps,
        start=sizes.seed,
        counts_results=False,
        against_clean=ground.equals_a_clean_build_through_dagster,
        clean_every=CLEAN_EVERY,
    )
    return _of_steps(made)


PROOFS: tuple[Callable[[Grounds, Sizes], Figures], ...] = (
    permutations,
    faults_without_dagster,
    kills,
    faults_through_dagster,
    sequences_without_dagster,
    sequences_through_dagster,
)


def name_of(proof: Callable[[Grounds, Sizes], Figures]) -> str:
    """Return the name of a proof, as it is chosen and shown."""
    return proof.__name__.replace("_", "-")


def _run_once(made: Callable[[], Subject]) -> Callable[[], Subject]:
    def prepared() -> Subject:
        subject = made()
        write(subject.root, FIRST)
        subject.run()
        return subject

    return prepared


def _of_steps(steps: dict[str, int]) -> Figures:
    total = sum(n for kind, n in steps.items() if not kind.startswith("with "))
    return Figures(total, "steps", dict(sorted(steps.items())))
