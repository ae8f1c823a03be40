"""Entities to resolve: small parts of graphs made of names, and strategies for random ones."""

from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

from sift_assets.core.domain.facets import ResolutionFacet
from sift_assets.core.graph.identity import entity_id, relation_id
from sift_assets.core.graph.partition import TypeGraph
from sift_assets.core.graph.tables import (
    ENTITIES,
    EVIDENCE,
    MENTIONS,
    RELATIONS,
    table_of,
)
from sift_assets.core.resolution.encoder import Encoder
from sift_assets.core.resolution.proposing import propose
from sift_assets.core.resolution.records import PairProposal, Proposals
from sift_assets.core.resolution.settings import ResolutionStage

FACET = ResolutionFacet(context="", identity_hints={})


class Known(NamedTuple):
    """An entity to put into a part of a graph.

    Attributes:
        name: Its name.
        aliases: Its other names.
        attributes: Key and value, stated in each of its documents.
        documents: Those that name it.
        related: Relation types with the names of organizations, or the ids of others, that it
            stands in them to.
        id: Its id; made of the name when empty.
    """

    name: str
    aliases: Sequence[str] = ()
    attributes: Sequence[tuple[str, str]] = ()
    documents: Sequence[str] = ("a.txt",)
    related: Sequence[tuple[str, str]] = ()
    id: str = ""


def part_of(type_: str, *known: Known | str) -> TypeGraph:
    """Make a type's part of a graph, with a mention of each name in each document."""
    whole = [one if isinstance(one, Known) else Known(one) for one in known]
    relations = [_relation(type_, one, *related) for one in whole for related in one.related]
    return TypeGraph(
        type=type_,
        entities=table_of([_entity(type_, one) for one in whole], ENTITIES),
        mentions=table_of([row for one in whole for row in _mentions(type_, one)], MENTIONS),
        relations=table_of(relations, RELATIONS),
        evidence=table_of([_evidence(row) for row in relations], EVIDENCE),
    )


def proposed(
    type_: str, *known: Known | str, least: float = 0.2, encoder: Encoder | None = None
) -> Proposals:
    """Propose on a part made of names."""
    stage = ResolutionStage(propose_from=least)
    return propose(part_of(type_, *known), FACET, stage, encoder)[0]


def pair_of(proposals: Proposals, one: str, other: str) -> PairProposal | None:
    """Return the pair of two names, None where it is not proposed."""
    names = {id_: side.name for id_, side in proposals.sides.items()}
    for pair in proposals.pairs:
        if {names[pair.left], names[pair.right]} == {one, other}:
            return pair
    return None


def id_of(type_: str, known: Known) -> str:
    return known.id or entity_id(type_, known.name)


def _entity(type_: str, known: Known) -> dict[str, Any]:
    attributes = [
        {"key": key, "value": value, "document": document, "document_date": ""}
        for document in known.documents
        for key, value in known.attributes
    ]
    return {
        "id": id_of(type_, known),
        "type": type_,
        "name": known.name,
        "aliases": list(known.aliases),
        "attributes": attributes,
        "confidence": 0.9,
        "support": len(known.documents),
        "mention_count": len(known.documents),
        "documents": list(known.documents),
        "extractors": ["llm"],
        "first_seen": "2024-01-01",
        "last_seen": "2024-02-01",
        "isolated": not known.related,
        "status": "",
        "flags": [],
    }


def _mentions(type_: str, known: Known) -> list[dict[str, Any]]:
    blank: Mapping[str, Any] = {field.name: _blank(field.type) for field in MENTIONS}
    return [
        {
            **blank,
            "entity_id": id_of(type_, known),
            "type": type_,
            "name": known.name,
            "surface": surface,
            "kind": "name",
            "start": 100 * at,
            "end": 100 * at + len(surface),
            "document": document,
        }
        for document in known.documents
        for at, surface in enumerate((known.name, *known.aliases))
    ]


def _relation(type_: str, known: Known, relation: str, other: str) -> dict[str, Any]:
    blank: Mapping[str, Any] = {field.name: _blank(field.type) for field in RELATIONS}
    own, target = id_of(type_, known), other if ":" in other else entity_id("ORGANIZATION", other)
    return {
        **blank,
        "id": relation_id(own, relation, target),
        "source_id": own,
        "type": relation,
        "target_id": target,
        "source_name": known.name,
        "source_type": type_,
        "target_name": other,
        "target_type": "ORGANIZATION",
        "support": len(known.documents),
        "documents": list(known.documents),
        "best_document": known.documents[0],
    }


def _evidence(relation: Mapping[str, Any]) -> dict[str, Any]:
    blank: Mapping[str, Any] = {field.name: _blank(field.type) for field in EVIDENCE}
    quote = f"{relation['source_name']} {relation['type']} {relation['target_name']}"
    own = {name: relation[name] for name in ("source_id", "type", "target_id")}
    return {
        **blank,
        **own,
        "relation_id": relation["id"],
        "document": relation["best_document"],
        "quote": quote,
        "end": len(quote),
    }


def _blank(kind: Any) -> Any:
    """Return an empty value of an Arrow type."""
    name = str(kind)
    if name.startswith("list"):
        return []
    return {"string": "", "bool": False, "double": 0.5}.get(name, 0)
