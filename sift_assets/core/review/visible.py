r"""Text in which nothing hides: what shows no sign, or moves others, is written by its number.

Two names may differ in such characters alone, and a person who decides about them must see it.
"""

import re
import unicodedata
from typing import Any, cast

HIDDEN = frozenset({"Cc", "Cf", "Co", "Cs", "Cn", "Zl", "Zp"})
"""Categories of characters that show nothing or move others."""

_KEPT = "\t\n"
"""White space that every page and terminal shows as such."""

_MARKED = re.compile(r"[^\x20-\x7e]")


def visible(text: str) -> str:
    r"""Return text with what does not show as `\u200b`; tabs and line feeds stay."""
    return _MARKED.sub(lambda found: _visible(found.group()), text)


def all_visible(value: Any) -> Any:
    """Return plain data with every text in it, also the keys, made visible."""
    if isinstance(value, str):
        return visible(value)
    if isinstance(value, dict):
        named = cast("dict[str, Any]", value)
        return {visible(key): all_visible(one) for key, one in named.items()}
    if isinstance(value, list | tuple):
        return [all_visible(one) for one in cast("list[Any]", value)]
    return value


def _visible(char: str) -> str:
    if char in _KEPT or unicodedata.category(char) not in HIDDEN:
        return char
    number = ord(char)
    return f"\\u{number:04x}" if number <= 0xFFFF else f"\\U{number:08x}"
