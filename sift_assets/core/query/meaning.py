"""Vectors of texts as whole numbers, and how near two of them are.

A product of two such vectors is exact in whatever order it is added up, so the same index and the
same vector give the same answer on every machine. Where vectors come from is not said here.
"""

from collections.abc import Iterable

import numpy as np
import numpy.typing as npt

from sift_assets.core.resolution.encoder import Vectors

STEPS = 127
"""Whole numbers to each side of 0, a byte a number: a cosine of MiniLM's vectors is off by about
.001. The sum of 384 products stays below 2^24, so that 32 bits hold it exactly."""

DECIMALS = 3
"""Of a similarity."""

LEAST_NAME = 0.5
"""Cosine from which a name means about what was asked for. Of 772 names of the FTX example, held
against 18 questions, all 16 that are above fit; of those below .48 few do."""

LEAST_PASSAGE = 0.3
"""Cosine from which a passage is about what was asked for. Of 38 questions to the FTX example the
16 that nothing there is about (weather, recipes, chess) find none, with cosines up to .25, and 19
of the other 22 find some, with cosines from .3 to .6."""


def packed(vectors: Vectors) -> bytes:
    """Return rows of whole numbers, a byte each; the length of a row does not count.

    Args:
        vectors: A row for each text.
    """
    if not vectors.size:
        return b""
    largest = np.abs(vectors).max(axis=1, keepdims=True)
    return np.rint(vectors / np.where(largest, largest, 1) * STEPS).astype(np.int8).tobytes()


def nearest(
    blocks: Iterable[tuple[int, bytes]], vector: bytes, least: float
) -> list[tuple[int, float]]:
    """Return the numbers of rows that are near a vector with how near, the nearest first.

    Args:
        blocks: The number of a first row, and packed rows from there on.
        vector: One packed row.
        least: Cosine from which a row is near.
    """
    found: list[tuple[int, float]] = []
    for first, rows in blocks:
        cosines = _cosines(rows, vector)
        near = np.flatnonzero(cosines >= least)
        found += zip((near + first).tolist(), cosines[near].tolist(), strict=True)
    return sorted(found, key=lambda one: (-one[1], one[0]))


def _cosines(rows: bytes, vector: bytes) -> npt.NDArray[np.float64]:
    asked = np.frombuffer(vector, np.int8).astype(np.float32)
    others = np.frombuffer(rows, np.int8).reshape(-1, len(vector)).astype(np.float32)
    # Not `@`: for so little, the threads of a linear algebra library mostly wait for each other.
    products: Vectors = np.einsum("ij,j->i", others, asked)
    squares: Vectors = np.einsum("ij,ij->i", others, others)
    lengths = np.sqrt(squares.astype(np.float64)) * np.sqrt(float(np.dot(asked, asked)))
    cosines: npt.NDArray[np.float64] = products / np.maximum(lengths, 1)
    return cosines.round(DECIMALS)
