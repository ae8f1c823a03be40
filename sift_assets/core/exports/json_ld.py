"""JSON-LD with PROV-O: facts as RDF, each derived from the quotes and the decisions it rests on.

The context is in the file: nothing is fetched to read it. All ids are URNs, for nothing of a
project has an address on the Web.
"""

from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping
from functools import lru_cache
from typing import Any
from urllib.parse import quote

from sift_assets.core.exports.columns import (
    document_table,
    entity_table,
    evidence_table,
    mention_table,
    relation_table,
)
from sift_assets.core.exports.content import ExportContent
from sift_assets.core.exports.writing import COMPACT
from sift_assets.core.graph.tables import NO_DOCUMENT

TERMS = "urn:sift:terms:"
TYPES = "urn:sift:type:"
"""Of entities and relations, as the domain names them."""

_NAMED = {"@type": "@id"}

CONTEXT: dict[str, Any] = {
    "@vocab": TERMS,
    "prov": "http://www.w3.org/ns/prov#",
    "rdf": "http://www.w3.org/1999/02/22-rdf-syntax-ns#",
    "rdfs": "http://www.w3.org/2000/01/rdf-schema#",
    "xsd": "http://www.w3.org/2001/XMLSchema#",
    "name": "rdfs:label",
    "description": "rdfs:comment",
    "value": "prov:value",
    "source": {"@id": "rdf:subject", **_NAMED},
    "predicate": {"@id": "rdf:predicate", **_NAMED},
    "target": {"@id": "rdf:object", **_NAMED},
    "derivedFrom": {"@id": "prov:wasDerivedFrom", **_NAMED},
    "quotedFrom": {"@id": "prov:wasQuotedFrom", **_NAMED},
    "generatedBy": {"@id": "prov:wasGeneratedBy", **_NAMED},
    "influencedBy": {"@id": "prov:wasInfluencedBy", **_NAMED},
    "associatedWith": {"@id": "prov:wasAssociatedWith", **_NAMED},
    "used": {"@id": "prov:used", **_NAMED},
    "endedAt": {"@id": "prov:endedAtTime", "@type": "xsd:dateTime"},
    "community": _NAMED,
    "entity": _NAMED,
}
"""Terms of our own stand for themselves below `TERMS`."""

Node = dict[str, Any]


def json_ld(content: ExportContent) -> bytes:
    """Write a graph as JSON-LD 1.1.

    Args:
        content: What is exported.

    Returns:
        UTF-8 JSON, a node a line. An entity is a `prov:Entity` with a class of its type and a
        property for each relation, named by its type; the relation itself is an `rdf:Statement`
        derived from its evidence, a quote from a document. Decisions are `prov:Activity`.
    """
    nodes = (
        *_documents(content),
        *_communities(content),
        *_entities(content),
        *_mentions(content),
        *_relations(content),
        *_evidence(content),
        *_decisions(content),
        *_extractions(content),
    )
    head = f'{{"@context":{COMPACT.encode(CONTEXT)},"@graph":[\n'
    body = ",\n".join(map(COMPACT.encode, nodes))
    return f"{head}{body}\n]}}\n".encode()


@lru_cache(maxsize=2**16)
def urn(kind: str, name: str) -> str:
    """Return the URN of a thing: `urn:sift:entity:person:ada`."""
    return f"urn:sift:{kind}:{quote(name, safe=':')}"


def _type(name: str) -> str:
    return TYPES + quote(name, safe="")


def _extraction(document: str, extractor: str) -> str:
    return urn("extraction", f"{extractor}:{document}")


def _documents(content: ExportContent) -> Iterator[Node]:
    for row in document_table(content.graph).to_pylist():
        yield {
            "@id": urn("document", row["document"]),
            "@type": ["Document", "prov:Entity"],
            **_given(row, ("document", "title", "document_date", "collection", "folder", "tags")),
        }


def _communities(content: ExportContent) -> Iterator[Node]:
    for row in content.communities.to_pylist():
        if not row["divided"]:
            yield {
                "@id": urn("community", row["community"]),
                "@type": ["Community"],
                "name": row["label"] or row["community"],
                "size": row["size"],
            }


def _entities(content: ExportContent) -> Iterator[Node]:
    verdicts = _verdicts_by_subject(content)
    related: defaultdict[str, dict[str, list[Node]]] = defaultdict(dict)
    ends = content.graph.relations.select(["source_id", "type", "target_id"])
    for row in ends.to_pylist():
        to = related[row["source_id"]].setdefault(_type(row["type"]), [])
        to.append({"@id": urn("entity", row["target_id"])})
    for row in entity_table(content.graph, content.annotations).to_pylist():
        named = {"community": urn("community", row["community"])} if row["community"] else {}
        yield {
            "@id": urn("entity", row["id"]),
            "@type": [_type(row["type"]), "Entity", "prov:Entity"],
            "derivedFrom": [urn("document", one) for one in row["documents"]],
            "attribute": [_given(one, one) for one in row["attributes"]],
            **named,
            **_fact(row, ("name", "aliases", "isolated", "description")),
            **verdicts.get(row["id"], {}),
            **related.get(row["id"], {}),
        }


