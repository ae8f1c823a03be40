"""Names that mislead: none is joined falsely without a person, and few true ones are missed."""

from collections import defaultdict
from pathlib import Path
from typing import NamedTuple

import pytest

from sift_assets.core.graph.identity import normal_form
from sift_assets.core.resolution.pairs import LIKELY
from sift_assets.core.resolution.records import PairProposal
from sift_assets_tests.core.resolution.resolution_examples import Known, pair_of, proposed

FILE = Path(__file__).parent / "name_traps.tsv"

AUTOMATIC = 0.95
"""The customary threshold from which people let a machine decide."""


class Trap(NamedTuple):
    type: str
    what: str
    same: bool
    left: str
    right: str
    alias: str


def traps() -> list[Trap]:
    rows = [line.split("\t") for line in FILE.read_text("utf-8").splitlines() if line[:1] != "#"]
    return [Trap(r[0], r[1], r[2] == "yes", r[3], r[4], r[5] if r[5:] else "") for r in rows]


TRAPS = traps()

SURROUNDINGS = (("WORKS_FOR", "Acme Works"), ("MEMBER_OF", "Chess Club"))
"""What both share in the harder half: twins and subsidiaries share all they have."""


def found(*, surrounded: bool) -> dict[Trap, PairProposal | None]:
    """Return what is proposed of each trap, all names of a type together."""
    by_type: defaultdict[str, list[Trap]] = defaultdict(list)
    for trap in TRAPS:
        by_type[trap.type].append(trap)
    result: dict[Trap, PairProposal | None] = {}
    for type_, members in by_type.items():
        for trap in members:
            related = SURROUNDINGS if surrounded else ()
            aliases = (trap.alias,) if trap.alias else ()
            left = Known(trap.left, aliases=aliases, related=related)
            proposals = proposed(type_, left, Known(trap.right, related=related))
            result[trap] = pair_of(proposals, trap.left, trap.right)
    return result


@pytest.fixture(scope="module")
def alone() -> dict[Trap, PairProposal | None]:
    return found(surrounded=False)


@pytest.fixture(scope="module")
def surrounded() -> dict[Trap, PairProposal | None]:
    return found(surrounded=True)


def test_there_are_enough_traps_of_both_kinds() -> None:
    assert len(TRAPS) >= 150
    assert len(set(TRAPS)) == len(TRAPS)
    assert sum(trap.same for trap in TRAPS) >= 60


def joined(found: dict[Trap, PairProposal | None]) -> list[tuple[str, str]]:
    return [
        (trap.left, trap.right)
        for trap, pair in found.items()
        if not trap.same and pair is not None and (pair.score >= AUTOMATIC or pair.rule)
    ]


def test_no_trap_is_joined_without_a_person(
    alone: dict[Trap, PairProposal | None], surrounded: dict[Trap, PairProposal | None]
) -> None:
    assert joined(alone) == []
    assert joined(surrounded) == []


def test_true_duplicates_are_proposed(
    alone: dict[Trap, PairProposal | None], surrounded: dict[Trap, PairProposal | None]
) -> None:
    same = [trap for trap in TRAPS if trap.same]
    missed = [(trap.left, trap.right) for trap in same if alone[trap] is None]
    assert len(missed) <= 0.05 * len(same), missed
    assert [trap for trap in same if surrounded[trap] is None and alone[trap] is not None] == []


def test_most_that_rather_are_one_are_one(alone: dict[Trap, PairProposal | None]) -> None:
    likely = [t.same for t, pair in alone.items() if pair is not None and pair.score >= LIKELY]
    assert sum(likely) / len(likely) >= 0.75


@pytest.mark.parametrize("type_", sorted({trap.type for trap in TRAPS}))
def test_no_trap_is_joined_among_all_the_others(type_: str) -> None:
    """Weights are learned from all pairs of a type, so company may move them."""
    members = [trap for trap in TRAPS if trap.type == type_]
    aliases = {trap.left: (trap.alias,) for trap in members if trap.alias}
    names = {normal_form(name): name for trap in members for name in (trap.left, trap.right)}
    known = (Known(name, aliases=aliases.get(name, ())) for name in names.values())
    proposals = proposed(type_, *known)
    assert joined({t: pair_of(proposals, t.left, t.right) for t in members}) == []
