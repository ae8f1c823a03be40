"""What is known of earlier comparisons saves work and shapes no proposal."""

from collections.abc import Callable
from itertools import product

import numpy as np
from hypothesis import given, settings
from hypothesis import strategies as st

from sift_assets.core.resolution.compared_names import ComparedNames, NameComparing
from sift_assets.core.resolution.comparing import CROWD_SIZE
from sift_assets.core.resolution.comparisons import NameLevels
from sift_assets.core.resolution.proposing import propose
from sift_assets.core.resolution.settings import ResolutionStage
from sift_assets.core.resolution.subjects import Subject, subjects_of
from sift_assets_tests.core.resolution.resolution_examples import (
    FACET,
    Known,
    pair_of,
    part_of,
    proposed,
)
from sift_assets_tests.core.resolution.test_proposing import PEOPLE

STAGE = ResolutionStage(propose_from=0.05)


@settings(max_examples=40)
@given(st.lists(PEOPLE, min_size=2, max_size=4))
def test_after_any_edits_the_proposals_are_those_of_a_first_look(edits: list[list[Known]]) -> None:
    names = ComparedNames.none()
    for known in edits:
        part = part_of("PERSON", *known)
        incremental, names = propose(part, FACET, STAGE, None, names)
        clean, _ = propose(part, FACET, STAGE, None)
        assert incremental.to_bytes() == clean.to_bytes()
        names = ComparedNames.from_bytes(names.to_bytes())


class Counted:
    """Compares names, and counts how often."""

    def __init__(self) -> None:
        self.pairs: list[tuple[int, int]] = []

    def __call__(self, one: int, other: int) -> NameLevels:
        self.pairs.append((one, other))
        return (("name", f"{one} and {other}"),)


def everyone(*known: Known | str) -> list[Subject]:
    return subjects_of(part_of("PERSON", *known))


def test_only_pairs_of_which_a_side_is_new_or_called_otherwise_are_compared() -> None:
    left, right = np.array([0, 0, 1]), np.array([1, 2, 2])
    before = NameComparing(everyone("Ada", "Bo", "Cy"), Counted(), ComparedNames.none())
    before.compared(left, right)
    known = before.kept(left, right)
    again = Counted()
    comparing = NameComparing(everyone("Ada", "Bo", "Cy"), again, known)
    assert comparing.compared(left, right).tolist() == [0, 1, 2]
    assert again.pairs == []
    renamed = Counted()
    NameComparing(everyone("Ada", Known("Bo", aliases=("Robert",)), "Cy"), renamed, known).compared(
        left, right
    )
    assert renamed.pairs == [(0, 1), (1, 2)]
    one_more = Counted()
    comparing = NameComparing(everyone("Ada", "Al", "Bo", "Cy"), one_more, known)
    numbers = comparing.compared(np.array([0, 0, 0, 1]), np.array([1, 2, 3, 3]))
    assert one_more.pairs == [(0, 1), (1, 3)]
    assert [comparing.outcomes[at] for at in numbers.tolist()[1:3]] == [
        (("name", "0 and 1"),),
        (("name", "0 and 2"),),
    ]


def test_what_is_kept_holds_no_name() -> None:
    _, names = propose(part_of("PERSON", "Ada Quillson", "Ada Quilson"), FACET, STAGE, None)
    assert len(names.pairs) == 1
    assert b"quil" not in names.to_bytes().lower()


# Look-alikes of which there are very many


def series(count: int) -> list[str]:
    """Return names of companies that differ in two letters at most."""
    letters = "bdfghklmnp"
    return [f"Ma{one}a{other}on Ltd" for one, other in product(letters, letters)][:count]


def within(names: list[str]) -> Callable[[str, str], bool]:
    found = proposed("ORGANIZATION", *names)
    return lambda one, other: pair_of(found, one, other) is not None


def test_a_few_look_alikes_are_proposed_and_a_series_of_them_is_not() -> None:
    few, many = series(4), series(100)
    assert within(few)(few[0], few[1])
    assert proposed("ORGANIZATION", *many).pairs == ()
    assert len(many) > CROWD_SIZE


def test_a_misspelt_name_beside_a_series_is_proposed() -> None:
    is_proposed = within([*series(100), "Kestrel Holdings", "Kestrel Holdngs"])
    assert is_proposed("Kestrel Holdings", "Kestrel Holdngs")


def test_one_of_a_series_is_proposed_for_other_reasons() -> None:
    one, other, *rest = series(100)
    number = (("registration", "HRB 4711 B"),)
    twins = [Known(name, attributes=number) for name in (one, other)]
    numbered = [Known(n, attributes=(("registration", f"HRA {at}"),)) for at, n in enumerate(rest)]
    pair = pair_of(proposed("ORGANIZATION", *twins, *numbered), one, other)
    assert pair is not None
    assert ("crowd", "one of many") in [(level.comparison, level.level) for level in pair.levels]
    same = proposed("ORGANIZATION", *series(100), f"{one[:-4]} Limited")
    assert pair_of(same, one, f"{one[:-4]} Limited") is not None
