"""`sift show` and `sift export`: any recorded value, and the graph at a place of one's choice."""

import csv
import io
import itertools
import json
from pathlib import Path

import networkx as nx
import pytest

from sift_assets.core.errors import StoreError
from sift_assets.core.planning.lineage import LINEAGE, Partitioning
from sift_assets.core.settings.model import ExportFormat
from sift_assets.resources.workspace import Workspace
from sift_assets_tests.cli.calling import call, files_below
from sift_assets_tests.fakes.project_folder import ProjectFolder

SPACED = "letters/first letter.txt"


@pytest.mark.parametrize("asset", LINEAGE)
def test_show_prints_every_asset_and_each_of_its_partitions(
    asset: str, built: ProjectFolder
) -> None:
    listed = call("-C", built.root, "show", asset, "--json")
    assert listed.code == 0
    assert call("-C", built.root, "show", asset).code == 0
    if LINEAGE[asset].partitioning is Partitioning.NONE:
        values = {"": listed.json}
    else:
        assert listed.json
        values = {
            key: call("-C", built.root, "show", asset, key, "--json").json for key in listed.json
        }
    recorded = Workspace.open(built.root, environment={}).provenance.read(asset)
    assert {key: value["version"] for key, value in values.items()} == {
        key: entry.version for key, entry in recorded.items() if key in values
    }
    plain = call("-C", built.root, "show", asset, max(values))
    assert json.loads(plain.out)["version"] == values[max(values)]["version"]


def test_show_finds_a_document_by_its_path_and_by_its_key(built: ProjectFolder) -> None:
    by_path = call("-C", built.root, "show", "document_texts", SPACED, "--json").json
    by_key = call(
        "-C", built.root, "show", "document_texts", "letters/first%20letter.txt", "--json"
    ).json
    assert by_path == by_key
    assert "Ada Varga met Karl Meier" in by_path["value"]["text"]
    people = call("-C", built.root, "show", "knowledge_graph", "PERSON", "--json").json["value"]
    assert {"Ada Varga", "Karl Meier"} <= {row["name"] for row in people["entities"]}


@pytest.mark.parametrize(
    "arguments",
    [("document_texts", "gone.txt"), ("knowledge_graph", "PLANET"), ("corpus", "PERSON")],
)
def test_show_of_what_is_not_there_says_how_to_see_what_is(
    arguments: tuple[str, str], built: ProjectFolder
) -> None:
    ended = call("-C", built.root, "show", *arguments, "--json")
    assert ended.code == 2
    assert f"sift show {arguments[0]}" in ended.error


def test_show_of_an_unknown_asset_lists_the_assets(built: ProjectFolder) -> None:
    ended = call("-C", built.root, "show", "grap", "--json")
    assert ended.code == 2
    assert all(asset in ended.error for asset in LINEAGE)


def test_show_of_a_damaged_value_says_that_a_run_rebuilds_it(built: ProjectFolder) -> None:
    version = call("-C", built.root, "show", "corpus", "--json").json["version"]
    built.workspace.store.path_of(version).write_bytes(b"damaged")
    ended = call("-C", built.root, "show", "corpus", "--json")
    assert ended.code == 1
    assert "Run again" in ended.error


def test_export_takes_any_spelling_and_writes_what_the_run_wrote(built: ProjectFolder) -> None:
    before = built.exports()
    for spelling in ("json", "JSON", "GraphML", "csv", "Csv"):
        ended = call("-C", built.root, "export", spelling, "--json")
        assert ended.code == 0
        written = {str(Path(f).relative_to(built.root / "exports")) for f in ended.json["files"]}
        assert written
        assert written <= before.keys()
        assert ended.json["entities"] == len(json.loads(before["graph.json"])["nodes"])
    assert built.exports() == before


def test_export_writes_every_format_of_its_help_anywhere(
    built: ProjectFolder, tmp_path: Path
) -> None:
    shown = call("export", "--help").out
    before = built.exports()
    for form in ExportFormat:
        assert form in shown
        to = tmp_path / "made" / form
        ended = call("-C", built.root, "export", form, "--output", to, "--json")
        assert (ended.code, ended.err) == (0, "")
        assert all(Path(file).stat().st_size for file in ended.json["files"])
        assert all(Path(file).is_relative_to(to) for file in ended.json["files"])
    assert built.exports() == before
    plain = call("-C", built.root, "export", "obsidian", "--output", tmp_path / "made" / "obsidian")
    assert plain.out.startswith("6 entities and 3 relations in\n")
    assert "Index.md" in plain.out


