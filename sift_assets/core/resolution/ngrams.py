"""Texts that share letters: neighbours by pieces of two and three, without a quadratic step."""

from collections import Counter
from collections.abc import Iterator, Sequence
from typing import Any

import numpy as np
import numpy.typing as npt

from sift_assets.core.resolution.candidates import Pair
from sift_assets.core.resolution.names import plain_letters
from sift_assets.core.resolution.subjects import Subject

MAX_SHARED = 250
"""A piece that more names share is looked at no more: it says little, and the work of a product
of sparse matrices is the sum of the squares of these numbers."""

NEAREST = 8
"""Neighbours of a text; a name with more true spellings is reached through them."""

LEAST_COSINE = 0.3
"""Of names that share less, fewer than one in a hundred are one."""

MAX_KEYS = 4
"""Attributes whose values are looked up, those that most entities have: each costs as much as the
names."""

LEAST_HOLDERS = 0.2
"""Share of entities that must have an attribute before its values are looked up."""

MANY_VALUES = 0.5
"""Distinct values of an attribute for each entity that has it: fewer, and it says what sort of
thing something is."""

ROWS = 2_000
"""Texts looked up at a time: bounds the memory of a product to some 100 MB."""

Numbers = npt.NDArray[np.int64]
Floats = npt.NDArray[np.float64]


def letter_neighbours(subjects: Sequence[Subject]) -> Iterator[Pair]:
    """Yield pairs of which one's name is among the nearest of the other's."""
    return _neighbours([" ".join(map(plain_letters, s.name.core)) for s in subjects])


def value_neighbours(subjects: Sequence[Subject]) -> Iterator[Pair]:
    """Yield pairs of which one has a value among the nearest of the other's."""
    for key in _telling_keys(subjects):
        yield from _neighbours([min(s.values.get(key, ("",))) for s in subjects])


def _telling_keys(subjects: Sequence[Subject]) -> list[str]:
    """Return attributes that many entities have, each with another value."""
    holders: Counter[str] = Counter(key for subject in subjects for key in subject.values)
    values: dict[str, set[str]] = {key: set() for key in holders}
    for subject in subjects:
        for key, held in subject.values.items():
            values[key].update(held)
    telling = [
        (-held, key)
        for key, held in holders.items()
        if held >= LEAST_HOLDERS * len(subjects) and len(values[key]) >= MANY_VALUES * held
    ]
    return [key for _, key in sorted(telling)[:MAX_KEYS]]


def _neighbours(texts: Sequence[str]) -> Iterator[Pair]:
    """Yield pairs of near texts.

    Pieces are weighted by how few texts have them and not by how many texts there are, so texts
    that share no piece with a new one keep their neighbours.
    """
    weights = _weighted(texts)
    if weights is None:
        return
    turned = weights.T.tocsr()
    for first in range(0, len(texts), ROWS):
        block = weights[first : first + ROWS] @ turned
        block.sort_indices()
        for row in range(block.shape[0]):
            span = slice(block.indptr[row], block.indptr[row + 1])
            for other in _nearest(first + row, block.indices[span], block.data[span]):
                yield (first + row, other) if first + row < other else (other, first + row)


def _weighted(texts: Sequence[str]) -> Any:
    """Return a sparse matrix of unit rows, a text each; None where none has letters."""
    from sklearn.feature_extraction.text import CountVectorizer

    vectorizer = CountVectorizer(analyzer="char_wb", ngram_range=(2, 3), binary=True)
    try:
        pieces = vectorizer.fit_transform(texts).tocsr().astype(np.float64)
    except ValueError:  # what scikit-learn says of texts without any piece
        return None
    shared = np.bincount(pieces.indices, minlength=pieces.shape[1])
    weight = 1.0 / (1.0 + np.log2(np.maximum(shared, 1)))
    row = np.repeat(np.arange(len(texts)), np.diff(pieces.indptr))
    squares = weight[pieces.indices] ** 2
    length = np.sqrt(np.bincount(row, weights=squares, minlength=len(texts)))
    said = np.where(shared <= MAX_SHARED, weight, 0.0)
    pieces.data = said[pieces.indices] / length[row]
    pieces.eliminate_zeros()
    return pieces


def _nearest(own: int, others: Numbers, cosines: Floats) -> list[int]:
    """Return the nearest, ties in order; cosines are rounded so that platforms agree."""
    near = np.round(cosines, 4)
    keep = (near >= LEAST_COSINE) & (others != own)
    others, near = others[keep], near[keep]
    order = np.lexsort((others, -near))[:NEAREST]
    return [int(other) for other in others[order]]
