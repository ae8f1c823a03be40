"""A name taken apart once, so that every comparison reads the parts it needs."""

import re
import unicodedata
from collections.abc import Sequence
from dataclasses import dataclass
from enum import StrEnum
from functools import lru_cache

from anyascii import anyascii

from sift_assets.core.graph.identity import normal_form
from sift_assets.core.resolution.lexicon import (
    GENERATIONS,
    LEGAL_FORMS,
    PERSON_TITLES,
    PERSON_WORDS,
    PLACE_WORDS,
    SAME_LEGAL_FORM,
)

SYMBOLS = frozenset("+#@*$%^~=<>|\\")
"""Characters that tell names apart where letters do not: C, C++, C#. A point before a word does
so as well: .NET is not NET."""

MEANINGLESS = frozenset(" -‐‑–.'’")
"""Characters in which two spellings of a name may differ without any doubt: J.P., J. P. and JP."""

MAX_WORDS = 24
"""Longer names are sentences; what follows is not compared."""

_INITIALS = re.compile(r"(?:[^\W\d_]\.){2,}[^\W\d_]?")
_BREAKS = re.compile(r"[^\w'’.+#@*$%!?^~=<>|\\-]+")
_LEADING_POINT = re.compile(r"(?<!\S)\.(?=\w)")
_COUNTRY = re.compile(r"\bunited states(?: of america)?\b")
_POSSESSIVE = re.compile(r"['’]s\Z")
_NUMBER = re.compile(r"\d+(?:[.,:]\d+)*")


class Kind(StrEnum):
    """How names of a type work."""

    PERSON = "person"
    PLACE = "place"
    OTHER = "other"


@dataclass(frozen=True, slots=True)
class Name:
    """One name and its parts. Words are in lower case and, for Latin script, without accents.

    Attributes:
        text: As it stands.
        form: Its normal form.
        words: All of its words.
        core: The words without titles and generation (people) or legal form (others).
        letters: The core joined: equal for spellings that differ in spaces, points or hyphens;
            empty for a name of nothing but symbols.
        roman: The core in Latin letters, joined.
        titles: Titles before it, people only.
        generation: `jr`, `sr`, `iii` …, people only.
        legal: Its legal form, short.
        numbers: Words that are or hold a number, sorted.
        symbols: Its symbols in order.
        spelt: Its normal form without characters that mean nothing.
        script: The scripts of its letters, sorted, as Unicode names them.
    """

    text: str
    form: str
    words: tuple[str, ...]
    core: tuple[str, ...]
    letters: str
    roman: str
    titles: tuple[str, ...]
    generation: str
    legal: tuple[str, ...]
    numbers: tuple[str, ...]
    symbols: str
    spelt: str
    script: tuple[str, ...]


def kind_of(type_name: str) -> Kind:
    """Return how names of an entity type work, by the words of the type's own name."""
    words = set(type_name.lower().split("_"))
    if words & PERSON_WORDS:
        return Kind.PERSON
    return Kind.PLACE if words & PLACE_WORDS else Kind.OTHER


def taken_apart(text: str, kind: Kind) -> Name:
    """Take a name apart."""
    form = normal_form(text)
    scripts = _scripts(form)
    words = _words(_in_speaking_order(text, kind), kind, latin=scripts <= {"LATIN"})
    titles, core, generation, legal = _parted(words, kind)
    return Name(
        text=text,
        form=form,
        words=words,
        core=core,
        letters="".join(core) if any(map(str.isalnum, form)) else "",
        roman=_romanised(core),
        titles=titles,
        generation=generation,
        legal=legal,
        numbers=tuple(sorted(number for word in core for number in _NUMBER.findall(word))),
        symbols=_symbols(form),
        spelt="".join(char for char in form if char not in MEANINGLESS),
        script=tuple(sorted(scripts)),
    )


def _symbols(form: str) -> str:
    points = "." * len(_LEADING_POINT.findall(form))
    return points + "".join(char for char in form if char in SYMBOLS)


def _in_speaking_order(text: str, kind: Kind) -> str:
    """Turn `Smith, John` into `John Smith`; a generation behind a comma stays where it is."""
    surname, comma, given = text.partition(",")
    behind = given.strip().rstrip(".").lower()
    if kind is not Kind.PERSON or not comma or "," in given or behind in GENERATIONS:
        return text
    return f"{given.strip()} {surname.strip()}" if behind else text


def _words(text: str, kind: Kind, *, latin: bool) -> tuple[str, ...]:
    dotted = " ".join if kind is Kind.PERSON else "".join
    spaced = _INITIALS.sub(lambda found: f" {dotted(found[0].replace('.', ''))} ", text)
    plain = plain_letters(spaced) if latin else normal_form(spaced)
    joined = plain if kind is Kind.PERSON else plain.replace("-", " ")
    words = (_bare(word) for word in _BREAKS.split(_COUNTRY.sub("us", joined)))
    # a name of nothing but symbols is its own only word
    return tuple(word for word in words if word)[:MAX_WORDS] or (normal_form(text) or "?",)


def _bare(word: str) -> str:
    """Return a word without marks inside and without a possessive s; 3.11 keeps its point."""
    word = _POSSESSIVE.sub("", word)
    kept = [
        char
        for at, char in enumerate(word)
        if char.isalnum()
        or unicodedata.category(char)[0] == "M"
        or (char == "." and word[at - 1 : at].isdigit() and word[at + 1 : at + 2].isdigit())
    ]
    return "".join(kept)


def _parted(
    words: tuple[str, ...], kind: Kind
) -> tuple[tuple[str, ...], tuple[str, ...], str, tuple[str, ...]]:
    """Return titles, core, generation and legal form; the core is never empty where words are."""
    first, last = 0, len(words)
    if kind is Kind.PERSON:
        generation = GENERATIONS.get(words[-1], "") if last > 1 else ""
        last -= bool(generation)
        while last - first > 1 and words[first] in PERSON_TITLES:
            first += 1
        return words[:first], words[first:last], generation, ()
    if last > 1 and words[0] == "the":
        first = 1
    while last - first > 1 and words[last - 1] in LEGAL_FORMS:
        last -= 1
    legal = tuple(sorted({SAME_LEGAL_FORM.get(word, word) for word in words[last:]}))
    return (), words[first:last], "", legal


@lru_cache(2**16)
def plain_letters(text: str) -> str:
    """Return text in lower case without accents, in Latin letters whatever its script."""
    return text.lower() if text.isascii() else anyascii(text).lower()


def _romanised(core: Sequence[str]) -> str:
    return "".join(char for word in core for char in plain_letters(word) if char.isalnum())


def _scripts(form: str) -> frozenset[str]:
    if form.isascii():
        return frozenset({"LATIN"}) if any(char.isalpha() for char in form) else frozenset()
    return frozenset(_script(char) for char in form if char.isalpha())


@lru_cache(2**14)
def _script(char: str) -> str:
    """Return the script of a letter: the first word of its Unicode name."""
    word = unicodedata.name(char, "UNKNOWN").split()[0].partition("-")[0]
    return "LATIN" if word in ("FULLWIDTH", "MODIFIER") else word
