"""The output folder of sift-kg: fields, ids and edges as its own readers want them."""

import json
from typing import Any

from sift_assets.core.exports.content import ExportContent
from sift_assets.core.exports.sift_kg import DOCUMENT_TYPE, MENTIONED_IN, sift_kg_files
from sift_assets_tests.core.exports.export_examples import example_content
from sift_assets_tests.core.graph.graph_examples import attribute, graph_of, mention

FILES = sift_kg_files(example_content())
GRAPH: dict[str, Any] = json.loads(FILES["graph_data.json"])

EXTRACTION = (
    *("document_id", "document_path", "chunks_processed", "entities", "relations", "cost_usd"),
    *("model_used", "error", "domain_name", "chunk_size", "extracted_at"),
)
EDGE = (
    *("source", "target", "relation_id", "canonical_key", "relation_type", "confidence"),
    *("evidence", "source_document", "support_count", "support_documents", "support_doc_count"),
    "mentions",
)


def test_there_is_an_extraction_for_each_document_named_by_its_stem() -> None:
    assert set(FILES) == {"graph_data.json", "extractions/a, b.json", "extractions/c.json"}
    found = json.loads(FILES["extractions/a, b.json"])
    assert tuple(found) == EXTRACTION
    assert (found["document_id"], found["document_path"]) == ("a, b", "a, b.pdf")
    assert [one["name"] for one in found["entities"]] == [
        *("Atlantis", "=Acme()"),
        *("Ada", "Bo, Jr.; II"),
    ]
    (acme,) = [one for one in found["entities"] if one["name"] == "=Acme()"]
    assert acme["attributes"] == {"motto": "a; b, c"}
    assert {one["relation_type"] for one in found["relations"]} == {"KNOWS", "LED_BY", "WORKS_FOR"}
    names = {one["name"] for one in found["entities"]}
    ends = {one[end] for one in found["relations"] for end in ("source_entity", "target_entity")}
    assert ends <= names


def test_the_graph_has_nodes_of_documents_and_edges_to_them() -> None:
    nodes = {one["id"]: one for one in GRAPH["nodes"]}
    kinds = [one["entity_type"] for one in GRAPH["nodes"]]
    assert GRAPH["metadata"]["entity_count"] == len(nodes) == len(GRAPH["nodes"]) == 6
    assert GRAPH["metadata"]["document_count"] == kinds.count(DOCUMENT_TYPE) == 2
    assert nodes["doc:c"]["attributes"] == {"path": "c.txt"}
    mentioned = {
        (one["source"], one["target"])
        for one in GRAPH["links"]
        if one["relation_type"] == MENTIONED_IN
    }
    assert ("person:ada", "doc:c") in mentioned
    assert len(mentioned) == 6


def test_an_edge_has_the_fields_and_every_statement() -> None:
    (knows,) = [one for one in GRAPH["links"] if one["relation_type"] == "KNOWS"]
    assert tuple(knows) == (*EDGE, "status")
    assert knows["relation_id"] == f"{knows['source']}|KNOWS|{knows['target']}"
    assert (knows["support_count"], knows["support_documents"]) == (2, ["a, b", "c"])
    assert [one["evidence"] for one in knows["mentions"]] == [
        "page one\f\x00page two\r\nend",
        "@them",
    ]
    assert knows["status"] == "supported"
    assert all(set(EDGE) <= set(one) for one in GRAPH["links"])


def test_documents_of_one_stem_and_values_that_differ_are_all_kept() -> None:  # A28, C9
    said = [mention("PERSON", "Ada", attributes=attribute("role", role)) for role in ("a", "b")]
    content = ExportContent(graph_of({"x/one.txt": [said[0]], "y/one.md": [said[1]]}))
    files = sift_kg_files(content)
    assert len(files) == 3
    graph = json.loads(files["graph_data.json"])
    (ada,) = [one for one in graph["nodes"] if one["id"] == "person:ada"]
    assert ada["attributes"] == {"role": ["a", "b"]}
    assert {f"extractions/{one}.json" for one in ada["source_documents"]} < set(files)
