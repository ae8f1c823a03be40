"""The comparison `name`: the strongest way in which two names are spellings of one."""

from collections.abc import Callable

from sift_assets.core.resolution.blocking import acronyms_of, bare_word, is_like_an_acronym
from sift_assets.core.resolution.lexicon import WEAK_WORDS
from sift_assets.core.resolution.likeness import (
    agreement,
    are_nicknames,
    are_plural,
    differing,
    is_abbreviation,
    is_feminine_of,
    is_joined_slip,
    is_slip,
    nearness,
    sound_alike,
)
from sift_assets.core.resolution.names import Kind, Name

CLOSE = 0.93
"""Jaro-Winkler similarity of spellings that are mostly one; .92 to .94 are the customary cuts."""

CLOSE_LETTERS = 0.8
"""Share of letters that close spellings have in common: Intel is not Intelsat."""

ALIKE = 0.85
"""Jaro-Winkler similarity under which letters say nothing."""

NEAR_SOUND = 0.88
"""Jaro-Winkler similarity of two transcriptions of one foreign name."""

LONG_NAME = 18
"""Letters of a name in which one slip is hardly another name: institutions, terms of art."""

DIFFERENT = "different"
Test = Callable[[Name, Name], bool]


def name_level(one: Name, other: Name, kind: Kind) -> str:
    """Return the level of two names; the order of the two does not matter."""
    if one.script != other.script and one.script and other.script:
        return _transcribed(one, other)
    for level, holds in _PEOPLE if kind is Kind.PERSON else _THINGS:
        if holds(one, other):
            return level
    return DIFFERENT


def given_names_agree(one: Name, other: Name) -> bool:
    """Return whether two people's given names may be one person's: equal, short, or a slip."""
    first, second = one.core[0], other.core[0]
    if is_feminine_of(first, second):
        return False
    return (
        first == second
        or is_initial_of(first, second)
        or are_nicknames(first, second)
        or is_slip(first, second)
        or is_abbreviation(first, second)
    )


def slips(one: Name, other: Name) -> list[tuple[str, str]]:
    """Return the words in which two names of equally many words differ."""
    if len(one.core) != len(other.core):
        return []
    return [(a, b) for a, b in zip(one.core, other.core, strict=True) if a != b]


def _transcribed(one: Name, other: Name) -> str:
    if one.roman == other.roman:
        return "transliteration"
    return "near transliteration" if nearness(one.roman, other.roman) >= NEAR_SOUND else DIFFERENT


def _same_name(one: Name, other: Name) -> bool:
    return one.form == other.form


def _same_spelling(one: Name, other: Name) -> bool:
    return one.spelt == other.spelt


def _same_letters(one: Name, other: Name) -> bool:
    return bool(one.letters) and "".join(one.words) == "".join(other.words)


def _same_core(one: Name, other: Name) -> bool:
    return bool(one.letters) and one.letters == other.letters


def _article(one: Name, other: Name) -> bool:
    return _same_core(one, other) and one.legal == other.legal


def _title(one: Name, other: Name) -> bool:
    return _same_core(one, other) and len(one.core) > 1


def _other_order(one: Name, other: Name) -> bool:
    return len(one.core) > 1 and sorted(one.core) == sorted(other.core)


def _weak_words(one: Name, other: Name) -> bool:
    mine, theirs = differing(one.core, other.core)
    is_weak = all(word in WEAK_WORDS for word in (*mine, *theirs))
    return is_weak and bool(mine) != bool(theirs) and len(mine) + len(theirs) <= 3


def _plural(one: Name, other: Name) -> bool:
    differ = slips(one, other)
    return len(differ) == 1 and are_plural(*differ[0])


def _acronym(one: Name, other: Name) -> bool:
    return any(
        is_like_an_acronym(short) and bare_word(short) in acronyms_of(long)
        for short, long in ((one, other), (other, one))
    )


def _abbreviated(one: Name, other: Name) -> bool:
    differ = slips(one, other)
    return 0 < len(differ) < len(one.core) and all(is_abbreviation(a, b) for a, b in differ)


def _typo(one: Name, other: Name) -> bool:
    differ = slips(one, other)
    return len(differ) == 1 and is_slip(*differ[0])


def _long_typo(one: Name, other: Name) -> bool:
    return _typo(one, other) and min(len(one.letters), len(other.letters)) >= LONG_NAME


