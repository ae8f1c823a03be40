"""Taking out of a proposed domain what only a forgotten document can have said.

A model that proposes types is told to name nobody and nothing of the samples. Where it did all the
same, a word stands in a description that stands in the forgotten document and nowhere else.
"""

import re
from collections.abc import Callable, Iterable

from sift_assets.core.domain.model import Domain, EntityType, RelationType

_WORD = re.compile(r"[^\W_]{3,}")
"""Shorter words tell nothing by themselves."""


def words_in(text: str) -> frozenset[str]:
    """Return the words of a text that may tell something, case folded."""
    return frozenset(word.casefold() for word in _WORD.findall(text))


def names_in(text: str) -> frozenset[str]:
    """Return the words of a text that it never writes in small letters: names, codes, numbers."""
    words = _WORD.findall(text)
    common = frozenset(word for word in words if word.islower())
    return frozenset(word.casefold() for word in words) - common


def proposed_text(domain: Domain, own: Domain) -> str:
    """Return what a model has said in a domain: names of types, descriptions, hints.

    Args:
        domain: A discovered one.
        own: The user's, whose types stand in it as they are.
    """
    parts: list[str] = []
    for name, kind in (*domain.entity_types.items(), *domain.relation_types.items()):
        if name not in own.entity_types and name not in own.relation_types:
            parts += [name.replace("_", " "), kind.description, *kind.hints]
    inverses = [kind.inverse or "" for kind in domain.relation_types.values()]
    return "\n".join((*parts, *(name.replace("_", " ") for name in inverses)))


def without_words(
    domain: Domain, own: Domain, words: frozenset[str], names: frozenset[str]
) -> Domain:
    """Return a domain without what tells of a forgotten document.

    A description and a hint with such a word go as a whole. A type stays, unless its own name is a
    name: common words of a language name types of any collection.

    Args:
        domain: A discovered one.
        own: The user's, whose types stay as they are.
        words: Words that only the forgotten document has.
        names: Those of them that are names.
    """

    def stays(name: str) -> bool:
        return name in own.entity_types or not names & words_in(name)

    def is_own(name: str) -> bool:
        return name in own.entity_types or name in own.relation_types

    entities = {
        name: kind if is_own(name) else _entity(kind, words)
        for name, kind in domain.entity_types.items()
        if stays(name)
    }
    relations = {
        name: kind if is_own(name) else _relation(kind, words, stays)
        for name, kind in domain.relation_types.items()
        if (is_own(name) or stays(name)) and _has_ends(kind, stays)
    }
    return domain.model_copy(update={"entity_types": entities, "relation_types": relations})


def _entity(kind: EntityType, words: frozenset[str]) -> EntityType:
    update = {"description": _told(kind.description, words), "hints": _hints(kind.hints, words)}
    return kind.model_copy(update=update)


def _relation(
    kind: RelationType, words: frozenset[str], stays: Callable[[str], bool]
) -> RelationType:
    return kind.model_copy(
        update={
            "description": _told(kind.description, words),
            "hints": _hints(kind.hints, words),
            "source_types": tuple(filter(stays, kind.source_types)),
            "target_types": tuple(filter(stays, kind.target_types)),
            "inverse": kind.inverse if kind.inverse and stays(kind.inverse) else None,
        }
    )


def _has_ends(kind: RelationType, stays: Callable[[str], bool]) -> bool:
    """Say whether no end has lost all its types: an empty list would allow every type."""
    ends = (kind.source_types, kind.target_types)
    return all(not types or any(map(stays, types)) for types in ends)


def _told(description: str, words: frozenset[str]) -> str:
    return "" if words & words_in(description) else description


def _hints(hints: Iterable[str], words: frozenset[str]) -> tuple[str, ...]:
    return tuple(hint for hint in hints if not words & words_in(hint))
