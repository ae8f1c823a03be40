"""Near vectors are found among few and among many names, without a quadratic step."""

from collections.abc import Sequence

import numpy as np
import pytest

from sift_assets.core.resolution.encoder import Vectors
from sift_assets.core.resolution.subjects import Subject, subjects_of
from sift_assets.core.resolution.vectors import (
    BUCKET,
    EXHAUSTIVE,
    NEAREST,
    TABLES,
    _blocks,
    rounded,
    vector_neighbours,
)
from sift_assets_tests.core.resolution.resolution_examples import part_of

DIMENSIONS = 48


class Drawn:
    """An encoder by which each name with an even number is near the one after it."""

    version = "drawn 1"

    def encode(self, names: Sequence[str]) -> Vectors:
        random = np.random.default_rng(5)
        drawn = random.standard_normal((len(names), DIMENSIONS))
        drawn[1::2] = drawn[: len(names) // 2 * 2 : 2] + 0.4 * drawn[1::2]
        return (drawn / np.linalg.norm(drawn, axis=1, keepdims=True)).astype(np.float32)


def numbered(count: int) -> list[Subject]:
    return subjects_of(part_of("CONCEPT", *(f"c{at:06}" for at in range(count))))


@pytest.mark.parametrize(("count", "share"), [(60, 1.0), (EXHAUSTIVE + 200, 0.9)])
def test_near_names_are_found(count: int, share: float) -> None:
    found = vector_neighbours(numbered(count), Drawn())
    planted = {(at, at + 1) for at in range(0, count, 2)}
    assert len(planted & found.keys()) >= share * len(planted)
    assert all(one < other for one, other in found)
    assert len(found) <= NEAREST * count


def test_the_work_grows_with_the_names() -> None:
    many = np.ones((EXHAUSTIVE + 1, 8), np.float32)
    sizes = [len(block) for block in _blocks(many)]
    assert max(sizes) <= BUCKET
    assert sum(sizes) == TABLES * len(many)


def test_rounding_hides_the_last_bits() -> None:
    vector = np.array([[0.6, 0.8]], np.float32)
    assert (rounded(vector) == rounded(vector + np.float32(1e-6))).all()
    assert vector_neighbours(numbered(1), Drawn()) == {}
