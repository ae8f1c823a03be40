"""A decision: what a person (or a rule they switched on) said once, in values that last.

Subjects are named by values, type and name, never by row ids: the graph below may be built anew
from other documents. Beside the key stand the aliases and anchors by which a subject is found
again when it was renamed or retyped (`finding`). Anchors are hashes, so a log quotes no document.
"""

from enum import StrEnum
from typing import Annotated, Self

from pydantic import Field, StringConstraints, model_validator

from sift_assets.core.decisions.kinds import Kind
from sift_assets.core.decisions.promotion import PromotionRef
from sift_assets.core.graph.identity import PART_MARK, entity_id, is_blank, normal_form
from sift_assets.core.records.record import Record, content_hash, key_of

ID_DIGITS = 16
"""64 bits of the content's hash: two of a million decisions collide with a chance of 3 in 10^8."""

ANCHOR_DIGITS = 16
"""Of the hash of a surface or quote; only ever compared within one document."""

ALIASES_KEPT = 12
"""Names of a subject that a decision writes down; more only make lines long."""

ANCHORS_KEPT = 8
"""Places of a subject that a decision writes down: a few survive where a document is deleted."""

DOCUMENTS_KEPT = 50
"""Documents of a claim that a decision writes down, to tell later which are new; a claim with more
support is not doubtful for lack of it."""

TIME_FORMAT = "%Y-%m-%dT%H:%M:%S.%fZ"
"""Of the times in the log, in UTC. All have one width, so that they compare as texts."""

Named = Annotated[str, StringConstraints(min_length=1, strip_whitespace=True)]


class Act(StrEnum):
    """What is decided; the value of `Decision.act`.

    `merge`: entities are one. `not_same`: they are not. `split`: one name, several things.
    `whole`: one name, one thing after all, so that a split is neither made nor proposed.
    `name`: how an entity is called. `confirm`, `reject`, `add`: a relation. `resolve`: of facts
    that contradict each other, which stand. `retract`: an entity or an attribute is wrong.
    `drop`: what an agent proposes is not taken up. `promote`, `refuse`: whether something of a seat
    comes to Central. `revoke`: it leaves again. `abandon`: it is not delivered after all.
    `undo`: an earlier decision does not count.
    """

    MERGE = "merge"
    NOT_SAME = "not_same"
    SPLIT = "split"
    WHOLE = "whole"
    NAME = "name"
    CONFIRM = "confirm"
    REJECT = "reject"
    ADD = "add"
    RESOLVE = "resolve"
    RETRACT = "retract"
    DROP = "drop"
    PROMOTE = "promote"
    REFUSE = "refuse"
    REVOKE = "revoke"
    ABANDON = "abandon"
    UNDO = "undo"


KIND_OF: dict[Act, Kind] = {
    Act.MERGE: Kind.MERGES,
    Act.NOT_SAME: Kind.MERGES,
    Act.SPLIT: Kind.MERGES,
    Act.WHOLE: Kind.MERGES,
    Act.NAME: Kind.MERGES,
    Act.CONFIRM: Kind.RELATIONS,
    Act.REJECT: Kind.RELATIONS,
    Act.ADD: Kind.RELATIONS,
    Act.RESOLVE: Kind.FACTS,
    Act.RETRACT: Kind.FACTS,
    Act.PROMOTE: Kind.PROMOTIONS,
    Act.REFUSE: Kind.PROMOTIONS,
    Act.REVOKE: Kind.PROMOTIONS,
    Act.ABANDON: Kind.PROMOTIONS,
}
"""The partition of the asset `decisions` that an act belongs to. An undo is in none: it takes its
target out of that one's. Nor is a drop: no graph has anything of what was never taken up."""


class Channel(StrEnum):
    """Through what a decision came. `rule`: an automatism that a person switched on."""

    TERMINAL = "terminal"
    PAGE = "page"
    FILE = "file"
    COMMAND = "command"
    IMPORT = "import"
    RULE = "rule"


class Anchor(Record):
    """A place by which a subject is found again.

    Attributes:
        document: Key of the document.
        digest: Hash of what stands there; see `digest_of`.
    """

    document: str
    digest: str


class EntityRef(Record):
    """An entity by its values.

    Attributes:
        type: Entity type.
        name: A spelling of its name; spellings with one normal form are one name.
        part: Label of the part where the entity is split, else empty.
        aliases: Other names it had when the decision was made.
        anchors: Some of its mentions then: document and hash of the surface.
    """

    type: Named
    name: Named
    part: str = ""
    aliases: tuple[str, ...] = ()
    anchors: tuple[Anchor, ...] = ()

    @property
    def id(self) -> str:
        """The id that an entity of this type and name has."""
        whole = entity_id(self.type, self.name)
        return part_id(whole, self.part) if self.part else whole


class RelationRef(Record):
    """A relation by its values.

    Attributes:
        source: Where it goes from.
        type: Relation type.
        target: Where it goes to.
        anchors: Some of its quotes then: document and hash of the quote.
        documents: The documents that stated it then, at most `DOCUMENTS_KEPT`.
        support: How many did.
    """

    source: EntityRef
    type: Named
    target: EntityRef
    anchors: tuple[Anchor, ...] = ()
    documents: tuple[str, ...] = ()
    support: int = 0


class AttributeRef(Record):
    """One stated property of an entity."""

    entity: EntityRef
    key: Named
    value: str


class ValuesRef(Record):
    """Values of an entity that seem to exclude each other, and do not.

    Attributes:
        entity: The entity.
        key: Of the property; empty where the values are entity types.
        values: All that stand.
    """

    entity: EntityRef
    key: str = ""
    values: tuple[str, ...]


