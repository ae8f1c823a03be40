"""The corpus: which extraction of which document the graph is built from."""

from enum import StrEnum

from sift_assets.core.records.record import Record


class Standing(StrEnum):
    """How far a document has come.

    `complete`: all of it counts. `partial`: the chunks that were extracted count. `failed`: no
    chunk could be extracted. `no_text`: read, without text; the read status says why.
    `outdated`: its present content has not been extracted, so nothing of it counts.
    """

    COMPLETE = "complete"
    PARTIAL = "partial"
    FAILED = "failed"
    NO_TEXT = "no_text"
    OUTDATED = "outdated"


COUNTED = frozenset({Standing.COMPLETE, Standing.PARTIAL})
"""Documents of these standings contribute to the graph."""


class CorpusEntry(Record):
    """One document of the corpus.

    Attributes:
        standing: See `Standing`.
        extraction: Version of its extraction, empty when it is outdated.
        text: Version of the text that was extracted from, likewise: what a quote stands in.
        read_status: How reading ended.
        title: As the document states it.
        document_date: ISO 8601 to the precision stated, or empty.
        tags: Labels that the document gives itself.
    """

    standing: Standing
    extraction: str = ""
    text: str = ""
    read_status: str = ""
    title: str = ""
    document_date: str = ""
    tags: tuple[str, ...] = ()


class Corpus(Record):
    """All documents that exist now, by partition key."""

    documents: dict[str, CorpusEntry]

    def counts(self) -> dict[str, int]:
        """Return the number of documents of each standing that occurs."""
        standings = [str(entry.standing) for entry in self.documents.values()]
        return {standing: standings.count(standing) for standing in sorted(set(standings))}
