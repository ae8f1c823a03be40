"""Building the review queue: what is proposed or flagged, without what has been decided."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import combinations

from sift_assets.core.decisions.decision import Decision
from sift_assets.core.decisions.resolved import ResolvedGraph
from sift_assets.core.decisions.verdicts import RelationVerdict
from sift_assets.core.domain.facets import ReviewFacet
from sift_assets.core.graph.identity import relation_id
from sift_assets.core.graph.type_map import EXTENDS, TypeMap
from sift_assets.core.resolution.records import (
    GroupProposal,
    PairProposal,
    Proposals,
    Side,
    SplitProposal,
    VariantProposal,
)
from sift_assets.core.review.contradictions import contradictions
from sift_assets.core.review.pending import pending_relations
from sift_assets.core.review.records import (
    OpenContradiction,
    OpenMerge,
    OpenSplit,
    OpenVariant,
    ReviewQueue,
    Unsettled,
)
from sift_assets.core.review.type_contradictions import of_one_name

Pair = frozenset[str]


def review_queue(
    proposals: Sequence[Proposals],
    graph: ResolvedGraph,
    review: ReviewFacet,
    types: TypeMap,
    decisions: Sequence[Decision],
) -> ReviewQueue:
    """Gather what a person may decide now.

    Args:
        proposals: Of every entity type and across types, in any order.
        graph: The resolved graph of the same build.
        review: The domain as it is reviewed.
        types: The domain, compiled.
        decisions: Those that the graph was resolved with.
    """
    decided = _Decided(graph)
    opposed = sorted(
        (
            *contradictions(graph, review, types, decisions),
            *(one for part in proposals for one in _of_one_name(part, review, decided)),
        ),
        key=lambda one: (one.entity, one.kind, one.about, one.key),
    )
    in_contradiction = {one.id for item in opposed for one in item.relations}
    pending = pending_relations(graph)
    verdicts = graph.decided["verdict"].to_pylist()
    refused_pairs = sum(not same for same in graph.links["same"].to_pylist())
    return ReviewQueue(
        merges=_sorted_merges(one for part in proposals for one in _merges(part, review, decided)),
        relations=tuple(one for one in pending if one.id not in in_contradiction),
        variants=tuple(
            sorted(
                (one for part in proposals for one in _variants(part, decided)),
                key=lambda one: (-one.score, one.key),
            )
        ),
        splits=tuple(
            sorted(
                (one for part in proposals for one in _splits(part, decided)),
                key=lambda one: one.side.id,
            )
        ),
        contradictions=tuple(opposed),
        unsettled=tuple(Unsettled.model_validate(row) for row in graph.unapplied.to_pylist()),
        confirmed=sum(one in {"merged", *_CONFIRMING} for one in verdicts),
        refused=refused_pairs + verdicts.count(str(RelationVerdict.REJECTED)),
        reopened=sum(bool(new) for new in graph.decided["new_documents"].to_pylist()),
    )


_CONFIRMING = {str(RelationVerdict.CONFIRMED), str(RelationVerdict.ADDED)}


@dataclass(frozen=True)
class _Decided:
    """What of the proposals is decided, asked of the resolved graph."""

    graph: ResolvedGraph

    def canonical(self, one: str) -> str:
        return self._canonical.get(one, one)

    def is_there(self, one: str) -> bool:
        """Say whether an entity is still in the graph, by itself or in another."""
        return self.canonical(one) in self._entities

    def is_settled(self, first: str, second: str) -> bool:
        """Say whether two entities are one, or were called different, or are in conflict."""
        pair = frozenset({self.canonical(first), self.canonical(second)})
        return len(pair) == 1 or pair in self._words or frozenset({first, second}) in self._words

    def relation(self, one: str) -> bool:
        """Say whether a relation has been decided or is in the graph."""
        return one in self._subjects or one in self._relations

    def wholeness(self, one: str) -> bool:
        """Say whether an entity was split, or called whole."""
        return one in self._parted

    @cached_property
    def _canonical(self) -> dict[str, str]:
        rows = self.graph.identities
        return dict(zip(rows["id"].to_pylist(), rows["canonical_id"].to_pylist(), strict=True))

    @cached_property
    def _entities(self) -> frozenset[str]:
        return frozenset(self.graph.entities["id"].to_pylist())

    @cached_property
    def _relations(self) -> frozenset[str]:
        return frozenset(self.graph.relations["id"].to_pylist())

    @cached_property
    def _subjects(self) -> frozenset[str]:
        return frozenset(self.graph.decided["subject"].to_pylist())

    @cached_property
    def _parted(self) -> frozenset[str]:
        rows = self.graph.decided.select(["subject", "verdict"]).to_pylist()
        return frozenset(row["subject"] for row in rows if row["verdict"] in {"split", "whole"})

    @cached_property
    def _words(self) -> frozenset[Pair]:
        """The pairs that people spoke of, by their own ids and by what they are one with now."""
        pairs = zip(
            self.graph.links["first"].to_pylist(),
            self.graph.links["second"].to_pylist(),
            strict=True,
        )
        return frozenset(
            pair
            for first, second in pairs
            for pair in (
                frozenset({first, second}),
                frozenset({self.canonical(first), self.canonical(second)}),
            )
            if len(pair) == 2
        )


def _merges(part: Proposals, review: ReviewFacet, decided: _Decided) -> Iterable[OpenMerge]:
    """Return groups that are open as a whole, and the open pairs of the others.

    What cannot be one by its types is no merge but a contradiction.
    """
    pairs = {frozenset({one.left, one.right}): one for one in part.pairs}
    impossible = {frozenset(one.entities) for one in of_one_name(part, review)}
    covered: set[Pair] = set()
    for group in part.groups:
        inside = [frozenset(pair) for pair in combinations(group.members, 2)]
        if all(pair not in impossible and _is_open(pair, decided) for pair in inside):
            covered.update(inside)
            yield _open_group(group, [pairs[pair] for pair in inside if pair in pairs], part.sides)
    for pair, proposal in pairs.items():
        if pair not in covered | impossible and _is_open(pair, decided):
            yield open_pair(proposal, part.sides)


def _of_one_name(
    part: Proposals, review: ReviewFacet, decided: _Decided
) -> Iterable[OpenContradiction]:
    found = of_one_name(part, review)
    return (one for one in found if _is_open(frozenset(one.entities), decided))


def _is_open(pair: Pair, decided: _Decided) -> bool:
    first, second = sorted(pair)
    are_there = decided.is_there(first) and decided.is_there(second)
    return are_there and not decided.is_settled(first, second)


def _open_group(
    group: GroupProposal, pairs: Sequence[PairProposal], sides: Mapping[str, Side]
) -> OpenMerge:
    members = (group.canonical, *(one for one in group.members if one != group.canonical))
    rules = {pair.rule for pair in pairs}
    return OpenMerge(
        members=members,
        score=group.score,
        constant=group.constant,
        rule=min(rules) if len(rules) == 1 and len(pairs) == 1 else "",
        reason=group.reason,
        pairs=tuple(pairs),
        sides=tuple(sides[one] for one in members),
    )


def open_pair(pair: PairProposal, sides: Mapping[str, Side]) -> OpenMerge:
    """Let the side with more support name the whole, and the fuller name where they tie."""
    both = sorted(
        (sides[pair.left], sides[pair.right]), key=lambda side: (-side.support, -len(side.name))
    )
    return OpenMerge(
        members=tuple(side.id for side in both),
        score=pair.score,
        constant=pair.constant,
        rule=pair.rule,
        reason="It is in more documents, or has the longer name.",
        pairs=(pair,),
        sides=tuple(both),
    )


def _sorted_merges(merges: Iterable[OpenMerge]) -> tuple[OpenMerge, ...]:
    """Sort by score, those without a meaningful one last; drop a repeated one."""
    distinct = {one.key: one for one in merges}
    return tuple(sorted(distinct.values(), key=lambda one: (one.constant, -one.score, one.key)))


def _variants(part: Proposals, decided: _Decided) -> Iterable[OpenVariant]:
    for one in part.variants:
        if _is_open_variant(one, decided):
            child, parent = part.sides[one.child], part.sides[one.parent]
            yield OpenVariant(child=child, parent=parent, reason=one.reason, score=one.score)


def _is_open_variant(one: VariantProposal, decided: _Decided) -> bool:
    child, parent = decided.canonical(one.child), decided.canonical(one.parent)
    are_there = decided.is_there(one.child) and decided.is_there(one.parent)
    claim = relation_id(child, EXTENDS, parent)
    return are_there and child != parent and not decided.relation(claim)


def _splits(part: Proposals, decided: _Decided) -> Iterable[OpenSplit]:
    for one in part.splits:
        if _is_open_split(one, decided):
            yield OpenSplit(side=part.sides[one.entity], parts=one.parts, reasons=one.reasons)


def _is_open_split(one: SplitProposal, decided: _Decided) -> bool:
    return decided.is_there(one.entity) and not decided.wholeness(one.entity)
