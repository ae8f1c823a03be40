"""Forgetting a document in the versions of a discovered domain: ours are cleaned, theirs named."""

from pathlib import Path

import pytest

from sift_assets.core.discovery.versions import Discovery, DiscoveryRecord, approved, proposed
from sift_assets.core.planning.state import Provenance
from sift_assets.core.records.record import content_hash
from sift_assets.core.records.text import DocumentText, ReadStatus
from sift_assets.resources.discovered_domain import DiscoveredFile
from sift_assets.resources.workspace import Workspace
from sift_assets.workflows.forgetting import Traces
from sift_assets.workflows.forgetting_domains import clean_domains, domain_traces

OURS = "name: Discovered\nentity_types:\n  CARGO:\n    description: Such as zorbaxine.\n"
THEIRS = OURS + "    hints:\n    - zorbaxine from Oslo\n"


@pytest.fixture
def workspace(tmp_path: Path) -> Workspace:
    """Return a project whose domain was proposed from two documents."""
    settings = "domain: schema-free\nmodel: openai/gpt-4o-mini\n"
    (tmp_path / "sift.yaml").write_text(settings, encoding="utf-8")
    shown = ("forgotten", "other")
    how = Discovery(key="k", sample=shown, model="m", answered_by="m", prompt_version="1")
    digest = content_hash(OURS.encode())
    DiscoveredFile(tmp_path).keep(proposed(DiscoveryRecord(), "", digest, how), OURS)
    return Workspace.open(tmp_path, {})


def traces_of(workspace: Workspace, text: str, others: str = "") -> Traces:
    """Return the traces of a document with a text, in a project with another one."""

    def stored(of: str) -> str:
        return workspace.store.put(DocumentText(status=ReadStatus.TEXT, text=of).to_bytes())

    entry = Provenance(version=stored(others), code_version="1", inputs={"documents": "other"})
    workspace.provenance.record("document_texts", {"other.txt": entry})
    texts = frozenset({stored(text)})
    return Traces(key="a", contents=frozenset({"forgotten"}), names=("a",), texts=texts)


def test_what_a_person_has_edited_is_named_and_left_and_the_sample_goes_everywhere(
    workspace: Workspace,
) -> None:
    files = DiscoveredFile(workspace.root)
    files.path.write_text(THEIRS, encoding="utf-8")
    files.keep(approved(files.record(), files.file_hash))
    found = traces_of(workspace, "Zorbaxine and zorbaxine.")
    traces = domain_traces(workspace, found)
    assert traces.versions == (1, 2)
    assert list(traces.cleaned) == ["domains/discovered/1.yaml"]
    assert traces.left == ("domains/discovered/2.yaml", "domains/discovered.yaml")
    assert not traces.changes_extraction
    clean_domains(workspace, found, traces)
    assert "zorbaxine" not in files.text_of(1)
    assert files.text_of(2) == THEIRS == files.path.read_text("utf-8")
    record = files.record()
    assert [v.discovery.sample for v in record.versions if v.discovery] == [("other",)] * 2
    assert (record.current, record.in_force) == (2, 2)
    assert not record.is_edited(files.file_hash)
    assert domain_traces(workspace, found).versions == ()


def test_an_edit_that_nobody_has_approved_yet_is_left_as_well(workspace: Workspace) -> None:
    files = DiscoveredFile(workspace.root)
    files.path.write_text(THEIRS, encoding="utf-8")
    traces = domain_traces(workspace, traces_of(workspace, "Of zorbaxine."))
    assert list(traces.cleaned) == ["domains/discovered/1.yaml"]
    assert traces.left == ("domains/discovered.yaml",)


def test_words_that_another_document_has_tell_nothing_of_this_one(workspace: Workspace) -> None:
    found = traces_of(workspace, "Of zorbaxine.", others="More zorbaxine.")
    traces = domain_traces(workspace, found)
    assert (traces.versions, traces.cleaned, traces.left) == ((1,), {}, ())
    clean_domains(workspace, found, traces)
    assert DiscoveredFile(workspace.root).text_of(1) == OURS


def test_a_document_that_was_not_in_the_sample_leaves_everything_as_it_is(
    workspace: Workspace,
) -> None:
    found = traces_of(workspace, "Of zorbaxine.").model_copy(update={"contents": frozenset({"x"})})
    traces = domain_traces(workspace, found)
    assert traces.versions == ()
    before = DiscoveredFile(workspace.root).record()
    clean_domains(workspace, found, traces)
    assert DiscoveredFile(workspace.root).record() == before


@pytest.mark.parametrize("written", [1, 2])
def test_a_cleaning_that_was_killed_is_completed_by_the_next(
    workspace: Workspace, written: int
) -> None:
    found = traces_of(workspace, "Of zorbaxine.")
    files, traces = DiscoveredFile(workspace.root), domain_traces(workspace, found)
    texts = list(traces.cleaned.items())
    assert len(texts) == 2
    files.write_cleaned({workspace.root / name: text for name, text in texts[:written]})
    again = domain_traces(workspace, found)
    assert again.left == ()
    clean_domains(workspace, found, again)
    assert "zorbaxine" not in files.text_of(1) + files.path.read_text("utf-8")
    record = files.record()
    assert not record.is_edited(files.file_hash)
    assert [v.discovery.sample for v in record.versions if v.discovery] == [("other",)]
