"""From an item of the queue and a person's word to decisions for the log.

What belongs here: which decision a word about an item is. Who asks is in `cli`, where it is
written in `resources.decision_log`, which sets time and id.
"""

from collections.abc import Collection, Sequence
from itertools import combinations, product
from typing import Any

from sift_assets.core.decisions.decision import (
    Act,
    AttributeRef,
    Decision,
    EntityRef,
    Part,
    RelationRef,
    ValuesRef,
)
from sift_assets.core.decisions.naming import Naming
from sift_assets.core.errors import DecisionError
from sift_assets.core.graph.type_map import EXTENDS
from sift_assets.core.review.agent_proposal import ProposedAct
from sift_assets.core.review.records import (
    OpenContradiction,
    OpenMerge,
    OpenProposal,
    OpenRelation,
    OpenSplit,
    OpenVariant,
    QueueItem,
    shown_hash,
)
from sift_assets.core.review.signature import Signature


class Deciding:
    """Makes decisions about one graph.

    Args:
        naming: Names the subjects; of the resolved graph, or of the built one.
        signature: Who decides.
    """

    def __init__(self, naming: Naming, signature: Signature) -> None:
        self._naming = naming
        self._signature = signature

    def confirm(self, item: QueueItem) -> tuple[Decision, ...]:
        """Say yes: the entities are one, the relation holds, the name is shared by several.

        To an agent's proposal: what `sift decide` would write, with the id of the proposal.

        Raises:
            DecisionError: The item is a contradiction, of which it must be said what stands; or a
                subject is no longer in the graph.
        """
        shown = shown_hash(item)
        if isinstance(item, OpenMerge):
            return (self.merge(item.members, shown),)
        if isinstance(item, OpenVariant):
            return (self._about_relation(Act.ADD, self._variant(item), shown),)
        if isinstance(item, OpenSplit):
            parts = enumerate(item.parts, start=1)
            parted = tuple(Part(label=str(number), documents=docs) for number, docs in parts)
            return (self.split(item.side.id, parted, shown),)
        if isinstance(item, OpenRelation):
            return (self._about_relation(Act.CONFIRM, self._relation(item.id), shown),)
        if isinstance(item, OpenProposal):
            return (_as_proposed(self._answering(item), item, shown),)
        raise DecisionError(
            f"{item.key} is a contradiction: say which of its facts stand.",
            "For example `sift decide keep KEY 1`, or `sift decide keep KEY all`.",
        )

    def reject(self, item: QueueItem) -> tuple[Decision, ...]:
        """Say no: no two of the entities are one, the relation does not hold, one name, one thing.

        To an agent's proposal: it is not taken up, which says nothing of its subjects.

        Raises:
            DecisionError: As for `confirm`.
        """
        shown = shown_hash(item)
        if isinstance(item, OpenMerge):
            return (self.not_same(item.members, shown),)
        if isinstance(item, OpenVariant):
            return (self._about_relation(Act.REJECT, self._variant(item), shown),)
        if isinstance(item, OpenSplit):
            entity = self._entity(item.side.id)
            return (self._made(Act.WHOLE, shown, entities=(entity,)),)
        if isinstance(item, OpenRelation):
            return (self._about_relation(Act.REJECT, self._relation(item.id), shown),)
        if isinstance(item, OpenProposal):
            return (self._answering(item).drop(item, shown),)
        return self.keep(item, ())

    def keep(self, item: OpenContradiction, stand: Collection[int]) -> tuple[Decision, ...]:
        """Say which of the facts in a contradiction stand, by their number from 0; none for none.

        Raises:
            DecisionError: There is no such fact, or a subject is no longer in the graph.
        """
        count = len(item.facts)
        if any(not 0 <= number < count for number in stand):
            raise DecisionError(f"{item.key} has the facts 1 to {count}.")
        shown = shown_hash(item)
        if item.kind == "relation":
            return self._kept_relations(item.facts, stand, shown)
        if item.kind == "attribute":
            return self._kept_values(item, stand, shown)
        if item.kind == "type":
            return self._kept_types(item, stand, shown)
        return self._kept_names(item, stand, shown)

    def merge(self, entities: Sequence[str], shown: str = "") -> Decision:
        """Say that entities are one; the first names the whole.

        Raises:
            DecisionError: One of them is not in the graph, or they are fewer than two.
        """
        return self._made(Act.MERGE, shown, entities=self._entities(entities))

    def not_same(self, entities: Sequence[str], shown: str = "") -> Decision:
        """Say that no two of some entities are one.

        Raises:
            DecisionError: As for `merge`.
        """
        return self._made(Act.NOT_SAME, shown, entities=self._entities(entities))

    def split(self, entity: str, parts: tuple[Part, ...], shown: str = "") -> Decision:
        """Say that a name is shared by several things, told apart by document.

        Raises:
            DecisionError: It is not in the graph, or the parts share a document or a label.
        """
        return self._made(Act.SPLIT, shown, entities=(self._entity(entity),), parts=parts)

    def name(self, entity: str, name: str) -> Decision:
        """Say how an entity is called.

        Raises:
            DecisionError: It is not in the graph, or the name is empty.
        """
        return self._made(Act.NAME, "", entities=(self._entity(entity),), name=name)

    def retract(self, entity: str, key: str = "", value: str = "", shown: str = "") -> Decision:
        """Say that an entity, or one stated value of a property of it, is wrong.

        Raises:
            DecisionError: It is not in the graph.
        """
        subject = self._entity(entity)
        if not key:
            return self._made(Act.RETRACT, shown, entities=(subject,))
        ref = AttributeRef(entity=subject, key=key, value=value)
        return self._made(Act.RETRACT, shown, attribute=ref)

    def relation(self, act: Act, relation: str) -> Decision:
        """Confirm or reject a relation by its id.

        Raises:
            DecisionError: It is not in the graph.
        """
        return self._about_relation(act, self._relation(relation), "")

    def add(self, source: str, type_name: str, target: str, shown: str = "") -> Decision:
        """Say that a relation holds that no document needs to state.

        Raises:
            DecisionError: An end is not in the graph.
        """
        ref = RelationRef(source=self._entity(source), type=type_name, target=self._entity(target))
        return self._about_relation(Act.ADD, ref, shown)

    def drop(self, item: OpenProposal, shown: str = "") -> Decision:
        """Say that what an agent proposes is not taken up; subjects that are there are named."""
        refs = tuple(filter(None, map(self._naming.entity, item.entities)))
        if item.act is ProposedAct.ADD and len(refs) == 2:
            ref = RelationRef(source=refs[0], type=item.type, target=refs[1])
            return self._about_relation(Act.DROP, ref, shown)
        return self._made(Act.DROP, shown, entities=refs)

    def undo(self, decision: str) -> Decision:
        """Say that an earlier decision does not count."""
        return self._made(Act.UNDO, "", undoes=decision)

    def _answering(self, item: OpenProposal) -> "Deciding":
        signature = self._signature.model_copy(update={"proposal": item.proposal})
        return Deciding(self._naming, signature)

    def _kept_relations(
        self, relations: Sequence[str], stand: Collection[int], shown: str
    ) -> tuple[Decision, ...]:
        refs = [self._relation(one) for one in relations]
        stands = tuple(ref for at, ref in enumerate(refs) if at in stand)
        falls = tuple(ref for at, ref in enumerate(refs) if at not in stand)
        if stands:
            return (self._made(Act.RESOLVE, shown, stands=stands, falls=falls),)
        return tuple(self._about_relation(Act.REJECT, ref, shown) for ref in falls)

    def _kept_values(
        self, item: OpenContradiction, stand: Collection[int], shown: str
    ) -> tuple[Decision, ...]:
        entity = self._entity(item.entity)
        wrong = [value for at, value in enumerate(item.facts) if at not in stand]
        if not wrong:
            return (self._all_stand(entity, item.about, item.facts, shown),)
        refs = (AttributeRef(entity=entity, key=item.about, value=value) for value in wrong)
        return tuple(self._made(Act.RETRACT, shown, attribute=ref) for ref in refs)

    def _kept_types(
        self, item: OpenContradiction, stand: Collection[int], shown: str
    ) -> tuple[Decision, ...]:
        """Let an entity be of all its types, or part what was merged."""
        if len({*stand}) == len(item.facts):
            return (self._all_stand(self._entity(item.entity), "", item.facts, shown),)
        if not stand:
            return tuple(
                self.not_same(pair, shown)
                for one, other in combinations(item.types, 2)
                for pair in product(one.entities, other.entities)
            )
        raise DecisionError(
            f"{item.key} is one thing in the graph: all of its types stand, or none does.",
            "All: it is of each. None: it was wrong to merge.",
        )

    def _kept_names(
        self, item: OpenContradiction, stand: Collection[int], shown: str
    ) -> tuple[Decision, ...]:
        """Let there be several things of one name, or one thing of the type that stands."""
        if len({*stand}) == len(item.facts):
            return (self.not_same(item.entities, shown),)
        if not stand:
            raise DecisionError(
                f"{item.key} names what is in the graph: one of its types stands, or all do.",
                "What is not there at all is taken out by `sift decide retract ENTITY`.",
            )
        first = [one for at in sorted(stand) for one in item.types[at].entities]
        whole = (*first, *(one for one in item.entities if one not in first))
        entity = self._entity(whole[0])
        return self.merge(whole, shown), self._all_stand(entity, "", item.facts, shown)

    def _all_stand(
        self, entity: EntityRef, key: str, values: Sequence[str], shown: str
    ) -> Decision:
        said = ValuesRef(entity=entity, key=key, values=tuple(values))
        return self._made(Act.RESOLVE, shown, values=said)

    def _variant(self, item: OpenVariant) -> RelationRef:
        return RelationRef(
            source=self._entity(item.child.id), type=EXTENDS, target=self._entity(item.parent.id)
        )

    def _about_relation(self, act: Act, relation: RelationRef, shown: str) -> Decision:
        return self._made(act, shown, relation=relation)

    def _entities(self, ids: Sequence[str]) -> tuple[EntityRef, ...]:
        if len({*ids}) < 2 or len(ids) != len({*ids}):
            raise DecisionError("Two different entities or more are needed.")
        return tuple(self._entity(one) for one in ids)

    def _entity(self, one: str) -> EntityRef:
        found = self._naming.entity(one)
        if found is None:
            raise DecisionError(f"There is no entity {one!r} in the graph.", "See `sift show`.")
        return found

    def _relation(self, one: str) -> RelationRef:
        found = self._naming.relation(one)
        if found is None:
            raise DecisionError(f"There is no relation {one!r} in the graph.", "See `sift show`.")
        return found

    def _made(self, act: Act, shown: str, **fields: Any) -> Decision:
        signature = self._signature.model_dump(exclude_defaults=True)
        try:
            return Decision(time="", act=act, shown=shown, **signature, **fields)
        except ValueError as error:
            raise DecisionError(f"That cannot be decided: {_first_line(error)}.") from error


def _as_proposed(deciding: Deciding, item: OpenProposal, shown: str) -> Decision:
    first, *others = item.entities
    if item.act is ProposedAct.MERGE:
        return deciding.merge(item.entities, shown)
    if item.act is ProposedAct.ADD:
        return deciding.add(first, item.type, others[0], shown)
    return deciding.retract(first, shown=shown)


def _first_line(error: ValueError) -> str:
    lines = [line.strip() for line in str(error).splitlines() if line.strip()]
    return lines[-2] if len(lines) > 1 else str(error)
