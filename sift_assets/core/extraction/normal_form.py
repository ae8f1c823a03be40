"""Text with the differences removed that do not matter when a quote is looked up.

Case, white space, Unicode form, quotation marks, dashes and invisible characters go; every
character of the normal form knows which character of the original it came from.
"""

import unicodedata
from functools import lru_cache

_QUOTES = "'‘’‚‛′ʼ`´\"“”„‟″«»‹›<>"
_DASHES = "-‐‑‒–—―−"
_FOLDED = {**dict.fromkeys(_QUOTES, "'"), **dict.fromkeys(_DASHES, "-"), "…": "..."}
"""`<` and `>` fold with their look-alikes, because the fence of a prompt replaces some of them."""

_INVISIBLE = frozenset({"Cf", "Cc", "Cs"})
"""Categories that show nothing: format characters (soft hyphen, joiners, direction marks)."""


class NormalForm:
    """A stretch of a text in normal form.

    Args:
        text: The whole text.
        start: First character of the stretch.
        end: One past its last character.

    Attributes:
        text: The normal form; without white space at its ends, inside it single spaces.
        origins: For each of its characters the index in the whole text.
    """

    def __init__(self, text: str, start: int = 0, end: int | None = None) -> None:
        characters: list[str] = []
        self.origins: list[int] = []
        for at in range(start, len(text) if end is None else end):
            for character in folded_character(text[at]):
                if character == " " and (not characters or characters[-1] == " "):
                    continue
                place = _place_of(character, characters)
                characters.insert(place, character)
                self.origins.insert(place, at)
        if characters and characters[-1] == " ":
            del characters[-1], self.origins[-1]
        self.text = "".join(characters)

    def original_span(self, start: int, end: int) -> tuple[int, int]:
        """Return the span of the original that a non-empty span of the normal form came from."""
        inside = self.origins[start:end]
        return min(inside), max(inside) + 1


@lru_cache(maxsize=4096)
def folded_character(character: str) -> str:
    """Return the normal form of one character: none, one or several characters.

    Decomposed (NFKD) before and after case folding, as in Unicode 3.13, D146.
    """
    if character.isspace():
        return " "
    if unicodedata.category(character) in _INVISIBLE:
        return ""
    parts = unicodedata.normalize("NFKD", character)
    parts = unicodedata.normalize("NFKD", parts.casefold())
    return "".join(" " if part.isspace() else _FOLDED.get(part, part) for part in parts)


def _place_of(character: str, characters: list[str]) -> int:
    """Return where a character goes: combining marks in canonical order, all else at the end."""
    place, rank = len(characters), unicodedata.combining(character)
    while rank and place and unicodedata.combining(characters[place - 1]) > rank:
        place -= 1
    return place
