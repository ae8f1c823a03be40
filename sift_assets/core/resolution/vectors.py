"""Names that mean the same: neighbours by vectors. They find pairs, they never decide."""

from collections import defaultdict
from collections.abc import Iterator, Sequence

import numpy as np
import numpy.typing as npt

from sift_assets.core.resolution.candidates import Pair
from sift_assets.core.resolution.encoder import Encoder, Vectors
from sift_assets.core.resolution.subjects import Subject

NEAREST = 6
"""Neighbours of a name."""

LEAST_COSINE = 0.6
"""Measured for MiniLM on the FTX example: 88 % of true duplicates and 2 % of random pairs are
above it."""

NEAR = 0.8
"""Cosine from which two names without a word in common are shown to whoever judges doubtful pairs:
of the hard pairs of the FTX example 72 % above it are one."""

STEPS = 127
"""Vectors are rounded to so many steps: the last bits of a model depend on the machine."""

DECIMALS = 3
"""Of a cosine."""

EXHAUSTIVE = 4_000
"""Names up to which every one is held against every other: 64 MB of cosines."""

TABLES, BITS = 12, 8
"""Beyond, names are held against those on the same side of 8 random planes, 12 times over: of two
names at a cosine of .8 one in eight pairs is missed, at .9 one in fifty."""

BUCKET = 500
"""Names held against each other at a time: the work grows with the names, not with their square."""

SEED = 20_260
"""Of the planes, which are the same for all names and all times."""

Numbers = npt.NDArray[np.int64]


def vector_neighbours(subjects: Sequence[Subject], encoder: Encoder) -> dict[Pair, float]:
    """Return the cosines of pairs of which one is among the nearest of the other."""
    if len(subjects) < 2:
        return {}
    vectors = rounded(encoder.encode([subject.name.text for subject in subjects]))
    near: defaultdict[int, dict[int, float]] = defaultdict(dict)
    for block in _blocks(vectors):
        cosines = np.round(vectors[block] @ vectors[block].T, DECIMALS)
        for row, other in np.argwhere(cosines >= LEAST_COSINE):
            near[int(block[row])][int(block[other])] = round(float(cosines[row, other]), DECIMALS)
    pairs: dict[Pair, float] = {}
    for own, others in near.items():
        ranked = sorted((-cosine, other) for other, cosine in others.items() if other != own)
        for cosine, other in ranked[:NEAREST]:
            pairs[min(own, other), max(own, other)] = -cosine
    return pairs


def _blocks(vectors: Vectors) -> Iterator[Numbers]:
    """Yield rows that are held against each other."""
    if len(vectors) <= EXHAUSTIVE:
        yield np.arange(len(vectors))
        return
    random = np.random.default_rng(SEED)
    for _ in range(TABLES):
        planes = random.standard_normal((vectors.shape[1], BITS)).astype(np.float32)
        side = ((vectors @ planes) >= 0) @ (1 << np.arange(BITS))
        order = np.argsort(side, kind="stable")
        ends = np.flatnonzero(np.diff(side[order])) + 1
        for bucket in np.split(order, ends):
            for first in range(0, len(bucket), BUCKET):
                yield bucket[first : first + BUCKET]


def rounded(vectors: Vectors) -> Vectors:
    """Return vectors of whole steps, as long as they were but for the rounding."""
    return np.round(vectors * STEPS).astype(np.float32) / np.float32(STEPS)