def _mentions(content: ExportContent) -> Iterator[Node]:
    for at, row in enumerate(mention_table(content.graph).to_pylist()):
        yield {
            "@id": urn("mention", f"{row['entity_id']}:{at}"),
            "@type": ["Mention", "prov:Entity"],
            "entity": urn("entity", row["entity_id"]),
            "value": row["surface"],
            **_place(row),
            **_given(row, ("kind", "alignment", "confidence")),
        }


def _relations(content: ExportContent) -> Iterator[Node]:
    verdicts = _verdicts_by_subject(content)
    statements: defaultdict[str, list[str]] = defaultdict(list)
    for at, relation in enumerate(content.graph.evidence["relation_id"].to_pylist()):
        statements[relation].append(_statement(relation, at))
    for row in relation_table(content.graph).to_pylist():
        yield {
            "@id": urn("relation", row["id"]),
            "@type": ["Relation", "rdf:Statement", "prov:Entity"],
            "source": urn("entity", row["source_id"]),
            "predicate": _type(row["type"]),
            "target": urn("entity", row["target_id"]),
            "derivedFrom": statements[row["id"]],
            **_fact(row, ("valid_from", "valid_to", "conflict")),
            **verdicts.get(row["id"], {}),
        }


def _evidence(content: ExportContent) -> Iterator[Node]:
    given = ("alignment", "confidence", "valid_from", "valid_to")
    for at, row in enumerate(evidence_table(content.graph).to_pylist()):
        yield {
            "@id": _statement(row["relation_id"], at),
            "@type": ["Evidence", "prov:Entity"],
            "value": row["quote"],
            **_place(row),
            **_given(row, given),
        }


def _decisions(content: ExportContent) -> Iterator[Node]:
    for row in content.decisions.to_pylist():
        yield {
            "@id": urn("decision", row["decision"]),
            "@type": ["Decision", "prov:Activity"],
            **({"endedAt": row["time"]} if row["time"] else {}),
            **({"associatedWith": urn("person", row["actor"])} if row["actor"] else {}),
            **_given(row, ("channel", "reason")),
        }
    for actor in sorted(set(content.decisions["actor"].to_pylist()) - {""}):
        yield {"@id": urn("person", actor), "@type": ["prov:Agent"], "name": actor}


def _extractions(content: ExportContent) -> Iterator[Node]:
    """Yield who extracted what: an activity for each document and extractor."""
    pairs: set[tuple[str, str]] = set()
    for table in (content.graph.mentions, content.graph.evidence):
        columns = (table[name].to_pylist() for name in ("document", "extractor"))
        pairs |= set(zip(*columns, strict=True))
    pairs = {pair for pair in pairs if pair[0] != NO_DOCUMENT}
    for document, extractor in sorted(pairs):
        yield {
            "@id": _extraction(document, extractor),
            "@type": ["prov:Activity"],
            "used": urn("document", document),
            "associatedWith": urn("extractor", extractor),
        }
    for extractor in sorted({extractor for _document, extractor in pairs}):
        agent = ["prov:SoftwareAgent"]
        yield {"@id": urn("extractor", extractor), "@type": agent, "name": extractor}


def _statement(relation: str, at: int) -> str:
    return urn("evidence", f"{relation}:{at}")


def _place(row: Mapping[str, Any]) -> Node:
    """Return where a quote stands; nothing for what a person has stated."""
    if row["document"] == NO_DOCUMENT:
        return {}
    return {
        "quotedFrom": urn("document", row["document"]),
        "generatedBy": _extraction(row["document"], row["extractor"]),
        "start": row["start"],
        "end": row["end"],
        **({"page": row["page"]} if row["page"] else {}),
    }


def _fact(row: Mapping[str, Any], more: Iterable[str]) -> Node:
    shared = ("status", "flags", "confidence", "support", "first_seen", "last_seen")
    return _given(row, (*shared, *more))


def _given(row: Mapping[str, Any], names: Iterable[str]) -> Node:
    """Return what a row says, without texts and lists that say nothing."""
    return {name: row[name] for name in names if row[name] not in ("", [])}


def _verdicts_by_subject(content: ExportContent) -> dict[str, Node]:
    found: defaultdict[str, list[Mapping[str, Any]]] = defaultdict(list)
    for row in content.decisions.to_pylist():
        found[row["subject"]].append(row)
    return {
        subject: {
            "influencedBy": sorted({urn("decision", row["decision"]) for row in rows}),
            "verdict": sorted({row["verdict"] for row in rows}),
        }
        for subject, rows in found.items()
    }
