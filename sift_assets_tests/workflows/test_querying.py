"""Asking a project: from its index, with how fresh that is."""

from functools import partial
from pathlib import Path

import pytest

from sift_assets.core.planning.lineage import SPINE, input_name
from sift_assets.core.planning.state import Provenance
from sift_assets.core.query.envelope import Bounds
from sift_assets.core.query.errors import Code, QueryError
from sift_assets.core.query.filters import Filters
from sift_assets.core.query.neighbourhood import query
from sift_assets.core.query.searching import search
from sift_assets.core.text.settings import ReaderSettings
from sift_assets.resources.readers.process import ReaderProcess
from sift_assets.resources.workspace import Workspace
from sift_assets.workflows.agent_index import build_agent_index
from sift_assets.workflows.known import latest
from sift_assets.workflows.querying import INDEX_FILE, Asked, answered, freshness
from sift_assets_tests.fakes.counting_reader import CountingReader
from sift_assets_tests.fakes.direct_project import DirectProject
from sift_assets_tests.fakes.project_folder import ProjectFolder, made_project
from sift_assets_tests.fakes.reviewed_project import copied
from sift_assets_tests.fakes.steered_extractor import SteeredExtractor

DOCUMENTS = {
    "letters/one.txt": "Ada Varga works for Kestrel Ltd.\n\nThe harbour was quiet.\n",
    "two.txt": "Ada Varga works for Kestrel Ltd. Karl Meier works for Pelagos Ltd.\n",
}


@pytest.fixture(scope="module")
def once(tmp_path_factory: pytest.TempPathFactory) -> Path:
    root = made_project(tmp_path_factory.mktemp("asked") / "project", DOCUMENTS)
    with ReaderProcess(ReaderSettings()) as process:
        DirectProject(root, CountingReader(process), SteeredExtractor()).run()
    return root


@pytest.fixture
def project(once: Path, tmp_path: Path) -> ProjectFolder:
    return ProjectFolder(copied(once, tmp_path / "project"))


def asking(text: str, **fields: bool) -> Asked:
    return Asked("search", partial(search, text=text), Filters(), Bounds(), **fields)


def stale(workspace: Workspace) -> dict[str, tuple[str, ...]]:
    return {one.asset: one.because for one in freshness(workspace).stale}


def test_an_answer_says_of_which_revision_it_is_and_that_it_is_fresh(
    project: ProjectFolder,
) -> None:
    said = answered(project.workspace, asking("harbour"))
    (place,) = said["result"]["passages"]
    assert place["document"] == "letters/one.txt"
    assert DOCUMENTS[place["document"]][place["start"] : place["end"]].strip() == place["text"]
    assert said["freshness"]["is_fresh"]
    assert said["revision"] == latest(project.workspace, "agent_index").facts["revision"]


def test_the_index_is_a_function_of_what_is_stored(project: ProjectFolder) -> None:
    workspace = project.workspace
    file = workspace.exports_folder / INDEX_FILE
    before, recorded = file.read_bytes(), latest(workspace, "agent_index")
    file.unlink()
    made = build_agent_index(workspace, recorded.inputs)
    assert file.read_bytes() == before
    assert made.provenance == recorded
    assert made.files == {"index": file}


def test_what_reads_an_edited_domain_is_named_as_stale(project: ProjectFolder) -> None:
    project.edit("sift.yaml", "domain: general", "domain: osint")
    found = stale(project.workspace)
    assert found["corpus"] == ("domain[prompt]",)
    assert found["resolved_graph"] == ("domain[graph]", "domain[review]")
    assert "community_map" not in found
    said = answered(project.workspace, asking("Kestrel"))
    assert not said["freshness"]["is_fresh"]
    with pytest.raises(QueryError) as caught:
        answered(project.workspace, asking("Kestrel", must_be_fresh=True))
    assert caught.value.code is Code.STALE


def test_a_broken_domain_file_makes_what_reads_it_stale(project: ProjectFolder) -> None:
    project.edit("sift.yaml", "domain: general", "domain: no-such-domain")
    assert "domain[prompt]" in stale(project.workspace)["corpus"]


def test_another_value_or_other_code_above_the_index_makes_it_stale(project: ProjectFolder) -> None:
    workspace = project.workspace
    recorded = latest(workspace, "community_map")
    changed = recorded.model_copy(update={"version": "f" * 64})
    workspace.provenance.record("community_map", {"": changed})
    assert stale(workspace) == {"agent_index": ("community_map",)}
    old = Provenance(version=recorded.version, code_version="old", inputs=recorded.inputs)
    workspace.provenance.record("community_map", {"": old})
    assert stale(workspace)["community_map"] == ("code",)


def test_inputs_are_named_as_the_planner_names_them(project: ProjectFolder) -> None:
    recorded = latest(project.workspace, "agent_index")
    wanted = {
        input_name(parent.asset, partition)
        for parent in SPINE["agent_index"].inputs
        for partition in parent.partitions or ("",)
    }
    assert wanted == recorded.inputs.keys()


def test_without_an_index_the_error_says_how_to_get_one(tmp_path: Path) -> None:
    workspace = ProjectFolder(made_project(tmp_path / "empty", {})).workspace
    with pytest.raises(QueryError) as caught:
        answered(workspace, Asked("query", partial(query, name="x"), Filters(), Bounds()))
    assert caught.value.code is Code.NO_INDEX
    assert "sift run" in caught.value.fix
