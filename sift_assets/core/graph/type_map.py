"""How the domain reads the types and names that extractors give: synonyms, inverses, vocabularies.

Compiled once from the graph facet. Nothing here guesses from the form of a word: `LED_BY` is the
inverse of something only where the domain says so.
"""

import unicodedata
from dataclasses import dataclass
from functools import lru_cache
from typing import NamedTuple

from sift_assets.core.domain.facets import GraphFacet, GraphRelationType
from sift_assets.core.graph.identity import normal_form

EXTENDS = "EXTENDS"
"""Built in: a variant or version of another entity of any type; suggested by resolution."""

BUILT_IN_RELATIONS = {
    EXTENDS: GraphRelationType(
        source_types=(),
        target_types=(),
        symmetric=False,
        inverse=None,
        functional=False,
        synonyms=(),
        renamed_from=(),
    )
}

TYPE_LENGTH = 64
"""Longest type name, as in the domain model."""

_WORD_BREAKS = " -/.&:"

_REMEMBERED = 2**12
"""Types as extractors say them that are kept in memory; few differ, and each is asked for often."""


class Placed(NamedTuple):
    """Where the domain puts an entity: its type and how the name is spelled."""

    type: str
    name: str


class Reading(NamedTuple):
    """How the domain reads a relation type.

    Attributes:
        type: Relation type to store.
        is_reversed: Whether source and target change places (the extractor used the inverse).
    """

    type: str
    is_reversed: bool = False


@dataclass(frozen=True)
class TypeMap:
    """A graph facet, compiled for look-ups.

    Attributes:
        facet: The facet itself.
        entity_names: Every accepted entity type name, synonym or earlier name → type.
        relation_names: Every accepted relation type name, synonym, earlier name or inverse.
        relations: Definition per relation type, built-in ones included.
        vocabulary: Normal form → the types whose closed vocabulary lists it, with its spelling.
    """

    facet: GraphFacet
    entity_names: dict[str, str]
    relation_names: dict[str, Reading]
    relations: dict[str, GraphRelationType]
    vocabulary: dict[str, dict[str, str]]

    def entity_type(self, said: str) -> str | None:
        """Return the domain's type for what an extractor said, None for an unknown one."""
        name = type_name(said)
        known = self.entity_names.get(name)
        return known or (name or None if self.facet.schema_free else None)

    def place(self, entity_type: str, name: str) -> Placed:
        """Apply closed vocabularies: to a name of any type, since extractors confuse types.

        A name listed by its own type takes the listed spelling; one listed by exactly one other
        type is retyped; one that its own closed vocabulary does not list falls back.
        """
        listed = self.vocabulary.get(normal_form(name), {})
        if entity_type in listed:
            return Placed(entity_type, listed[entity_type])
        if len(listed) == 1:
            return Placed(*next(iter(listed.items())))
        return Placed(self.unlisted_type(entity_type), name)

    def unlisted_type(self, entity_type: str) -> str:
        """Return the type of a name that no vocabulary lists.

        The fallbacks of closed vocabularies are followed; a circle of them ends where it closes.
        """
        seen = {entity_type}
        while True:
            own = self.facet.entity_types.get(entity_type)
            following = own.fallback_type if own and own.vocabulary else None
            if following is None or following in seen:
                return entity_type
            seen.add(following)
            entity_type = following

    def relation_type(self, said: str) -> Reading | None:
        """Return how the domain reads a relation type, None where it must be quarantined."""
        name = type_name(said)
        known = self.relation_names.get(name)
        if known:
            return known
        if self.facet.schema_free:
            return Reading(name) if name else None
        fallback = self.facet.fallback_relation
        return Reading(fallback) if fallback else None

    def fits(self, relation_type: str, source_type: str, target_type: str) -> bool:
        """Return whether the endpoint types satisfy both lists; an empty list allows all."""
        relation = self.relations.get(relation_type)
        if relation is None:
            return True
        is_direct = _allows(relation, source_type, target_type)
        return is_direct or (relation.symmetric and _allows(relation, target_type, source_type))

    def is_symmetric(self, relation_type: str) -> bool:
        """Return whether direction has no meaning for a relation type."""
        relation = self.relations.get(relation_type)
        return relation is not None and relation.symmetric

    def can_be_turned(self, relation_type: str) -> bool:
        """Return whether endpoint types can prove that a relation was stated backwards.

        Only two stated lists are evidence enough: with one list, anything may stand at the other
        end, and turning would admit wrong facts.
        """
        relation = self.relations.get(relation_type)
        return bool(
            relation and not relation.symmetric and relation.source_types and relation.target_types
        )


def type_map(facet: GraphFacet) -> TypeMap:
    """Compile a graph facet; the domain's own names win over synonyms and built-in types."""
    entity_names: dict[str, str] = {}
    vocabulary: dict[str, dict[str, str]] = {}
    for own, kind in sorted(facet.entity_types.items()):
        for other in (*kind.synonyms, *kind.renamed_from):
            entity_names.setdefault(other, own)
        for spelling in kind.vocabulary:
            vocabulary.setdefault(normal_form(spelling), {}).setdefault(own, spelling)
    entity_names |= {own: own for own in facet.entity_types}
    relations = BUILT_IN_RELATIONS | facet.relation_types
    return TypeMap(facet, entity_names, _relation_names(relations), relations, vocabulary)


@lru_cache(_REMEMBERED)
def type_name(said: str) -> str:
    """Return a type as upper snake case, empty when it cannot be one.

    `Works-For` becomes `WORKS_FOR`. Types are ASCII as in the domain model, start with a letter
    and have at most `TYPE_LENGTH` characters.
    """
    text = unicodedata.normalize("NFKC", said).upper()
    words = "".join(" " if c in _WORD_BREAKS or c.isspace() else c for c in text).split()
    name = "_".join(words)
    is_plain = name.isascii() and name.replace("_", "").isalnum() and name[:1].isalpha()
    return name if is_plain and len(name) <= TYPE_LENGTH else ""


def _relation_names(relations: dict[str, GraphRelationType]) -> dict[str, Reading]:
    names: dict[str, Reading] = {}
    for own, kind in sorted(relations.items()):
        for other in (*kind.synonyms, *kind.renamed_from):
            names.setdefault(other, Reading(own))
        if kind.inverse:
            names.setdefault(kind.inverse, Reading(own, is_reversed=True))
    return names | {own: Reading(own) for own in relations}


def _allows(relation: GraphRelationType, source_type: str, target_type: str) -> bool:
    return (not relation.source_types or source_type in relation.source_types) and (
        not relation.target_types or target_type in relation.target_types
    )
