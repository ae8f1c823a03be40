"""Choosing the two ends of each stated relation among what its names may mean."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass

import numpy as np

from sift_assets.core.graph.columns import Mask, Numbers, paired
from sift_assets.core.graph.endpoints import Candidates, Claims, NameIndex, spread
from sift_assets.core.graph.names import TypeNumbers
from sift_assets.core.graph.type_map import TypeMap
from sift_assets.core.records.extraction import QuarantineReason


@dataclass(frozen=True, eq=False)
class Ends:
    """The entities that some claims join, in the direction to store.

    Attributes:
        claim: Index of each claim that could be resolved, in any order.
        source: Entity it goes from.
        target: Entity it goes to.
    """

    claim: Numbers
    source: Numbers
    target: Numbers


@dataclass(frozen=True)
class Unjoined:
    """Why a claim's ends could not be told.

    Attributes:
        claim: Index of the claim.
        reason: One of the reasons about endpoints.
        sources: What its source may mean.
        targets: Likewise; for an ambiguous claim, the ends of the pairs that fit.
    """

    claim: int
    reason: QuarantineReason
    sources: Sequence[int]
    targets: Sequence[int]


@dataclass(frozen=True, eq=False)
class Domain:
    """What the domain says of the types that occur, by their numbers.

    Attributes:
        types: The domain, compiled.
        numbers: Of types.
        entity_types: Number of the type of each entity.
    """

    types: TypeMap
    numbers: TypeNumbers
    entity_types: Numbers

    def fits(self, relation: Numbers, source: Numbers, target: Numbers) -> Mask:
        """Return whether relation types may go from one entity to another."""
        ends = paired(self.entity_types[source], self.entity_types[target])
        _, where, back = np.unique(paired(relation, ends), return_index=True, return_inverse=True)
        answers = [self._fits(int(relation[at]), int(source[at]), int(target[at])) for at in where]
        return np.array(answers, np.bool_)[back]

    def is_symmetric(self, relation: Numbers) -> Mask:
        """Return whether direction has no meaning for relation types."""
        return self._asked(relation, self.types.is_symmetric)

    def can_be_turned(self, relation: Numbers) -> Mask:
        """Return whether endpoint types can prove that relations were stated backwards."""
        return self._asked(relation, self.types.can_be_turned)

    def types_of(self, entities: Sequence[int]) -> list[str]:
        """Return the names of the types of some entities, sorted."""
        return sorted({self._type_of(one) for one in entities})

    def _asked(self, relation: Numbers, question: Callable[[str], bool]) -> Mask:
        distinct, back = np.unique(relation, return_inverse=True)
        answers = [question(self.numbers.names[int(type_)]) for type_ in distinct]
        return np.array(answers, np.bool_)[back]

    def _fits(self, relation: int, source: int, target: int) -> bool:
        name = self.numbers.names[relation]
        return self.types.fits(name, self._type_of(source), self._type_of(target))

    def _type_of(self, entity: int) -> str:
        return self.numbers.names[int(self.entity_types[entity])]


def join(claims: Claims, index: NameIndex, domain: Domain) -> tuple[Ends, list[Unjoined]]:
    """Find the two entities of each claim, or why they cannot be told.

    In the chunk, then in the document: the one pair whose types fit; else, where both endpoint
    lists are stated, the one pair that fits when turned round.
    """
    near = _Round(claims, claims.chunk, index, domain)
    again = near.undecided
    far = _Round(claims.only(again), None, index, domain)
    ends = Ends(
        *(
            np.concatenate(columns)
            for columns in (
                (near.ends.claim, again[far.ends.claim]),
                (near.ends.source, far.ends.source),
                (near.ends.target, far.ends.target),
            )
        )
    )
    left = [*near.unjoined, *(_moved(one, again) for one in (*far.unjoined, *far.misfits()))]
    return ends, left


def _moved(one: Unjoined, claims: Numbers) -> Unjoined:
    return Unjoined(int(claims[one.claim]), one.reason, one.sources, one.targets)


class _Round:
    """One look at some claims, in their chunks or in their documents.

    Attributes:
        ends: Of the claims that one pair fits.
        unjoined: The claims without a candidate at one end, and those that several pairs fit.
        undecided: Indices of the claims with candidates that do not fit.
    """

    def __init__(
        self, claims: Claims, chunk: Numbers | None, index: NameIndex, domain: Domain
    ) -> None:
        self._sources = index.candidates(claims.row, chunk, claims.source_form, claims.source_type)
        self._targets = index.candidates(claims.row, chunk, claims.target_form, claims.target_type)
        size = len(claims.row)
        is_open = (self._sources.counts(size) > 0) & (self._targets.counts(size) > 0)
        pairs = _fitting(claims, _pairs(self._sources, self._targets, size), domain)
        counts = np.bincount(pairs.claim, minlength=size)
        is_joined = counts[pairs.claim] == 1
        self.ends = Ends(*(getattr(pairs, n)[is_joined] for n in ("claim", "source", "target")))
        self.undecided = np.flatnonzero(is_open & (counts == 0))
        self.unjoined = [
            self._unjoined(claim, QuarantineReason.UNRESOLVED_ENDPOINT)
            for claim in np.flatnonzero(~is_open).tolist()
        ]
        self.unjoined += [_ambiguous(claim, pairs) for claim in np.flatnonzero(counts > 1).tolist()]

    def misfits(self) -> list[Unjoined]:
        """Return the undecided claims, with what their names may mean."""
        found = [
            self._unjoined(c, QuarantineReason.ENDPOINT_TYPES) for c in self.undecided.tolist()
        ]
        return [
            Unjoined(one.claim, QuarantineReason.SELF_RELATION, one.sources, one.targets)
            if one.sources == one.targets
            else one
            for one in found
        ]

    def _unjoined(self, claim: int, reason: QuarantineReason) -> Unjoined:
        sources, targets = (_of(ends, claim) for ends in (self._sources, self._targets))
        return Unjoined(claim, reason, sources, targets)


def _of(candidates: Candidates, query: int) -> list[int]:
    low, high = np.searchsorted(candidates.query, [query, query + 1])
    return candidates.entity[low:high].tolist()


def _ambiguous(claim: int, pairs: Ends) -> Unjoined:
    at = pairs.claim == claim
    sources, targets = pairs.source[at].tolist(), pairs.target[at].tolist()
    return Unjoined(claim, QuarantineReason.AMBIGUOUS_ENDPOINT, sources, targets)


def _pairs(sources: Candidates, targets: Candidates, size: int) -> Ends:
    """Return every source with every target of its claim, without an entity and itself."""
    ends = np.searchsorted(targets.query, np.arange(size + 1))
    at, other = spread(ends[sources.query], ends[sources.query + 1])
    source, target = sources.entity[at], targets.entity[other]
    apart = source != target
    return Ends(sources.query[at][apart], source[apart], target[apart])


def _fitting(claims: Claims, pairs: Ends, domain: Domain) -> Ends:
    """Return the pairs that the domain allows; turned ones for the claims without any."""
    types = claims.type[pairs.claim]
    fits = domain.fits(types, pairs.source, pairs.target)
    has_one = np.bincount(pairs.claim[fits], minlength=len(claims.row)) > 0
    rest = ~has_one[pairs.claim] & domain.can_be_turned(types)
    turned = rest.copy()
    turned[rest] = domain.fits(types[rest], pairs.target[rest], pairs.source[rest])
    return Ends(
        np.concatenate([pairs.claim[fits], pairs.claim[turned]]),
        np.concatenate([pairs.source[fits], pairs.target[turned]]),
        np.concatenate([pairs.target[fits], pairs.source[turned]]),
    )
