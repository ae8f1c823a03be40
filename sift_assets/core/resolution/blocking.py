"""Blocking rules: each gives an entity some keys, and entities that share a key are compared.

A key depends on its entity alone, so a new entity takes no pair away from others, except where a
bound of `candidates` says so. `ngrams` and `vectors` find neighbours instead of keys.
"""

from collections.abc import Callable, Iterator
from itertools import dropwhile
from typing import NamedTuple

import jellyfish

from sift_assets.core.resolution.lexicon import NICKNAMES, SMALL_WORDS, WEAK_WORDS
from sift_assets.core.resolution.names import Kind, Name, plain_letters
from sift_assets.core.resolution.subjects import Subject

ACRONYM_LETTERS = (2, 8)
"""Shorter ones are initials, longer ones words."""

SOUND_LETTERS = 4
"""Words with fewer letters sound like too many others."""

LEAST_VALUE = 4
"""Characters of a value by which entities are found: yes, 12 and male are shared by chance."""


class BlockingRule(NamedTuple):
    """A named rule.

    Attributes:
        name: As proposals show it.
        keys: Gives an entity's keys; they need not be distinct.
        rare: Whether a key counts only while few entities have it.
    """

    name: str
    keys: Callable[[Subject, Kind], Iterator[str]]
    rare: bool = False


def spelling(subject: Subject, kind: Kind) -> Iterator[str]:
    """Yield the letters of the name, also those behind titles and legal forms."""
    del kind
    yield subject.name.letters
    yield "".join(subject.name.words)
    yield "".join(sorted(subject.name.core))


def other_names(subject: Subject, kind: Kind) -> Iterator[str]:
    """Yield the letters of every name."""
    del kind
    for name in subject.names:
        yield name.letters


def surname_and_initial(subject: Subject, kind: Kind) -> Iterator[str]:
    """Yield the surname with the first letter of each given name that people may use."""
    if kind is not Kind.PERSON:
        return
    for name in subject.names:
        if len(name.core) < 2:
            continue
        given, surname = name.core[0], name.core[-1]
        for other in (given, *(n for group in NICKNAMES if given in group for n in group)):
            yield f"{other[0]} {surname}"
        yield f"{surname[0]} {given}"  # the surname first, as in Hungary, China and lists


def acronym(subject: Subject, kind: Kind) -> Iterator[str]:
    """Yield names that may be acronyms, and the acronyms of names."""
    if kind is Kind.PERSON:
        return
    for name in subject.names:
        yield from acronyms_of(name)
        if is_like_an_acronym(name):
            yield bare_word(name)


def sound(subject: Subject, kind: Kind) -> Iterator[str]:
    """Yield how the name sounds, its words in any order; of people also initial and surname."""
    words = [plain_letters(word) for word in subject.name.core]
    heard = sorted(sounded for word in words if (sounded := jellyfish.metaphone(word)))
    if sum(map(len, words)) >= SOUND_LETTERS and heard:
        yield " ".join(heard)
    if kind is Kind.PERSON and len(words) > 1 and len(words[-1]) >= SOUND_LETTERS:
        yield f"{words[0][:1]} {jellyfish.metaphone(words[-1])}"


def word(subject: Subject, kind: Kind) -> Iterator[str]:
    """Yield every word of the name, in Latin letters, people's titles left out."""
    for name in subject.names:
        for one in name.core if kind is Kind.PERSON else name.words:
            if one not in SMALL_WORDS:
                yield plain_letters(one)


def value(subject: Subject, kind: Kind) -> Iterator[str]:
    """Yield every stated value that is long enough to be shared for a reason."""
    del kind
    for key, values in subject.values.items():
        for one in values:
            if len(one) >= LEAST_VALUE:
                yield f"{key} {one}"


def acronyms_of(name: Name) -> set[str]:
    """Return the acronyms that a name of several words may have."""
    least, most = ACRONYM_LETTERS
    choices = (name.words, name.core, tuple(dropwhile(WEAK_WORDS.__contains__, name.core)))
    choices += tuple(tuple(w for w in chosen if w not in SMALL_WORDS) for chosen in choices)
    found = {"".join(w[0] for w in chosen) for chosen in choices if len(chosen) > 1}
    return {one for one in found if least <= len(one) <= most}


def is_like_an_acronym(name: Name) -> bool:
    """Return whether a name may be an acronym: a short word, in capitals, but for weak words."""
    least, most = ACRONYM_LETTERS
    short = bare_word(name)
    letters = [char for char in name.text if char.isalpha()]
    in_capitals = sum(char.isupper() for char in letters) * 2 > len(letters)
    return least <= len(short) <= most and in_capitals


def bare_word(name: Name) -> str:
    """Return the one word of a name that is not weak (U.S. SEC); empty where there are several."""
    strong = [word for word in name.core if word not in WEAK_WORDS] or name.core
    return strong[0] if len(strong) == 1 else ""


RULES = (
    BlockingRule("spelling", spelling),
    BlockingRule("other name", other_names),
    BlockingRule("surname and initial", surname_and_initial),
    BlockingRule("acronym", acronym),
    BlockingRule("sound", sound),
    BlockingRule("rare word", word, rare=True),
    BlockingRule("shared value", value, rare=True),
)
