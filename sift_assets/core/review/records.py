"""The review queue: everything that a person may decide now, with the evidence to decide it.

What belongs here: the values. Every item has a key made of its subjects alone, by which a command,
a page or a file names it, and a hash of everything shown, which the decision writes down.
"""

from typing import Literal

from sift_assets.core.records.record import Record, key_of
from sift_assets.core.resolution.opinions import Opinion
from sift_assets.core.resolution.records import PairProposal, Quote, Side
from sift_assets.core.review.agent_proposal import ProposedAct, command_for

KEY_DIGITS = 10
"""Of the hash of an item's subjects: short enough to type; two of 10,000 items collide with a
chance of one in 20,000, and then both keys are refused as ambiguous."""


class PairOpinion(Record):
    """What a language model thinks of a pair, by the ids of both."""

    left: str
    right: str
    opinion: Opinion


class OpenMerge(Record):
    """Entities that may be one.

    Attributes:
        members: Ids in the built graph, the one that would name the whole first.
        score: Probability that all are one; of no meaning where `constant`.
        constant: Whether only a person may decide: the score says nothing of these entities.
        rule: The opt-in rule that would decide it; empty for none.
        reason: Why the first would name the whole.
        pairs: The comparisons of its members.
        opinions: What a language model thinks of some of these pairs, in their order.
        sides: What is known of each member, in the order of `members`.
    """

    members: tuple[str, ...]
    score: float
    constant: bool
    rule: str
    reason: str
    pairs: tuple[PairProposal, ...]
    sides: tuple[Side, ...]
    opinions: tuple[PairOpinion, ...] = ()

    @property
    def key(self) -> str:
        """The key of the item."""
        return item_key("merge", *sorted(self.members))


class OpenRelation(Record):
    """A relation that waits, or one that contradicts another.

    Attributes:
        id: Of the relation in the resolved graph.
        source_name: Name of the entity it goes from.
        type: Relation type.
        target_name: Name of the entity it goes to.
        confidence: Of the relation.
        support: How many documents state it.
        flags: Why it waits.
        valid_from: Stated start of validity, or empty.
        valid_to: Stated end, or empty.
        evidence: Some of its quotes, the surest first.
        new_documents: Documents that state it and did not when it was decided.
    """

    id: str
    source_name: str
    type: str
    target_name: str
    confidence: float
    support: int
    flags: tuple[str, ...]
    valid_from: str = ""
    valid_to: str = ""
    evidence: tuple[Quote, ...] = ()
    new_documents: tuple[str, ...] = ()

    @property
    def key(self) -> str:
        """The key of the item."""
        return item_key("relation", self.id)


class OpenVariant(Record):
    """An entity that may be a variant of another: child EXTENDS parent."""

    child: Side
    parent: Side
    reason: str
    score: float

    @property
    def key(self) -> str:
        """The key of the item."""
        return item_key("variant", self.child.id, self.parent.id)


class OpenSplit(Record):
    """A name that may be shared by several things.

    Attributes:
        side: What is known of the entity.
        parts: Documents that agree, one tuple for each thing.
        reasons: What cannot be true of one thing.
    """

    side: Side
    parts: tuple[tuple[str, ...], ...]
    reasons: tuple[str, ...]

    @property
    def key(self) -> str:
        """The key of the item."""
        return item_key("split", self.side.id)


class StatedValue(Record):
    """One of several values of a property that has one at a time, and the documents stating it."""

    value: str
    documents: tuple[str, ...]


class StatedType(Record):
    """One of several entity types that exclude each other, and where it is stated.

    Attributes:
        type: The type.
        entities: Ids of what is of this type in the built graph, sorted.
        documents: Those that state it.
        quotes: Some passages.
    """

    type: str
    entities: tuple[str, ...]
    documents: tuple[str, ...]
    quotes: tuple[Quote, ...] = ()


