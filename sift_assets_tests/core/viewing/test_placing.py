"""Where entities stand: apart, together with their community, and the same every time."""

import numpy as np
from hypothesis import given, settings
from hypothesis import strategies as st

from sift_assets.core.viewing.placing import LARGEST_RELAXED, MARGIN, SPACE, Links, placed

FEW = settings(max_examples=30)
"""Each example lets springs swing, and machines are busy."""


@st.composite
def networks(draw: st.DrawFn) -> tuple[np.ndarray, Links]:
    """Draw communities, from 0 without gaps, and distinct pairs of entities."""
    sizes = draw(st.lists(st.integers(1, 9), max_size=6))
    groups = np.repeat(np.arange(len(sizes)), sizes)
    groups = groups[draw(st.permutations(range(len(groups))))] if len(groups) else groups
    rows = st.integers(0, max(0, len(groups) - 1))
    pairs = draw(st.sets(st.tuples(rows, rows).filter(lambda pair: pair[0] < pair[1]), max_size=25))
    first, second = np.array(sorted(pairs), np.int64).reshape(-1, 2).T
    return groups.astype(np.int64), Links(first, second, np.ones(len(first)))


@given(networks())
@FEW
def test_no_two_stand_at_one_place_and_communities_stand_apart(
    drawn: tuple[np.ndarray, Links],
) -> None:
    groups, links = drawn
    places = placed(groups, links)
    assert places.shape == (len(groups), 2)
    assert places.dtype == np.int64
    gaps = np.hypot(*(places[:, None, :] - places[None, :, :]).transpose(2, 0, 1))
    np.fill_diagonal(gaps, np.inf)
    assert (gaps > SPACE / 2).all()
    others = groups[:, None] != groups[None, :]
    assert (gaps[others] > MARGIN * SPACE).all()


@given(networks())
@FEW
def test_the_same_network_gives_the_same_places(drawn: tuple[np.ndarray, Links]) -> None:
    assert (placed(*drawn) == placed(*drawn)).all()


def test_those_who_are_related_stand_nearer_to_each_other_than_others_do() -> None:
    groups = np.zeros(20, np.int64)
    first, second = (
        np.array(ends) for ends in zip(*[(a, b) for a in range(10) for b in range(a)], strict=True)
    )
    places = placed(groups, Links(first, second, np.ones(len(first))))
    related = np.hypot(*(places[first] - places[second]).T).mean()
    strangers = np.hypot(*(places[:10, None] - places[None, 10:]).reshape(-1, 2).T).mean()
    assert related < strangers


def test_communities_that_hang_together_are_neighbours() -> None:
    groups = np.repeat(np.arange(12), 8)
    far = Links(np.array([0, 1]), np.array([95, 94]), np.array([9.0, 9.0]))
    places = placed(groups, far)
    centres = np.array([places[groups == one].mean(axis=0) for one in range(12)])
    distances = np.hypot(*(centres - centres[0]).T)
    assert distances[11] == sorted(distances)[1]


def test_a_community_too_large_for_springs_fills_a_spiral() -> None:
    size = LARGEST_RELAXED + 1
    none = np.array([], np.int64)
    places = placed(np.zeros(size, np.int64), Links(none, none, np.array([])))
    assert len(np.unique(places, axis=0)) == size
    assert np.hypot(*places.T).max() < SPACE * np.sqrt(size / np.pi) * 1.1
