"""What writers know of a community: its part of the graph as plain, bounded, ordered facts.

What belongs here: the facts, and what one profile depends on. How the tables of a community
become them is in `gathering`; how they are told, in `writing` and in `asking`.
"""

from collections.abc import Iterable

from sift_assets.core.communities.keys import UNASSIGNED
from sift_assets.core.graph.review import Status
from sift_assets.core.narrative.periods import Period
from sift_assets.core.narrative.records import Passage
from sift_assets.core.records.record import Record

MOST_RELATIONS = 200
"""Relations of one entity that are looked at, the best supported ones. The greatest hub of the FTX
example has 178; who reads a narrative reads some ten of them."""


class StatedValue(Record):
    """A property that documents state of an entity.

    Attributes:
        key: What it is of, as the extractor named it: `role`, `birth_date`.
        value: As stated: untrusted text.
        passages: Where it stands, one a document at most, sorted by document.
    """

    key: str
    value: str
    passages: tuple[Passage, ...]


class RelationCount(Record):
    """How many relations of one type an entity has.

    Attributes:
        type: Of the relations.
        backward: Whether the entity is their target.
        count: All of them, also those that are too many to be looked at.
    """

    type: str
    backward: bool
    count: int


class MemberFacts(Record):
    """What is known of an entity.

    Attributes:
        id: Its id.
        type: Its type.
        name: Under which it is shown.
        aliases: Its other names, sorted.
        status: See `graph.review.Status`.
        first_seen: Date of the earliest document, or empty.
        last_seen: Of the latest one.
        documents: Number of documents that name it.
        values: What is stated of it, by key and value.
        passages: Where it is named: first by its full name, then by others, a document at a time.
        relations: Its relations by type and direction, sorted.
    """

    id: str
    type: str
    name: str
    aliases: tuple[str, ...]
    status: str
    first_seen: str
    last_seen: str
    documents: int
    values: tuple[StatedValue, ...]
    passages: tuple[Passage, ...]
    relations: tuple[RelationCount, ...]

    @property
    def relation_count(self) -> int:
        """Return the number of its relations."""
        return sum(one.count for one in self.relations)


class Statement(Record):
    """One place that states a relation.

    Attributes:
        passage: The evidence.
        verbatim: Whether the quote was found as the extractor gave it, not only something like it.
        valid_from: Start of validity as stated here, ISO 8601 of reduced precision, or empty.
        valid_to: End, likewise.
        attributes: What is stated of the relation here, as pairs of key and value, sorted.
    """

    passage: Passage
    verbatim: bool
    valid_from: str
    valid_to: str
    attributes: tuple[tuple[str, str], ...]


class RelationFacts(Record):
    """A relation, with names and types of both ends.

    Attributes:
        id: Its id.
        type: Its type.
        source: Id of the entity it goes from.
        source_name: Its name.
        source_type: Its type.
        target: Id of the entity it goes to.
        target_name: Its name.
        target_type: Its type.
        status: See `graph.review.Status`.
        support: Number of documents that state it.
        valid_from: Earliest stated start of its validity, or empty.
        valid_to: Latest stated end, or empty.
        statements: Where it is stated, the best first; at least one, and not all.
    """

    id: str
    type: str
    source: str
    source_name: str
    source_type: str
    target: str
    target_name: str
    target_type: str
    status: str
    support: int
    valid_from: str
    valid_to: str
    statements: tuple[Statement, ...]

    @property
    def period(self) -> Period:
        """Return its stated validity."""
        return Period(self.valid_from, self.valid_to)

    @property
    def is_pending(self) -> bool:
        """Return whether it waits for a person."""
        return self.status == Status.PENDING

    @property
    def passages(self) -> tuple[Passage, ...]:
        """Return where it is stated, the best first."""
        return tuple(statement.passage for statement in self.statements)

    def touches(self, entity: str) -> bool:
        """Return whether an entity is one of its ends."""
        return entity in (self.source, self.target)

    def other(self, entity: str) -> str:
        """Return the id of the end that an entity is not."""
        return self.target if self.source == entity else self.source

    def name_of(self, entity: str) -> str:
        """Return the name of one of its ends."""
        return self.source_name if self.source == entity else self.target_name


class ProfileMaterial(Record):
    """What the profile of one entity depends on, and nothing else: the key of its cache.

    How central it is in its community is no part of it, nor who else is there: a new relation of
    two entities changes the material of these two.

    Attributes:
        member: The entity.
        relations: Its relations, the best supported first.
    """

    member: MemberFacts
    relations: tuple[RelationFacts, ...]


class Material(Record):
    """What the narrative of one community depends on.

    Attributes:
        community: Its key.
        size: Number of members.
        types: Number of members by entity type, sorted by type.
        documents: Number of documents that its members are named in.
        members: By descending centrality, then by id; of a very large group the first ones.
        centrality: By id, of those members.
        outside: Ids of the ends of relations that are no members, sorted.
        relations: Relations of those members with a passage to cite, the best supported first.
    """

    community: str
    size: int
    types: dict[str, int]
    documents: int
    members: tuple[MemberFacts, ...]
    centrality: dict[str, float]
    outside: tuple[str, ...]
    relations: tuple[RelationFacts, ...]

    @property
    def is_unassigned(self) -> bool:
        """Return whether this is the group of the entities in no community."""
        return self.community == UNASSIGNED

    def relations_of(self, entity: str) -> tuple[RelationFacts, ...]:
        """Return the relations of an entity, the best supported first, no more than are told."""
        return tuple(one for one in self.relations if one.touches(entity))[:MOST_RELATIONS]

    def leads_out(self, relation: RelationFacts) -> bool:
        """Return whether an end of a relation is in another community."""
        return relation.source in self.outside or relation.target in self.outside


def profile_material(material: Material, entity: str) -> ProfileMaterial:
    """Cut out what the profile of a member depends on; its `content_hash` is the key of a cache.

    Raises:
        KeyError: The entity is no member that the material holds.
    """
    found = next((member for member in material.members if member.id == entity), None)
    if found is None:
        raise KeyError(entity)
    return ProfileMaterial(member=found, relations=material.relations_of(entity))


def known_names(material: Material | ProfileMaterial) -> tuple[str, ...]:
    """Return every name and alias that occurs, sorted: what a sentence may take for a name."""
    members = material.members if isinstance(material, Material) else (material.member,)
    names = {name for member in members for name in (member.name, *member.aliases)}
    ends = {n for one in material.relations for n in (one.source_name, one.target_name)}
    return tuple(sorted(names | ends))


def passages_of(material: Material | ProfileMaterial) -> dict[str, Passage]:
    """Return every passage of a material by its id."""
    members = material.members if isinstance(material, Material) else (material.member,)
    groups: list[Iterable[Passage]] = [member.passages for member in members]
    groups += [value.passages for member in members for value in member.values]
    groups += [relation.passages for relation in material.relations]
    found = {passage.id: passage for group in groups for passage in group}
    return dict(sorted(found.items()))
