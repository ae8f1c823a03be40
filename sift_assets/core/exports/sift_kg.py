"""The output folder of sift-kg 0.9, for tools that read it: extractions and the graph.

`communities.json`, `entity_descriptions.json` and `narrative.md` of that folder are the report's.
Fields and their order are sift-kg's; `status` is ours beside them. There is no time of writing: the
same graph gives the same bytes.
"""

from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Mapping
from typing import Any

from pydantic import TypeAdapter

from sift_assets.core.exports.content import ExportContent
from sift_assets.core.exports.file_names import file_names, readable_path
from sift_assets.core.graph.tables import NO_DOCUMENT

GRAPH_FILE, EXTRACTIONS = "graph_data.json", "extractions"

SHAPE = "0.9.0"
"""The version of sift-kg that wrote files of this shape."""

DOCUMENT_TYPE, MENTIONED_IN = "DOCUMENT", "MENTIONED_IN"
"""What sift-kg calls source documents and the edges to them; its readers leave both out."""

Row = dict[str, Any]

_ROW = TypeAdapter(Row)


def sift_kg_files(content: ExportContent) -> dict[str, bytes]:
    """Write a graph as sift-kg does.

    Args:
        content: What is exported.

    Returns:
        `graph_data.json`, and a file for each document below `extractions`.
    """
    names = document_names(content)
    extractions = _extractions(content, names)
    return {
        GRAPH_FILE: _json(_graph(content, names)),
        **{f"{EXTRACTIONS}/{names[key]}.json": _json(one) for key, one in extractions},
    }


def document_names(content: ExportContent) -> dict[str, str]:
    """Return document key to the id that sift-kg gives it: its stem, which is a file's name too.

    Of two documents with one stem each gets a piece of the hash of its path.
    """
    keys = content.graph.documents["document"].to_pylist()
    return file_names({key: _stem(key) for key in keys})


def _stem(key: str) -> str:
    name = readable_path(key).rpartition("/")[2]
    stem, dot, _suffix = name.rpartition(".")
    return stem if stem and dot else name


_Named = Mapping[str, tuple[str, str]]
"""Id of an entity to its type and its name."""


def _extractions(content: ExportContent, names: Mapping[str, str]) -> Iterator[tuple[str, Row]]:
    """Yield what each document states, of what is in the graph, under the graph's names."""
    graph = content.graph
    mentions = dict(_grouped(graph.mentions.to_pylist(), "document"))
    evidence = dict(_grouped(graph.evidence.to_pylist(), "document"))
    columns = (graph.entities[name].to_pylist() for name in ("type", "name"))
    ids = graph.entities["id"].to_pylist()
    named = dict(zip(ids, zip(*columns, strict=True), strict=True))
    for key, name in names.items():
        own = mentions.get(key, []), evidence.get(key, [])
        about = {"document_id": name, "document_path": readable_path(key)}
        yield key, about | _extraction(*own, named)


def _extraction(mentions: list[Row], statements: list[Row], named: _Named) -> Row:
    found = [*mentions, *statements]
    return {
        "chunks_processed": max((row["chunk"] for row in found), default=-1) + 1,
        "entities": [
            _entity(rows, *named[one], statements) for one, rows in _grouped(mentions, "entity_id")
        ],
        "relations": [_relation(row, named) for row in statements],
        "cost_usd": 0.0,
        "model_used": ", ".join(sorted({row["extractor"] for row in found})),
        "error": None,
        "domain_name": "",
        "chunk_size": 0,
        "extracted_at": "",
    }


def _relation(row: Row, named: _Named) -> Row:
    return {
        "relation_type": row["type"],
        "source_entity": named[row["source_id"]][1],
        "target_entity": named[row["target_id"]][1],
        "confidence": row["confidence"],
        "evidence": row["quote"],
    }


def _entity(rows: list[Row], type_: str, name: str, statements: list[Row]) -> Row:
    """Return an entity of a document; `context` is a sentence with it where one is quoted."""
    first = rows[0]
    around = next((one["quote"] for one in statements if _is_in(first, one)), "")
    stated = ((one["key"], one["value"]) for row in rows for one in row["attributes"])
    return {
        "name": name,
        "entity_type": type_,
        "attributes": _attributes(stated),
        "confidence": max(row["confidence"] for row in rows),
        "context": around or first["surface"],
    }


def _is_in(mention: Row, statement: Row) -> bool:
    return statement["start"] <= mention["start"] and mention["end"] <= statement["end"]


