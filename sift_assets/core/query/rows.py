"""What an index gives back: rows, with numbers in the place of ids where ids are only joined by."""

from typing import NamedTuple


class EntityRow(NamedTuple):
    """An entity. `support` counts documents of the scope, `degree` relations of the whole graph."""

    row: int
    id: str
    type: str
    name: str
    status: str
    flags: str
    confidence: float
    support: int
    mentions: int
    degree: int
    community: int
    first_seen: str
    last_seen: str
    aliases: str


class NamedRow(NamedTuple):
    """An entity by a folded form of one of its names."""

    entity: EntityRow
    form: str
    is_name: bool


class NearName(NamedTuple):
    """A name that means about what was asked for."""

    named: NamedRow
    similarity: float


class RelationRow(NamedTuple):
    """A relation between two entities, by their rows."""

    row: int
    source: int
    target: int
    type: str
    status: str
    flags: str
    confidence: float
    support: int
    mentions: int
    valid_from: str
    valid_to: str
    first_seen: str
    last_seen: str


class PlaceRow(NamedTuple):
    """A place in a document: the quote of a statement, or a mention's surface."""

    owner: int
    document: str
    title: str
    date: str
    page: int
    start: int
    end: int
    quote: str
    extractor: str
    alignment: str


class PassageRow(NamedTuple):
    """A passage of a document."""

    row: int
    document: str
    title: str
    date: str
    page: int
    start: int
    end: int
    text: str


class NearPassage(NamedTuple):
    """A passage that is about what was asked for."""

    passage: PassageRow
    similarity: float


class CommunityRow(NamedTuple):
    """A community that is told of."""

    row: int
    key: str
    label: str
    level: int
    parent: str
    size: int


class DatedRow(NamedTuple):
    """Something that happened, and when."""

    row: int
    start: str
    end: str
    precision: str
    about: bool
    text: str


class Shape(NamedTuple):
    """The graph in numbers: `isolated` entities have no relation that passes the filters."""

    entities: int
    relations: int
    unassigned: int
    isolated: int


class About(NamedTuple):
    """What an index says of itself.

    Attributes:
        revision: One id for the graph, its communities and its narratives.
        decided: Verdicts in force.
        not_complete: Documents of which not everything counts yet.
        first_date: Of the documents.
        last_date: Likewise.
        unread_dates: Places with a year that the timeline did not read.
        encoder: Version of what its vectors are from, empty where it has none.
    """

    revision: str
    decided: int
    not_complete: int
    first_date: str
    last_date: str
    unread_dates: int
    encoder: str = ""
