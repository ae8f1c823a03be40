"""Comparisons of names that can only speak against a pair, however alike the rest is."""

from collections.abc import Callable

from sift_assets.core.resolution.lexicon import (
    MEN,
    OF_THE_HUSBAND,
    REGIONS,
    SEVERAL_PEOPLE,
    WEAK_WORDS,
    WOMEN,
)
from sift_assets.core.resolution.likeness import (
    are_nicknames,
    are_opposites,
    are_plural,
    differing,
    is_abbreviation,
    is_feminine_of,
    is_slip,
    nearness,
)
from sift_assets.core.resolution.name_levels import given_names_agree, is_initial_of, slips
from sift_assets.core.resolution.names import Kind, Name

Guard = Callable[[Name, Name, Kind], str]

SHORT_WORD = 2
"""Letters of a word that is a designation and not a spelling: Plan A, Vitamin D, Type II."""

NUMERALS = frozenset(["i", "ii", "iii", "iv", "v", "vi", "vii", "viii", "ix", "x", "xi", "xii"])

UNLIKE_GIVEN = 0.7
"""Jaro-Winkler similarity under which two given names of one surname are two people's; names
misspelt several times (Sofia, foSia) are above it."""

SHORT_GIVEN = 4
"""Letters of a given name that is another one as soon as a letter differs: Ann, Amy, Ross, Rose."""

MISSPELT = 0.75
"""Jaro-Winkler similarity of a word of a person's name and its misspelling."""


def numbers(one: Name, other: Name, kind: Kind) -> str:
    """Say whether numbers differ: versions, years, units, Roman numerals of things."""
    mine, theirs = _numbers(one, kind), _numbers(other, kind)
    if mine == theirs:
        return ""
    return "differ" if mine and theirs else "one has one"


def symbols(one: Name, other: Name, kind: Kind) -> str:
    """Say whether symbols differ: C, C++, C#, .NET."""
    del kind
    return "" if one.symbols == other.symbols else "differ"


def letters(one: Name, other: Name, kind: Kind) -> str:
    """Say whether two names of one script only sound the same: 北京 and 背景 are both Bei Jing."""
    del kind
    same_script = one.script == other.script and one.script not in ((), ("LATIN",))
    return "sound only" if same_script and one.roman == other.roman != "" and (
        one.letters != other.letters
    ) else ""  # fmt: skip


def generation(one: Name, other: Name, kind: Kind) -> str:
    """Say whether one is the other's junior or senior."""
    del kind
    if one.generation == other.generation:
        return ""
    return "differ" if one.generation and other.generation else "one has one"


def gender(one: Name, other: Name, kind: Kind) -> str:
    """Say whether titles tell two people apart: Mr. and Mrs. Smith, Father and Sister Brown."""
    del kind
    mine, theirs = set(one.titles), set(other.titles)
    if (mine & MEN and theirs & WOMEN) or (mine & WOMEN and theirs & MEN):
        return "differ"
    husband = bool(mine & OF_THE_HUSBAND) != bool(theirs & OF_THE_HUSBAND)
    return "of the husband" if husband and len(one.core) > 1 and len(other.core) > 1 else ""


def given_names(one: Name, other: Name, kind: Kind) -> str:
    """Say whether two people of one surname have different given names."""
    if kind is not Kind.PERSON or len(one.core) < 2 or len(other.core) < 2:
        return ""
    if one.core[-1] != other.core[-1] or given_names_agree(one, other):
        return ""
    first, second = one.core[0], other.core[0]
    if is_feminine_of(first, second) or 1 < max(len(first), len(second)) <= SHORT_GIVEN:
        return "differ"
    if 1 not in (len(first), len(second)) and nearness(first, second) >= UNLIKE_GIVEN:
        return ""
    return "" if first in other.core or second in one.core else "differ"


def opposites(one: Name, other: Name, kind: Kind) -> str:
    """Say whether a word is the other's opposite: supervised and unsupervised learning."""
    if kind is not Kind.OTHER:
        return ""
    return "differ" if any(are_opposites(a, b) for a, b in slips(one, other)) else ""


def several(one: Name, other: Name, kind: Kind) -> str:
    """Say whether one names several people and the other does not."""
    mine, theirs = (bool(SEVERAL_PEOPLE & set(name.words)) for name in (one, other))
    return "one is several" if kind is Kind.PERSON and mine != theirs else ""


def words(one: Name, other: Name, kind: Kind) -> str:
    """Say whether each has a word that the other lacks, or one is a regional part of the other."""
    mine, theirs = _own_words(one, other, kind)
    if kind is Kind.PERSON:
        return "both have others" if mine and theirs else ""
    if _is_regional(one, other, mine, theirs):
        return "region"
    strong = [[w for w in found if w not in WEAK_WORDS] for found in (mine, theirs)]
    if mine and theirs and all(len(w) <= SHORT_WORD for w in (*mine, *theirs)):
        return "designation"
    return "both have others" if all(strong) else ""


def legal_form(one: Name, other: Name, kind: Kind) -> str:
    """Say whether legal forms differ: Smith Inc. and Smith GmbH are two companies."""
    del kind
    return "differ" if one.legal and other.legal and one.legal != other.legal else ""


def _is_regional(one: Name, other: Name, mine: list[str], theirs: list[str]) -> bool:
    """Return whether a region stands behind a name, or each name has another one anywhere."""
    ends = {name.core[-1] for name in (one, other) if len(name.core) > 1}
    at_the_end = bool(ends & REGIONS & {*mine, *theirs})
    return at_the_end or bool(REGIONS & set(mine) and REGIONS & set(theirs))


def _numbers(name: Name, kind: Kind) -> tuple[str, ...]:
    if kind is Kind.PERSON or len(name.core) < 2:
        return name.numbers
    return (*name.numbers, *(word for word in name.core[1:] if word in NUMERALS))


def _own_words(one: Name, other: Name, kind: Kind) -> tuple[list[str], list[str]]:
    """Return words that have no like in the other name; joined spellings are one."""
    if one.letters == other.letters or one.script != other.script:
        return [], []
    mine, theirs = differing(one.core, other.core)
    for word in tuple(mine):
        like = next((t for t in theirs if _are_spellings(word, t, kind)), None)
        if like is not None:
            mine.remove(word)
            theirs.remove(like)
    return mine, theirs


def _are_spellings(one: str, other: str, kind: Kind) -> bool:
    if kind is Kind.PERSON and nearness(one, other) >= MISSPELT:
        return True
    return (
        is_initial_of(one, other)
        or is_slip(one, other)
        or are_plural(one, other)
        or is_abbreviation(one, other)
        or are_nicknames(one, other)
    )


GUARDS: tuple[tuple[str, Guard], ...] = (
    ("numbers", numbers),
    ("symbols", symbols),
    ("letters", letters),
    ("generation", generation),
    ("gender", gender),
    ("given names", given_names),
    ("opposites", opposites),
    ("several", several),
    ("words", words),
    ("legal form", legal_form),
)

EXCLUDING = frozenset(
    (
        ("numbers", "differ"),
        ("symbols", "differ"),
        ("letters", "sound only"),
        ("generation", "differ"),
        ("gender", "differ"),
        ("gender", "of the husband"),
        ("given names", "differ"),
        ("opposites", "differ"),
        ("several", "one is several"),
        ("words", "region"),
        ("words", "designation"),
        ("place", "another name"),
    )
)
"""Outcomes after which nothing else makes a pair one. Twins share a birthday, parents, schools and
every neighbour; a subsidiary shares its parent's."""
