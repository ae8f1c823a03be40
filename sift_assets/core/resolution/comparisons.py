"""Comparing two subjects: for each comparison that can say anything, the level that came out."""

import re
from collections.abc import Mapping
from typing import NamedTuple

from sift_assets.core.resolution.guards import EXCLUDING, GUARDS
from sift_assets.core.resolution.likeness import agreement, nearness
from sift_assets.core.resolution.name_levels import DIFFERENT, name_level
from sift_assets.core.resolution.names import Kind, Name
from sift_assets.core.resolution.subjects import Subject

SIMILAR_VALUE = 0.9
"""Jaro-Winkler similarity of two values that are spellings of one."""

SLIPPED_VALUE = 0.75
"""Share of characters that are right in a value with slips: six of the eight of a birthday."""

NUMBERED = 0.2
"""Share of digits from which a value with letters is known by its numbers: houses of one street
differ in little else."""

_DIGITS = re.compile(r"\d+")

FEW_NEIGHBOURS = 3
"""Entities with fewer neighbours share none by chance."""

LONG_AGO = 40
"""Years between the last document of the one and the first of the other: a working life."""

VALUE = "value: "
"""What comparisons of attributes are called, with the attribute behind it."""

STATED = "stated other name"
SHARED = "shared other name"
MEANING = "meaning"
SAME_SPELLINGS = frozenset(("same name", "same spelling", "same letters"))
WITHIN = frozenset(("one name", "given name", "shortened", "within", "part"))
"""Levels of names of which one is the short form of the other: sharing it is no other name."""


CROWD = ("crowd", "one of many")
"""Said of look-alikes of which each has very many more."""

NameLevels = tuple[tuple[str, str], ...]
"""Comparisons of two names with the level of each, in order."""


class Context(NamedTuple):
    """What comparing all but the names of a pair gave; see `Comparison`."""

    levels: tuple[tuple[str, str], ...] = ()
    values: tuple[tuple[str, str], ...] = ()
    shared: tuple[str, ...] = ()


class Comparison(NamedTuple):
    """What comparing a pair gave.

    Attributes:
        levels: Comparison to its level, in order; absent where it can say nothing.
        values: Of attributes that are equal, the value that is.
        excluded: Whether something makes it impossible that both are one.
        shared: Neighbours that both have and that tell something, sorted.
    """

    levels: dict[str, str]
    values: dict[str, str]
    excluded: bool
    shared: tuple[str, ...]


def compared_pair(
    one: Subject, other: Subject, kind: Kind, hubs: frozenset[str] = frozenset()
) -> Comparison:
    """Compare two subjects of a type for themselves.

    Args:
        one: That with the lesser id.
        other: The other.
        kind: How names of the type work.
        hubs: Neighbours of so many that sharing them says nothing.
    """
    return comparison_of(compared_names(one, other, kind), compared_context(one, other, hubs))


def compared_names(one: Subject, other: Subject, kind: Kind) -> NameLevels:
    """Compare the names of two subjects; `one` has the lesser id."""
    levels: dict[str, str] = {}
    if one.name.letters and other.name.letters:
        levels["name"] = _named(one, other, kind)
        levels |= _guarded(one.name, other.name, kind, levels["name"])
    if _short_form_used(one, other):
        levels["short form"] = "used for the other"
    return tuple(levels.items())


def compared_context(one: Subject, other: Subject, hubs: frozenset[str]) -> Context:
    """Compare attributes and surroundings of two subjects."""
    levels: dict[str, str] = {}
    values = _values(one.values, other.values, levels)
    shared = tuple(sorted((one.neighbours & other.neighbours) - hubs))
    levels |= _context(one, other, len(shared))
    return Context(tuple(levels.items()), tuple(values.items()), shared)


def comparison_of(
    names: NameLevels, context: Context, *, is_near: bool = False, is_crowded: bool = False
) -> Comparison:
    """Join what was compared.

    Args:
        names: Of the names.
        context: Of everything else.
        is_near: Whether an encoder holds the names for one in meaning.
        is_crowded: Whether each has very many look-alikes.
    """
    levels = dict(_with_meaning(names) if is_near else names)
    levels |= dict([CROWD] if is_crowded else []) | dict(context.levels)
    excluded = any(found in EXCLUDING for found in levels.items())
    return Comparison(levels, dict(context.values), excluded, context.shared)