class OpenContradiction(Record):
    """Facts that cannot all be true; nothing is retired by itself.

    Attributes:
        kind: Whether relations or values of a property contradict each other, or the types of one
            entity, or those of several that have one name.
        entity: Id of the entity they are about.
        name: Its name.
        about: The relation type, or the key of the property.
        relations: The relations, sorted by id.
        values: The values, sorted.
        types: The types, sorted.
    """

    kind: Literal["relation", "attribute", "type", "name"]
    entity: str
    name: str
    about: str
    relations: tuple[OpenRelation, ...] = ()
    values: tuple[StatedValue, ...] = ()
    types: tuple[StatedType, ...] = ()

    @property
    def facts(self) -> tuple[str, ...]:
        """What contradicts each other: ids of relations, values, or types."""
        if self.types:
            return tuple(one.type for one in self.types)
        return tuple(one.id for one in self.relations) or tuple(one.value for one in self.values)

    @property
    def entities(self) -> tuple[str, ...]:
        """The ids of what has the types, of the first type first."""
        return tuple(entity for one in self.types for entity in one.entities)

    @property
    def key(self) -> str:
        """The key of the item; of several entities the one under which a merge would be open."""
        if self.kind == "name":
            return item_key("merge", *sorted(self.entities))
        return item_key("contradiction", self.kind, self.entity, self.about)


class OpenProposal(Record):
    """Something that an agent proposes, with what is known of its subjects.

    It is in no queue but beside it, for no asset is made of what agents say.

    Attributes:
        proposal: Id of the proposal.
        act: What is proposed.
        entities: Ids: of what would be one, the ends of a relation, or what would be wrong.
        names: What these are called, in the same order; the id of one that is not there.
        type: Of the relation, as the domain spells it.
        agent: What the agent calls itself, untrusted.
        reason: In the agent's words, untrusted.
        time: When it was proposed, UTC.
        sides: What is known of the entities that are there.
        passages: What stands where the agent says that it is stated.
        lost: How many of the passages that it names do not say any more what they said.
        unfit: Why the domain does not allow it; empty where it does.
    """

    proposal: str
    act: ProposedAct
    entities: tuple[str, ...]
    names: tuple[str, ...]
    type: str = ""
    agent: str = ""
    reason: str
    time: str
    sides: tuple[Side, ...] = ()
    passages: tuple[Quote, ...] = ()
    lost: int = 0
    unfit: str = ""

    @property
    def key(self) -> str:
        """The key of the item."""
        return item_key("proposal", self.proposal)

    @property
    def command(self) -> str:
        """The command by which a person says yes."""
        return command_for(self.act, self.entities, self.type)


class Unsettled(Record):
    """A decision in force that changes nothing now; see `core.decisions.verdicts.Standing`."""

    decision: str
    act: str
    standing: str
    reason: str


class ReviewQueue(Record):
    """Everything that a person may decide now.

    Attributes:
        merges: Those to whom the proposals are most sure first.
        relations: The least sure first; those in a contradiction stand there.
        variants: The surest first.
        splits: By entity.
        contradictions: By entity.
        unsettled: Decisions that are parked or in conflict, in order of time.
        confirmed: How many entities and relations people have confirmed.
        refused: How many pairs and relations they have refused.
        reopened: How many decided relations have new evidence.
    """

    merges: tuple[OpenMerge, ...] = ()
    relations: tuple[OpenRelation, ...] = ()
    variants: tuple[OpenVariant, ...] = ()
    splits: tuple[OpenSplit, ...] = ()
    contradictions: tuple[OpenContradiction, ...] = ()
    unsettled: tuple[Unsettled, ...] = ()
    confirmed: int = 0
    refused: int = 0
    reopened: int = 0

    @property
    def items(self) -> tuple["QueueItem", ...]:
        """All items that are open."""
        merges = (*self.merges, *self.variants, *self.splits)
        return (*merges, *self.relations, *self.contradictions)


QueueItem = OpenMerge | OpenVariant | OpenSplit | OpenRelation | OpenContradiction | OpenProposal
"""Something open."""


def shown_hash(item: QueueItem) -> str:
    """Return the hash of everything that a person was shown."""
    return item.content_hash()


def item_key(*subjects: str) -> str:
    """Return the key of what is open about some subjects; the first says what is asked of them."""
    return key_of("review", *subjects)[:KEY_DIGITS]
