"""`sift fsck`: every damaged thing is named, and a repair lets the next run rebuild it."""

import sqlite3
from collections.abc import Callable
from pathlib import Path

import pytest

from sift_assets.core.records.manifest import GraphManifest
from sift_assets_tests.cli.calling import call, files_below
from sift_assets_tests.fakes.project_folder import ProjectFolder

Damage = Callable[[ProjectFolder], Path]
"""Damages something of a project and returns the file."""


def flipped(file: Path, at: int = -1) -> Path:
    """Flip one bit of a file."""
    data = bytearray(file.read_bytes())
    data[at] ^= 0b100
    file.write_bytes(bytes(data))
    return file


def value(asset: str, partition: str = "") -> Damage:
    """Return what flips a bit in the stored value of an asset."""

    def damage(project: ProjectFolder) -> Path:
        workspace = project.workspace
        version = workspace.provenance.read(asset)[partition].version
        return flipped(workspace.store.path_of(version))

    return damage


def rest_of_graph(project: ProjectFolder) -> Path:
    workspace = project.workspace
    version = workspace.provenance.read("graph_manifest")[""].version
    manifest = GraphManifest.from_bytes(workspace.store.get(version))
    return flipped(workspace.store.path_of(manifest.rest))


VALUES: dict[str, tuple[Damage, str, str]] = {
    "a text": (value("document_texts", "notes.md"), "document_texts", "notes.md"),
    "an extraction": (value("extractions", "twice.txt"), "extractions", "twice.txt"),
    "a facet": (value("domain", "prompt"), "domain", "prompt"),
    "a stage": (value("settings", "reader"), "settings", "reader"),
    "the set of documents": (value("document_set"), "document_set", ""),
    "the corpus": (value("corpus"), "corpus", ""),
    "a part of the graph": (value("knowledge_graph", "PERSON"), "knowledge_graph", "PERSON"),
    "the manifest": (value("graph_manifest"), "graph_manifest", ""),
    "quarantine and documents": (rest_of_graph, "graph_manifest", ""),
    "the resolved graph": (value("resolved_graph"), "resolved_graph", ""),
    "the list of exports": (value("graph_exports"), "graph_exports", ""),
}


def test_a_sound_project_is_said_to_be_well_and_nothing_is_touched(built: ProjectFolder) -> None:
    store = built.root / ".sift"
    before = files_below(store)
    ended = call("-C", built.root, "fsck", "--json")
    assert (ended.code, ended.err) == (0, "")
    assert ended.json["faults"] == []
    assert ended.json["checked"]["object"] > 20
    assert ended.json["checked"]["export"] == len(built.exports())
    assert min(ended.json["checked"][kind] for kind in ("result", "provenance")) >= 10
    assert "All is well." in call("-C", built.root, "fsck").out
    assert files_below(store) == before


def test_a_project_that_was_never_run_is_well_and_stays_empty(project: ProjectFolder) -> None:
    ended = call("-C", project.root, "fsck", "--json")
    assert (ended.code, ended.json["faults"]) == (0, [])
    assert not (project.root / ".sift").exists()


@pytest.mark.parametrize("what", VALUES)
def test_a_flipped_bit_of_a_value_is_named_repaired_and_rebuilt(
    what: str, built: ProjectFolder
) -> None:
    damage, asset, partition = VALUES[what]
    exports, versions = built.exports(), built.versions()
    place = str(damage(built).relative_to(built.root))
    (fault,) = call("-C", built.root, "fsck", "--json").json["faults"]
    assert (fault["kind"], fault["place"]) == ("object", place)
    assert (fault["asset"], fault["partition"]) == (asset, partition)
    told = call("-C", built.root, "fsck", "--repair")
    assert told.code == 1
    assert place in told.out
    assert "1 repaired" in told.out
    assert built.run().succeeded
    assert call("-C", built.root, "fsck", "--json").json["faults"] == []
    assert (built.exports(), built.versions()) == (exports, versions)


def test_looking_leaves_a_damaged_object_where_it_is(built: ProjectFolder) -> None:
    damaged = value("graph_exports")(built)
    before = files_below(built.root / ".sift")
    assert call("-C", built.root, "fsck").code == 1
    assert files_below(built.root / ".sift") == before
    assert damaged.exists()


def test_a_missing_value_is_named_and_rebuilt(built: ProjectFolder) -> None:
    value("extractions", "notes.md")(built).unlink()
    faults = call("-C", built.root, "fsck", "--repair", "--json").json["faults"]
    assert {(f["kind"], f["asset"], f["partition"], f["problem"]) for f in faults} == {
        ("object", "extractions", "notes.md", "is missing"),
        ("result", "", "", "points to an object that is missing"),
    }
    assert built.run().succeeded
    assert call("-C", built.root, "fsck").code == 0


