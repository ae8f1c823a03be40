"""What is told: sentences with the passages they stand on, by community and as a report."""

from collections.abc import Iterable
from typing import Literal

from sift_assets.core.records.record import Record, key_of

PASSAGE_DIGITS = 12
"""Digits of a passage's id: 48 bits, two in ten million passages are alike with one chance in
six; within one narrative never."""


class Passage(Record):
    """A place in a document: a mention, or the evidence of a relation.

    Attributes:
        document: Key of the document.
        page: From 1, 0 where the document has no pages.
        start: First character in the document's text.
        end: One past the last.
        quote: What stands there: the quote of the evidence, or the surface of the mention.
    """

    document: str
    page: int
    start: int
    end: int
    quote: str

    @property
    def id(self) -> str:
        """What sentences cite it by: the hash of where it is."""
        return key_of("passage", self.document, self.start, self.end)[:PASSAGE_DIGITS]


class Sentence(Record):
    """One sentence, and what it stands on.

    Attributes:
        text: In plain English, without marks of citation.
        cites: Ids of passages, at least one, in the order in which they support the sentence.
    """

    text: str
    cites: tuple[str, ...]


class Profile(Record):
    """What is told of one entity."""

    entity: str
    name: str
    type: str
    sentences: tuple[Sentence, ...]


def all_sentences(story: Iterable[Sentence], profiles: Iterable[Profile]) -> list[Sentence]:
    """Return what is told in a story and in profiles, in this order."""
    return [*story, *(one for profile in profiles for one in profile.sentences)]


class Narrative(Record):
    """What is told of one community.

    Attributes:
        community: Its key.
        label: What it is called; made unique by the manifest of all narratives.
        story: Its story; empty where the settings say so.
        profiles: Of its notable members, by descending centrality; likewise.
        passages: Every passage that is cited, by id.
        writer: `local`, or the model that really wrote.
        rewritten: Sentences that were written once more because they did not hold.
        dropped: Sentences that did not hold the second time either and were left out.
        outdated: Why this is an earlier text that the community has outgrown, empty when it is not.
    """

    community: str
    label: str
    story: tuple[Sentence, ...]
    profiles: tuple[Profile, ...]
    passages: dict[str, Passage]
    writer: str
    rewritten: int = 0
    dropped: int = 0
    outdated: str = ""


class ToldCommunity(Record):
    """A line of the manifest: which narrative is told of a community, and under which name."""

    version: str
    label: str


class NarrativeManifest(Record):
    """Every narrative there is.

    Attributes:
        narratives: Community key to its narrative.
        sentences: Number of sentences.
        rewritten: Sum over all.
        dropped: Sum over all.
        outdated: Number of narratives that are earlier texts.
    """

    narratives: dict[str, ToldCommunity]
    sentences: int
    rewritten: int
    dropped: int
    outdated: int


Precision = Literal["day", "month", "year"]


class TimelineEntry(Record):
    """Something that happened, and when.

    Attributes:
        start: First day that is meant, ISO 8601 (`2022-11-11`); years have four digits.
        end: Last day that is meant.
        precision: How exactly the document says it.
        sentence: What happened.
        entities: Ids of those concerned, sorted.
        about: Whether the document says that the date is approximate.
    """

    start: str
    end: str
    precision: Precision
    sentence: Sentence
    entities: tuple[str, ...]
    about: bool = False


class Step(Record):
    """One relation of a chain, in the direction in which it is stated.

    Attributes:
        source: Id of its source.
        relation: Its type.
        target: Id of its target.
        cites: Ids of passages that state it.
    """

    source: str
    relation: str
    target: str
    cites: tuple[str, ...]


class Chain(Record):
    """A path between two central entities through others.

    Attributes:
        entities: Ids along the path, both ends included.
        steps: One between each two; its direction is the relation's, not the path's.
        sentences: The path in words.
    """

    entities: tuple[str, ...]
    steps: tuple[Step, ...]
    sentences: tuple[Sentence, ...]


class ReportCommunity(Record):
    """A community in the report."""

    key: str
    label: str
    size: int
    story: tuple[Sentence, ...]
    profiles: tuple[Profile, ...]
    outdated: str = ""


class IslandNote(Record):
    """A question about two islands, with the passages where either entity is named."""

    sentence: Sentence
    first: str
    second: str
    score: float


class Report(Record):
    """The whole narrative, as `narrative.json`; `narrative.md` is the same in Markdown.

    Attributes:
        title: Of the report.
        counts: Documents, entities, relations, communities and so on, by name.
        overview: Its beginning.
        chains: Key connections.
        timeline: Sorted by start, then end, then text.
        communities: By descending size, then by key; the unassigned group last, if told of.
        islands: Questions about what is not connected.
        sources: Document keys with title and date, sorted by key.
        method: How all this came about, in sentences of ours: what read, what wrote, how much is
            grounded. Not about the documents' content, so nothing to cite.
        passages: Every passage that is cited, by id.
        names: Entity id to name, of every entity that occurs.
    """

    title: str
    counts: dict[str, int]
    overview: tuple[Sentence, ...]
    chains: tuple[Chain, ...]
    timeline: tuple[TimelineEntry, ...]
    communities: tuple[ReportCommunity, ...]
    islands: tuple[IslandNote, ...]
    sources: tuple[tuple[str, str, str], ...]
    method: tuple[str, ...]
    passages: dict[str, Passage]
    names: dict[str, str]
