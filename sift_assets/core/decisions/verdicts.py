"""What the decisions in force add up to in today's graph.

Subjects are looked up, links closed, and of several words about one thing the last one counts.
Decisions whose subject is not there are parked and listed, never dropped: they count again when it
returns. Those that contradict each other are listed as conflicts and change nothing.
"""

from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from enum import StrEnum

import pyarrow as pa
import pyarrow.compute as pc

from sift_assets.core.decisions.claims import Claim, Claims
from sift_assets.core.decisions.closure import closed
from sift_assets.core.decisions.decision import Act, AttributeRef, Decision, EntityRef, RelationRef
from sift_assets.core.decisions.finding import Finder, Found, Lost
from sift_assets.core.decisions.links import Conflict, Group, Link, Pair
from sift_assets.core.graph.build import KnowledgeGraph
from sift_assets.core.graph.identity import normal_form
from sift_assets.core.graph.tables import only
from sift_assets.core.graph.type_map import TypeMap


class Standing(StrEnum):
    """Why a decision in force changes nothing now."""

    PARKED = "parked"
    CONFLICT = "conflict"


class RelationVerdict(StrEnum):
    """What decisions say of a relation."""

    CONFIRMED = "confirmed"
    REJECTED = "rejected"
    ADDED = "added"


@dataclass(frozen=True)
class Unapplied:
    """A decision in force that changes nothing now.

    Attributes:
        decision: The decision.
        standing: See `Standing`.
        reason: Which subject is missing, or what it contradicts; for people.
    """

    decision: Decision
    standing: Standing
    reason: str


@dataclass(frozen=True)
class DecidedRelation:
    """The verdict on a relation of today's graph, or on one to add.

    Attributes:
        claim: The relation, its ends canonical.
        verdict: See `RelationVerdict`.
        decision: Which decision said it last.
        ref: How that decision named it.
    """

    claim: Claim
    verdict: RelationVerdict
    decision: Decision
    ref: RelationRef


@dataclass(frozen=True)
class RetractedAttribute:
    """A property to take away: entity id, key and value, and the decision."""

    entity: str
    key: str
    value: str
    decision: Decision

    @property
    def stated(self) -> tuple[str, str]:
        """What it is compared by: spelling and white space do not count."""
        return attribute_form(self.key, self.value)


@dataclass(frozen=True)
class Verdicts:
    """Everything that decisions change in one graph.

    Attributes:
        groups: Entities that are one.
        words: The last word about each pair of entities that people spoke of.
        names: Entity id to the name it is given, with the decision.
        relations: Verdicts on relations, sorted.
        retracted: Id of an entity that is wrong to the decision.
        attributes: Properties that are wrong.
        kept: Entities with decisions that values of theirs all stand.
        unapplied: Decisions in force that change nothing now, in order of time.
    """

    groups: tuple[Group, ...] = ()
    words: Mapping[Pair, Link] = field(default_factory=dict[Pair, Link])
    names: Mapping[str, Decision] = field(default_factory=dict[str, Decision])
    relations: tuple[DecidedRelation, ...] = ()
    retracted: Mapping[str, Decision] = field(default_factory=dict[str, Decision])
    attributes: tuple[RetractedAttribute, ...] = ()
    kept: tuple[tuple[str, Decision], ...] = ()
    unapplied: tuple[Unapplied, ...] = ()

    @property
    def canonical(self) -> dict[str, str]:
        """The canonical id of every entity that is one with others."""
        return {member: group.canonical for group in self.groups for member in group.members}


def attribute_form(key: str, value: str) -> tuple[str, str]:
    """Return what tells two stated properties of an entity apart."""
    return normal_form(key), normal_form(value)


def verdicts_on(graph: KnowledgeGraph, decisions: Sequence[Decision], types: TypeMap) -> Verdicts:
    """Say what decisions change in a graph.

    Args:
        graph: The built graph with splits applied (see `splitting`).
        decisions: Those in force, but for splits, in order of time.
        types: The domain, compiled.
    """
    return _Folding(graph, types).fold(decisions)


