"""`sift explain`: what a value was made from, where it lies, and who recorded it."""

from collections.abc import Iterator
from typing import Any

import pytest

from sift_assets.core.planning.lineage import LINEAGE, RESOLUTION, RESULTS, Partitioning
from sift_assets_tests.cli.calling import call, files_below
from sift_assets_tests.fakes.project_folder import ProjectFolder


def explained(project: ProjectFolder, *arguments: str) -> Any:
    ended = call("-C", project.root, "explain", *arguments, "--json")
    assert ended.code == 0, ended.err
    return ended.json


def all_values(value: Any) -> Iterator[Any]:
    yield value
    for read in value["inputs"]:
        for each in read["values"]:
            yield from all_values(each)


@pytest.mark.parametrize("asset", LINEAGE)
def test_every_asset_of_a_built_project_can_be_explained(asset: str, built: ProjectFolder) -> None:
    partition, version = max(built.compare().recorded.heads[asset].items())
    value = explained(built, asset, *([partition] if partition else []))
    assert (value["version"], value["fresh"]) == (version, True)


def test_the_exports_go_back_to_every_document_and_facet_that_shaped_them(
    built: ProjectFolder,
) -> None:
    values = list(all_values(explained(built, "graph_exports", "--members", "0")))
    others = {*RESOLUTION, *RESULTS, "report"} - {"graph_exports"}
    assert {value["asset"] for value in values} == set(LINEAGE) - others
    documents = {value["partition"] for value in values if value["asset"] == "documents"}
    assert documents == set(built.compare().observation.observed.documents)
    assert all(value["fresh"] for value in values)


def test_a_root_lies_in_its_file_and_a_computed_value_in_the_store(built: ProjectFolder) -> None:
    value = explained(built, "extractions", "notes.md")
    places = {v["asset"]: v["place"] for v in all_values(value)}
    assert places["documents"] == str(built.document("notes.md"))
    assert places["domain"] == str(built.root / "domains" / "general.yaml")
    assert places["settings"] == str(built.root / "sift.yaml")
    assert places["extractions"] == str(built.workspace.store.path_of(value["version"]))
    assert (value["computed_by"], value["recorded"]["started_by"]) == ("names", "sift run")
    runs = {run.run_id for run in built.instance.get_runs()}
    assert value["recorded"]["run_id"] in runs
    (text, *_) = value["inputs"]
    (document, _) = text["values"][0]["inputs"]
    root = document["values"][0]
    assert (root["computed_by"], root["recorded"]["run_id"]) == ("people", "")
    assert root["recorded"]["started_by"] == "a report without a run"


def test_a_moved_input_is_named_with_both_versions_all_the_way_up(built: ProjectFolder) -> None:
    built.edit("documents/notes.md", "Karl Meier", "Nina Olsen")
    value = explained(built, "graph_exports", "--members", "1")
    standing = {(v["asset"], v["partition"]): v for v in all_values(value)}
    assert not value["fresh"]
    extraction = standing["extractions", "notes.md"]
    assert [reason["input"] for reason in extraction["reasons"]] == ["document_texts"]
    text = standing["document_texts", "notes.md"]
    (reason,) = text["reasons"]
    assert reason["input"] == "documents"
    assert reason["old"] == standing["documents", "notes.md"]["version"]
    assert reason["new"] == built.compare().observation.observed.documents["notes.md"]
    plain = call("-C", built.root, "explain", "document_texts", "notes.md").out
    assert f"stale because of documents {reason['old'][:8]}→{reason['new'][:8]}" in plain
    assert "has moved: documents[notes.md]" in plain


def test_the_tree_can_be_cut_and_says_how_much_is_left_out(built: ProjectFolder) -> None:
    shallow = explained(built, "corpus", "--depth", "0")
    assert {read["name"] for read in shallow["inputs"]} >= {"extractions[*]", "document_set"}
    assert [value["asset"] for value in all_values(shallow)] == ["corpus"]
    plain = call("-C", built.root, "explain", "corpus", "--members", "1").out
    assert "… and 3 more, see --members" in plain
    assert plain.count("sift.yaml") == 2  # each stage is located once


def test_a_document_is_found_by_its_path(built: ProjectFolder) -> None:
    value = explained(built, "documents", "letters/first letter.txt")
    assert value["partition"] == "letters/first%20letter.txt"


@pytest.mark.parametrize("arguments", [("documents", "gone.txt"), ("domain",), ("corpus", "x")])
def test_what_there_is_not_is_said_with_where_to_look(
    arguments: tuple[str, ...], built: ProjectFolder
) -> None:
    ended = call("-C", built.root, "explain", *arguments, "--json")
    assert ended.code == 2
    partitioned = LINEAGE[arguments[0]].partitioning is not Partitioning.NONE
    assert ("sift show" if partitioned else "sift run") in ended.error


def test_explaining_before_the_first_run_makes_no_file(project: ProjectFolder) -> None:
    before = files_below(project.root)
    assert call("-C", project.root, "explain", "corpus", "--json").code == 2
    assert files_below(project.root).keys() == before.keys()