def _graph(content: ExportContent, names: Mapping[str, str]) -> Row:
    nodes = [*_document_nodes(names), *_entity_nodes(content, names)]
    links = [*_mention_links(content, names), *_relation_links(content, names)]
    return {
        "metadata": {
            "entity_count": len(nodes),
            "relation_count": len(links),
            "document_count": len(names),
            "entity_type_summary": dict(sorted(Counter(n["entity_type"] for n in nodes).items())),
            "sift_kg_version": SHAPE,
        },
        "nodes": nodes,
        "links": links,
    }


def _document_nodes(names: Mapping[str, str]) -> Iterator[Row]:
    for key, name in names.items():
        yield {
            "id": f"doc:{name}",
            "entity_type": DOCUMENT_TYPE,
            "name": name,
            "confidence": 1.0,
            "source_documents": [name],
            "attributes": {"path": readable_path(key)},
        }


def _entity_nodes(content: ExportContent, names: Mapping[str, str]) -> Iterator[Row]:
    contexts = {
        row[end]: row["best_quote"]
        for row in content.graph.relations.to_pylist()
        for end in ("source_id", "target_id")
    }
    for row in content.graph.entities.to_pylist():
        stated = ((one["key"], one["value"]) for one in row["attributes"])
        aliases: Row = {"aliases": row["aliases"]} if row["aliases"] else {}
        yield {
            "id": row["id"],
            "entity_type": row["type"],
            "name": row["name"],
            "confidence": row["confidence"],
            "source_documents": [names[one] for one in row["documents"]],
            "attributes": _attributes(stated) | aliases,
            "context": contexts.get(row["id"], ""),
            "status": row["status"],
        }


def _mention_links(content: ExportContent, names: Mapping[str, str]) -> Iterator[Row]:
    best: dict[tuple[str, str], float] = defaultdict(float)
    for row in content.graph.mentions.select(["entity_id", "document", "confidence"]).to_pylist():
        pair = row["entity_id"], row["document"]
        best[pair] = max(best[pair], row["confidence"])
    for (entity, document), confidence in best.items():
        if document != NO_DOCUMENT:
            name = names[document]
            statement = _statement(name, confidence, "", f"{entity}|{MENTIONED_IN}|doc:{name}")
            yield _link(entity, MENTIONED_IN, f"doc:{name}", confidence, [statement], [name])


def _relation_links(content: ExportContent, names: Mapping[str, str]) -> Iterator[Row]:
    evidence = dict(_grouped(content.graph.evidence.to_pylist(), "relation_id"))
    for row in content.graph.relations.to_pylist():
        statements = [
            _statement(names.get(one["document"], ""), one["confidence"], one["quote"], row["id"])
            for one in evidence.get(row["id"], [])
        ]
        ends = row["source_id"], row["type"], row["target_id"]
        documents = [names[one] for one in row["documents"]]
        link = _link(*ends, row["confidence"], statements, documents)
        best = {
            "evidence": row["best_quote"],
            "source_document": names.get(row["best_document"], ""),
            "status": row["status"],
        }
        yield link | best


def _link(
    source: str,
    type_: str,
    target: str,
    confidence: float,
    statements: list[Row],
    documents: list[str],
) -> Row:
    key = f"{source}|{type_}|{target}"
    return {
        "source": source,
        "target": target,
        "relation_id": key,
        "canonical_key": key,
        "relation_type": type_,
        "confidence": confidence,
        "evidence": statements[0]["evidence"] if statements else "",
        "source_document": statements[0]["source_document"] if statements else "",
        "support_count": len(statements),
        "support_documents": documents,
        "support_doc_count": len(documents),
        "mentions": statements,
    }


def _statement(document: str, confidence: float, quote: str, relation: str) -> Row:
    return {
        "source_document": document,
        "confidence": confidence,
        "evidence": quote,
        "relation_id": relation,
    }


def _attributes(stated: Iterable[tuple[str, str]]) -> Row:
    """Return attributes by key; a list where several values are stated, which sift-kg loses."""
    found: defaultdict[str, list[str]] = defaultdict(list)
    for key, value in stated:
        if value not in found[key]:
            found[key].append(value)
    return {key: one[0] if len(one) == 1 else one for key, one in sorted(found.items())}


def _grouped(rows: Iterable[Row], column: str) -> list[tuple[str, list[Row]]]:
    found: defaultdict[str, list[Row]] = defaultdict(list)
    for row in rows:
        found[row[column]].append(row)
    return list(found.items())


def _json(value: Row) -> bytes:
    """Return what `json.dumps(value, indent=2)` does, which takes ten times as long."""
    return _ROW.dump_json(value, indent=2)
