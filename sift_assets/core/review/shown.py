"""The values of which a page shows an item: its sides, what compares them, passages in pieces.

What belongs here: the records. How they are made of an item is in `showing`.
"""

from sift_assets.core.records.record import Record
from sift_assets.core.resolution.records import Fact, Level, Neighbour


class Piece(Record):
    """A stretch of a quote, and whether it is what the quote is shown for."""

    text: str
    marked: bool = False


class ShownQuote(Record):
    """A passage.

    Attributes:
        document: Key of the document.
        path: Its path, as people know it.
        page: From 1, 0 where there is none.
        start: First character in the document's text.
        end: One past the last.
        pieces: The quote; the texts of all pieces are the whole of it.
    """

    document: str
    path: str
    page: int
    start: int
    end: int
    pieces: tuple[Piece, ...]


class ShownSide(Record):
    """One of the things that an item asks about: an entity, or a fact that is stated.

    Attributes:
        title: Its name, or what is stated.
        type: Entity type; empty for a fact.
        id: Of the entity or relation; empty where there is none.
        aliases: Other names.
        roles: Stated properties.
        documents: Paths of documents that name or state it; not always all.
        support: How many do.
        first: Date of the first document, or the stated start of validity.
        last: Date of the last, or the stated end.
        flags: Why a relation waits.
        new: Paths of documents that are new since it was decided.
        neighbours: Of an entity.
        quotes: Passages.
    """

    title: str
    type: str = ""
    id: str = ""
    aliases: tuple[str, ...] = ()
    roles: tuple[Fact, ...] = ()
    documents: tuple[str, ...] = ()
    support: int = 0
    first: str = ""
    last: str = ""
    flags: tuple[str, ...] = ()
    new: tuple[str, ...] = ()
    neighbours: tuple[Neighbour, ...] = ()
    quotes: tuple[ShownQuote, ...] = ()


class ShownPair(Record):
    """How two sides compare.

    Attributes:
        first: Number of the one side, from 1.
        second: Number of the other.
        score: Probability that both are one.
        blocked_by: What found the pair.
        levels: The comparisons.
        shared: Names of what both are related to.
        stated: Passages that call one by a name of the other.
        opinion: What a language model thinks, in its own words; empty for nothing.
    """

    first: int
    second: int
    score: float
    blocked_by: tuple[str, ...]
    levels: tuple[Level, ...]
    shared: tuple[str, ...]
    stated: tuple[ShownQuote, ...]
    opinion: str = ""


class ShownProposal(Record):
    """Who proposes something, and what for; untrusted like a document.

    Attributes:
        id: Of the proposal.
        agent: What the agent calls itself; empty where it does not say.
        time: When it was proposed, UTC.
        reason: In the agent's words.
        wants_passages: Whether it is one that may name passages.
        passages: What stands where the agent says that it is stated.
        lost: How many passages that it names do not say any more what they said.
    """

    id: str
    agent: str
    time: str
    reason: str
    wants_passages: bool = False
    passages: tuple[ShownQuote, ...] = ()
    lost: int = 0


class ShownItem(Record):
    """An item of the queue, to be shown.

    Attributes:
        key: Of the item.
        kind: See `about.kind_of`.
        asked: What is asked of it.
        short: What it is about in a line.
        means: What the answers mean, where that is not plain.
        shown: Hash of everything that is shown.
        score: How sure what asks is; None where it does not say.
        types: The types that it concerns.
        constant: Whether the score says nothing of these entities.
        reasons: Why it is asked, in sentences.
        sides: What it asks about; of a contradiction the facts, in the order of their numbers.
        parts: Of a split: paths of the documents of each thing.
        compared: The pairs of sides.
        pairs: Keys of the pairs that a group can be decided by; empty for what is no group.
        proposed: By which agent, and why; None for what no agent proposes.
    """

    key: str
    kind: str
    asked: str
    short: str
    means: str
    shown: str
    score: float | None
    types: tuple[str, ...]
    constant: bool = False
    reasons: tuple[str, ...] = ()
    sides: tuple[ShownSide, ...] = ()
    parts: tuple[tuple[str, ...], ...] = ()
    compared: tuple[ShownPair, ...] = ()
    pairs: tuple[str, ...] = ()
    proposed: ShownProposal | None = None
