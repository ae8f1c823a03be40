"""Names that mean the same: neighbours by vectors. They find pairs, they never decide."""

from collections.abc import Iterator, Sequence

import numpy as np

from sift_assets.core.resolution.candidates import Pair
from sift_assets.core.resolution.encoder import Encoder, Vectors
from sift_assets.core.resolution.subjects import Subject

NEAREST = 6
"""Neighbours of a name."""

LEAST_COSINE = 0.6
"""Measured for MiniLM on the FTX example: 88 % of true duplicates and 2 % of random pairs are
above it."""

STEPS = 127
"""Vectors are rounded to so many steps: the last bits of a model depend on the machine."""

ROWS = 1_000
"""Names looked up at a time: bounds memory to 200 MB at 50,000 names."""


def vector_neighbours(subjects: Sequence[Subject], encoder: Encoder) -> Iterator[Pair]:
    """Yield pairs of which one is among the nearest of the other.

    Every name is held against every other: 384 products a pair, which at 50,000 names is less
    work than making their vectors.
    """
    if len(subjects) < 2:
        return
    vectors = rounded(encoder.encode([subject.name.text for subject in subjects]))
    for first in range(0, len(subjects), ROWS):
        cosines = vectors[first : first + ROWS] @ vectors.T
        for row, found in enumerate(cosines):
            own = first + row
            found[own] = -1.0
            for other in _nearest(found):
                yield (own, other) if own < other else (other, own)


def rounded(vectors: Vectors) -> Vectors:
    """Return vectors of whole steps, as long as they were but for the rounding."""
    return np.round(vectors * STEPS).astype(np.float32) / np.float32(STEPS)


def _nearest(cosines: Vectors) -> list[int]:
    rows = np.flatnonzero(cosines >= LEAST_COSINE)
    order = np.lexsort((rows, -np.round(cosines[rows], 3)))[:NEAREST]
    return [int(row) for row in rows[order]]
