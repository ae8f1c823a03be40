"""What the asset checks find, in everything that is materialized now."""

from pathlib import Path

import pytest

from sift_assets.core.planning.state import Provenance
from sift_assets.core.records.extraction import Evidence, Extraction, ExtractionStatus, Mention
from sift_assets.core.records.text import DocumentText, ReadStatus
from sift_assets.resources.workspace import Workspace
from sift_assets.workflows.checking import QUOTE_CHECK, quote_check, reading_check
from sift_assets.workflows.findings import SHOWN

TEXT = "Ada Varga met Karl Meier."


@pytest.fixture
def workspace(tmp_path: Path) -> Workspace:
    (tmp_path / "sift.yaml").write_text("", encoding="utf-8")
    return Workspace.open(tmp_path, {})


def read(workspace: Workspace, statuses: dict[str, ReadStatus]) -> None:
    entries = {
        key: Provenance(
            version=key, code_version="1", facts={"status": str(status), "reason": f"why {key}"}
        )
        for key, status in statuses.items()
    }
    workspace.provenance.record("document_texts", entries)


def extracted(workspace: Workspace, key: str, quote: str) -> str:
    """Record an extraction with one quote at the beginning of the text; return its version."""
    evidence = Evidence(start=0, end=len(quote), quote=quote)
    mention = Mention(type="PERSON", name=quote, surface=quote, evidence=evidence, confidence=1)
    extraction = Extraction(
        status=ExtractionStatus.COMPLETE, extractor="names", mentions=(mention,)
    )
    text = workspace.store.put(DocumentText(status=ReadStatus.TEXT, text=TEXT).to_bytes())
    version = workspace.store.put(extraction.to_bytes())
    entry = Provenance(version=version, code_version="1", inputs={"document_texts": text})
    workspace.provenance.record("extractions", {key: entry})
    return version


def test_unread_documents_are_listed_with_their_reasons_and_empty_ones_are_not(
    workspace: Workspace,
) -> None:
    assert reading_check(workspace).passed
    read(workspace, {"a": ReadStatus.TEXT, "b": ReadStatus.EMPTY})
    assert reading_check(workspace).passed
    read(workspace, {"c": ReadStatus.ENCRYPTED})
    found = reading_check(workspace)
    assert not found.passed
    assert found.checked == 3
    assert found.rows == [{"document": "c", "status": "encrypted", "reason": "why c"}]
    assert found.summary.startswith("1 of 3")


def test_a_table_is_cut_and_its_count_is_not(workspace: Workspace) -> None:
    many = SHOWN + 5
    read(workspace, {f"{n:03}": ReadStatus.UNREADABLE for n in range(many)})
    found = reading_check(workspace)
    assert len(found.rows) == SHOWN
    assert found.summary.startswith(f"{many} of {many}")


def test_a_quote_that_is_not_in_the_text_fails_without_being_repeated(
    workspace: Workspace,
) -> None:
    extracted(workspace, "good.txt", "Ada Varga")
    assert quote_check(workspace).passed
    extracted(workspace, "bad.txt", "Eva Varga")
    found = quote_check(workspace)
    assert [row["document"] for row in found.rows] == ["bad.txt"]
    assert "Varga" not in str(found.rows)


def test_a_damaged_extraction_fails_the_check_and_does_not_stop_it(workspace: Workspace) -> None:
    version = extracted(workspace, "a.txt", "Ada Varga")
    workspace.store.path_of(version).write_bytes(b"{}")
    found = quote_check(workspace)
    assert not found.passed
    assert "does not match its hash" in found.rows[0]["fault"]


def test_a_pair_of_extraction_and_text_is_read_once(workspace: Workspace) -> None:
    version = extracted(workspace, "bad.txt", "Eva Varga")
    first = quote_check(workspace)
    workspace.store.path_of(version).unlink()
    assert quote_check(workspace) == first
    workspace.provenance.forget_version(version)
    extracted(workspace, "bad.txt", "Ada Varga")
    assert quote_check(workspace).passed
    assert len(workspace.provenance.read(QUOTE_CHECK)) == 1  # nothing is kept of what is gone
