"""Untrusted text in Markdown: it shows as it is, and is nothing but text.

Names, quotes and what a model has written come from documents. No character of theirs may begin a
heading, a list, emphasis, a link, an image, HTML or a formula, in CommonMark and in the dialects
that viewers add to it, and none may hide or turn what stands beside it.
"""

import re
import unicodedata
from urllib.parse import quote

from sift_assets.core.narrative.listing import CUT

_HIDDEN = frozenset({"Cc", "Cf", "Cs", "Co", "Cn"})
"""Categories of characters that show nothing: control, format (bidirectional marks are of these),
surrogates, private use, unassigned."""

_JOINERS = frozenset("\u200c\u200d")
"""Format characters that Persian, Indic scripts and emoji are written with."""

_MARKS = re.compile(r"[\\`*_{}\[\]<>&|~$^=]")
_STARTS = re.compile(r"\A(?:([#+:-])|(\d{1,9})([.)]))")
_LINKS = re.compile(
    r"(?<=www)(?=\.)|(?<=[a-z0-9+.-])(?=:[\\/]*/)|(?<=mailto)(?=:)|(?<=xmpp)(?=:)|(?<=\S)(?=@\S)",
    re.IGNORECASE,
)
_BREAK = "\u2060"
"""Word joiner, invisible: `https://` and addresses of mail become links in many viewers without
any mark, whatever is escaped, unless something stands between."""


def plain(text: str, most: int | None = None) -> str:
    """Return a text of a document as Markdown that shows just that text, in one line.

    Args:
        text: Anything.
        most: Characters that are shown, None for all; a longer text is cut, and shows that it is.
    """
    line = one_line(text)
    if most is not None and len(line) > most:
        line = line[: most - 1].rstrip() + CUT
    broken = _LINKS.sub(_BREAK, line) if _may_link(line) else line
    escaped = _MARKS.sub(r"\\\g<0>", broken)
    begins = _STARTS.match(escaped)
    if begins is None:
        return escaped
    return f"{begins[2] or ''}\\{begins[1] or begins[3]}{escaped[begins.end() :]}"


def _may_link(line: str) -> bool:
    """Say whether `_LINKS` may find anything: to look for it takes longer than all else here."""
    return ":" in line or "@" in line or "www" in line.lower()


def one_line(text: str) -> str:
    """Return a text as one line of visible characters."""
    if not (text.isascii() and text.isprintable()):
        text = "".join(map(_visible, text))
    return " ".join(text.split())


def link(text: str, target: str) -> str:
    """Return a link to a file.

    Args:
        text: Shown; untrusted.
        target: Its path, relative to the file that the link is in; untrusted, so it is made to
            begin with a dot: it can name no other machine and no script.

    Raises:
        UnicodeEncodeError: It is a path that no file system can have.
    """
    path = target if target.startswith("../") else f"./{target}"
    return f"[{plain(text)}]({quote(path, errors='surrogateescape')})"


def heading(level: int, text: str) -> str:
    """Return a heading.

    Args:
        level: 1 to 6.
        text: Markdown already.
    """
    return f"{'#' * level} {text}"


def _visible(char: str) -> str:
    if char in _JOINERS or unicodedata.category(char) not in _HIDDEN:
        return char
    return " " if char.isspace() else ""
