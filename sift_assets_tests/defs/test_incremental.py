"""Edits of documents: exactly what they touch gets new versions, and nothing is asked twice."""

import shutil

import dagster as dg
import pytest

from sift_assets.core.domain.facets import Facet
from sift_assets.core.planning.lineage import GRAPH, RESOLUTION, RESULTS, TELLING
from sift_assets.core.records.extraction import Extraction
from sift_assets_tests.fakes.name_extractor import NameExtractor
from sift_assets_tests.fakes.project_folder import ProjectFolder, changed

AFTER_BUILD = {"graph_manifest", "resolved_graph"}
"""What follows every change of the graph's content."""

SET = {"document_set", "corpus"}
"""What follows every change of the set of documents."""


def chain_of(key: str) -> set[str]:
    return {f"{asset}[{key}]" for asset in ("documents", "document_texts", "extractions")}


def touched(project: ProjectFolder, **flags: bool) -> set[str]:
    """Run, and return what has other versions than before; a further run must change nothing.

    What hangs on the graph is left out: see `test_resolution_run` and `test_telling_run`.
    """
    before = project.versions()
    assert project.run(**flags).succeeded
    assert project.plan().nothing_to_do
    found = changed(before, project.versions())
    return {
        name for name in found if name.partition("[")[0] not in {*RESOLUTION, *TELLING, *RESULTS}
    }


def test_a_clean_build_materializes_every_asset(built: ProjectFolder) -> None:
    versions = built.versions()
    assert all(versions.values())
    assert {name.partition("[")[0] for name in versions} == {
        *("documents", "domain", "settings", "decisions", "document_set"),
        *("document_texts", "extractions", "corpus", "knowledge_graph"),
        *(*GRAPH, *RESOLUTION, *TELLING, *RESULTS),
    }
    assert {name for name in versions if name.startswith("knowledge_graph")} == {
        "knowledge_graph[ORGANIZATION]",
        "knowledge_graph[PERSON]",
    }
    assert {f"domain[{facet}]" for facet in Facet} <= versions.keys()
    assert "letters/first letter.txt" not in built.instance.get_dynamic_partitions("documents")
    assert "letters/first%20letter.txt" in built.instance.get_dynamic_partitions("documents")


def test_documents_of_one_stem_have_extractions_of_their_own(built: ProjectFolder) -> None:
    built.write("x/report.txt", "Rosa Lund lives here.\n")
    built.write("y/report.md", "Olaf Berg lives here.\n")
    assert built.run().succeeded
    recorded = built.workspace.provenance.read("extractions")
    found = {
        key: Extraction.from_bytes(built.workspace.store.get(recorded[key].version))
        for key in ("x/report.txt", "y/report.md")
    }
    names = {key: {mention.name for mention in one.mentions} for key, one in found.items()}
    assert names == {"x/report.txt": {"Rosa Lund"}, "y/report.md": {"Olaf Berg"}}


def test_every_check_was_made_and_passed(built: ProjectFolder) -> None:
    keys = [
        dg.AssetCheckKey(dg.AssetKey(asset), name)
        for asset, name in (
            ("document_texts", "no_unreadable_documents"),
            ("extractions", "every_chunk_extracted"),
            ("extractions", "evidence_is_grounded"),
            ("knowledge_graph", "schema_conforms"),
            ("knowledge_graph", "graph_is_consistent"),
            ("merge_proposals", "every_proposal_has_evidence"),
            ("review_queue", "no_conflicting_decisions"),
            ("review_queue", "no_parked_decisions"),
        )
    ]
    latest = built.instance.event_log_storage.get_latest_asset_check_execution_by_key(keys)
    assert {key: record.status.value for key, record in latest.items()} == dict.fromkeys(
        keys, "SUCCEEDED"
    )


def test_no_event_holds_text_of_a_document(built: ProjectFolder) -> None:
    runs = built.instance.get_runs()
    assert runs
    for run in runs:
        for record in built.instance.all_logs(run.run_id):
            assert "Nina" not in str(record)
            assert "Kestrel Ltd" not in str(record)


def test_a_second_run_starts_nothing_and_changes_no_version(
    built: ProjectFolder, extractor: NameExtractor
) -> None:
    before, runs, exports = built.versions(), built.runs(), built.exports()
    report = built.run()
    assert report.succeeded
    assert (report.documents, report.assets) == (0, [])
    assert built.versions() == before
    assert built.runs() == runs
    assert built.exports() == exports
    assert extractor.seen == []


def test_a_new_document_touches_itself_and_the_graph(
    built: ProjectFolder, extractor: NameExtractor
) -> None:
    built.write("new.txt", "Rosa Lund lives here.\n")
    assert touched(built) == chain_of("new.txt") | SET | AFTER_BUILD | {"knowledge_graph[PERSON]"}
    assert extractor.seen == ["Rosa Lund lives here."]


def test_an_edited_document_touches_itself_and_the_graph_and_costs_one_extraction(
    built: ProjectFolder, extractor: NameExtractor
) -> None:
    built.write("twice.txt", "Nina Olsen left Kestrel Ltd.\n")
    types = {"knowledge_graph[PERSON]", "knowledge_graph[ORGANIZATION]"}
    assert touched(built) == chain_of("twice.txt") | SET | AFTER_BUILD | types
    assert len(extractor.seen) == 1


