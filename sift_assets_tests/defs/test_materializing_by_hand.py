"""What a click on "Materialize" in Dagster's UI does: the same values, the same versions."""

import dagster as dg
import pytest

from sift_assets.definitions import defs
from sift_assets.defs.reporting import carry_over
from sift_assets.resources.dagster_internals import RANGE_END_TAG, RANGE_START_TAG
from sift_assets_tests.fakes.name_extractor import NameExtractor
from sift_assets_tests.fakes.project_folder import ProjectFolder, changed


def materialize(
    project: ProjectFolder,
    *assets: str,
    key: str | None = None,
    span: tuple[str, str] | None = None,
) -> dg.ExecuteInProcessResult:
    """Run assets as the UI would: for one partition, a range of them, or none."""
    tags = {RANGE_START_TAG: span[0], RANGE_END_TAG: span[1]} if span else {}
    job = defs().resolve_implicit_global_asset_job_def()
    return job.execute_in_process(
        instance=project.instance,
        asset_selection=[dg.AssetKey(asset) for asset in assets],
        partition_key=key,
        tags=tags,
        run_config={"loggers": {"console": {"config": {"log_level": "CRITICAL"}}}},
    )


def emitted(result: dg.ExecuteInProcessResult) -> set[str]:
    """Return what the run recorded."""
    events = result.get_asset_materialization_events()
    names: set[str] = set()
    for event in events:
        assert event.asset_key is not None
        name = event.asset_key.to_user_string()
        names.add(f"{name}[{event.partition}]" if event.partition else name)
    return names


@pytest.mark.parametrize(
    ("asset", "key"),
    [("documents", "notes.md"), ("domain", "prompt"), ("settings", "reader")],
)
def test_a_click_on_one_partition_of_a_root_looks_again_and_reports_it(
    built: ProjectFolder, asset: str, key: str
) -> None:
    before = built.versions()
    assert emitted(materialize(built, asset, key=key)) == {f"{asset}[{key}]"}
    assert built.versions() == before
    assert built.plan().nothing_to_do


def test_a_click_on_an_edited_document_and_on_the_set_makes_the_edit_known(
    built: ProjectFolder, extractor: NameExtractor
) -> None:
    built.write("notes.md", "Karl Meier is here.\n")
    before = built.versions()
    materialize(built, "documents", key="notes.md")
    materialize(built, "document_set")
    assert changed(before, built.versions()) == {"documents[notes.md]", "document_set"}
    assert built.plan().reports == ()
    built.run()
    assert extractor.seen == ["Karl Meier is here."]


def test_clicks_on_what_is_up_to_date_change_no_version_and_cost_no_extraction(
    built: ProjectFolder, extractor: NameExtractor
) -> None:
    before = built.versions()
    chain = ("document_texts", "extractions")
    one = emitted(materialize(built, *chain, key="notes.md"))
    assert one == {"document_texts[notes.md]", "extractions[notes.md]"}
    keys = built.instance.get_dynamic_partitions("documents")
    everything = emitted(materialize(built, *chain, span=(keys[0], keys[-1])))
    assert everything == {f"{asset}[{key}]" for asset in chain for key in keys}
    assert emitted(materialize(built, "corpus", "resolved_graph", "graph_exports")) == {
        *("corpus", "resolved_graph", "graph_exports")
    }
    types = built.instance.get_dynamic_partitions("entity_types")
    graph = emitted(materialize(built, "knowledge_graph", key="PERSON"))
    assert graph == {f"knowledge_graph[{name}]" for name in types}
    assert emitted(materialize(built, "graph_manifest")) == {"graph_manifest"}
    assert built.versions() == before
    assert built.plan().nothing_to_do
    assert extractor.seen == []


def test_after_a_click_on_the_graph_alone_a_type_that_is_gone_leaves_with_the_next_manifest(
    built: ProjectFolder,
) -> None:
    types = built.instance.get_dynamic_partitions("entity_types")
    for file in ("contracts/kestrel.txt", "letters/first letter.txt", "notes.md", "twice.txt"):
        built.write(file, f"Ada Varga met Karl Meier. No {file}.\n")
    carry_over(built.instance, built.workspace, built.compare())
    keys = built.instance.get_dynamic_partitions("documents")
    materialize(built, "document_texts", "extractions", span=(keys[0], keys[-1]))
    materialize(built, "corpus")
    graph = emitted(materialize(built, "knowledge_graph", span=(types[0], types[-1])))
    assert "knowledge_graph[ORGANIZATION]" not in graph
    assert built.plan().spine_assets[0] == "knowledge_graph"  # the manifest comes with the graph
    assert built.run().succeeded
    assert built.instance.get_dynamic_partitions("entity_types") == ["PERSON"]
    assert built.plan().nothing_to_do
