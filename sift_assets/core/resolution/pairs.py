"""All candidate pairs of a type: found, compared, weighed, scored."""

from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import combinations

import numpy as np

from sift_assets.core.resolution.candidates import Found, Numbers, Pair, candidates
from sift_assets.core.resolution.compared_names import ComparedNames
from sift_assets.core.resolution.comparing import ComparedPairs, Comparing
from sift_assets.core.resolution.comparisons import Comparison
from sift_assets.core.resolution.encoder import Encoder
from sift_assets.core.resolution.names import Kind
from sift_assets.core.resolution.ngrams import letter_neighbours, value_neighbours
from sift_assets.core.resolution.scoring import Scored, scored
from sift_assets.core.resolution.subjects import Subject
from sift_assets.core.resolution.vectors import NEAR, vector_neighbours
from sift_assets.core.resolution.weights import learned

LIKELY = 0.5
"""Score from which two entities are rather one than two."""

PERHAPS = 0.3
"""Score from which partners of one entity are compared with each other as well."""

MAX_PARTNERS = 12
"""So many partners of one entity, the best."""

THROUGH_A_THIRD = "shared match"
"""The rule that found a pair of which both may be one with a third."""


@dataclass(frozen=True)
class Candidate:
    """A candidate pair with all that was found out."""

    blocked_by: tuple[str, ...]
    compared: Comparison
    scored: Scored


@dataclass(frozen=True, eq=False)
class ScoredPairs(Mapping[Pair, Candidate]):
    """Candidate pairs with all that was found out of each, as columns.

    Attributes:
        found: The pairs.
        compared: What comparing them gave.
        scored: The score of each outcome of a comparison.
        names: The comparisons of names, to be known the next time.
    """

    found: Found
    compared: ComparedPairs
    scored: list[Scored]
    names: ComparedNames

    def __getitem__(self, pair: Pair) -> Candidate:
        """Return what was found out of a pair."""
        first, after = np.searchsorted(self.found.left, [pair[0], pair[0] + 1])
        at = int(first + np.searchsorted(self.found.right[first:after], pair[1]))
        if at == after or int(self.found.right[at]) != pair[1]:
            raise KeyError(pair)
        return self._at(at)

    def __iter__(self) -> Iterator[Pair]:
        """Yield the pairs in order."""
        return self.found.pairs()

    def __len__(self) -> int:
        """Return how many pairs there are."""
        return len(self.found)

    def above(self, least: float) -> Iterator[tuple[Pair, Candidate]]:
        """Yield the pairs from a score on, in order, each with what was found out of it."""
        scores = np.array([one.score for one in self.scored])
        is_above = scores[self.compared.codes] >= least if len(self) else np.zeros(0, np.bool_)
        for at in np.flatnonzero(is_above).tolist():
            yield (int(self.found.left[at]), int(self.found.right[at])), self._at(at)

    def _at(self, at: int) -> Candidate:
        code = int(self.compared.codes[at])
        comparison = self.compared.comparisons[code]
        return Candidate(self.found.blocked_by(at), comparison, self.scored[code])


def scored_pairs(
    subjects: Sequence[Subject],
    kind: Kind,
    encoder: Encoder | None,
    known: ComparedNames | None = None,
) -> ScoredPairs:
    """Find, compare and score the candidate pairs of a type, and those through a likely third.

    Args:
        subjects: In order of their ids.
        kind: How their names work.
        encoder: What makes vectors; None for none.
        known: Comparisons of names that were made before, of any entities of the type. They save
            work and shape nothing.
    """
    vectors = vector_neighbours(subjects, encoder) if encoder is not None else {}
    neighbours = {
        "letters": letter_neighbours(subjects),
        "similar value": value_neighbours(subjects),
        "vectors": vectors,
    }
    near = (pair for pair, cosine in vectors.items() if cosine >= NEAR and kind is Kind.OTHER)
    found = candidates(subjects, kind, neighbours)
    comparing = Comparing(subjects, kind, near, known or ComparedNames.none())
    first = _scored(found, comparing, subjects)
    every = _with(found, sorted(_through_a_third(first)), len(subjects))
    return _scored(every, comparing, subjects)


def _scored(found: Found, comparing: Comparing, subjects: Sequence[Subject]) -> ScoredPairs:
    """Compare pairs and score them, with weights learned of those that a rule has found."""
    comparing.look_for_crowds(found.left, found.right)
    compared = comparing.compared(found.left, found.right)
    is_blocked = found.rules < 1 << len(found.names) - (THROUGH_A_THIRD in found.names)
    counts = np.bincount(compared.codes[is_blocked], minlength=len(compared.comparisons))
    weights = learned(subjects, compared.comparisons, counts)
    scores = [scored(one, weights) for one in compared.comparisons]
    return ScoredPairs(found, compared, scores, comparing.kept(found.left, found.right))


def _with(found: Found, pairs: Sequence[Pair], count: int) -> Found:
    """Add pairs that were found through a third."""
    names = (*found.names, THROUGH_A_THIRD)
    if not pairs:
        return replace(found, names=names)
    new = np.array(pairs, np.int64)
    left, right = (
        np.concatenate([old, new[:, at]]) for at, old in enumerate((found.left, found.right))
    )
    rules = np.concatenate([found.rules, np.full(len(new), 1 << len(found.names), np.int64)])
    order: Numbers = np.argsort(left * count + right, kind="stable")
    return Found(left[order], right[order], names, rules[order])


def _through_a_third(scored: ScoredPairs) -> Iterator[Pair]:
    """Yield pairs that were not found and have a likely partner in common."""
    partners: defaultdict[int, list[tuple[float, int]]] = defaultdict(list)
    for (one, other), candidate in scored.above(PERHAPS):
        partners[one].append((-candidate.scored.score, other))
        partners[other].append((-candidate.scored.score, one))
    known: set[Pair] = set()
    for held in partners.values():
        best = sorted(at for _, at in sorted(held)[:MAX_PARTNERS])
        for pair in combinations(best, 2):
            if pair not in known and pair not in scored:
                known.add(pair)
                yield pair
