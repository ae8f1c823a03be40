"""What each function finds, with the lists that may be cut."""

from typing import Any, ClassVar

from sift_assets.core.query.project_state import ProjectState
from sift_assets.core.query.records import (
    Bridge,
    CommunityFound,
    Document,
    End,
    Event,
    Fact,
    Found,
    GraphCounts,
    IslandOfGraph,
    Link,
    PassageFound,
    Path,
    Property,
    ProposedConnection,
    Source,
)
from sift_assets.core.records.record import Record


class Result(Record):
    """What a function found. `lists` are cut where an answer would be too long, the last first."""

    lists: ClassVar[tuple[str, ...]] = ()

    @property
    def said(self) -> dict[str, Any]:
        """The result as plain data, without what is empty."""
        return self.model_dump(mode="json", exclude_defaults=True)


class SearchResult(Result):
    """Entities by name, and passages by words."""

    lists: ClassVar[tuple[str, ...]] = ("entities", "passages")

    text: str
    entities: tuple[Found, ...] = ()
    passages: tuple[PassageFound, ...] = ()


class QueryResult(Result):
    """An entity with what is around it."""

    lists: ClassVar[tuple[str, ...]] = ("facts", "neighbours")

    entity: Found
    facts: tuple[Fact, ...] = ()
    neighbours: tuple[Found, ...] = ()


class PathResult(Result):
    """Ways from one entity to another, the shortest first."""

    lists: ClassVar[tuple[str, ...]] = ("paths",)

    source: End
    target: End
    paths: tuple[Path, ...] = ()


class TopologyResult(Result):
    """How the graph hangs together. Bridges, islands and proposals are those of the whole graph.

    `connections` are pairs of communities with relations between them, `disconnected` such without.
    """

    lists: ClassVar[tuple[str, ...]] = (
        "communities", "connections", "bridges", "islands", "most_connected", "proposed",
        "disconnected",
    )  # fmt: skip

    entities: int
    relations: int
    unassigned: int = 0
    isolated: int = 0
    communities: tuple[CommunityFound, ...] = ()
    connections: tuple[Link, ...] = ()
    disconnected: tuple[Link, ...] = ()
    bridges: tuple[Bridge, ...] = ()
    islands: tuple[IslandOfGraph, ...] = ()
    most_connected: tuple[Found, ...] = ()
    proposed: tuple[ProposedConnection, ...] = ()


class InfoResult(Result):
    """What the graph holds; `project` is of the whole, whatever the filters."""

    lists: ClassVar[tuple[str, ...]] = ("most_connected", "communities", "documents")

    counts: GraphCounts
    project: ProjectState | None = None
    decided: int = 0
    not_complete: int = 0
    first_date: str = ""
    last_date: str = ""
    most_connected: tuple[Found, ...] = ()
    communities: tuple[CommunityFound, ...] = ()
    documents: tuple[Document, ...] = ()


class EntityInfoResult(Result):
    """All that is known of one entity but its relations, which are counted."""

    lists: ClassVar[tuple[str, ...]] = ("properties", "documents")

    entity: Found
    relations: dict[str, int]
    properties: tuple[Property, ...] = ()
    documents: tuple[Document, ...] = ()


class EvidenceResult(Result):
    """The places that an entity or relations rest on. `in_all` counts those of the scope."""

    lists: ClassVar[tuple[str, ...]] = ("facts", "sources")

    entity: Found | None = None
    facts: tuple[Fact, ...] = ()
    sources: tuple[Source, ...] = ()
    in_all: int = 0


class PassageResult(Result):
    """Passages of one document that follow each other."""

    lists: ClassVar[tuple[str, ...]] = ("passages",)

    passages: tuple[PassageFound, ...] = ()


class TimelineResult(Result):
    """What happened, in order of time. `unread` counts places with a year that nobody reads."""

    lists: ClassVar[tuple[str, ...]] = ("events",)

    about: tuple[End, ...] = ()
    events: tuple[Event, ...] = ()
    unread: int = 0
