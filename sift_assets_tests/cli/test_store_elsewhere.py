"""A project whose store is not a folder of this machine, here in this process's memory."""

from pathlib import Path

import pytest

from sift_assets.core.records.record import content_hash
from sift_assets_tests.cli.calling import call, files_below
from sift_assets_tests.fakes.name_extractor import NameExtractor
from sift_assets_tests.fakes.project_folder import ProjectFolder


def with_store_elsewhere(project: ProjectFolder) -> ProjectFolder:
    settings = project.root / "sift.yaml"
    url = f"memory://{content_hash(bytes(project.root))}/store"
    settings.write_text(f"{settings.read_text('utf-8')}\nstore: {url}\n", encoding="utf-8")
    return project


@pytest.fixture
def apart(built: ProjectFolder) -> ProjectFolder:
    """Return the small project after a run, its store moved to a URL with all that is in it."""
    here = built.workspace.local_folder
    workspace = with_store_elsewhere(built).workspace
    for file in [file for part in ("objects", "results") for file in (here / part).rglob("*")]:
        if file.is_file():
            (workspace.store.root / str(file.relative_to(here))).write_bytes(file.read_bytes())
            file.unlink()
    workspace.local_folder.mkdir(parents=True)
    for name in ("provenance.sqlite", "exported.json"):
        (here / name).rename(workspace.local_folder / name)
    return built


def files_of_store(project: ProjectFolder) -> set[str]:
    return {file.version for file in project.workspace.store.objects()}


def test_the_graph_is_the_same_and_nothing_of_it_lies_in_the_projects_folder(
    project: ProjectFolder, built_once: Path, extractor: NameExtractor
) -> None:
    assert with_store_elsewhere(project).run().succeeded
    assert project.exports() == ProjectFolder(built_once).exports()
    own = {name.rpartition("/")[2] for name in files_below(project.root / ".sift")}
    assert {"provenance.sqlite", "stat_cache.json", "exported.json"} <= own
    assert not {"objects", "results"} & own
    extractor.seen.clear()
    report = project.run()
    assert (report.documents, report.assets, extractor.seen) == (0, [], [])


def test_a_damaged_object_is_named_with_its_url_and_rebuilt(apart: ProjectFolder) -> None:
    exports, workspace = apart.exports(), apart.workspace
    version = workspace.provenance.read("resolved_graph")[""].version
    workspace.store.path_of(version).write_bytes(b"damaged")
    (fault,) = call("-C", apart.root, "fsck", "--repair", "--json").json["faults"]
    assert (fault["kind"], fault["asset"]) == ("object", "resolved_graph")
    assert fault["place"].startswith("memory://")
    assert apart.run().succeeded
    assert call("-C", apart.root, "fsck", "--json").json["faults"] == []
    assert apart.exports() == exports


def test_what_nothing_needs_is_collected_there(apart: ProjectFolder) -> None:
    apart.document("twice.txt").unlink()
    assert apart.run().succeeded
    before = files_of_store(apart)
    found = call("-C", apart.root, "gc", "--apply", "--keep", "1", "--json").json
    assert found["objects"] == len(before) - len(files_of_store(apart)) > 3
    assert call("-C", apart.root, "fsck", "--json").json["faults"] == []
    assert apart.run().assets == []


def test_a_document_is_forgotten_there(apart: ProjectFolder) -> None:
    ended = call("-C", apart.root, "forget", "twice.txt", "--yes", "--delete-file", "--json")
    assert ended.code == 0
    assert (ended.json["texts"], ended.json["extractions"]) == (1, 1)
    store = apart.workspace.store
    contents = store.sound_ones(sorted(files_of_store(apart)))
    assert not any(b"Nina Olsen" in (data or b"") for data in contents)
    assert apart.workspace.tombstones.path == apart.root / "decisions" / "tombstones.jsonl"


def test_a_project_that_gets_another_store_fills_it(
    apart: ProjectFolder, extractor: NameExtractor
) -> None:
    exports, versions = apart.exports(), apart.versions()
    settings = apart.root / "sift.yaml"
    settings.write_text(settings.read_text("utf-8").replace("/store", "/other"), encoding="utf-8")
    assert files_of_store(apart) == set()
    extractor.seen.clear()
    assert apart.run().succeeded
    assert (apart.exports(), apart.versions()) == (exports, versions)
    assert len(extractor.seen) == 4
    assert call("-C", apart.root, "fsck", "--json").json["faults"] == []
