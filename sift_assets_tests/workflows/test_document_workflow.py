"""From a file to its text and its extraction, each stored under what it was made from."""

from collections.abc import Iterator, Sequence
from pathlib import Path

import pytest

from sift_assets.core.domain.facets import PromptFacet
from sift_assets.core.planning.lineage import CHAIN
from sift_assets.core.planning.staleness import INCOMPLETE
from sift_assets.core.planning.state import Provenance
from sift_assets.core.planning.tombstones import Act, Tombstone
from sift_assets.core.records.extraction import Extraction, ExtractionStatus
from sift_assets.core.records.record import content_hash
from sift_assets.core.records.text import Chunk, DocumentText
from sift_assets.resources.readers.process import ReaderProcess
from sift_assets.resources.workspace import Workspace
from sift_assets.workflows.documents import read_document
from sift_assets.workflows.extracting import begin_extraction
from sift_assets.workflows.progress import listening, step_done
from sift_assets.workflows.written_files import missing_files
from sift_assets_tests.fakes.name_extractor import NameExtractor

TEXT = "Ada Varga works for Kestrel Ltd."


class FailingExtractor(NameExtractor):
    """Answers, but says that a chunk failed."""

    def extract(
        self, text: DocumentText, chunks: Sequence[Chunk], prompt: PromptFacet
    ) -> Extraction:
        """Return a partial extraction."""
        whole = super().extract(text, chunks, prompt)
        return whole.model_copy(update={"status": ExtractionStatus.PARTIAL})


@pytest.fixture
def workspace(tmp_path: Path) -> Workspace:
    (tmp_path / "documents").mkdir()
    (tmp_path / "sift.yaml").write_text("", encoding="utf-8")
    return Workspace.open(tmp_path, {})


@pytest.fixture(scope="module")
def reader() -> Iterator[ReaderProcess]:
    with ReaderProcess() as process:
        yield process


def write(workspace: Workspace, name: str, text: str) -> None:
    (workspace.documents_folder / name).write_text(text, encoding="utf-8")


def text_version(workspace: Workspace, reader: ReaderProcess, key: str) -> str:
    outcome = read_document(workspace, reader, key)
    assert outcome is not None
    return outcome.provenance.version


def test_a_document_is_read_once_and_its_copy_is_looked_up(
    workspace: Workspace, reader: ReaderProcess
) -> None:
    write(workspace, "a.txt", TEXT)
    write(workspace, "b.txt", TEXT)
    first = read_document(workspace, reader, "a.txt")
    copy = read_document(workspace, reader, "b.txt")
    assert first is not None
    assert copy is not None
    assert (first.hit, copy.hit) == (False, True)
    assert first.provenance == copy.provenance
    assert first.provenance.inputs == {
        "documents": content_hash(TEXT.encode()),
        "settings[reader]": workspace.stage_versions["reader"],
    }
    stored = DocumentText.from_bytes(workspace.store.get(first.provenance.version))
    assert stored.text == TEXT
    assert TEXT not in str(first.provenance.facts)


def test_a_document_that_is_gone_is_none(workspace: Workspace, reader: ReaderProcess) -> None:
    assert read_document(workspace, reader, "gone.txt") is None


def test_an_extraction_is_made_once_for_a_text(workspace: Workspace, reader: ReaderProcess) -> None:
    write(workspace, "a.txt", TEXT)
    version, extractor = text_version(workspace, reader, "a.txt"), NameExtractor()
    first = begin_extraction(workspace, extractor, "a.txt", version).done()
    again = begin_extraction(workspace, extractor, "renamed.txt", version).done()
    assert (first.hit, again.hit) == (False, True)
    assert first.provenance == again.provenance
    assert len(extractor.seen) == 1
    assert first.provenance.facts["mentions"] == 2
    assert INCOMPLETE not in first.provenance.facts


def test_a_partial_extraction_counts_and_is_asked_for_again(
    workspace: Workspace, reader: ReaderProcess
) -> None:
    write(workspace, "a.txt", TEXT)
    version, failing = text_version(workspace, reader, "a.txt"), FailingExtractor()
    partial = begin_extraction(workspace, failing, "a.txt", version).done()
    assert partial.provenance.facts[INCOMPLETE] is True
    assert workspace.store.get(partial.provenance.version)
    begin_extraction(workspace, failing, "a.txt", version).done()
    assert len(failing.seen) == 2
    whole = begin_extraction(workspace, NameExtractor(), "a.txt", version).done()
    assert INCOMPLETE not in whole.provenance.facts


def test_other_boundaries_of_chunks_have_every_document_extracted_from_once_more(
    workspace: Workspace, reader: ReaderProcess, monkeypatch: pytest.MonkeyPatch
) -> None:
    write(workspace, "a.txt", TEXT)
    version, extractor = text_version(workspace, reader, "a.txt"), NameExtractor()
    before = begin_extraction(workspace, extractor, "a.txt", version).done()
    cut_otherwise = CHAIN["extractions"].model_copy(update={"code_version": "3 chunks 99"})
    monkeypatch.setitem(CHAIN, "extractions", cut_otherwise)
    after = [begin_extraction(workspace, extractor, "a.txt", version).done() for _ in range(2)]
    assert [outcome.hit for outcome in after] == [False, True]
    assert after[0].provenance.version == before.provenance.version
    assert after[0].provenance.code_version == "3 chunks 99"


def test_a_document_without_text_never_reaches_the_extractor(
    workspace: Workspace, reader: ReaderProcess
) -> None:
    write(workspace, "empty.txt", "")
    extractor = NameExtractor()
    version = text_version(workspace, reader, "empty.txt")
    outcome = begin_extraction(workspace, extractor, "empty.txt", version).done()
    assert extractor.seen == []
    assert outcome.provenance.facts["status"] == "no_text"


def test_an_export_that_is_gone_or_lies_elsewhere_is_noticed(workspace: Workspace) -> None:
    assert missing_files(workspace, "graph_exports") == []
    version = workspace.store.put(b'{"gone":"","kept":""}')
    written = Provenance(version=version, code_version="1")
    workspace.provenance.record("graph_exports", {"": written})
    folder = workspace.exports_folder
    folder.mkdir()
    (folder / "kept").write_bytes(b"data")
    assert missing_files(workspace, "graph_exports") == [folder / "gone"]
    (folder / "gone").write_bytes(b"edited by its user")
    assert missing_files(workspace, "graph_exports") == []
    workspace.store.path_of(version).unlink()
    assert missing_files(workspace, "graph_exports") == [folder]


def test_steps_are_told_to_whoever_listens_and_to_nobody_else() -> None:
    steps: list[str] = []
    with listening(lambda: steps.append("step")):
        step_done()
        step_done()
    step_done()
    assert steps == ["step", "step"]


def test_forgotten_content_that_is_put_in_a_documents_place_before_it_is_read_is_not_read(
    workspace: Workspace, reader: ReaderProcess
) -> None:
    write(workspace, "a.txt", TEXT)
    stone = Tombstone(act=Act.FORGET, document="d", content=content_hash(TEXT.encode()), at="")
    workspace.tombstones.append([stone])
    assert read_document(workspace, reader, "a.txt") is None
    assert list(workspace.store.objects()) == []
