"""An encoder that knows a few words: texts are near when they say the same ones, or synonyms."""

import hashlib
from collections.abc import Sequence

import numpy as np

from sift_assets.core.query.index import Meaning
from sift_assets.core.query.meaning import packed
from sift_assets.core.resolution.encoder import Vectors
from sift_assets.core.text.folding import words

SYNONYMS = {"port": "harbour", "dock": "harbour", "silent": "quiet", "firm": "kestrel"}

DIMENSIONS = 64
"""Of so many, two random directions are at a right angle to within some .1."""


class TinyEncoder:
    """Adds up a direction for each word of a text.

    Attributes:
        version: As an encoder has one.
        encoded: The texts that it was asked for, in order.
    """

    def __init__(self, version: str = "tiny 1") -> None:
        self.version: str = version
        self.encoded: list[str] = []

    def encode(self, names: Sequence[str]) -> Vectors:
        """Return one row of unit length for each name."""
        self.encoded += names
        rows = [sum(map(_direction, words(name)), np.zeros(DIMENSIONS)) for name in names]
        found = np.array(rows, np.float32).reshape(len(rows), DIMENSIONS)
        return found / np.maximum(np.linalg.norm(found, axis=1, keepdims=True), 1e-9)

    @property
    def meaning(self) -> Meaning:
        """What a search by meaning takes; it answers for an index of this encoder alone."""

        def vector(encoder: str, text: str) -> bytes:
            assert encoder == self.version
            return packed(self.encode([text]))

        return vector


def _direction(word: str) -> Vectors:
    known = SYNONYMS.get(word, word)
    seed = int.from_bytes(hashlib.sha256(known.encode()).digest()[:8])
    return np.random.default_rng(seed).standard_normal(DIMENSIONS).astype(np.float32)
