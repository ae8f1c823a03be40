"""From 100 partitions on Dagster looks at none of an input: the manifests must say what moved."""

from pathlib import Path

import pytest

from sift_assets.defs.reporting import carry_over
from sift_assets_tests.conftest import OpenedCopy, set_apart
from sift_assets_tests.fakes.dagster_ui import DagsterUi, dagster_ui
from sift_assets_tests.fakes.project_folder import ProjectFolder, made_project

MANY = 130
"""More than 100, where Dagster stops to look; each costs 40 ms of the suite."""

FIRST, LAST = "000.txt", f"{MANY - 1:03}.txt"


@pytest.fixture(scope="module")
def many_once(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Build one project of many documents for all tests of this module."""
    root = tmp_path_factory.mktemp("many") / "project"
    names = [f"{number:03}.txt" for number in range(MANY)]
    documents = {name: f"Ada Varga works for Kestrel Ltd. No {name}.\n" for name in names}
    with set_apart(root.parent), ProjectFolder(made_project(root, documents)).opened() as folder:
        assert folder.run().succeeded
    return root


@pytest.fixture
def many(opened_copy: OpenedCopy, many_once: Path) -> ProjectFolder:
    """Return a project of many documents in which everything is up to date."""
    return opened_copy(many_once)


def stale_after_reports(project: ProjectFolder, ui: DagsterUi) -> dict[str, frozenset[str]]:
    """Report what moved, run nothing, and ask for what is stale."""
    carry_over(project.instance, project.workspace, project.compare())
    return ui.stale()


def test_what_moves_among_many_documents_shows_at_the_corpus_by_name_until_a_run(
    many: ProjectFolder,
) -> None:
    with dagster_ui(many.instance) as ui:
        assert ui.stale() == {}
        many.write(FIRST, "Karl Meier works for Pelagos Ltd.\n")
        assert stale_after_reports(many, ui) == {"corpus": {"document_set"}}
        assert ui.partition("document_texts", FIRST) == ("STALE", {f"documents[{FIRST}]"})
        assert ui.partition("document_texts", LAST) == ("FRESH", set())
        many.document(LAST).unlink()
        assert stale_after_reports(many, ui) == {"corpus": {"document_set"}}
        assert many.run().succeeded
        assert ui.stale() == {}
        assert ui.partition("document_texts", FIRST) == ("FRESH", set())


@pytest.mark.parametrize(
    ("file", "old", "new", "moved"),
    [
        ("domains/general.yaml", "Use the fullest", "Give the fullest", "domain[prompt]"),
        ("sift.yaml", "model: local", "chunk_size: 5000", "settings[extraction]"),
        ("sift.yaml", "model: local", "reader: {ocr: false}", "settings[reader]"),
    ],
)
def test_what_all_of_many_documents_read_shows_at_the_corpus_and_on_the_page_of_each(
    many: ProjectFolder, file: str, old: str, new: str, moved: str
) -> None:
    many.edit(file, old, new)
    with dagster_ui(many.instance) as ui:
        assert stale_after_reports(many, ui) == {"corpus": {moved}}
        reader = "document_texts" if "reader" in moved else "extractions"
        assert ui.partition(reader, FIRST) == ui.partition(reader, LAST) == ("STALE", {moved})
