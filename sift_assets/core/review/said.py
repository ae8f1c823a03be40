"""What decisions in force say of a graph, read by ids alone: quick enough to ask after every key.

A graph was resolved before the latest decisions, and nobody waits for it to be resolved anew
between two keys. Subjects are therefore not looked up by the ladder of `decisions.finding`: where
one was found under another id, the resolved graph knows it. The next run has the last word.
"""

from collections.abc import Iterable, Mapping, Sequence

from sift_assets.core.decisions.claims import Claim, Claims
from sift_assets.core.decisions.closure import closed
from sift_assets.core.decisions.decision import Act, AttributeRef, Decision, RelationRef
from sift_assets.core.decisions.links import Conflict, Pair, last_words
from sift_assets.core.decisions.resolved import ResolvedGraph
from sift_assets.core.decisions.verdicts import RelationVerdict, attribute_form, said_of_relations
from sift_assets.core.graph.identity import RELATION_MARK
from sift_assets.core.graph.type_map import TypeMap
from sift_assets.core.review.kept import KeptValues

ID_MARKS = 2
"""In the id of a relation: source, type, target."""

LINKING = frozenset({Act.MERGE, Act.NOT_SAME, Act.RETRACT})

Word = tuple[RelationVerdict, RelationRef, Decision]
"""The last word about a relation: the verdict, how it was named, and by which decision."""


class Grounds:
    """What stays the same while people decide: the resolved graph and its domain.

    Args:
        graph: As last resolved.
        types: The domain, compiled.
    """

    def __init__(self, graph: ResolvedGraph, types: TypeMap) -> None:
        self.graph = graph
        self.types = types
        rows = graph.identities
        self.canonical: Mapping[str, str] = dict(
            zip(rows["id"].to_pylist(), rows["canonical_id"].to_pylist(), strict=True)
        )
        self.entities = frozenset(graph.entities["id"].to_pylist())


