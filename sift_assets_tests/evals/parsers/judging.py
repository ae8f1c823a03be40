"""What may come of reading a document, and what must not."""

from collections import Counter
from collections.abc import Iterable, Mapping
from typing import NamedTuple

from sift_assets.core.records.text import DocumentText, ReadStatus
from sift_assets.resources.readers.running_child import CRASHED, TIMED_OUT, ReadResult

GRACE = 5.0
"""Seconds beside the limits: a start of the child, killing it, and a machine that is busy."""

STEPS = 2
"""A reading whose child dies is tried once more, and each try may take its limit."""

LIMIT = "ended by a limit"
"""Column of what took too long or too much memory, or killed the child: typed errors too."""


class Reading(NamedTuple):
    """What came of reading one document.

    Attributes:
        document: Its name.
        reader: Who read PDF.
        status: `text`, `needs_ocr` or the typed error.
        characters: Of its text.
        seconds: How long it took, by the clock on the wall.
        limited: Whether a limit of time or memory ended it, or a crash of the child.
        faults: What must not be; empty is good.
    """

    document: str
    reader: str
    status: str
    characters: int
    seconds: float
    limited: bool
    faults: tuple[str, ...]


def judged(document: str, reader: str, result: ReadResult, seconds: float, limit: float) -> Reading:
    """Judge one reading.

    Args:
        document: Name of the document.
        reader: Who read PDF.
        result: What came.
        seconds: How long it took.
        limit: Seconds that one step may take.
    """
    text = result.text
    pages = max(1, len(text.pages))  # each page may take a step of its own
    found = list(_faults(text))
    if seconds > STEPS * limit * pages + GRACE:
        found.append("it hung")
    return Reading(
        document,
        reader,
        str(text.status),
        len(text.text),
        seconds,
        result.transient or text.reason in (CRASHED, TIMED_OUT),
        tuple(found),
    )


def _faults(text: DocumentText) -> Iterable[str]:
    is_text = text.status is ReadStatus.TEXT
    if is_text and not text.text.strip():
        yield "an empty success"
    if not is_text and text.text:
        yield "text beside an error"
    if not is_text and not text.reason:
        yield "an error without a reason"
    if any(not 0 <= page.start <= page.end <= len(text.text) for page in text.pages):
        yield "a page outside of the text"
    if "\0" in text.text or any("\ud800" <= sign <= "\udfff" for sign in text.text):
        yield "a sign that no text holds"


def tally(readings: Iterable[Reading]) -> dict[str, Counter[str]]:
    """Count statuses by kind of document, which is the suffix; with all of them under `all`."""
    found: dict[str, Counter[str]] = {"all": Counter()}
    for reading in readings:
        kind = suffix_of(reading.document)
        counts = Counter({reading.status: 1, LIMIT: int(reading.limited), "documents": 1})
        for name in (kind, "all"):
            found.setdefault(name, Counter()).update(counts)
    return dict(sorted(found.items()))


def suffix_of(document: str) -> str:
    """Return the suffix of a document's name in small letters, `(none)` when it has none."""
    name = document.rpartition("/")[2]
    return f".{name.rpartition('.')[2].lower()}" if "." in name else "(none)"


def columns(tallied: Mapping[str, Counter[str]]) -> list[str]:
    """Return the columns of a table of counts: documents, the statuses that occur, limits."""
    occurring = [str(one) for one in ReadStatus if tallied["all"][str(one)]]
    return ["documents", *occurring, LIMIT]