def test_exported_files_can_be_read_by_other_programs(built: ProjectFolder, tmp_path: Path) -> None:
    graph = tmp_path / "deep" / "graph.graphml"
    assert call("-C", built.root, "export", "graphml", "--to", graph).code == 0
    assert call("-C", built.root, "export", "csv", "--to", tmp_path / "tables").code == 0
    assert call("-C", built.root, "export", "json", "--to", tmp_path / "tables").code == 0
    nodes = json.loads((tmp_path / "tables" / "graph.json").read_text("utf-8"))["nodes"]
    assert len(nx.read_graphml(graph, force_multigraph=True)) == len(nodes)
    table = (tmp_path / "tables" / "entities.csv").read_text("utf-8-sig")
    assert len(list(csv.DictReader(io.StringIO(table)))) == len(nodes)


def test_an_unknown_format_is_answered_with_the_known_ones(built: ProjectFolder) -> None:
    ended = call("-C", built.root, "export", "xml", "--json")
    assert ended.code == 2
    assert all(name in ended.error.lower() for name in ("json", "graphml", "csv"))


def test_an_export_that_cannot_be_written_leaves_everything_as_it_was(
    built: ProjectFolder, tmp_path: Path
) -> None:
    (tmp_path / "file").write_text("mine", encoding="utf-8")
    ended = call("-C", built.root, "export", "json", "--to", tmp_path / "file" / "g", "--json")
    assert ended.code == StoreError.exit_code
    assert str(tmp_path / "file") in ended.error
    assert (tmp_path / "file").read_text(encoding="utf-8") == "mine"


def test_an_export_that_fails_on_the_way_keeps_the_old_file(
    built: ProjectFolder, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    target = tmp_path / "kept" / "graph.json"
    target.parent.mkdir()
    target.write_text("the old one", encoding="utf-8")

    def full(_descriptor: int) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr("os.fsync", full)
    ended = call("-C", built.root, "export", "json", "--to", target, "--json")
    assert ended.code == StoreError.exit_code
    assert "disk is full" in ended.error
    assert files_below(target.parent) == {"graph.json": b"the old one"}


def stored_values(root: Path) -> dict[str, bytes | None]:
    """Everything in the store but the cache of file times, which any look may renew."""
    found = files_below(root / ".sift")
    return {name: data for name, data in found.items() if name != "stat_cache.json"}


def test_looking_at_a_built_project_changes_no_value(built: ProjectFolder) -> None:
    before, runs = stored_values(built.root), built.runs()
    for arguments in itertools.chain(
        [("status",), ("domains",), ("export", "json")], [("show", asset) for asset in LINEAGE]
    ):
        assert call("-C", built.root, *arguments, "--json").json is not None
    assert stored_values(built.root) == before
    assert built.runs() == runs
    status = call("-C", built.root, "status", "--json")
    assert (status.code, status.json["up_to_date"], status.json["stale"]) == (0, True, [])
    assert "Everything is up to date." in call("-C", built.root, "status").out


def test_status_names_what_moved_and_what_follows(built: ProjectFolder) -> None:
    built.write("notes.md", "Karl Meier is gone.\n")
    built.document("twice.txt").unlink()
    ended = call("-C", built.root, "status", "--json")
    assert ended.code == 1
    assert ended.json["deleted"] == ["twice.txt"]
    stale = {(item["asset"], item["partition"]): item["because"] for item in ended.json["stale"]}
    assert stale["document_texts", "notes.md"] == ["documents"]
    assert stale["extractions", "notes.md"] == ["document_texts"]
    assert "document_set" in stale["corpus", ""]
    assert {key for _asset, key in stale} == {"notes.md", ""}
    plain = call("-C", built.root, "status").out
    assert "deleted: twice.txt" in plain
    assert "stale: document_texts[notes.md] because of documents" in plain
