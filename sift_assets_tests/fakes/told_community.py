"""A small harbour as a community, or one of statements of a test's own."""

from collections.abc import Mapping, Sequence

import pyarrow as pa

from sift_assets.core.communities.records import MEMBERS, Community
from sift_assets.core.graph.identity import entity_id
from sift_assets.core.graph.tables import table_of
from sift_assets.core.records.extraction import Mention, RelationMention
from sift_assets_tests.core.graph.graph_examples import domain, graph_of, mention, relation

HARBOUR = domain(
    entity_types={"PERSON": {}, "ORGANIZATION": {}},
    relation_types={"WORKS_FOR": {}, "OWNS": {}, "KNOWS": {"symmetric": True}},
)

Records = Sequence[Mention | RelationMention]

ADA = entity_id("PERSON", "Ada Varga")
KESTREL = entity_id("ORGANIZATION", "Kestrel Ltd")
PELAGOS = entity_id("ORGANIZATION", "Pelagos")
TOM = entity_id("PERSON", "Tom Brandt")

QUOTES = {
    "ada": "Ada Varga has worked for Kestrel Ltd since 3 May 2010.",
    "tom": "Kestrel Ltd hired Tom Brandt as the captain of its tug.",
    "met": "Ada Varga met Tom Brandt in the harbour of Pelagos in 2012.",
    "pelagos": "Pelagos owns Kestrel Ltd.",
}


def works(person: str, firm: str, quote: str, start: int = 0) -> list[Mention | RelationMention]:
    return _stated(("PERSON", person), "WORKS_FOR", ("ORGANIZATION", firm), quote, start)


def owns(owner: str, firm: str, quote: str, start: int = 0) -> list[Mention | RelationMention]:
    return _stated(("ORGANIZATION", owner), "OWNS", ("ORGANIZATION", firm), quote, start)


def knows(one: str, other: str, quote: str, start: int = 0) -> list[Mention | RelationMention]:
    return _stated(("PERSON", one), "KNOWS", ("PERSON", other), quote, start)


def _stated(
    source: tuple[str, str], type_: str, target: tuple[str, str], quote: str, start: int
) -> list[Mention | RelationMention]:
    """State a relation in a quote, and name both ends there."""
    ends = {"source_type": source[0], "target_type": target[0]}
    named = [
        mention(kind, name, start + max(0, quote.find(name))) for kind, name in (source, target)
    ]
    return [*named, relation(source[1], type_, target[1], start, quote=quote, **ends)]


def harbour() -> dict[str, list[Mention | RelationMention]]:
    """Return what two documents say of four who have to do with a harbour, by document."""
    return {
        "a.txt": [
            *works("Ada Varga", "Kestrel Ltd", QUOTES["ada"], 0),
            *works("Tom Brandt", "Kestrel Ltd", QUOTES["tom"], 100),
        ],
        "b.txt": [
            *owns("Pelagos", "Kestrel Ltd", QUOTES["pelagos"], 0),
            *knows("Ada Varga", "Tom Brandt", QUOTES["met"], 100),
        ],
    }


def community_of(documents: Mapping[str, Records], key: str = KESTREL) -> Community:
    """Return all that some documents say as one community; who has most relations is central."""
    graph = graph_of(documents, HARBOUR)
    ends = [*graph.relations["source_id"].to_pylist(), *graph.relations["target_id"].to_pylist()]
    rows = [
        row | {"centrality": float(ends.count(row["id"]))} for row in graph.entities.to_pylist()
    ]
    rows.sort(key=lambda row: (-row["centrality"], row["id"]))
    members: pa.Table = table_of(rows, MEMBERS)
    return Community(
        key=key,
        members=members,
        mentions=graph.mentions,
        relations=graph.relations,
        evidence=graph.evidence,
        documents=graph.documents,
    )