def _joined_typo(one: Name, other: Name) -> bool:
    return len(one.core) != len(other.core) and is_joined_slip(one.letters, other.letters)


def _within(one: Name, other: Name) -> bool:
    return _part(one, other) and min(len(one.core), len(other.core)) > 1


def _part(one: Name, other: Name) -> bool:
    mine, theirs = differing(one.core, other.core)
    return bool(mine) != bool(theirs)


def _shortened(one: Name, other: Name) -> bool:
    shorter, longer = sorted((one.core, other.core), key=len)
    return len(shorter) < len(longer) and longer[: len(shorter)] == shorter


def _sound(one: Name, other: Name) -> bool:
    return sound_alike(one.core, other.core)


def _close(one: Name, other: Name) -> bool:
    near = nearness(one.letters, other.letters) >= CLOSE
    return near and agreement(one.letters, other.letters) >= CLOSE_LETTERS


def _alike(one: Name, other: Name) -> bool:
    return nearness(one.letters, other.letters) >= ALIKE or bool(set(one.core) & set(other.core))


def is_initial_of(one: str, other: str) -> bool:
    """Return whether one word is the first letter of the other."""
    return 1 in (len(one), len(other)) and one[:1] == other[:1]


def _full(one: Name, other: Name) -> bool:
    return len(one.core) > 1 and len(other.core) > 1


def _middle_name(one: Name, other: Name) -> bool:
    ends_agree = one.core[0] == other.core[0] and one.core[-1] == other.core[-1]
    return _full(one, other) and ends_agree and _middles_agree(one.core[1:-1], other.core[1:-1])


def _middles_agree(one: tuple[str, ...], other: tuple[str, ...]) -> bool:
    shorter, longer = sorted((one, other), key=len)
    return all(any(w == m or is_initial_of(w, m) for m in longer) for w in shorter)


def _nickname(one: Name, other: Name) -> bool:
    same_surname = _full(one, other) and one.core[-1] == other.core[-1]
    first, second = one.core[0], other.core[0]
    cut_short = is_abbreviation(first, second) and not is_feminine_of(first, second)
    short = are_nicknames(first, second) or cut_short
    return same_surname and short and _middles_agree(one.core[1:-1], other.core[1:-1])


def _initials(one: Name, other: Name) -> bool:
    if not _full(one, other) or one.core[-1] != other.core[-1]:
        return False
    shorter, longer = sorted((one.core[:-1], other.core[:-1]), key=len)
    agree = [a == b or is_initial_of(a, b) for a, b in zip(shorter, longer, strict=False)]
    spelt = "".join(w[0] for w in longer)
    return all(agree) or (len(shorter) == 1 and len(longer) > 1 and shorter[0] == spelt)


def _one_name(one: Name, other: Name) -> bool:
    shorter, longer = sorted((one.core, other.core), key=len)
    return len(shorter) == 1 and (longer[-1] == shorter[0])


def _given_name_only(one: Name, other: Name) -> bool:
    shorter, longer = sorted((one.core, other.core), key=len)
    return len(shorter) == 1 and longer[0] == shorter[0]


_SPELLINGS: tuple[tuple[str, Test], ...] = (
    ("same name", _same_name),
    ("same spelling", _same_spelling),
    ("same letters", _same_letters),
)

_PEOPLE: tuple[tuple[str, Test], ...] = (
    *_SPELLINGS,
    ("title", _title),
    ("one name", _same_core),
    ("other order", _other_order),
    ("middle name", _middle_name),
    ("nickname", _nickname),
    ("initials", _initials),
    ("typo", _typo),
    ("typo", _joined_typo),
    ("one name", _one_name),
    ("given name", _given_name_only),
    ("within", _within),
    ("part", _part),
    ("sound", _sound),
    ("close", _close),
    ("alike", _alike),
)

_THINGS: tuple[tuple[str, Test], ...] = (
    *_SPELLINGS,
    ("article", _article),
    ("legal form", _same_core),
    ("weak words", _weak_words),
    ("plural", _plural),
    ("acronym", _acronym),
    ("other order", _other_order),
    ("abbreviated", _abbreviated),
    ("long typo", _long_typo),
    ("typo", _typo),
    ("typo", _joined_typo),
    ("shortened", _shortened),
    ("within", _within),
    ("part", _part),
    ("sound", _sound),
    ("close", _close),
    ("alike", _alike),
)
"""Levels in order: the first that holds is taken."""
