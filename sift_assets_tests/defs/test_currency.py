"""Checks that say what is stale: what Dagster cannot badge, reported without a run."""

from typing import Any

import dagster as dg
import pytest

from sift_assets.core.errors import ConfigError
from sift_assets.core.planning.lineage import PROMOTION
from sift_assets.definitions import defs
from sift_assets.defs.currency import CURRENCY_CHECKS, report_currency
from sift_assets.defs.step_checks import STEP_CHECKS, step_check_keys
from sift_assets_tests.fakes.project_folder import ProjectFolder

DOMAIN = "domains/general.yaml"


def reported(project: ProjectFolder) -> None:
    report_currency(project.instance, project.workspace, project.compare())


def latest(project: ProjectFolder, asset: str, check: str) -> Any:
    key = dg.AssetCheckKey(dg.AssetKey(asset), check)
    storage = project.instance.event_log_storage
    record = storage.get_latest_asset_check_execution_by_key([key])[key]
    assert record.event is not None
    assert record.event.dagster_event is not None
    return record.event.dagster_event.event_specific_data


def stale(project: ProjectFolder, asset: str) -> dict[str, str]:
    evaluation = latest(project, asset, f"{asset}_is_current")
    table = evaluation.metadata.get("findings")
    rows = [record.data for record in table.records] if table else []
    assert evaluation.passed == (not rows)
    return {row["partition"]: row["because"] for row in rows}


def test_after_a_run_everything_is_current(built: ProjectFolder) -> None:
    for asset, check in CURRENCY_CHECKS:
        assert latest(built, asset, check).passed


def test_a_check_is_of_what_was_materialized_last_also_when_it_finds_the_same(
    built: ProjectFolder,
) -> None:
    before = targets(built)
    built.write("notes.md", "Karl Meier left Pelagos Ltd.\n")
    built.run()
    after = targets(built)
    assert all(after[asset] == newest(built, asset) for asset, _ in CURRENCY_CHECKS)
    assert after["communities"] > before["communities"]


def targets(project: ProjectFolder) -> dict[str, int]:
    """Return asset to the storage id that its check says it is of."""
    return {
        asset: latest(project, asset, check).target_materialization_data.storage_id
        for asset, check in CURRENCY_CHECKS
    }


def newest(project: ProjectFolder, asset: str) -> int:
    (record,) = project.instance.fetch_materializations(dg.AssetKey(asset), limit=1).records
    return record.storage_id


def test_an_edited_document_is_listed_with_the_input_that_moved(built: ProjectFolder) -> None:
    built.write("notes.md", "Karl Meier left Pelagos Ltd.\n")
    reported(built)
    assert stale(built, "document_texts") == {"notes.md": "documents"}
    assert stale(built, "extractions") == {"notes.md": "document_texts"}
    assert stale(built, "knowledge_graph") == {}
    built.run()
    assert stale(built, "document_texts") == stale(built, "extractions") == {}


def test_a_graph_facet_is_named_for_every_type(built: ProjectFolder) -> None:
    built.edit(DOMAIN, "fallback_relation: ASSOCIATED_WITH", "fallback_relation: MEMBER_OF")
    reported(built)
    listed = stale(built, "knowledge_graph")
    assert listed
    assert set(listed.values()) == {"domain[graph]"}


def test_a_domain_that_does_not_parse_fails_its_check_with_the_line(built: ProjectFolder) -> None:
    built.edit(DOMAIN, "entity_types:", "entity_tpyes:")
    with pytest.raises(ConfigError):
        built.run()
    evaluation = latest(built, "domain", "domain_is_valid")
    assert not evaluation.passed
    assert "entity_tpyes" in evaluation.description
    built.edit(DOMAIN, "entity_tpyes:", "entity_types:")
    built.run()
    assert latest(built, "domain", "domain_is_valid").passed


def test_a_finding_is_reported_once(built: ProjectFolder) -> None:
    before = latest(built, "extractions", "extractions_is_current")
    reported(built)
    reported(built)
    records = built.instance.event_log_storage.get_asset_check_execution_history(
        dg.AssetCheckKey(dg.AssetKey("extractions"), "extractions_is_current"), limit=10
    )
    assert latest(built, "extractions", "extractions_is_current") == before
    assert len(records) == 2  # stale before the first run, current after it


def test_a_run_makes_the_checks_of_its_own_steps_only(built: ProjectFolder) -> None:
    built.write("new.txt", "Nina Olsen met Tom Brandt.\n")
    built.run()
    made = [
        sorted(
            entry.dagster_event.event_specific_data.check_name  # type: ignore[union-attr]
            for entry in built.instance.all_logs(
                run.run_id, of_type=dg.DagsterEventType.ASSET_CHECK_EVALUATION
            )
            if entry.dagster_event
        )
        for run in built.instance.get_runs(limit=4)
    ]
    about_decisions = ["no_conflicting_decisions", "no_parked_decisions"]
    assert made[0] == []  # of files for readers
    assert made[1] == ["every_entity_is_in_one", "every_sentence_is_cited"]
    assert made[2] == ["every_proposal_has_evidence", *about_decisions]
    assert made[3] == ["graph_is_consistent", "schema_conforms"]


@pytest.mark.parametrize(("asset", "check"), CURRENCY_CHECKS)
def test_a_click_on_a_check_looks_again(built: ProjectFolder, asset: str, check: str) -> None:
    key = dg.AssetCheckKey(dg.AssetKey(asset), check)
    job = defs().resolve_implicit_global_asset_job_def()
    ended = job.get_subset(asset_check_selection={key}).execute_in_process(
        instance=built.instance, raise_on_error=True
    )
    evaluations = ended.get_asset_check_evaluations()
    assert [(e.check_name, e.passed) for e in evaluations] == [(check, True)]


def test_every_check_of_a_step_is_declared() -> None:
    declared = set(defs().resolve_asset_graph().asset_check_keys)
    assert set(step_check_keys(STEP_CHECKS.keys() - PROMOTION.keys())) <= declared
    assert {dg.AssetCheckKey(dg.AssetKey(a), n) for a, n in CURRENCY_CHECKS} <= declared
