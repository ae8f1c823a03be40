"""A text in the forms that secrets are looked for in, each with the way back to the text.

Zero-width characters, full-width letters, line breaks inside a token and base64 hide a secret from
a pattern and from nobody who copies it.
"""

import base64
import re
import unicodedata
from array import array
from collections.abc import Iterator
from typing import NamedTuple

ENCODED_LENGTH = 40
"""Characters of the shortest base64 that is decoded: 30 bytes, less than any key with a header."""

PRINTABLE = 0.9
"""Share of printable characters of what was text before it was encoded; random bytes have 0.37."""

_PROBED = 120
"""Characters of base64 that say whether the rest is text: 90 bytes."""

_IN_ONE = r"A-Za-z0-9+/=_.:?&%@~#-"
_BREAK = re.compile(rf"(?<![{_IN_ONE}])(?P<token>[{_IN_ONE}]++)[ \t]*+\n[ \t>|]*+(?=[{_IN_ONE}])")
_WORD = re.compile(r"[A-Z]?[a-z]*")
_AROUND = ".-:?"
_ENCODED = re.compile(rf"(?<![A-Za-z0-9+/_-])[A-Za-z0-9+/_-]{{{ENCODED_LENGTH},}}+={{0,2}}")


class View(NamedTuple):
    """A form of a text.

    Attributes:
        text: In this form.
        places: For every character of it, and one past the last, where it is in the text that it
            was made from; None where both are the same.
    """

    text: str
    places: "array[int] | None" = None

    def place(self, start: int, end: int) -> tuple[int, int]:
        """Return where a stretch of this form is in the text that it was made from."""
        if self.places is None:
            return start, end
        return self.places[start], self.places[end - 1] + 1 if end > start else self.places[start]


class Decoded(NamedTuple):
    """Text that a text holds as base64, and where that is."""

    text: str
    start: int
    end: int


def plain_view(text: str) -> View:
    """Return a text in Unicode's compatibility form (NFKC), without invisible characters."""
    if text.isascii():
        return View(text)
    shown: list[str] = []
    places = array("q")
    for at, character in enumerate(text):
        plain = _plain(character) if character > "\x7f" else character
        shown.append(plain)
        places.extend([at] * len(plain))
    places.append(len(text))
    return View("".join(shown), places)


def joined_view(view: View, *, words: bool) -> View:
    """Return a form in which tokens that are broken over lines are whole again.

    Args:
        view: The form with the lines.
        words: Whether a word is joined to what begins the next line as well. Where it is, a token
            that begins a line is behind a word, and where it is not, one that begins with letters
            alone (`glp`) is still broken: it takes both to find all.
    """
    text, at = view.text, 0
    shown: list[str] = []
    places = array("q")

    def keep(start: int, end: int) -> None:
        shown.append(text[start:end])
        places.extend(range(start, end) if view.places is None else view.places[start:end])

    for start, end in _breaks(text, words=words):
        keep(at, start)
        at = end
    keep(at, len(text))
    places.append(len(text) if view.places is None else view.places[-1])
    return View("".join(shown), places)


def decoded_texts(view: View) -> Iterator[Decoded]:
    """Yield what is text once it is decoded, with its place in this form.

    Where in a run the encoding begins is not known, if the run has been joined to another.
    """
    for found in _ENCODED.finditer(view.text):
        run = found.group().rstrip("=").translate(_STANDARD)
        for shift in range(4):
            if (text := _decoded(run[shift : shift + _PROBED])) and _is_text(text):
                yield Decoded(_decoded(run[shift:]), found.start(), found.end())


_STANDARD = str.maketrans("-_", "+/")


def _plain(character: str) -> str:
    if unicodedata.category(character) == "Cf":
        return ""
    return unicodedata.normalize("NFKC", character)


def _breaks(text: str, *, words: bool) -> Iterator[tuple[int, int]]:
    """Yield the stretches between the parts of a broken token, from its end to its next part."""
    is_token, reached = False, -1
    for found in _BREAK.finditer(text):
        goes_on = is_token and found.start() == reached
        is_token = words or goes_on or not _WORD.fullmatch(found["token"].strip(_AROUND))
        if is_token:
            yield found.end("token"), found.end()
        reached = found.end()


def _decoded(run: str) -> str:
    whole = run[:-1] if len(run) % 4 == 1 else run  # one character alone encodes nothing
    return base64.b64decode(whole + "=" * (-len(whole) % 4)).decode("utf-8", "replace")


def _is_text(text: str) -> bool:
    printable = sum((c.isprintable() and c != "\ufffd") or c in "\r\n\t" for c in text)
    return printable >= PRINTABLE * len(text)
