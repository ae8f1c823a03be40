"""A flipped byte in any stored object is noticed, and the next run ends where it would have."""

from collections.abc import Callable
from pathlib import Path

import pytest

from sift_assets.cli.commands.show import value_of
from sift_assets.core.errors import CorruptObjectError
from sift_assets.core.planning.lineage import RESULTS, TELLING
from sift_assets.core.records.manifest import GraphManifest
from sift_assets_tests.fakes.name_extractor import NameExtractor
from sift_assets_tests.fakes.project_folder import ProjectFolder, changed

NEW = ("new.txt", "Nina Olsen works for Kestrel Ltd.\n\nNina Olsen met Ada Varga.\n")


def flip(project: ProjectFolder, version: str) -> None:
    """Flip one bit in the middle of an object."""
    path = project.workspace.store.path_of(version)
    data = bytearray(path.read_bytes())
    data[len(data) // 2] ^= 1
    path.write_bytes(bytes(data))


def version_of(asset: str, partition: str = "") -> Callable[[ProjectFolder], str]:
    return lambda project: project.workspace.provenance.read(asset)[partition].version


def rest_of_graph(project: ProjectFolder) -> str:
    manifest = version_of("graph_manifest")(project)
    return GraphManifest.from_bytes(project.workspace.store.get(manifest)).rest


OBJECTS: dict[str, Callable[[ProjectFolder], str]] = {
    "text": version_of("document_texts", "notes.md"),
    "extraction": version_of("extractions", "notes.md"),
    "corpus": version_of("corpus"),
    "part of the graph": version_of("knowledge_graph", "PERSON"),
    "rest of the graph": rest_of_graph,
    "graph manifest": version_of("graph_manifest"),
    "resolved graph": version_of("resolved_graph"),
    "hashes of the exports": version_of("graph_exports"),
    "set of documents": version_of("document_set"),
}


@pytest.fixture(scope="module")
def ends() -> list[object]:
    """Filled by every test that heals a project: where it ended."""
    return []


@pytest.mark.parametrize(
    "damaged",
    [(), tuple(OBJECTS), ("part of the graph", "set of documents")],
    ids=["nothing", "everything", "one part and the set"],
)
def test_a_run_after_a_new_document_ends_as_if_nothing_had_been_damaged(
    built: ProjectFolder, ends: list[object], damaged: tuple[str, ...]
) -> None:
    versions = [OBJECTS[what](built) for what in damaged]
    for version in versions:
        flip(built, version)
    built.write(*NEW)
    built.run()
    assert built.plan().nothing_to_do
    ends.append((built.versions(), built.exports()))
    assert ends[-1] == ends[0]
    assert b"Nina Olsen" in built.exports()["graph.json"]


def test_a_damaged_set_of_documents_is_written_anew_before_anything_needs_it(
    built: ProjectFolder,
) -> None:
    before = built.versions()
    flip(built, before["document_set"])
    built.edit("domains/general.yaml", "llm: 0.7", "llm: 0.5")
    built.run()
    moved = {name.partition("[")[0] for name in changed(before, built.versions())}
    assert moved <= {"domain", "resolved_graph", "review_queue", *TELLING, *RESULTS}
    assert built.workspace.store.get(before["document_set"])


@pytest.mark.parametrize(
    ("asset", "partition"), [("resolved_graph", ""), ("extractions", "notes.md")]
)
def test_showing_a_damaged_value_says_so_and_the_next_run_rebuilds_it(
    built: ProjectFolder, asset: str, partition: str
) -> None:
    before = built.versions()
    entry = built.workspace.provenance.read(asset)[partition]
    flip(built, entry.version)
    with pytest.raises(CorruptObjectError, match="does not match its hash"):
        value_of(built.workspace, asset, entry)
    built.run()
    assert built.versions() == before
    assert value_of(built.workspace, asset, entry)["value"]


def test_a_lost_provenance_index_costs_look_ups_and_no_extraction(
    built: ProjectFolder, extractor: NameExtractor
) -> None:
    before = built.versions()
    index: Path = built.workspace.provenance.path
    index.write_bytes(b"this is no database" * 100)
    built.run()
    assert built.versions() == before
    assert extractor.seen == []
