"""Pitfalls of Dagster that we design around, and where each is shown to be avoided.

Those that are not tested here are tested where the way around them is:

1. From 100 partitions on nothing turns stale across a fan-in: `test_many_documents`.
2. A deletion is invisible downstream: `test_staleness`, after a deletion; `test_incremental`, a
   deleted document leaves no trace.
4. Keys that are not neighbours give a run each: `core.planning.test_ranges`.
6. A step without an output lets the next ones skip: `resources.test_dagster_internals`.
7. Partitions that a failed run skips turn red: `test_failing_documents`; a click on a range records
   every key of it: `test_materializing_by_hand`.
9. No page lists stale partitions: `test_currency`.
16. `dagster dev` and signals: `whole.test_daemon_and_browser`; versions: `test_house_rules`.
"""

from pathlib import Path
from typing import Any

import dagster as dg
import pytest
import yaml

from sift_assets.core.planning.lineage import CHAIN, LINEAGE, Partitioning
from sift_assets.core.planning.ranges import MAX_DOCUMENTS_PER_RUN
from sift_assets.definitions import defs
from sift_assets.defs import reporting
from sift_assets_tests.defs.looking import carried_out, looked, reason, requested
from sift_assets_tests.fakes.project_folder import ProjectFolder

REPOSITORY = Path(__file__).parents[2]
INSTANCES = ("dagster.yaml", "sift_assets/cli/templates/dagster.yaml")


def asset_nodes() -> list[Any]:
    graph = defs().resolve_asset_graph()
    return [graph.get(dg.AssetKey(name)) for name in LINEAGE]


def configured(file: str) -> dict[str, Any]:
    return yaml.safe_load((REPOSITORY / file).read_text(encoding="utf-8"))


def test_3_and_14_nothing_is_automated_by_conditions_which_lose_edits_during_a_run() -> None:
    """Nor can the Automation tab of an asset fail over a partition that was deleted."""
    assert [node.key for node in asset_nodes() if node.automation_condition] == []
    (sensor,) = list(defs().sensors or ())
    assert isinstance(sensor, dg.SensorDefinition)
    assert not isinstance(sensor, dg.AutomationConditionSensorDefinition)


def test_5_one_run_over_a_range_gives_every_partition_the_version_of_its_own_value(
    built: ProjectFolder,
) -> None:
    looked(built)
    built.edit("domains/general.yaml", "Use the fullest form", "Always use the fullest form")
    before = built.runs()
    (request,) = requested(built)
    assert carried_out(built, request).success
    assert built.runs() == before + 1
    records = built.instance.fetch_materializations(dg.AssetKey("extractions"), limit=4).records
    versions = {
        record.partition_key: (record.asset_materialization.tags or {})["dagster/data_version"]
        for record in records
        if record.asset_materialization
    }
    assert len({record.run_id for record in records}) == 1
    assert len(set(versions.values())) == len(versions) == 4
    provenance = built.workspace.provenance.read("extractions")
    assert versions == {key: provenance[str(key)].version for key in versions}


def test_8_every_asset_can_be_materialized_none_is_a_bare_external_one() -> None:
    assert [node.key for node in asset_nodes() if not node.is_materializable] == []


def test_10_a_run_is_one_process() -> None:
    """The executor of several processes takes six times as long over the graph."""
    job = defs().resolve_implicit_global_asset_job_def()
    assert job.executor_def is dg.in_process_executor


def test_11_no_request_has_a_run_key_which_dagster_would_remember_for_ever(
    built: ProjectFolder,
) -> None:
    """The same edit, made again after it was taken back, is the same work and is asked for."""
    looked(built)
    tags: list[dict[str, str]] = []
    for setting in ("export_formats: [csv]", "export_formats: [json]") * 2:
        (built.root / "sift.yaml").write_text(f"domain: general\n{setting}\n", encoding="utf-8")
        (request,) = requested(built)
        assert request.run_key is None
        assert carried_out(built, request).success
        tags.append(dict(request.tags))
    assert len(tags) == 4


def test_12_three_assets_have_a_partition_per_document_since_each_costs_20_ms_of_it() -> None:
    by_document = {n for n, a in LINEAGE.items() if a.partitioning is Partitioning.DOCUMENT}
    assert by_document == {"documents", *CHAIN}


def test_13_no_run_covers_more_documents_than_its_submitter_can_plan(
    built: ProjectFolder,
) -> None:
    for name in CHAIN:
        policy = defs().resolve_asset_graph().get(dg.AssetKey(name)).backfill_policy
        assert policy is not None
        assert policy.max_partitions_per_run == MAX_DOCUMENTS_PER_RUN
    assert built.plan().ranges == ()


def test_13_a_burst_of_documents_is_reported_in_several_looks_before_anything_runs(
    built: ProjectFolder, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(reporting, "MAX_REPORTS", 2)
    looked(built)
    for number in range(5):
        built.write(f"burst/{number}.txt", f"Rosa Lund wrote page {number}.\n")
    looked(built)
    for _look in range(2):  # five documents and the set of them are six reports
        assert reason(built) == "There is more to report before anything runs."
    (request,) = requested(built)
    assert request.tags["dagster/asset_partition_range_start"] == "burst/0.txt"
    assert request.tags["dagster/asset_partition_range_end"] == "burst/4.txt"


def test_15_partitions_are_looked_up_in_bulk_whatever_their_number(
    built: ProjectFolder, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A query per partition takes minutes for ten thousand; a look makes two an asset."""
    asked: list[str] = []
    log = built.instance.event_log_storage
    for name in ("get_latest_storage_id_by_partition", "get_latest_tags_by_partition"):
        original = getattr(log, name)

        def counted(*arguments: Any, _name: str = name, _of: Any = original, **more: Any) -> Any:
            asked.append(_name)
            return _of(*arguments, **more)

        monkeypatch.setattr(log, name, counted)
    built.compare()
    few = len(asked)
    for number in range(30):
        built.write(f"more/{number}.txt", f"page {number}\n")
    looked(built)
    asked.clear()
    built.compare()
    assert len(asked) == few


@pytest.mark.parametrize("file", INSTANCES)
def test_17_and_18_few_runs_write_at_once_and_no_logger_is_managed(file: str) -> None:
    """Many writers have met a locked database; managed root loggers can block its creation."""
    found = configured(file)
    assert found["concurrency"]["runs"]["max_concurrent_runs"] <= 2
    assert "python_logs" not in found
