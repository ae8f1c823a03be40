"""Names in a sentence: how one is shown, and several of them in a row."""

import unicodedata
from collections.abc import Sequence

SHOWN_LENGTH = 120
"""Characters of a name that are shown, as many as `ALIAS_LENGTH` of the graph allows an alias."""

CUT = "…"
"""Stands where a name was cut."""

_HIDDEN = frozenset({"Cc", "Cf", "Cs", "Co", "Cn", "Zl", "Zp"})
"""Categories of characters that show nothing, or turn the reading direction of what follows."""


def shown(name: str) -> str:
    """Return a name, or another text of a document, as one line of visible characters."""
    if not (name.isascii() and name.isprintable()):
        name = "".join(" " if unicodedata.category(char) in _HIDDEN else char for char in name)
    line = " ".join(name.split())
    return line if len(line) <= SHOWN_LENGTH else line[: SHOWN_LENGTH - 1].rstrip() + CUT


def listed(names: Sequence[str], more: int = 0) -> str:
    """Return names in a row: `A`, `A and B`, `A, B and C`, `A, B, and 4 more`.

    Where a name has a comma or an "and" of its own, semicolons part them: `A; B, C; and D`.
    """
    parts = [*names, f"{more:,} more"] if more else list(names)
    if len(parts) < 2:
        return "".join(parts)
    if len(parts) > 2 and any(mark in name for name in names for mark in (",", " and ")):
        return f"{'; '.join(parts[:-1])}; and {parts[-1]}"
    return f"{', '.join(parts[:-1])}{',' if more and len(names) > 1 else ''} and {parts[-1]}"


def sentence(text: str) -> str:
    """End a text as a sentence: one mark at its end, a capital at its beginning."""
    ended = text if text.endswith((".", "!", "?", "…")) else f"{text}."
    return ended[:1].upper() + ended[1:]