def test_each_copy_of_a_document_is_named_when_their_common_value_is_damaged(
    built: ProjectFolder,
) -> None:
    built.write("copy.txt", built.document("twice.txt").read_text(encoding="utf-8"))
    assert built.run().succeeded
    value("document_texts", "copy.txt")(built)
    faults = call("-C", built.root, "fsck", "--repair", "--json").json["faults"]
    assert [fault["partition"] for fault in faults] == ["copy.txt", "twice.txt"]
    assert built.run().succeeded
    assert call("-C", built.root, "fsck").code == 0


def test_an_object_that_nothing_records_is_verified_too(built: ProjectFolder) -> None:
    loose = built.workspace.store.put(b"a value of an earlier run")
    flipped(built.workspace.store.path_of(loose))
    (fault,) = call("-C", built.root, "fsck", "--repair", "--json").json["faults"]
    assert fault["id"] == loose
    assert not fault["asset"]
    assert call("-C", built.root, "fsck").code == 0


def test_a_flipped_bit_of_a_pointer_is_found_and_the_pointer_removed(built: ProjectFolder) -> None:
    row = next(built.workspace.store.results())
    file = flipped(built.workspace.store.result_path(row.key), at=20)
    (fault,) = call("-C", built.root, "fsck", "--repair", "--json").json["faults"]
    assert (fault["kind"], fault["problem"]) == ("result", "is damaged")
    assert not file.exists()
    assert call("-C", built.root, "fsck").code == 0


@pytest.mark.parametrize("place", [0, 20, 4100, "a record"])
def test_a_damaged_index_is_found_discarded_and_looked_up_again(
    place: int | str, built: ProjectFolder, extractor: object
) -> None:
    exports, index = built.exports(), built.workspace.provenance.path
    data = bytearray(index.read_bytes())
    record = built.workspace.provenance.read("review_queue")[""].to_bytes()
    at = place if isinstance(place, int) else data.index(record[:64])
    data[at : at + 64] = bytes(byte ^ 0xFF for byte in data[at : at + 64])
    index.write_bytes(bytes(data))
    before = files_below(built.root / ".sift")
    looked = call("-C", built.root, "fsck", "--json")
    assert files_below(built.root / ".sift") == before
    assert looked.code == 1
    assert {fault["kind"] for fault in looked.json["faults"]} == {"provenance"}
    call("-C", built.root, "fsck", "--repair")
    assert built.run().succeeded
    assert call("-C", built.root, "fsck").code == 0
    assert built.exports() == exports
    assert getattr(extractor, "seen") == []  # noqa: B009 - looked up, not computed


def test_a_record_that_cannot_be_read_is_named_and_only_it_is_forgotten(
    built: ProjectFolder,
) -> None:
    with sqlite3.connect(built.workspace.provenance.path) as index:
        index.execute(
            "UPDATE provenance SET record = ? WHERE asset = 'extractions' AND partition = ?",
            (b'{"version":', "notes.md"),
        )
    index.close()
    (fault,) = call("-C", built.root, "fsck", "--repair", "--json").json["faults"]
    assert (fault["asset"], fault["partition"]) == ("extractions", "notes.md")
    report = built.run()
    assert report.succeeded
    assert report.documents == 1
    assert call("-C", built.root, "fsck").code == 0


def test_a_record_that_dagster_does_not_confirm_is_named(built: ProjectFolder) -> None:
    workspace = built.workspace
    entry = workspace.provenance.read("extractions")["notes.md"]
    text = workspace.provenance.read("document_texts")["notes.md"]
    other = entry.model_copy(update={"version": text.version})
    workspace.provenance.record("extractions", {"notes.md": other})
    (fault,) = call("-C", built.root, "fsck", "--repair", "--json").json["faults"]
    assert (fault["kind"], fault["asset"]) == ("provenance", "extractions")
    assert fault["partition"] == "notes.md"
    assert entry.version[:12] in fault["problem"]
    assert built.run().succeeded
    assert call("-C", built.root, "fsck").code == 0


def test_a_changed_and_a_missing_export_are_named_and_written_again(built: ProjectFolder) -> None:
    exports = built.exports()
    names = sorted(name for name in exports if name.startswith("csv/"))
    flipped(built.root / "exports" / names[0])
    (built.root / "exports" / names[1]).unlink()
    faults = call("-C", built.root, "fsck", "--repair", "--json").json["faults"]
    assert [(f["kind"], f["place"], f["problem"]) for f in faults] == [
        ("export", f"exports/{names[0]}", "is not what was written"),
        ("export", f"exports/{names[1]}", "is missing"),
    ]
    assert built.run().succeeded
    assert built.exports() == exports
    assert call("-C", built.root, "fsck").code == 0
