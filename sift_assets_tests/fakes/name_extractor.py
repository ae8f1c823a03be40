"""An extractor of a few lines for tests: two capitalised words are a person, `… Ltd` is a firm."""

import re
from collections.abc import Sequence

from sift_assets.core.domain.facets import PromptFacet
from sift_assets.core.records.extraction import (
    ChunkReport,
    ChunkStatus,
    Evidence,
    Extraction,
    ExtractionStatus,
    Mention,
    RelationMention,
)
from sift_assets.core.records.text import Chunk, DocumentText

FIRM = re.compile(r"\b[A-Z][a-z]+ Ltd\b")
PERSON = re.compile(r"\b[A-Z][a-z]+ (?!Ltd\b)[A-Z][a-z]+\b")
WORKS = re.compile(f"({PERSON.pattern}) works for ({FIRM.pattern})")

CRASH = "CRASHES THE EXTRACTOR"
"""A document with these words raises in it."""


class NameExtractor:
    """Deterministic, counts its calls, and fails where a text tells it to.

    Attributes:
        version: As the protocol wants it.
        seen: The text of every call, in order.
    """

    version = "names 1"

    def __init__(self) -> None:
        self.seen: list[str] = []

    def extract(
        self,
        text: DocumentText,
        chunks: Sequence[Chunk],
        prompt: PromptFacet,  # noqa: ARG002 - the protocol's signature
    ) -> Extraction:
        """Find the names and who works for whom."""
        self.seen.append(text.text)
        if CRASH in text.text:
            raise RuntimeError("the model fell over")
        mentions = [
            _mention(kind, found)
            for kind, pattern in (("PERSON", PERSON), ("ORGANIZATION", FIRM))
            for found in pattern.finditer(text.text)
        ]
        return Extraction(
            status=ExtractionStatus.COMPLETE,
            extractor="names",
            read_status=text.status,
            title=text.title,
            document_date=text.document_date,
            chunks=tuple(ChunkReport(index=c.index, status=ChunkStatus.OK) for c in chunks),
            mentions=tuple(sorted(mentions, key=lambda m: (m.evidence.start, m.type))),
            relations=tuple(_relation(found) for found in WORKS.finditer(text.text)),
        )


def _evidence(found: re.Match[str]) -> Evidence:
    return Evidence(start=found.start(), end=found.end(), quote=found.group())


def _mention(kind: str, found: re.Match[str]) -> Mention:
    return Mention(
        type=kind,
        name=found.group(),
        surface=found.group(),
        evidence=_evidence(found),
        confidence=0.9,
    )


def _relation(found: re.Match[str]) -> RelationMention:
    return RelationMention(
        type="EMPLOYED_BY",
        source=found.group(1),
        target=found.group(2),
        source_type="PERSON",
        target_type="ORGANIZATION",
        evidence=_evidence(found),
        confidence=0.6,
    )
