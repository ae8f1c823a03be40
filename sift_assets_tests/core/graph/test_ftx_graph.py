"""The recorded answers of a real model on nine real documents, built into a graph."""

import json
import os
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pyarrow.compute as pc
import pytest

from sift_assets.core.graph.build import KnowledgeGraph
from sift_assets.core.graph.checks import inconsistencies
from sift_assets.core.graph.tables import only
from sift_assets.core.records.extraction import (
    Alignment,
    Attribute,
    Evidence,
    Extraction,
    Mention,
    RelationMention,
)
from sift_assets_tests.core.graph.graph_examples import domain, extraction, graph_of

ROOT = Path(__file__).resolve().parents[3]
DATA = Path(os.environ.get("SIFT_EVAL_DATA") or ROOT.parent / "shared" / "data")
FTX = DATA / "sift_kg_ftx"

pytestmark = pytest.mark.skipif(
    not FTX.is_dir(), reason="the recorded answers are not beside the repository"
)

OPEN = domain(schema_free=True)

COUNTS = {"entities": 758, "mentions": 988, "relations": 518, "evidence": 618}
"""988 of 1002 mentions stand in the text by quote or name; of 705 relations 75 are kept out and 12
are the same statement twice."""

KEPT_OUT = {
    ("mention", "ungrounded"): 14,
    ("relation", "ungrounded"): 67,
    ("relation", "unresolved_endpoint"): 6,  # their only mention is one of the 14
    ("relation", "ambiguous_endpoint"): 2,  # one name, recorded as a document and an organization
}


def texts() -> dict[str, str]:
    return {file.stem: file.read_text("utf-8") for file in sorted((FTX / "docs").glob("*.txt"))}


def evidence(text: str, *quotes: str) -> Evidence:
    """Ground the first quote that stands in the text word for word."""
    for quote in quotes:
        start = text.find(quote) if quote else -1
        if start >= 0:
            return Evidence(start=start, end=start + len(quote), quote=quote)
    return Evidence(start=0, end=0, quote="", alignment=Alignment.UNGROUNDED)


def records(answer: dict[str, Any], text: str) -> Iterator[Mention | RelationMention]:
    for one in answer["entities"]:
        yield Mention(
            type=one["entity_type"],
            name=one["name"],
            surface=one["name"],
            evidence=evidence(text, one["context"], one["name"]),
            confidence=one["confidence"],
            attributes=tuple(
                Attribute(key=key, value=str(value)) for key, value in one["attributes"].items()
            ),
        )
    for one in answer["relations"]:
        yield RelationMention(
            type=one["relation_type"],
            source=one["source_entity"],
            target=one["target_entity"],
            evidence=evidence(text, one["evidence"]),
            confidence=one["confidence"],
        )


def answers() -> dict[str, Extraction]:
    documents = texts()
    return {
        file.stem: extraction(*records(json.loads(file.read_text("utf-8")), documents[file.stem]))
        for file in sorted((FTX / "extractions").glob("*.json"))
    }


@pytest.fixture(scope="module")
def graph() -> KnowledgeGraph:
    return graph_of(answers(), OPEN)


def test_nothing_gets_lost(graph: KnowledgeGraph) -> None:
    extracted = answers().values()
    assert sum(len(one.mentions) for one in extracted) == 1002
    assert sum(len(one.relations) for one in extracted) == 705
    kept_out = Counter(
        zip(
            graph.quarantine["kind"].to_pylist(),
            graph.quarantine["reason"].to_pylist(),
            strict=True,
        )
    )
    assert kept_out == KEPT_OUT
    assert {table: len(getattr(graph, table)) for table in COUNTS} == COUNTS


def test_extracted_filings_and_isolated_entities_are_in_it(graph: KnowledgeGraph) -> None:
    types = Counter(graph.entities["type"].to_pylist())  # C8, C15
    assert types["DOCUMENT"] > 30
    assert len(only(graph.entities, graph.entities["isolated"])) > 300
    names = set(graph.entities["name"].to_pylist())
    assert "U.S. Securities and Exchange Commission" in names


def test_every_quote_stands_at_its_place_and_nothing_contradicts(graph: KnowledgeGraph) -> None:
    assert inconsistencies(graph) == []
    for document, text in texts().items():
        rows = only(graph.evidence, pc.equal(graph.evidence["document"], document))
        assert len(rows) > 0
        columns = (rows[name].to_pylist() for name in ("start", "end", "quote"))
        assert all(text[start:end] == quote for start, end, quote in zip(*columns, strict=True))


def test_no_document_makes_a_fact_surer_by_repeating_it(graph: KnowledgeGraph) -> None:  # A27
    repeated = [
        row
        for row in graph.relations.to_pylist()
        if row["support"] == 1 and row["mention_count"] > 1
    ]
    assert repeated
    best = {}
    for row in graph.evidence.to_pylist():
        best[row["relation_id"]] = max(row["confidence"], best.get(row["relation_id"], 0))
    assert all(row["confidence"] == best[row["id"]] for row in repeated)
