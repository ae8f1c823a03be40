"""What resolution needs of a model that turns names into vectors."""

from collections.abc import Sequence
from typing import Protocol

import numpy as np
import numpy.typing as npt

NO_VECTORS = "ngrams"
"""What proposals name where no vectors were used."""

Vectors = npt.NDArray[np.float32]


class Encoder(Protocol):
    """Turns names into vectors that are near each other where the names mean the same."""

    @property
    def version(self) -> str:
        """Name and version; another one gives other vectors."""
        ...

    def encode(self, names: Sequence[str]) -> Vectors:
        """Return one row of unit length for each name, the same for a name in whatever company."""
        ...
