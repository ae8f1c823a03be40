"""All candidate pairs of a type: found, compared, weighed, scored."""

from collections import Counter, defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import combinations

from sift_assets.core.resolution.candidates import Pair, candidates
from sift_assets.core.resolution.comparisons import Comparison, Surroundings, compared_pair
from sift_assets.core.resolution.encoder import Encoder
from sift_assets.core.resolution.names import Kind
from sift_assets.core.resolution.ngrams import letter_neighbours, value_neighbours
from sift_assets.core.resolution.scoring import Scored, scored
from sift_assets.core.resolution.subjects import Subject
from sift_assets.core.resolution.vectors import NEAR, vector_neighbours
from sift_assets.core.resolution.weights import learned

HUB = 25
"""Entities of one type that a neighbour may have before sharing it says nothing: in FTX the
company itself is a neighbour of 61 people."""

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


def scored_pairs(
    subjects: Sequence[Subject], kind: Kind, encoder: Encoder | None
) -> dict[Pair, Candidate]:
    """Find, compare and score the candidate pairs of a type, and those through a likely third.

    Args:
        subjects: In order of their ids.
        kind: How their names work.
        encoder: What makes vectors; None for none.
    """
    vectors = vector_neighbours(subjects, encoder) if encoder is not None else {}
    neighbours = {
        "letters": letter_neighbours(subjects),
        "similar value": value_neighbours(subjects),
        "vectors": vectors,
    }
    near = (
        (subjects[a].id, subjects[b].id) for (a, b), cosine in vectors.items() if cosine >= NEAR
    )
    around = Surroundings(kind=kind, hubs=_hubs(subjects), meaning=frozenset(near))
    found = candidates(subjects, kind, neighbours)
    compared = {pair: _compared(pair, subjects, around) for pair in found}
    weights = learned(subjects, list(compared.values()))
    result = {
        pair: Candidate(tuple(sorted(rules)), compared[pair], scored(compared[pair], weights))
        for pair, rules in found.items()
    }
    for pair in sorted(_through_a_third(result)):
        comparison = _compared(pair, subjects, around)
        result[pair] = Candidate((THROUGH_A_THIRD,), comparison, scored(comparison, weights))
    return result


def _compared(pair: Pair, subjects: Sequence[Subject], around: Surroundings) -> Comparison:
    return compared_pair(subjects[pair[0]], subjects[pair[1]], around)


def _hubs(subjects: Sequence[Subject]) -> frozenset[str]:
    counts = Counter(neighbour for subject in subjects for neighbour in subject.neighbours)
    return frozenset(neighbour for neighbour, count in counts.items() if count > HUB)


def _through_a_third(candidates: Mapping[Pair, Candidate]) -> Iterator[Pair]:
    """Yield pairs that were not found and have a likely partner in common."""
    partners: defaultdict[int, list[tuple[float, int]]] = defaultdict(list)
    for (one, other), candidate in candidates.items():
        if candidate.scored.score >= PERHAPS:
            partners[one].append((-candidate.scored.score, other))
            partners[other].append((-candidate.scored.score, one))
    known = set(candidates)
    for held in partners.values():
        best = sorted(at for _, at in sorted(held)[:MAX_PARTNERS])
        for pair in combinations(best, 2):
            if pair not in known:
                known.add(pair)
                yield pair