def _named(one: Subject, other: Subject, kind: Kind) -> str:
    level = name_level(one.name, other.name, kind)
    if level in SAME_SPELLINGS:
        return level
    mine = {name.letters for name in one.aliases}
    theirs = {name.letters for name in other.aliases}
    short = level in WITHIN
    if not short and (one.name.letters in theirs or other.name.letters in mine):
        return STATED
    held = (one.name.core, other.name.core)
    both = (mine & theirs) - {word for core in held for word in core}
    return SHARED if both and level in (*WITHIN, "different", "alike", "sound") else level


def _guarded(one: Name, other: Name, kind: Kind, level: str) -> dict[str, str]:
    """Apply the guards; an abbreviation or another name shares no words with what it stands for."""
    if level in (STATED, "acronym", "transliteration", "near transliteration"):
        found = {}
    else:
        found = {name: said for name, guard in GUARDS if (said := guard(one, other, kind))}
    if kind is Kind.PLACE and level not in (*SAME_SPELLINGS, STATED, "legal form"):
        found["place"] = "another name"
    return found


def _with_meaning(names: NameLevels) -> NameLevels:
    """Let the meaning stand for letters that say nothing; the words differ as a matter of course.

    For things only: people and places that are near in meaning are relatives and neighbours.
    """
    if dict(names).get("name") not in (DIFFERENT, "alike"):
        return names
    said = {"name", "words"} if ("words", "both have others") in names else {"name"}
    return (MEANING, "near"), *(one for one in names if one[0] not in said)


def _short_form_used(one: Subject, other: Subject) -> bool:
    """Say whether one is called by the other's whole name, a part of its own."""
    pairs = ((one, other), (other, one))
    return any(
        len(full.name.core) > len(short.name.core)
        and short.name.letters in {name.letters for name in full.aliases}
        for short, full in pairs
    )


def _values(
    one: Mapping[str, frozenset[str]], other: Mapping[str, frozenset[str]], levels: dict[str, str]
) -> dict[str, str]:
    """Add a level for each attribute that both have; return the rarest-looking equal values."""
    equal: dict[str, str] = {}
    for key in sorted(one.keys() & other.keys()):
        both = one[key] & other[key]
        if both:
            levels[VALUE + key] = "equal"
            equal[key] = max(both, key=lambda value: (len(value), value))
        elif any(are_similar(a, b) for a in one[key] for b in other[key]):
            levels[VALUE + key] = "similar"
        else:
            levels[VALUE + key] = "differ"
    return equal


def are_similar(one: str, other: str) -> bool:
    """Return whether two different values may be spellings of one."""
    if _is_numbered(one) and _DIGITS.findall(one) != _DIGITS.findall(other):
        return False
    return nearness(one, other) >= SIMILAR_VALUE or agreement(one, other) >= SLIPPED_VALUE


def _is_numbered(value: str) -> bool:
    digits = sum(map(str.isdigit, value))
    return NUMBERED * len(value) <= digits < len(value)


def _context(one: Subject, other: Subject, shared: int) -> dict[str, str]:
    found: dict[str, str] = {}
    if one.roles and other.roles:
        found["roles"] = "shared" if one.roles & other.roles else "others"
    if shared:
        found["neighbours"] = "several shared" if shared > 1 else "one shared"
    elif min(len(one.neighbours), len(other.neighbours)) >= FEW_NEIGHBOURS:
        found["neighbours"] = "none shared"
    if one.years and other.years and _gap(one.years, other.years) > LONG_AGO:
        found["dates"] = "far apart"
    if other.id in one.related:
        found["related"] = "to each other"
    if other.id in one.listed:
        found["listed"] = "side by side"
    return found


def _gap(one: tuple[int, int], other: tuple[int, int]) -> int:
    return max(one[0], other[0]) - min(one[1], other[1])
