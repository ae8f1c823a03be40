"""What comparing two names gave, kept from one look to the next.

Half a million pairs of a large type are pairs of names that nothing has happened to since. What is
kept is found again by the content of both sides, never by their place, so a look that finds
everything here gives the same proposals as one that finds nothing. It holds hashes and levels, and
no name.
"""

import hashlib
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from itertools import chain
from typing import Self

import numpy as np
import pyarrow as pa

from sift_assets.core.graph.tables import TableBundle
from sift_assets.core.records.record import canonical_json
from sift_assets.core.resolution.candidates import Numbers
from sift_assets.core.resolution.comparisons import NameLevels
from sift_assets.core.resolution.subjects import Subject

DIGEST_BYTES = 16
"""Of the hash of a name: two of a million differ with a probability of 1 - 10^-27."""

SIDES = pa.schema({"digest": pa.binary(DIGEST_BYTES)})
PAIRS = pa.schema({"left": pa.int32(), "right": pa.int32(), "levels": pa.int32()})
LEVELS = pa.schema({"comparison": pa.list_(pa.string()), "level": pa.list_(pa.string())})


@dataclass(frozen=True, eq=False)
class ComparedNames(TableBundle):
    """Pairs of names with what comparing them gave.

    Attributes:
        sides: The hash of each name with its other names and its entity's id.
        pairs: Rows of two sides, the one with the lesser id first, and a row of `levels`.
        levels: The distinct outcomes.
    """

    sides: pa.Table
    pairs: pa.Table
    levels: pa.Table

    @classmethod
    def none(cls) -> Self:
        """Return what is known before the first comparison."""
        return cls(*(schema.empty_table() for schema in (SIDES, PAIRS, LEVELS)))


class NameComparing:
    """Compares the names of pairs of some subjects, each pair once.

    Args:
        subjects: In order of their ids.
        compare: Compares two of them, given by their positions, the lesser first.
        known: What has been compared before, of these or of others.
    """

    def __init__(
        self,
        subjects: Sequence[Subject],
        compare: Callable[[int, int], NameLevels],
        known: ComparedNames,
    ) -> None:
        self._compare = compare
        self._digests = [_digest(subject) for subject in subjects]
        self._count = max(1, len(subjects))
        self._outcomes: dict[NameLevels, int] = {}
        rows = zip(*(known.levels[name].to_pylist() for name in LEVELS.names), strict=True)
        outcomes = [self._number(tuple(zip(*row, strict=True))) for row in rows]
        self._codes, self._numbers = self._still_there(known, np.array(outcomes, np.int64))

    @property
    def outcomes(self) -> list[NameLevels]:
        """The distinct outcomes, by their numbers."""
        return list(self._outcomes)

    def compared(self, left: Numbers, right: Numbers) -> Numbers:
        """Return the numbers of the outcomes of some pairs."""
        codes = left * self._count + right
        is_known = np.isin(codes, self._codes)
        new = np.unique(codes[~is_known])
        places = (divmod(code, self._count) for code in new.tolist())
        numbers = np.fromiter((self._number(self._compare(*pair)) for pair in places), np.int64)
        joined = np.concatenate([self._codes, new])
        order = np.argsort(joined, kind="stable")
        self._codes = joined[order]
        self._numbers = np.concatenate([self._numbers, numbers])[order]
        return self._numbers[np.searchsorted(self._codes, codes)]

    def kept(self, left: Numbers, right: Numbers) -> ComparedNames:
        """Return what is to be kept of some pairs that have been compared."""
        places = np.searchsorted(self._codes, left * self._count + right)
        sides = pa.array(self._digests, pa.binary(DIGEST_BYTES))
        columns = [column.astype(np.int32) for column in (left, right, self._numbers[places])]
        rows = [([name for name, _ in one], [level for _, level in one]) for one in self._outcomes]
        lists = [[row[at] for row in rows] for at in (0, 1)]
        return ComparedNames(
            sides=pa.table([sides], schema=SIDES),
            pairs=pa.table([pa.array(column) for column in columns], schema=PAIRS),
            levels=pa.table([pa.array(one, pa.list_(pa.string())) for one in lists], schema=LEVELS),
        )

    def _number(self, outcome: NameLevels) -> int:
        return self._outcomes.setdefault(outcome, len(self._outcomes))

    def _still_there(self, known: ComparedNames, outcomes: Numbers) -> tuple[Numbers, Numbers]:
        """Return the known pairs of which both sides are as they were, by today's positions."""
        places = {digest: at for at, digest in enumerate(self._digests)}
        digests = known.sides["digest"].to_pylist()
        now = np.fromiter((places.get(one, -1) for one in digests), np.int64, len(digests))
        left, right = (now[known.pairs[name].to_numpy()] for name in ("left", "right"))
        there = (left >= 0) & (right >= 0)
        codes = left[there] * self._count + right[there]
        order = np.argsort(codes, kind="stable")
        numbers = outcomes[known.pairs["levels"].to_numpy()[there]]
        return codes[order], numbers[order]


def _digest(subject: Subject) -> bytes:
    """Return the hash of all that comparing names reads; the id says which side comes first."""
    texts = chain((subject.id, subject.name.text), (alias.text for alias in subject.aliases))
    return hashlib.sha256(canonical_json(list(texts))).digest()[:DIGEST_BYTES]
