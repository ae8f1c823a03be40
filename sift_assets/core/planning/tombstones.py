"""Tombstones: what is left of a forgotten document, so that it is not taken up again.

Hashes only. Each line of the log says of one content that it is forgotten, or that it is not any
more; the last one about a content counts.
"""

from collections.abc import Iterable
from enum import StrEnum

from pydantic import ValidationError

from sift_assets.core.config.json_source import read_json
from sift_assets.core.records.record import Record, canonical_json, content_hash

CHECK_DIGITS = 16
"""Of a line's own hash: enough to tell a damaged line, which must not bar another content."""


class Act(StrEnum):
    """What a line says of a content."""

    FORGET = "forget"
    LIFT = "lift"


class Tombstone(Record):
    """One line of the log.

    Attributes:
        act: Whether the content is forgotten from here on, or admitted again.
        document: SHA-256 of the document's key, by which a person finds it again.
        content: SHA-256 of the file's content: what is not taken up, under whatever name.
        at: When, in ISO 8601.
    """

    act: Act
    document: str
    content: str
    at: str

    def to_line(self) -> bytes:
        """Return the line, with a hash over it and the line feed that ends it."""
        return canonical_json(self.model_dump(mode="json") | {"check": _check(self)}) + b"\n"

    @classmethod
    def from_line(cls, line: bytes) -> "Tombstone | None":
        """Read a line back; None when it is damaged."""
        try:
            fields = read_json(line)
            check = fields.pop("check")
            found = cls.model_validate(fields)
        except (ValueError, KeyError, TypeError, AttributeError, ValidationError):
            return None
        return found if check == _check(found) else None


def _check(tombstone: Tombstone) -> str:
    return tombstone.content_hash()[:CHECK_DIGITS]


def document_hash(key: str) -> str:
    """Return what stands for a document's key in a tombstone."""
    return content_hash(key.encode())


def barred(log: Iterable[Tombstone]) -> frozenset[str]:
    """Return the contents that may not be taken up."""
    last = {line.content: line.act for line in log}
    return frozenset(content for content, act in last.items() if act is Act.FORGET)


def barred_of(log: Iterable[Tombstone], key: str) -> frozenset[str]:
    """Return those of a document's contents that may not be taken up."""
    lines = list(log)
    own = {line.content for line in lines if line.document == document_hash(key)}
    return barred(lines) & own
