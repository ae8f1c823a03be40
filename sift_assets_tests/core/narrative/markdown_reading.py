"""Markdown as a viewer reads it, to look for what untrusted text must not become.

markdown-it comes with Rich. It does not link bare addresses, as viewers with GitHub's dialect do:
these are looked for by that dialect's own rules.
"""

import re
from collections.abc import Iterator

from hypothesis import strategies as st
from markdown_it import MarkdownIt
from markdown_it.token import Token

from sift_assets.core.narrative.markdown import one_line

READER = MarkdownIt("commonmark").enable(["table", "strikethrough"])

BARE_LINKS = re.compile(
    r"(?:https?|ftp)://|www\.|(?:mailto|xmpp):[\w.+-]+@|[\w.+-]+@[\w-]+\.[\w-]+", re.IGNORECASE
)
"""What GitHub Flavored Markdown makes links of without any mark (section 6.9 of its standard)."""

JOINER = "\u2060"

PIECES = (
    *("<script>alert(1)</script>", "<b>", "<!--", "-->", "&lt;", "&#60;", "![x](y)", "[x](y)"),
    *("[x]: http://e.vil", "<http://e.vil>", "http://e.vil", "HTTPS://e.vil", "www.e.vil"),
    *("a@e.vil", "mailto:a@e.vil", "javascript:x", "`", "```", "~~~", "*", "**", "_", "__", "~~"),
    *(
        "# ",
        "1. ",
        "2) ",
        "- ",
        "+ ",
        "> ",
        "|",
        "---",
        "===",
        "\\",
        "\\\\",
        "$x$",
        "[^1]",
        "[[x]]",
    ),
    *("\n", "\r\n", "\n\n", "\u2028", "\t", "    ", "\x00", "\x1b[31m", "\u202e", "\u2066"),
    *(
        "\u200b",
        "\ufeff",
        "\U000e0041",
        "\ud800",
        ":",
        "(",
        ")",
        "]",
        "!",
        "Ada",
        "é",
        "文書",
        "👩‍👧",
    ),
)

hostile = st.text(max_size=20) | st.lists(st.sampled_from(PIECES), max_size=8).map("".join)
visible = hostile.filter(lambda text: bool(one_line(text)))


def blocks(markdown: str) -> list[str]:
    """Return the kinds of blocks of a page in order."""
    return [f"{one.type} {one.tag}" for one in READER.parse(markdown)]


def pieces(markdown: str) -> Iterator[Token]:
    """Yield what stands inside the blocks of a page, and blocks that hold no pieces."""
    for one in READER.parse(markdown):
        yield from one.children or ([] if one.nesting else [one])


def shown(markdown: str) -> str:
    """Return the text that a page shows, as copied from a viewer."""
    return "".join(one.content for one in pieces(markdown)).replace(JOINER, "")
