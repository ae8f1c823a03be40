"""Vectors of whole numbers: as near to each other as those that they were made from."""

from itertools import pairwise

import numpy as np
from hypothesis import given
from hypothesis import strategies as st

from sift_assets.core.query.meaning import DECIMALS, STEPS, nearest, packed
from sift_assets.core.resolution.encoder import Vectors

SEEDS = st.integers(0, 10_000)

MOST_OFF = 0.02
"""Of a cosine in eight dimensions: each number is off by half a step of 127, which adds up more
the fewer there are."""


def vectors(seed: int, number: int, dimensions: int = 8) -> Vectors:
    found = np.random.default_rng(seed).standard_normal((number, dimensions)).astype(np.float32)
    return found / np.linalg.norm(found, axis=1, keepdims=True)


@given(SEEDS, st.integers(1, 30))
def test_a_byte_a_number_keeps_every_cosine(seed: int, number: int) -> None:
    rows = vectors(seed, number + 1)
    found = dict(nearest([(1, packed(rows[1:]))], packed(rows[:1]), -1))
    cosines = rows[1:] @ rows[0]
    assert sorted(found) == list(range(1, number + 1))
    assert all(abs(found[n] - cosines[n - 1]) < MOST_OFF for n in found)


@given(SEEDS, st.integers(0, 20), st.floats(-1, 1), st.data())
def test_what_is_near_enough_comes_in_order_however_the_rows_lie_in_blocks(
    seed: int, number: int, least: float, data: st.DataObject
) -> None:
    rows = vectors(seed, number + 1, 2)
    whole, asked = packed(rows[1:]), packed(rows[:1])
    in_one = nearest([(1, whole)], asked, least)
    cuts = sorted({0, number, *data.draw(st.lists(st.integers(0, number)))})
    blocks = [(first + 1, whole[2 * first : 2 * last]) for first, last in pairwise(cuts)]
    assert nearest(blocks, asked, least) == in_one
    assert in_one == sorted(in_one, key=lambda one: (-one[1], one[0]))
    assert all(similarity >= least for _, similarity in in_one)


def test_a_text_without_a_direction_is_near_nothing_and_length_does_not_count() -> None:
    rows = np.array([[0, 0], [3, 4], [0.3, 0.4]], np.float32)
    assert packed(rows)[2:4] == packed(rows)[4:6] == bytes([95, STEPS])
    assert nearest([(7, packed(rows))], packed(rows[1:2]), 0.1) == [(8, 1.0), (9, 1.0)]
    assert packed(np.zeros((0, 0), np.float32)) == b""
    assert nearest([], packed(rows[:1]), 0) == []
    assert DECIMALS == 3
