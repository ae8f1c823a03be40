"""What a plain text states of itself at its head: YAML front matter, or a first heading.

The text itself is left whole, so that offsets and quotes hold.
"""

import re

from sift_assets.core.records.record import Record
from sift_assets.core.records.text import StatedName
from sift_assets.core.text.dates import first_date

BLOCK = re.compile(r"\A---[ \t]*\n(.{0,20000}?)\n(?:---|\.\.\.)[ \t]*(?:\n|\Z)", re.DOTALL)
"""YAML front matter; group 1 is what stands between its lines."""

_FIELD = re.compile(r"^([A-Za-z][A-Za-z_-]{0,40})[ \t]*:(.+)$", re.MULTILINE)
_HEADING = re.compile(r"\A\s*#[ \t]+(\S.{0,300}?)[ \t#]*(?:\n|\Z)")
_DATE_FIELDS = ("date", "published", "publication_date", "created", "issued", "year")
_NO_TITLES = ("untitled", "untitled document")  # what programs write for want of one
_LONGEST_TITLE = 300  # characters; what is longer is text, not a title


class Stated(Record):
    """Title, date, language and hints as a document states them; empty where it does not."""

    title: str = ""
    document_date: str = ""
    language: str = ""
    tags: tuple[str, ...] = ()
    names: tuple[StatedName, ...] = ()


def stated_at_head(text: str) -> Stated:
    """Read the front matter of a Markdown or plain text, else its first heading of level one.

    Only `key: value` lines at the outermost level are read; no YAML parser sees a stranger's
    text.

    Args:
        text: The cleaned text.
    """
    block = BLOCK.match(text)
    fields = fields_at_head(text)
    heading = _HEADING.match(text[block.end() if block else 0 :])
    return Stated(
        title=title_of(fields.get("title", "")) or title_of(heading.group(1) if heading else ""),
        document_date=first_date(*(fields.get(name, "") for name in _DATE_FIELDS)),
        language=language_of(fields.get("lang", "") or fields.get("language", "")),
    )


def fields_at_head(text: str) -> dict[str, str]:
    """Return the `key: value` lines of the front matter, by key in lower case with `_`.

    Args:
        text: The cleaned text.
    """
    block = BLOCK.match(text)
    fields: dict[str, str] = {}
    for match in _FIELD.finditer(block.group(1) if block else ""):
        fields.setdefault(match.group(1).lower().replace("-", "_"), _unquoted(match.group(2)))
    return fields


def title_of(stated: object) -> str:
    """Return a stated title on one line, or empty when it is none."""
    title = " ".join(stated.split()) if isinstance(stated, str) else ""
    return title if len(title) <= _LONGEST_TITLE and title.lower() not in _NO_TITLES else ""


def language_of(stated: object) -> str:
    """Return the ISO 639-1 code of a language tag such as `en-US`, or empty."""
    if not isinstance(stated, str):
        return ""
    code = re.split(r"[-_]", stated.strip().lower())[0]
    return code if re.fullmatch(r"[a-z]{2}", code) else ""


def _unquoted(value: str) -> str:
    value = value.strip()
    if len(value) > 1 and value[0] == value[-1] and value[0] in "\"'":
        return value[1:-1]
    return value