class Part(Record):
    """One of the things that share a name.

    Attributes:
        label: Tells it from the others, part of its id and, in brackets, of its name.
        documents: Documents whose mentions of the name are of it.
        name: How it is called instead of `name (label)`; empty for that.
    """

    label: Annotated[str, StringConstraints(pattern=r"^[\w-]{1,40}$")]
    documents: tuple[Named, ...] = Field(min_length=1)
    name: str = ""


class Decision(Record):
    """One line of the log.

    Attributes:
        id: Hash of everything else, so that one decision twice is one.
        time: UTC, ISO 8601 with microseconds: what counts is the last word by this.
        actor: Who decided.
        channel: Through what.
        act: See `Act`; it says which of the following are there.
        entities: `merge`: two or more, the first names the whole. `not_same`: two or more, no two
            of them are one. `split`, `name`: one. `retract`: one, unless an attribute is. `drop`:
            those of a proposal that are there, unless it is of a relation.
        relation: `confirm`, `reject`, `add`; `drop`.
        attribute: `retract`.
        parts: `split`: two or more; mentions in no part's document stay with the name itself.
        name: `name`: the name to show.
        stands: `resolve`: relations that are right.
        falls: `resolve`: those that are not; empty when all stand.
        values: `resolve`: instead of relations, values that all stand.
        undoes: `undo`: id of the decision that does not count.
        reason: In words.
        rule: Which automatism decided; empty for a person.
        threshold: Of that automatism, if it has one.
        shown: Hash of what was shown when it was decided.
        proposal: Id of the agent's proposal that it answers; empty for none.
        promotion: `promote`, `refuse`, `revoke`, `abandon`, and an `undo` of one of these.
    """

    id: str = ""
    time: str
    actor: Named
    channel: Channel
    act: Act
    entities: tuple[EntityRef, ...] = ()
    relation: RelationRef | None = None
    attribute: AttributeRef | None = None
    parts: tuple[Part, ...] = ()
    name: Annotated[str, StringConstraints(strip_whitespace=True)] = ""
    stands: tuple[RelationRef, ...] = ()
    falls: tuple[RelationRef, ...] = ()
    values: ValuesRef | None = None
    undoes: str = ""
    reason: str = ""
    rule: str = ""
    threshold: float | None = Field(default=None, allow_inf_nan=False)
    shown: str = ""
    proposal: str = ""
    promotion: PromotionRef | None = None

    @model_validator(mode="after")
    def _holds_what_its_act_needs(self) -> Self:
        missing = _missing(self)
        if missing:
            raise ValueError(f"a decision to {self.act} needs {missing}")
        return self

    @property
    def order(self) -> tuple[str, str]:
        """What decisions are ordered by: time, and the id where two were made at once."""
        return self.time, self.id

    def with_id(self) -> "Decision":
        """Return the same with the id of its content."""
        return self.model_copy(update={"id": self.expected_id})

    @property
    def expected_id(self) -> str:
        """The id that its content has."""
        fields = self.model_dump(mode="json", exclude={"id"}, exclude_defaults=True)
        return key_of("decision", fields)[:ID_DIGITS]


def part_id(whole: str, label: str) -> str:
    """Return the id of a part of a split entity."""
    return f"{whole}{PART_MARK}{label}"


def digest_of(text: str) -> str:
    """Return the hash of a surface or quote that anchors hold; spelling and spaces do not count."""
    return content_hash(normal_form(text).encode("utf-8", "surrogatepass"))[:ANCHOR_DIGITS]


def _missing(one: Decision) -> str:
    """Say what a decision lacks; empty when nothing."""
    count = len(one.entities)
    whole = {
        Act.MERGE: (_distinct(one.entities) >= 2, "two entities or more"),
        Act.NOT_SAME: (_distinct(one.entities) >= 2, "two entities or more"),
        Act.SPLIT: (count == 1 and _are_apart(one.parts), "one entity, and two parts or more"),
        Act.WHOLE: (count == 1, "one entity"),
        Act.NAME: (count == 1 and not is_blank(one.name), "one entity and a name"),
        Act.CONFIRM: (one.relation is not None, "a relation"),
        Act.REJECT: (one.relation is not None, "a relation"),
        Act.ADD: (one.relation is not None, "a relation"),
        Act.RESOLVE: (_resolves(one), "two relations, or two values"),
        Act.RETRACT: (count == 1 - (one.attribute is not None), "one entity or an attribute"),
        Act.DROP: (bool(one.proposal), "the id of a proposal"),
        Act.PROMOTE: (bool(one.promotion and one.shown), "an item, and what was shown of it"),
        Act.REFUSE: (bool(one.promotion and one.reason.strip()), "an item and a reason"),
        Act.REVOKE: (one.promotion is not None, "an item"),
        Act.ABANDON: (one.promotion is not None, "an item"),
        Act.UNDO: (bool(one.undoes), "the id of a decision"),
    }
    is_there, what = whole[one.act]
    return "" if is_there else what


def _resolves(one: Decision) -> bool:
    """Say whether a decision speaks of several relations, or of several values."""
    if one.values is not None:
        return len({*one.values.values}) >= 2 and not one.stands + one.falls
    return bool(one.stands) and len(one.stands + one.falls) >= 2


def _distinct(entities: tuple[EntityRef, ...]) -> int:
    return len({one.id for one in entities})


def _are_apart(parts: tuple[Part, ...]) -> bool:
    """Say whether parts have different labels and share no document."""
    documents = [document for part in parts for document in part.documents]
    labels = {part.label for part in parts}
    return len(parts) >= 2 and len(labels) == len(parts) and len(set(documents)) == len(documents)
