"""What results consist of. An empty field is left out when an answer is written."""

from sift_assets.core.records.record import Record


class End(Record):
    """An entity where it only has to be known which one."""

    id: str
    name: str
    type: str


class Source(Record):
    """A place in a document.

    Attributes:
        document: Its key.
        title: Its title.
        date: Its date.
        page: From 1; 0 where it has no pages.
        start: First character in the document's text.
        end: One past the last.
        quote: What stands there.
        cut: Whether the quote is only the beginning.
        extractor: What read it.
        alignment: How exactly its words are in the text.
    """

    document: str
    title: str = ""
    date: str = ""
    page: int = 0
    start: int
    end: int
    quote: str
    cut: bool = False
    extractor: str = ""
    alignment: str = ""


class Verdict(Record):
    """What a person, or a rule they switched on, decided: who, when, and through what."""

    verdict: str
    actor: str
    time: str
    channel: str
    reason: str = ""
    decision: str


class Property(Record):
    """Something stated of an entity, and where."""

    key: str
    value: str
    document: str
    date: str = ""


class Description(Record):
    """What is told of an entity: written by `writer`, every sentence from the cited places."""

    text: str
    writer: str
    cites: tuple[str, ...] = ()


class Document(Record):
    """A document. Tags and folder are those that filters name."""

    document: str
    title: str = ""
    date: str = ""
    folder: str = ""
    tags: tuple[str, ...] = ()


class Found(Record):
    """An entity.

    Attributes:
        id: Its id.
        name: Its name.
        type: Its type.
        match: How it answers to what was asked for: `exact`, `prefix`, `word`, `fuzzy`, `meaning`.
        similarity: How near in meaning, up to 1, where that is how it answers.
        matched: The other name that answers, when its own does not.
        status: `pending` waits for a person, `confirmed` was confirmed by one, `single_source` is
            stated by one document, `supported` by several.
        flags: Why it is pending.
        confidence: 0 to 1.
        support: Documents of the scope that name it.
        mentions: How often it is named, in all documents.
        degree: Its relations, in the whole graph.
        community: Label of its community.
        aliases: Its other names.
        description: What is told of it.
        first_seen: Date of the first document that names it.
        last_seen: Of the last.
        sources: Where it is named.
        verdicts: What was decided of it.
        distance: Relations between it and what was asked about.
    """

    id: str
    name: str
    type: str
    match: str = ""
    similarity: float = 0.0
    matched: str = ""
    status: str
    flags: tuple[str, ...] = ()
    confidence: float
    support: int
    mentions: int
    degree: int
    community: str = ""
    aliases: tuple[str, ...] = ()
    description: Description | None = None
    first_seen: str = ""
    last_seen: str = ""
    sources: tuple[Source, ...] = ()
    verdicts: tuple[Verdict, ...] = ()
    distance: int = 0


class Fact(Record):
    """A relation, with what it rests on; see `Found` for the fields that both have.

    Attributes:
        id: `source|TYPE|target`.
        source: What it goes from.
        type: Its type.
        target: What it goes to.
        statements: How many places state it, in the scope; `sources` are the surest.
        valid_from: Since when, as a document states it.
        valid_to: Until when.
        distance: Of its farther end from what was asked about.
    """

    id: str
    source: End
    type: str
    target: End
    status: str
    flags: tuple[str, ...] = ()
    confidence: float
    support: int
    statements: int = 0
    valid_from: str = ""
    valid_to: str = ""
    first_seen: str = ""
    last_seen: str = ""
    sources: tuple[Source, ...] = ()
    verdicts: tuple[Verdict, ...] = ()
    distance: int = 0


class PassageFound(Record):
    """A passage that answers to what was asked for, and some entities that it names.

    Attributes:
        document: Its document's key.
        title: Of the document.
        date: Of the document.
        page: From 1; 0 where it has no pages.
        start: First character in the document's text.
        end: One past the last.
        text: What stands there.
        cut: Whether that is only the beginning.
        match: Where meaning was asked for: `word`, it has all words asked for, or `meaning`.
        similarity: How near in meaning, up to 1; 0 where it is too far to count.
        entities: Some that it names.
    """

    document: str
    title: str = ""
    date: str = ""
    page: int = 0
    start: int
    end: int
    text: str
    cut: bool = False
    match: str = ""
    similarity: float = 0.0
    entities: tuple[End, ...] = ()


class PathStep(Record):
    """Two neighbours on a path, and the relations between them, the surest first.

    Attributes:
        entity: What the step leads from.
        next: What it leads to.
        relations: Each in its own direction, which need not be the path's.
        more: How many further relations there are between the two.
    """

    entity: End
    next: End
    relations: tuple[Fact, ...]
    more: int = 0


class Path(Record):
    """A way from one entity to another, along relations."""

    length: int
    entities: tuple[str, ...]
    steps: tuple[PathStep, ...]


class CommunityFound(Record):
    """A community: `size` counts members that pass the filters."""

    key: str
    label: str
    size: int
    level: int = 0
    parent: str = ""
    top: tuple[End, ...] = ()


class Link(Record):
    """How many relations that pass the filters lead from members of one community to another's."""

    first: str
    second: str
    relations: int


class Bridge(Record):
    """An entity whose relations reach into several communities; `communities` are labels."""

    entity: End
    participation: float
    communities: tuple[str, ...]


class IslandOfGraph(Record):
    """Entities that nothing connects with the rest of the graph."""

    key: str
    name: str
    size: int
    communities: tuple[str, ...] = ()


class ProposedConnection(Record):
    """Two entities of different islands that may be connected; no document says so."""

    first: End
    second: End
    score: float
    reasons: tuple[str, ...]


class GraphCounts(Record):
    """What passes the filters, in numbers."""

    documents: int
    entities: int
    relations: int
    entities_by_type: dict[str, int]
    relations_by_type: dict[str, int]
    relations_by_status: dict[str, int]


class Event(Record):
    """Something that happened, as documents date it.

    Attributes:
        start: First day that is meant.
        end: Last day that is meant.
        precision: `day`, `month` or `year`.
        about: Whether the document says that the date is approximate.
        text: What happened.
        sources: Where it is said.
    """

    start: str
    end: str
    precision: str
    about: bool = False
    text: str
    sources: tuple[Source, ...] = ()