class Said:
    """What some decisions say.

    Args:
        grounds: What they are about.
        decisions: Those that count, in order of time.

    Attributes:
        conflicts: Entities that must be one and must not.
        wholeness: Entity id to the last decision that it is several things, or one.
        retracted: Entity id to the decision that it is wrong.
        answered: Id of an agent's proposal to the decision that answers it, yes or no.
    """

    def __init__(self, grounds: Grounds, decisions: Sequence[Decision]) -> None:
        self._grounds = grounds
        linking = (one for one in decisions if one.act in LINKING)
        words, groups, self.conflicts, self.retracted, _ = closed(
            (one, [ref.id for ref in one.entities]) for one in linking
        )
        self._roots = {one: group.canonical for group in groups for one in group.members}
        self._spoken_of = frozenset(one for pair in words for one in pair)
        self._apart = {
            each
            for pair, link in words.items()
            if not link.is_same
            for each in (pair, self._canonical_pair(pair))
        }
        self._linked = {*words, *map(self._canonical_pair, words)}
        self.answered = {one.proposal: one for one in decisions if one.proposal}
        self.wholeness = _last(decisions, {Act.SPLIT, Act.WHOLE})
        self._names = {
            self.canonical(one): decision for one, decision in _last(decisions, {Act.NAME}).items()
        }
        known = {one: self.canonical(one) for one in (*grounds.canonical, *self._roots)}
        self._claims = Claims(grounds.graph, known, grounds.types)
        self._relations: dict[Claim, Word] = {
            self._claims.between(ref.source.id, ref.type, ref.target.id): (verdict, ref, one)
            for one in decisions
            for ref, verdict in said_of_relations(one)
        }
        self._attributes = {self._attribute(one.attribute) for one in decisions if one.attribute}
        self._kept = KeptValues.of_decisions(decisions, self.canonical)

    def canonical(self, one: str) -> str:
        """Return the id of what stands for an entity; itself where it is one with no other."""
        if one in self._roots:
            return self._roots[one]
        then = one if one in self._spoken_of else self._grounds.canonical.get(one, one)
        return self._roots.get(then, then)

    def is_there(self, one: str) -> bool:
        """Say whether an entity is in the graph, by itself or in another that is not retracted."""
        ids = {one, self.canonical(one), self._grounds.canonical.get(one, one)}
        is_wrong = {self.canonical(one), self._roots.get(one, one)} & self.retracted.keys()
        return bool(ids & self._grounds.entities) and not is_wrong

    def is_stated(self, relation: str) -> bool:
        """Say whether a relation of the resolved graph joins two things that are not retracted."""
        source, _, target = relation.split(RELATION_MARK)
        is_wrong = any(one in self.retracted for one in (source, target))
        return not is_wrong and self.is_there(source) and self.is_there(target)

    def is_settled(self, first: str, second: str) -> bool:
        """Say whether two entities are one, or are spoken of."""
        pair = frozenset({first, second})
        return len(self._canonical_pair(pair)) == 1 or bool(
            {pair, self._canonical_pair(pair)} & self._linked
        )

    def are_apart(self, first: str, second: str) -> bool:
        """Say whether people called two entities different, and nothing later says otherwise."""
        pair = frozenset({first, second})
        return bool({pair, self._canonical_pair(pair)} & self._apart)

    def between(self, source: str, said_type: str, target: str) -> Claim:
        """Return what a relation between two entities would claim by now."""
        return self._claims.between(source, said_type, target)

    def is_in_graph(self, claim: Claim) -> bool:
        """Say whether the graph states a claim, merges applied."""
        return self._claims.holds(claim)

    def claim(self, relation: str) -> Claim:
        """Return what a relation of the resolved graph claims by now."""
        return self._claims.between(*relation.split(RELATION_MARK))

    def relation(self, claim: Claim) -> Word | None:
        """Return the last word about a relation; None where there is none."""
        return self._relations.get(claim)

    def relation_named(self, relation: str) -> Decision | None:
        """Return the last word about a relation by its id; None for what is no id."""
        if relation.count(RELATION_MARK) != ID_MARKS:
            return None
        last = self.relation(self.claim(relation))
        return last[2] if last else None

    def is_retracted(self, entity: str, key: str, value: str) -> bool:
        """Say whether a stated property of an entity was called wrong."""
        return (self.canonical(entity), *attribute_form(key, value)) in self._attributes

    def are_kept(self, entity: str, key: str, values: Iterable[str]) -> bool:
        """Say whether people let all of some values stand; see `KeptValues.covers`."""
        return self._kept.covers(self.canonical(entity), key, values)

    def in_conflict(self, decision: Decision) -> tuple[Conflict, ...]:
        """Return the conflicts in which a decision is."""
        return tuple(one for one in self.conflicts if decision in one.decisions)

    def holds(self, decision: Decision) -> bool:
        """Say whether what a decision says is in force already, so that it would add nothing."""
        ids = [one.id for one in decision.entities]
        if decision.act is Act.MERGE:
            return len({self.canonical(one) for one in ids}) == 1
        if decision.act is Act.NOT_SAME:
            return all(
                {pair, self._canonical_pair(pair)} & self._apart
                for pair in last_words([(decision, ids)])
            )
        if decision.act in {Act.SPLIT, Act.WHOLE}:
            last = self.wholeness.get(ids[0])
            return last is not None and (last.act, last.parts) == (decision.act, decision.parts)
        if decision.act is Act.NAME:
            last = self._names.get(self.canonical(ids[0]))
            return last is not None and last.name == decision.name
        if decision.act is Act.DROP:
            return decision.proposal in self.answered
        if decision.act is Act.RETRACT:
            return self._holds_retraction(decision)
        if decision.values:
            said = decision.values
            return self.are_kept(said.entity.id, said.key, said.values)
        said = said_of_relations(decision)
        return bool(said) and all(self._holds_word(ref, verdict) for ref, verdict in said)

    def _holds_retraction(self, decision: Decision) -> bool:
        if decision.attribute:
            return self._attribute(decision.attribute) in self._attributes
        return decision.entities[0].id in self.retracted

    def _holds_word(self, ref: RelationRef, verdict: RelationVerdict) -> bool:
        last = self.relation(self._claims.between(ref.source.id, ref.type, ref.target.id))
        return last is not None and last[0] is verdict and covers(last[1], ref.documents)

    def _attribute(self, said: AttributeRef) -> tuple[str, str, str]:
        return (self.canonical(said.entity.id), *attribute_form(said.key, said.value))

    def _canonical_pair(self, pair: Pair) -> Pair:
        return frozenset(map(self.canonical, pair))


def covers(ref: RelationRef, documents: Iterable[str]) -> bool:
    """Say whether documents that state a relation were known when it was decided.

    Where it is not known what stated it then, nothing counts as new.
    """
    is_known = 0 < ref.support == len(ref.documents)
    return not is_known or {*ref.documents}.issuperset(documents)


def _last(decisions: Iterable[Decision], acts: set[Act]) -> dict[str, Decision]:
    """Return entity id to the last decision of some acts about it."""
    return {
        ref.id: decision
        for decision in decisions
        if decision.act in acts
        for ref in decision.entities
    }
