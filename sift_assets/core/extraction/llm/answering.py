"""Writes an extraction as a language model would answer it: the inverse of the reader.

So an extractor that is no language model can stand behind the interface of one.
"""

from collections.abc import Iterable, Sequence
from typing import Any

from sift_assets.core.domain.facets import PromptEntityType, PromptFacet, PromptRelationType
from sift_assets.core.records.extraction import (
    Attribute,
    Extraction,
    Mention,
    MentionKind,
    RelationMention,
)


def answer_of(extraction: Extraction) -> dict[str, Any]:
    """Return the answer that states what an extraction holds, in the answer schema's terms.

    An entity is stated once, with the other names that the text uses; that a pronoun means it
    cannot be said in an answer.
    """
    named: dict[tuple[str, str], list[Mention]] = {}
    for mention in extraction.mentions:
        named.setdefault((mention.name, mention.type), []).append(mention)
    return {
        "entities": [_entity(mentions) for mentions in named.values()],
        "relations": [_relation(relation) for relation in extraction.relations],
    }


def facet_of(answer_schema: dict[str, Any]) -> PromptFacet:
    """Return the domain as far as an answer schema tells it: the names of its types.

    Args:
        answer_schema: As made by `answer_schema`; types that are not listed leave it schema-free.
    """
    entities, relations = (_names(answer_schema, key) for key in ("entities", "relations"))
    return PromptFacet(
        context="",
        schema_free=not entities,
        fallback_relation=None,
        entity_types=dict.fromkeys(entities, _ENTITY),
        relation_types=dict.fromkeys(relations, _RELATION),
    )


_ENTITY = PromptEntityType(
    description="", hints=(), vocabulary=(), gazetteer=(), patterns=(), labels=()
)
_RELATION = PromptRelationType(
    description="",
    hints=(),
    source_types=(),
    target_types=(),
    symmetric=False,
    inverse=None,
    cues=(),
)


def _names(schema: dict[str, Any], key: str) -> list[str]:
    try:
        return list(schema["properties"][key]["items"]["properties"]["type"]["enum"])
    except (KeyError, TypeError):
        return []


def _entity(mentions: Sequence[Mention]) -> dict[str, Any]:
    first = mentions[0]
    aliases = {m.surface for m in mentions if m.kind is MentionKind.ALIAS}
    return {
        "name": first.name,
        "surface": first.name,
        "type": first.type,
        "aliases": sorted(aliases),
        "context": [],
        "attributes": _pairs(one for mention in mentions for one in mention.attributes),
        "confidence": max(mention.confidence for mention in mentions),
    }


def _relation(relation: RelationMention) -> dict[str, Any]:
    return {
        "type": relation.type,
        "source": relation.source,
        "target": relation.target,
        "evidence": [relation.evidence.quote],
        "valid_from": relation.valid_from,
        "valid_to": relation.valid_to,
        "attributes": _pairs(relation.attributes),
        "confidence": relation.confidence,
    }


def _pairs(attributes: Iterable[Attribute]) -> list[dict[str, str]]:
    return [{"key": one.key, "value": one.value} for one in dict.fromkeys(attributes)]
