"""What two texts are compared by when somebody looks for a word: case and accents folded.

Scripts are kept: nothing is transliterated. Only marks that a reader may leave out go (Latin, Greek
and Cyrillic accents, Hebrew points, Arabic vowels); the vowel signs of Indic scripts are letters.
"""

import re
import unicodedata

_OPTIONAL_MARKS = re.compile(
    "[\u0300-\u036f\u0483-\u0487\u0591-\u05bd\u05bf-\u05c7\u064b-\u065f\u0670]"
)

_PLAIN_LETTERS = str.maketrans(
    {"ø": "o", "ł": "l", "đ": "d", "ð": "d", "ħ": "h", "ı": "i", "æ": "ae", "œ": "oe", "þ": "th"}
)
"""Letters that no Unicode form takes apart, and that people type without their stroke."""

_IDEOGRAPH = re.compile("([\u3040-\u30ff\u3400-\u4dbf\u4e00-\u9fff\uf900-\ufaff])")
"""Scripts that put no space between words: each character is a word to look for."""

_WORD = re.compile("(?:[^\\W_]|[\u0900-\u0dff\u0e00-\u109f\u1780-\u17ff])+")
"""Letters and digits; in blocks whose vowel signs are no letters to Python, every character."""

GRAM = 3
"""Characters of the pieces by which misspelled names are found."""


def folded(text: str) -> str:
    """Return a text without the differences that do not count when a name is looked up."""
    if text.isascii():
        return " ".join(text.lower().split())
    apart = unicodedata.normalize("NFKD", unicodedata.normalize("NFKD", text).casefold())
    plain = _OPTIONAL_MARKS.sub("", apart).translate(_PLAIN_LETTERS)
    return " ".join(unicodedata.normalize("NFC", plain).split())


def searchable(text: str) -> str:
    """Return a folded text in which every ideograph stands by itself."""
    form = folded(text)
    return form if form.isascii() else _IDEOGRAPH.sub(r" \1 ", form)


def words(text: str) -> tuple[str, ...]:
    """Return the folded words of a text, in order."""
    return tuple(_WORD.findall(searchable(text)))


def looked_for(name: str) -> str:
    """Return the words of a name, for who looks for a part of it; of signs alone, the signs.

    The viewer's page does the same (`viewer/source/folding.js`).
    """
    return " ".join(words(name)) or folded(name)


def grams(form: str) -> tuple[str, ...]:
    """Return the distinct pieces of a folded name, sorted; of a short name the name itself."""
    if len(form) <= GRAM:
        return (form,) if form else ()
    return tuple(sorted({form[at : at + GRAM] for at in range(len(form) - GRAM + 1)}))
