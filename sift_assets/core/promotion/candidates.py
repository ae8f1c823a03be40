"""What a document of a seat says of itself: its labels, and whose it is.

Labels are read generously where they say `personal` and as the reader has read them where they say
anything else: what is taken for personal by mistake stays with its seat and can be renamed, what is
not taken for it is in Central.
"""

import re
from collections.abc import Iterable

from sift_assets.core.promotion.near_duplicates import folded
from sift_assets.core.promotion.records import Root, Scan
from sift_assets.core.records.record import Record
from sift_assets.core.records.text import DocumentText
from sift_assets.core.text.front_matter import BLOCK
from sift_assets.core.text.notes import read_note

CANDIDATES_VERSION = "1"
"""Raised whenever another thing is read off a text, or it is compared by something else."""

PERSONAL = str(Root.PERSONAL)
ORG_WORK = str(Root.ORG_WORK)

_HEAD = re.compile(r"\A\s*(?:---|\+\+\+)[ \t]*\n(.{0,20000}?)\n(?:---|\.\.\.|\+\+\+)", re.DOTALL)
"""Front matter, also where blank lines stand before it or it is TOML."""

_LABELS = re.compile(
    r"^[\W_]{0,8}(?:[a-z]{1,12} {1,4}){0,2}"
    r"(?:tags?|labels?|roots?|keywords?|categor(?:y|ies)|scope)"
    r"[\"'*_]{0,3}[ \t]{0,5}[:=](?P<value>[^\n]{0,2000})",
    re.MULTILINE,
)
"""A line of labels anywhere in a text: `tags: [a, b]`, `Capture Root Tags: a`."""

_FIELD = re.compile(r"[\"']?[a-z][\w -]{0,40}[\"']?[ \t]*[:=]")
_HASHTAG = re.compile(r"(?<![\w/&])#personal(?![\w-])")
_ITEM = re.compile(r"[^\s,;\[\]{}()\"'`#|*]+")


class LookedThrough(Record):
    """What is known of a text, whichever document has it: kept, so that nobody looks again.

    Attributes:
        text: Version of the text; empty when there is none.
        lacking: Why there is none, for people.
        characters: Its length.
        content: As `Candidate.content`.
        signature: As `Candidate.signature`.
        tags: As `Candidate.tags`.
        personal: Whether it says that it is personal.
        scan: For secrets; None without text.
        passing: Whether reading or scanning it may end otherwise the next time; not kept then.
    """

    text: str = ""
    lacking: str = ""
    characters: int = 0
    content: str = ""
    signature: tuple[int, ...] = ()
    tags: tuple[str, ...] = ()
    personal: bool = False
    scan: Scan | None = None
    passing: bool = False


def tags_of(text: DocumentText) -> tuple[str, ...]:
    """Return the labels that a document gives itself: folded, without the `#`, each once, sorted.

    Front matter is read in plain text as well, where the reader leaves it.
    """
    block = BLOCK.match(text.text)
    stated = (*text.tags, *(read_note(block.group(), "").tags if block else ()))
    found = {folded(tag).strip().removeprefix("#").strip() for tag in stated}
    return tuple(sorted(found - {""}))


def says_personal(text: DocumentText) -> bool:
    """Say whether a document labels itself personal, however it writes that."""
    if any(map(_is_personal, tags_of(text))):
        return True
    plain = folded(text.text)
    if PERSONAL not in plain:
        return False
    return _HASHTAG.search(plain) is not None or any(map(_names_personal, _label_lines(plain)))


def root_of(*, personal: bool, org_work: bool) -> Root:
    """Return whose a document is; what is personal by anything that says so is personal.

    Args:
        personal: Whether it, or its folder, says so.
        org_work: Whether it, or its folder, says that it is the organisation's.
    """
    if personal:
        return Root.PERSONAL
    return Root.ORG_WORK if org_work else Root.NONE


def _label_lines(plain: str) -> Iterable[str]:
    for found in _LABELS.finditer(plain):
        yield found["value"]
    head = _HEAD.match(plain)
    is_of_labels = False
    for line in head.group(1).split("\n") if head else ():
        if _FIELD.match(line.strip()):  # the lines below may go on with its value
            is_of_labels = _LABELS.match(line) is not None
        elif is_of_labels:
            yield line


def _names_personal(line: str) -> bool:
    return any(_is_personal(item.strip("-.:")) for item in _ITEM.findall(line))


def _is_personal(tag: str) -> bool:
    return tag == PERSONAL or tag.startswith(f"{PERSONAL}/")