class _Folding:
    """Gathers what decisions say, subject by subject."""

    def __init__(self, graph: KnowledgeGraph, types: TypeMap) -> None:
        self._graph = graph
        self._types = types
        self._finder = Finder(graph, types)
        self._unapplied: dict[str, Unapplied] = {}

    def fold(self, decisions: Sequence[Decision]) -> Verdicts:
        words, groups, conflicts, retracted, idle = closed(self._linked(decisions))
        for conflict in conflicts:
            self._note_conflict(conflict)
        for decision, wrong in idle:
            self._park(decision, f"{wrong} is called wrong")
        known = Verdicts(groups=groups, words=words)
        names = self._about_one(decisions, Act.NAME, known.canonical)
        claims = Claims(self._graph, known.canonical, self._types)
        return Verdicts(
            groups=groups,
            words=words,
            names=names,
            relations=self._relations(decisions, claims, retracted),
            retracted=retracted,
            attributes=tuple(self._attributes(decisions, groups)),
            kept=self._kept(decisions, known.canonical),
            unapplied=tuple(sorted(self._unapplied.values(), key=lambda one: one.decision.order)),
        )

    def _linked(self, decisions: Iterable[Decision]) -> Iterable[tuple[Decision, tuple[str, ...]]]:
        for decision in decisions:
            if decision.act not in {Act.MERGE, Act.NOT_SAME, Act.RETRACT}:
                continue
            ids = tuple(dict.fromkeys(self._present(decision, decision.entities)))
            if len(ids) >= 2 or decision.act is Act.RETRACT:
                yield decision, ids
            elif ids and decision.id not in self._unapplied:
                self._park(decision, f"its subjects are all {ids[0]} now")

    def _present(self, decision: Decision, refs: Iterable[EntityRef]) -> Iterable[str]:
        """Return the ids of the subjects that are there; for one that is not, park."""
        for ref in refs:
            found = self._finder.entity(ref)
            if isinstance(found, Found):
                yield found.id
            else:
                self._park(decision, found.reason)

    def _about_one(
        self, decisions: Iterable[Decision], act: Act, canonical: Mapping[str, str]
    ) -> dict[str, Decision]:
        """Return entity id to the last decision of a kind about it, or about one it stands for."""
        return {
            canonical.get(one, one): decision
            for decision in decisions
            if decision.act is act
            for one in self._present(decision, decision.entities)
        }

    def _relations(
        self, decisions: Iterable[Decision], claims: Claims, retracted: Collection[str]
    ) -> tuple[DecidedRelation, ...]:
        last: dict[Claim, DecidedRelation] = {}
        for decision in decisions:
            for ref, verdict in said_of_relations(decision):
                claim = self._claim(decision, ref, verdict, claims)
                if claim is None:
                    continue
                gone = sorted({claim.source, claim.target} & {*retracted})
                if gone and verdict is RelationVerdict.ADDED:
                    self._park(decision, f"{gone[0]} is called wrong")
                else:
                    last[claim] = DecidedRelation(claim, verdict, decision, ref)
        return tuple(last[claim] for claim in sorted(last))

    def _claim(
        self, decision: Decision, ref: RelationRef, verdict: RelationVerdict, claims: Claims
    ) -> Claim | None:
        """Return today's claim that a decision is about; None, and park it, where there is none."""
        ends = [self._finder.entity(end) for end in (ref.source, ref.target)]
        source, target = (end.id if isinstance(end, Found) else None for end in ends)
        claim: Claim | None = None
        if source and target:
            claim = claims.between(source, ref.type, target)
            if claim.source == claim.target:
                self._park(decision, f"both ends are {claim.source} now")
                return None
            is_addable = verdict is RelationVerdict.ADDED and self._is_of_domain(ref)
            if is_addable or claims.holds(claim):
                return claim
        quoted = claims.stated_by(self._finder.quoted(ref.anchors), ref.type, source, target)
        if quoted is not None and quoted.source != quoted.target:
            return quoted
        if claim is not None and verdict is RelationVerdict.REJECTED:
            return claim  # nothing states it now; if something does again, it is refused
        missing = [end.reason for end in ends if isinstance(end, Lost)]
        if not self._is_of_domain(ref):
            missing.append(f"the domain has no relation type {ref.type}")
        self._park(decision, "; ".join(missing) or f"no document states {_words(ref)}")
        return None

    def _is_of_domain(self, ref: RelationRef) -> bool:
        return self._types.relation_type(ref.type) is not None

    def _attributes(
        self, decisions: Iterable[Decision], groups: Sequence[Group]
    ) -> Iterable[RetractedAttribute]:
        members = {one: group.members for group in groups for one in group.members}
        for decision in decisions:
            ref: AttributeRef | None = decision.attribute
            if ref is None:
                continue
            for one in self._present(decision, [ref.entity]):
                together = members.get(one, (one,))
                said = RetractedAttribute(together[0], ref.key, ref.value, decision)
                if said.stated in self._stated(together):
                    yield said
                else:
                    self._park(decision, f"no document states this {ref.key!r} of {together[0]}")

    def _kept(
        self, decisions: Iterable[Decision], canonical: Mapping[str, str]
    ) -> tuple[tuple[str, Decision], ...]:
        return tuple(
            (canonical.get(one, one), decision)
            for decision in decisions
            if decision.values
            for one in self._present(decision, [decision.values.entity])
        )

    def _stated(self, entities: Sequence[str]) -> set[tuple[str, str]]:
        """Return what is stated of some entities: the normal forms of keys and of values."""
        ids = pc.is_in(self._graph.entities["id"], pa.array(entities, pa.string()))
        lists = only(self._graph.entities, ids)["attributes"].to_pylist()
        return {attribute_form(one["key"], one["value"]) for stated in lists for one in stated}

    def _park(self, decision: Decision, reason: str) -> None:
        self._unapplied.setdefault(decision.id, Unapplied(decision, Standing.PARKED, reason))

    def _note_conflict(self, conflict: Conflict) -> None:
        pairs = ", ".join(" and ".join(sorted(pair)) for pair in conflict.refused)
        reason = f"{', '.join(conflict.members)} would be one, but {pairs} are called different"
        for decision in conflict.decisions:
            self._unapplied[decision.id] = Unapplied(decision, Standing.CONFLICT, reason)


def said_of_relations(decision: Decision) -> list[tuple[RelationRef, RelationVerdict]]:
    """Return what a decision says of relations, in the order in which it counts."""
    stand = [(ref, RelationVerdict.CONFIRMED) for ref in decision.stands]
    fall = [(ref, RelationVerdict.REJECTED) for ref in decision.falls]
    verdict = {
        Act.CONFIRM: RelationVerdict.CONFIRMED,
        Act.REJECT: RelationVerdict.REJECTED,
        Act.ADD: RelationVerdict.ADDED,
    }.get(decision.act)
    own = [(decision.relation, verdict)] if decision.relation and verdict else []
    return [*own, *fall, *stand]  # where entities that merged make both one relation, it stands


def _words(ref: RelationRef) -> str:
    return f"{ref.source.name!r} {ref.type} {ref.target.name!r}"
