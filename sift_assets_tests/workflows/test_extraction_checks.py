"""Whether all was extracted and stands in the text, in everything that is materialized now."""

from pathlib import Path

import pytest

from sift_assets.core.planning.state import Facts, Provenance
from sift_assets.core.records.extraction import Evidence, Extraction, ExtractionStatus, Mention
from sift_assets.core.records.text import DocumentText, ReadStatus
from sift_assets.resources.workspace import Workspace
from sift_assets.workflows.extraction_checks import chunk_check, grounding_check


@pytest.fixture
def workspace(tmp_path: Path) -> Workspace:
    (tmp_path / "sift.yaml").write_text("", encoding="utf-8")
    return Workspace.open(tmp_path, {})


def recorded(workspace: Workspace, key: str, quote: str, facts: Facts) -> None:
    evidence = Evidence(start=0, end=3, quote=quote)
    mention = Mention(type="PERSON", name="Ada", surface="Ada", evidence=evidence, confidence=1)
    extraction = Extraction(status=ExtractionStatus.COMPLETE, extractor="llm", mentions=(mention,))
    text = DocumentText(status=ReadStatus.TEXT, text="Ada left.")
    entry = Provenance(
        version=workspace.store.put(extraction.to_bytes()),
        code_version="1",
        inputs={"document_texts": workspace.store.put(text.to_bytes())},
        facts=facts,
    )
    workspace.provenance.record("extractions", {key: entry})


def test_missing_chunks_are_counted_and_their_documents_listed(workspace: Workspace) -> None:
    assert chunk_check(workspace).passed
    recorded(workspace, "whole.txt", "Ada", {"chunks": 3})
    assert chunk_check(workspace).summary == "All 3 chunks are extracted."
    recorded(
        workspace,
        "part.txt",
        "Ada",
        {"chunks": 5, "chunks_failed": 2, "chunks_pending": 1, "reason": "no money"},
    )
    found = chunk_check(workspace)
    assert not found.passed
    assert found.summary == "3 of 8 chunks, in 1 documents, are missing."
    assert found.facts == {"chunks": 8, "chunks_failed": 2, "chunks_pending": 1}
    assert found.rows == [
        {"document": "part.txt", "failed": "2", "pending": "1", "reason": "no money"}
    ]


def test_evidence_is_counted_by_how_it_was_found_and_held_against_the_text(
    workspace: Workspace,
) -> None:
    recorded(workspace, "a.txt", "Ada", {"quotes_exact": 4, "records_ungrounded": 2})
    recorded(workspace, "b.txt", "Ada", {"quotes_exact": 1, "quotes_aligned": 3})
    found = grounding_check(workspace)
    assert found.passed
    assert found.facts == {
        "quotes_exact": 5,
        "quotes_normalised": 0,
        "quotes_aligned": 3,
        "records_ungrounded": 2,
    }
    recorded(workspace, "b.txt", "Eva", {})
    wrong = grounding_check(workspace)
    assert [row["document"] for row in wrong.rows] == ["b.txt"]
    assert not wrong.passed
