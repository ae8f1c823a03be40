"""Words of a text as names are compared: without case, accents and possessive endings."""

import re
import unicodedata
from typing import NamedTuple

_TOKEN = re.compile(r"[^\W_]+(?:[-'’.&][^\W_]+)*[+#]*")
_INITIALS = re.compile(r"^(?:[A-Z]\.)+[A-Z]?$")
_POSSESSIVE = re.compile(r"['’]s?$", re.IGNORECASE)


class Token(NamedTuple):
    """A word in a text.

    Attributes:
        text: As it stands there, without a possessive ending.
        form: As it is compared.
        start: First character.
        end: One past the last, of the text without its ending.
        is_close: Whether only spaces part it from the one before.
    """

    text: str
    form: str
    start: int
    end: int
    is_close: bool

    @property
    def looks_like_a_name(self) -> bool:
        """Return whether it has a capital letter: `Varga`, `FTX`, `eBay`, `10-K`."""
        return any(char.isupper() for char in self.text)


def tokens_of(text: str) -> tuple[Token, ...]:
    """Return the words of a text, in order."""
    found: list[Token] = []
    before = 0
    for match in _TOKEN.finditer(text):
        word = _POSSESSIVE.sub("", match[0])
        is_close = bool(found) and not text[before : match.start()].strip()
        start = match.start()
        found.append(Token(word, form_of(word), start, start + len(word), is_close))
        before = match.start() + len(word)
    return tuple(found)


def forms_of(text: str) -> tuple[str, ...]:
    """Return the words of a text as they are compared."""
    return tuple(token.form for token in tokens_of(text))


def form_of(word: str) -> str:
    """Return a word as it is compared: U.S. is US."""
    if _INITIALS.match(word):
        word = word.replace(".", "")
    if word.isascii():
        return word.lower()
    plain = unicodedata.normalize("NFKD", word.casefold())
    return "".join(char for char in plain if not unicodedata.combining(char)).replace("’", "'")


def row_of(forms: tuple[str, ...]) -> str:
    """Return words as one text in which a row of them can be looked for."""
    return f" {' '.join(forms)} "
