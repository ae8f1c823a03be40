"""Comparing all candidate pairs of a type: the few distinct outcomes, and which each pair has.

Half a million pairs have some thousand outcomes. Everything behind this step, the weights and the
scores, is computed by outcome.
"""

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from sift_assets.core.resolution.candidates import Numbers, Pair
from sift_assets.core.resolution.compared_names import ComparedNames, NameComparing
from sift_assets.core.resolution.comparisons import (
    FEW_NEIGHBOURS,
    LONG_AGO,
    Comparison,
    Context,
    compared_context,
    compared_names,
    comparison_of,
)
from sift_assets.core.resolution.guards import EXCLUDING
from sift_assets.core.resolution.names import Kind
from sift_assets.core.resolution.subjects import Subject

HUB = 25
"""Entities of one type that a neighbour may have before sharing it says nothing: in FTX the
company itself is a neighbour of 61 people."""

LOOKALIKES = frozenset(("typo", "long typo", "sound", "close"))
"""Levels of names by which a few are spellings of one and very many are a series."""

CROWD_SIZE = 12
"""Look-alikes from which these say nothing of an entity: nobody writes one name in a dozen ways,
while one of a series such as Abcde, Abcdf, Abcdg has dozens. In the public sets of
`evals/resolution`, with up to ten misspelt records of a person, nobody has more than seven."""

Mask = npt.NDArray[np.bool_]


@dataclass(frozen=True, eq=False)
class ComparedPairs:
    """Pairs with what comparing them gave.

    Attributes:
        comparisons: The distinct outcomes, in order of the first pair that has each.
        codes: Which of them each pair has.
    """

    comparisons: list[Comparison]
    codes: Numbers


class Comparing:
    """Compares pairs of some subjects.

    Args:
        subjects: Of one type, in order of their ids.
        kind: How their names work.
        near: Pairs whose names an encoder holds for one in meaning.
        known: Comparisons of names that were made before.
    """

    def __init__(
        self, subjects: Sequence[Subject], kind: Kind, near: Iterable[Pair], known: ComparedNames
    ) -> None:
        self._subjects = subjects
        self._count = max(1, len(subjects))
        self._near = np.array([one * self._count + other for one, other in near], np.int64)
        self._kind = kind
        self._hubs = _hubs(subjects)
        self._columns = _Columns.of(subjects, self._hubs)
        self._names = NameComparing(subjects, self._compared_names, known)
        self._crowded: Mask = np.zeros(len(subjects), np.bool_)
        self._contexts: dict[Context, int] = {Context(): 0}

    def look_for_crowds(self, left: Numbers, right: Numbers) -> None:
        """Find out who has so many look-alikes among some pairs that these say nothing."""
        outcomes = self._names.compared(left, right)
        is_alike = np.array([_is_lookalike(dict(one)) for one in self._names.outcomes], np.bool_)
        alike = is_alike[outcomes] if len(outcomes) else np.zeros(0, np.bool_)
        ends = np.concatenate([left[alike], right[alike]])
        self._crowded = np.bincount(ends, minlength=len(self._subjects)) > CROWD_SIZE

    def compared(self, left: Numbers, right: Numbers) -> ComparedPairs:
        """Compare pairs, given by the positions of both, the lesser first."""
        names, contexts = self._names.compared(left, right), self._compared_contexts(left, right)
        is_near = np.isin(left * self._count + right, self._near)
        outcomes = self._names.outcomes
        is_alike = np.array([_is_lookalike(dict(one)) for one in outcomes], np.bool_)
        is_crowded = self._crowded[left] & self._crowded[right]
        is_crowded &= is_alike[names] if len(names) else is_crowded
        joint = ((contexts * len(outcomes) + names) * 2 + is_near) * 2 + is_crowded
        _, first, codes = np.unique(joint, return_index=True, return_inverse=True)
        order = np.argsort(first)
        place = np.empty(len(order), np.int64)
        place[order] = np.arange(len(order))
        listed = list(self._contexts)
        comparisons = [
            comparison_of(
                outcomes[names[at]],
                listed[contexts[at]],
                is_near=bool(is_near[at]),
                is_crowded=bool(is_crowded[at]),
            )
            for at in first[order].tolist()
        ]
        return ComparedPairs(comparisons, place[codes])

    def kept(self, left: Numbers, right: Numbers) -> ComparedNames:
        """Return the comparisons of names of some pairs, to be known the next time."""
        return self._names.kept(left, right)

    def _compared_names(self, one: int, other: int) -> tuple[tuple[str, str], ...]:
        return compared_names(self._subjects[one], self._subjects[other], self._kind)

    def _compared_contexts(self, left: Numbers, right: Numbers) -> Numbers:
        """Return the numbers of contexts; of most pairs there is nothing to compare."""
        found = np.zeros(len(left), np.int64)
        at = np.flatnonzero(self._columns.say_something(left, right))
        for place in at.tolist():
            one, other = (self._subjects[int(side[place])] for side in (left, right))
            context = compared_context(one, other, self._hubs)
            found[place] = self._contexts.setdefault(context, len(self._contexts))
        return found


@dataclass(frozen=True, eq=False)
class _Columns:
    """Which subjects have something that can be compared; `compared_context` says what it is."""

    values: Mask
    roles: Mask
    telling: Mask
    several: Mask
    related: Mask
    listed: Mask
    first: Numbers
    last: Numbers

    @classmethod
    def of(cls, subjects: Sequence[Subject], hubs: frozenset[str]) -> "_Columns":
        def said(values: Iterable[object]) -> Mask:
            return np.fromiter(map(bool, values), np.bool_, len(subjects))

        years = [subject.years or (0, 0) for subject in subjects]
        return cls(
            values=said(s.values for s in subjects),
            roles=said(s.roles for s in subjects),
            telling=said(s.neighbours - hubs for s in subjects),
            several=said(len(s.neighbours) >= FEW_NEIGHBOURS for s in subjects),
            related=said(s.related for s in subjects),
            listed=said(s.listed for s in subjects),
            first=np.array([first for first, _ in years], np.int64),
            last=np.array([last for _, last in years], np.int64),
        )

    def say_something(self, left: Numbers, right: Numbers) -> Mask:
        """Say of pairs whether comparing all but the names may give anything."""
        both = (self.values, self.roles, self.telling, self.several, self.related, self.listed)
        found = np.zeros(len(left), np.bool_)
        for column in both:
            found |= column[left] & column[right]
        gap = np.maximum(self.first[left], self.first[right])
        return found | (gap - np.minimum(self.last[left], self.last[right]) > LONG_AGO)


def _is_lookalike(levels: dict[str, str]) -> bool:
    is_excluded = any(found in EXCLUDING for found in levels.items())
    return levels.get("name") in LOOKALIKES and not is_excluded


def _hubs(subjects: Sequence[Subject]) -> frozenset[str]:
    counts = Counter(neighbour for subject in subjects for neighbour in subject.neighbours)
    return frozenset(neighbour for neighbour, count in counts.items() if count > HUB)
