"""The names and types that some documents use, each looked at once and then known by a number."""

from collections.abc import Sequence
from typing import NamedTuple

import numpy as np
import pyarrow as pa

from sift_assets.core.graph.columns import Numbers, by_pair, coded, whole
from sift_assets.core.graph.spelling import Spelling
from sift_assets.core.graph.type_map import type_name

ANY_TYPE = 0
"""Number of the empty type: an extractor that states none leaves all of them possible."""


class Names:
    """Distinct names with their normal forms.

    Args:
        columns: Columns of names.

    Attributes:
        texts: The distinct names; everything else goes by their index.
        codes: Per column, the name of each row.
        squeezed: The same without white space at the ends, and with one space for any inside.
        blank: Whether a name shows nothing.
        forms: The normal form of each name, as a number.
        form_texts: The normal forms by their numbers.
    """

    def __init__(self, columns: Sequence[pa.ChunkedArray]) -> None:
        codes, self.texts = coded(pa.concat_arrays([whole(column) for column in columns]))
        ends = np.cumsum([len(column) for column in columns])
        self.codes: list[Numbers] = np.split(codes, ends[:-1])
        spelling = Spelling(self.texts)
        self.squeezed, self.blank = spelling.squeezed, spelling.blank
        self.forms, self.form_texts = coded(spelling.forms)

    def text(self, name: int) -> str:
        """Return a name by its number."""
        return str(self.texts[name].as_py())


class TypeNumbers:
    """Numbers for type names; the empty one has `ANY_TYPE`."""

    def __init__(self) -> None:
        self.names: list[str] = [""]
        self._numbers: dict[str, int] = {"": ANY_TYPE}

    def number(self, name: str) -> int:
        """Return the number of a name, a new one where it has none yet."""
        if name not in self._numbers:
            self._numbers[name] = len(self.names)
            self.names.append(name)
        return self._numbers[name]


class Said(NamedTuple):
    """A column of types as extractors say them.

    Attributes:
        codes: Per row, the index into `texts`.
        texts: The distinct types.
    """

    codes: Numbers
    texts: list[str]

    @classmethod
    def of(cls, column: pa.ChunkedArray) -> "Said":
        """Take a column apart."""
        codes, distinct = coded(column)
        return cls(codes, distinct.to_pylist())

    def mapped(self, numbers: Sequence[int]) -> Numbers:
        """Return a number per row, given one per distinct type."""
        return np.array(numbers, np.int64)[self.codes] if numbers else self.codes


def as_types(column: pa.ChunkedArray) -> pa.Array:
    """Return types as extractors say them in the form of type names, where they can have it."""
    codes, distinct = coded(column)
    names = [type_name(text) or text for text in distinct.to_pylist()]
    return pa.array(names, pa.string()).take(pa.array(codes))


def unlike(said: pa.Array, types: Numbers, numbers: TypeNumbers) -> pa.Array:
    """Return what was said where the domain reads another type, else nothing."""
    codes, distinct = coded(said)
    texts = distinct.to_pylist()

    def original(code: int, type_: int) -> str:
        return "" if texts[code] == numbers.names[type_] else texts[code]

    return by_pair(codes, types, original)