def test_an_edit_and_its_reversal_end_at_the_old_versions_without_a_second_extraction(
    built: ProjectFolder, extractor: NameExtractor
) -> None:
    before, exports = built.versions(), built.exports()
    old = built.document("twice.txt").read_text()
    built.write("twice.txt", "Nina Olsen left.\n")
    built.run()
    assert built.exports() != exports
    built.write("twice.txt", old)
    built.run()
    assert built.versions() == before
    assert built.exports() == exports
    assert extractor.seen == ["Nina Olsen left."]


def test_a_deleted_document_leaves_no_trace_in_the_graph_and_needs_no_document_run(
    built: ProjectFolder, extractor: NameExtractor
) -> None:
    built.document("notes.md").unlink()
    runs = built.runs()
    types = {"knowledge_graph[PERSON]", "knowledge_graph[ORGANIZATION]"}
    assert touched(built) == chain_of("notes.md") | SET | AFTER_BUILD | types
    assert built.runs() == runs + 4  # over the graph, proposals, narratives and exports
    assert extractor.seen == []
    assert not any(b"Pelagos" in data for data in built.exports().values())
    assert b"Kestrel" in built.exports()["graph.json"]


def test_a_document_that_comes_back_costs_no_extraction_and_restores_every_version(
    built: ProjectFolder, extractor: NameExtractor
) -> None:
    before, exports = built.versions(), built.exports()
    content = built.document("notes.md").read_text()
    built.document("notes.md").unlink()
    built.run()
    built.write("notes.md", content)
    built.run()
    assert built.versions() == before
    assert built.exports() == exports
    assert extractor.seen == []


def test_a_renamed_document_costs_no_reading_and_no_extraction(
    built: ProjectFolder, extractor: NameExtractor
) -> None:
    before = built.versions()
    built.document("twice.txt").rename(built.document("renamed.txt"))
    found = touched(built)
    assert chain_of("twice.txt") | chain_of("renamed.txt") | SET <= found
    after = built.versions()
    assert after["extractions[renamed.txt]"] == before["extractions[twice.txt]"]
    assert after["document_texts[renamed.txt]"] == before["document_texts[twice.txt]"]
    assert extractor.seen == []
    for asset in ("document_texts", "extractions"):
        assert metadata_of(built, asset, "renamed.txt")["found_in_store"] is True


def test_a_copied_document_costs_no_extraction_and_counts_as_a_second_source(
    built: ProjectFolder, extractor: NameExtractor
) -> None:
    shutil.copy(built.document("twice.txt"), built.document("copy.txt"))
    assert chain_of("copy.txt") | SET | AFTER_BUILD <= touched(built)
    assert extractor.seen == []


def test_more_blank_lines_make_another_text_where_offsets_move(
    built: ProjectFolder, extractor: NameExtractor
) -> None:
    built.write("twice.txt", "\n\nNina Olsen works   for Kestrel Ltd.\n")
    found = touched(built)
    assert {"document_texts[twice.txt]", "extractions[twice.txt]"} <= found
    assert len(extractor.seen) == 1


def test_white_space_at_the_end_touches_the_set_of_documents_and_no_text(
    built: ProjectFolder, extractor: NameExtractor
) -> None:
    exports = built.exports()
    built.write("twice.txt", built.document("twice.txt").read_text() + "\n\n")
    assert touched(built) == {"documents[twice.txt]", "document_set"}
    assert extractor.seen == []
    assert built.exports() == exports


def test_a_document_without_names_takes_part_and_an_empty_one_is_a_status(
    built: ProjectFolder, extractor: NameExtractor
) -> None:
    built.write("empty.txt", "")
    built.write("plain.txt", "nothing of note\n")
    assert touched(built) >= chain_of("empty.txt") | chain_of("plain.txt")
    assert extractor.seen == ["nothing of note"]
    assert metadata_of(built, "document_texts", "empty.txt")["status"] == "empty"


def test_a_type_that_occurs_no_more_leaves_no_partition(built: ProjectFolder) -> None:
    for file in ("contracts/kestrel.txt", "notes.md", "twice.txt"):
        built.document(file).unlink()
    assert "knowledge_graph[ORGANIZATION]" in touched(built)
    assert list(built.instance.get_dynamic_partitions("entity_types")) == ["PERSON"]
    assert not any("[ORGANIZATION]" in name for name in built.versions())
    for asset in ("knowledge_graph", "merge_proposals"):
        assert set(built.workspace.provenance.read(asset)) == {"PERSON", ""}


def test_edits_that_land_while_the_run_goes_on_are_taken_up(
    built: ProjectFolder, extractor: NameExtractor, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The planner looks again after every run, so no edit is lost."""
    extract = extractor.extract

    def edits_meanwhile(*arguments: object) -> object:
        if len(extractor.seen) == 0:
            built.write("during.txt", "Olaf Berg came later.\n")
            built.write("notes.md", "Karl Meier is gone.\n")
        return extract(*arguments)  # pyright: ignore[reportArgumentType]

    monkeypatch.setattr(extractor, "extract", edits_meanwhile)
    built.write("first.txt", "Rosa Lund was first.\n")
    built.run()
    assert built.plan().nothing_to_do
    assert b"Olaf Berg" in built.exports()["graph.json"]
    assert b"Pelagos" not in built.exports()["graph.json"]


def metadata_of(project: ProjectFolder, asset: str, partition: str) -> dict[str, object]:
    """Return the metadata of the latest event of a partition."""
    records = project.instance.fetch_materializations(
        dg.AssetRecordsFilter(asset_key=dg.AssetKey(asset), asset_partitions=[partition]), limit=1
    ).records
    event = records[0].asset_materialization
    assert event is not None
    return {name: value.value for name, value in event.metadata.items()}
