"""Which opt-in rule would decide a pair. Each is narrow: what it joins, nobody is asked about."""

from sift_assets.core.resolution.comparisons import Comparison
from sift_assets.core.resolution.lexicon import (
    GENERATIONS,
    NOT_STRIPPED_UNASKED,
    OF_THE_HUSBAND,
    PLURAL_ONLY,
)
from sift_assets.core.resolution.name_levels import slips
from sift_assets.core.resolution.names import Kind, Name
from sift_assets.core.resolution.settings import AutoRule
from sift_assets.core.resolution.subjects import Subject

SLIP_LETTERS = 7
"""Letters of a word that a slip may be in: shorter ones are near other words and surnames."""

AGAINST = frozenset(("listed", "related", "legal form", "numbers", "generation"))
"""Comparisons that say no more than "perhaps not", which is too much for a rule."""


def rule_for(one: Subject, other: Subject, compared: Comparison, kind: Kind) -> AutoRule | None:
    """Return the rule that would join a pair without a person, None for none."""
    levels = compared.levels
    if compared.excluded or AGAINST & levels.keys() or "differ" in levels.values():
        return None
    level = levels.get("name", "")
    if level == "title" and _title(one.name, other.name):
        return "title"
    if level == "plural" and kind is Kind.OTHER and _plural(one.name, other.name):
        return "plural"
    if level == "typo" and kind is not Kind.PLACE and compared.shared:
        return "typo" if _typo(one.name, other.name) else None
    return None


def _title(one: Name, other: Name) -> bool:
    """Take a title off a full name: Detective Joe Recarey, but not Captain America."""
    titles = {*one.titles, *other.titles}
    bare = titles.isdisjoint(NOT_STRIPPED_UNASKED | OF_THE_HUSBAND)
    return bool(titles) and bare and not (one.titles and other.titles)


def _plural(one: Name, other: Name) -> bool:
    """Take the plural of a word that is no name: options contract, but not Windows."""
    ((first, second),) = slips(one, other)
    in_lower_case = one.text == one.text.lower() and other.text == other.text.lower()
    return in_lower_case and not {first, second} & PLURAL_ONLY


def _typo(one: Name, other: Name) -> bool:
    """Take two letters that changed places in a long word: Assocaition. Nothing else is safe.

    A letter more, less or another is Johanson beside Johansson, Williams beside William, Christina
    beside Christine.
    """
    differ = slips(one, other)
    if len(differ) != 1 or one.generation or other.generation:
        return False
    first, second = differ[0]
    changed = [at for at, (a, b) in enumerate(zip(first, second, strict=False)) if a != b]
    return (
        len(first) == len(second) >= SLIP_LETTERS
        and first not in GENERATIONS
        and len(changed) == 2
        and changed[1] - changed[0] == 1
        and first[changed[0]] == second[changed[1]]
        and first[changed[1]] == second[changed[0]]
    )
