"""What is known of communities: each one with its part of the graph, and the map of all."""

from dataclasses import dataclass
from typing import ClassVar

import pyarrow as pa

from sift_assets.core.graph.tables import ENTITIES, TableBundle
from sift_assets.core.records.record import Record

MEMBERS = pa.schema([*ENTITIES, pa.field("centrality", pa.float64())])
"""`centrality`: the summed weight of a member's relations inside its community."""


@dataclass(frozen=True, eq=False)
class Community(TableBundle):
    """One community, with all that is stated of its members: enough to tell of it.

    Attributes:
        key: Id of the most central member, or `UNASSIGNED`.
        members: `MEMBERS`, sorted by descending centrality, then by id.
        mentions: `MENTIONS` of the members.
        relations: `RELATIONS` with an end among the members, also those that lead out of it: what
            a member has to do with others belongs to its profile.
        evidence: `EVIDENCE` of those relations.
        documents: `DOCUMENTS` that mentions and evidence stand in.
    """

    together: ClassVar[bool] = True  # there are hundreds of them, each with five small tables

    key: str
    members: pa.Table
    mentions: pa.Table
    relations: pa.Table
    evidence: pa.Table
    documents: pa.Table


class Group(Record):
    """A community on the map.

    Attributes:
        key: Id of the most central member.
        level: 0 for the coarsest; those that nothing divides further are the communities told of.
        parent: Key of the group of the level above that it is a part of, empty at level 0.
        size: Number of members.
        divided: Whether groups of the next level divide it; its members are then theirs.
        relations: Number of relations between members.
        weight: Their summed weight.
        outside: Summed weight of the relations that lead out.
    """

    key: str
    level: int
    parent: str
    size: int
    divided: bool
    relations: int
    weight: float
    outside: float


class Connection(Record):
    """How two communities hang together; of pairs that are not listed every number is 0.

    Attributes:
        first: Key; the smaller one of the two.
        second: Key.
        weight: Summed weight of the relations between them.
        relations: Their number.
        entities: Number of distinct ends.
    """

    first: str
    second: str
    weight: float = 0.0
    relations: int = 0
    entities: int = 0


class Share(Record):
    """The part of an entity's weight that goes to one community."""

    community: str
    weight: float


class Bridge(Record):
    """An entity whose relations reach into several communities.

    Attributes:
        entity: Its id.
        community: Its own.
        participation: Participation coefficient (Guimerà and Amaral, 2005), 1 less the sum of the
            squared shares of its weight by community: 0 when all of it stays in one.
        shares: By descending weight, then by key.
    """

    entity: str
    community: str
    participation: float
    shares: tuple[Share, ...]


class Island(Record):
    """Entities that relations connect among themselves and with nothing else.

    Attributes:
        key: Id of its most central member.
        size: Number of entities, at least 2.
        communities: Keys of the communities that lie in it, sorted.
    """

    key: str
    size: int
    communities: tuple[str, ...]


class ProposedLink(Record):
    """A question worth asking: what may connect two islands, although no document says so.

    Attributes:
        first: Id of an entity of the one island.
        second: Id of an entity of the other; the larger id.
        score: 0 to 1; how much speaks for it.
        reasons: Each a short phrase in English with the values that it rests on.
    """

    first: str
    second: str
    score: float
    reasons: tuple[str, ...]


class CommunityMap(Record):
    """Where every entity belongs, and how communities hang together.

    Attributes:
        algorithm: The version of what found them.
        members: Entity id to the key of its community, or to `UNASSIGNED`.
        groups: Every group of every level, sorted by level and key.
        coverage: Share of the entities that are in a community, 0 to 1.
        modularity: Newman's, of the communities told of, by weight; 0 without relations.
        connections: Pairs of communities with a relation between them, sorted by keys.
        bridges: By descending participation, then by id: at most `bridging.MOST_BRIDGES`.
        bridges_left_out: How many more there are.
        islands: By descending size, then by key.
        proposed_links: By descending score, then by ids.
    """

    algorithm: str
    members: dict[str, str]
    groups: tuple[Group, ...]
    coverage: float
    modularity: float
    connections: tuple[Connection, ...]
    bridges: tuple[Bridge, ...]
    bridges_left_out: int = 0
    islands: tuple[Island, ...]
    proposed_links: tuple[ProposedLink, ...]

    @property
    def told(self) -> tuple[Group, ...]:
        """The communities: groups that are not divided further."""
        return tuple(group for group in self.groups if not group.divided)

    @property
    def largest_first(self) -> tuple[Group, ...]:
        """The same by descending size, then by key."""
        return tuple(sorted(self.told, key=lambda group: (-group.size, group.key)))
