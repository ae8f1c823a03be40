"""Telling Dagster what is there: partitions of documents, versions of the roots, without a run."""

from collections.abc import Collection, Iterable, Iterator, Sequence
from itertools import groupby
from pathlib import Path
from typing import Any

import dagster as dg

from sift_assets.core.decisions.kinds import Kind
from sift_assets.core.planning.lineage import ROOTS
from sift_assets.core.planning.plan import Report
from sift_assets.core.planning.shards import BY_DOCUMENT, documents_of
from sift_assets.core.planning.staleness import root_versions
from sift_assets.core.planning.state import Facts, Observed, Provenance
from sift_assets.defs.emission import ParentHeads, event
from sift_assets.defs.partitions import DOCUMENTS
from sift_assets.defs.reconciling import documents_taken_up
from sift_assets.defs.shard_reporting import record_documents, report_documents, shard_events
from sift_assets.resources.dagster_internals import report_together
from sift_assets.resources.project import SETTINGS_FILE
from sift_assets.resources.workspace import Workspace
from sift_assets.workflows.comparing import Comparison
from sift_assets.workflows.observing import INVALID, Observation, observe, value_of_root
from sift_assets.workflows.outcome import Outcome

MAX_REPORTS = 1000
"""Reports in one look; stored alone each takes up to 9 ms, and a look must end within 60 s."""

STORED_ROOTS = frozenset({"domain", "settings", "decisions", "document_set"})
"""Roots whose value is kept in the store, so that `sift show` can print it."""

ROWS_SHOWN = 200
"""Rows of a table in the UI; `sift status` lists all."""


def carry_over(instance: dg.DagsterInstance, workspace: Workspace, comparison: Comparison) -> bool:
    """Make Dagster know the world: register and remove partitions, report versions of roots.

    Reports go straight to the instance, not through a sensor's result, because the order matters:
    the set of documents must be reported after the documents it consists of, or it looks older
    than they are.

    Returns:
        Whether everything was reported; a burst of documents takes several looks.
    """
    with workspace.provenance.kept_open():
        if comparison.plan.shards:
            return _carry_over_shards(instance, workspace, comparison)
        return _carry_over_documents(instance, workspace, comparison)


def _carry_over_documents(
    instance: dg.DagsterInstance, workspace: Workspace, comparison: Comparison
) -> bool:
    todo = comparison.plan
    if todo.add:
        instance.add_dynamic_partitions(str(DOCUMENTS.name), list(todo.add))
    reports = sorted(todo.reports, key=_is_set)
    _report(instance, workspace, comparison, reports[:MAX_REPORTS])
    _unregister(instance, todo.remove)
    _forget(workspace, todo.remove)
    return len(reports) <= MAX_REPORTS


def _carry_over_shards(
    instance: dg.DagsterInstance, workspace: Workspace, comparison: Comparison
) -> bool:
    """Do the same where documents lie in shards; see `shard_reporting`.

    Documents may still be registered from a time when each was a partition. They stay so, for
    whoever changes the settings back, until they are gone.
    """
    todo = comparison.plan
    _unregister(instance, todo.remove)
    _forget(workspace, todo.remove)
    if not report_documents(instance, workspace, comparison, MAX_REPORTS):
        return False
    others = [report for report in todo.reports if report.asset != "documents"]
    _report(instance, workspace, comparison, sorted(others, key=_is_set))
    return True


def _is_set(report: Report) -> bool:
    return report.asset == "document_set"


def _report(
    instance: dg.DagsterInstance,
    workspace: Workspace,
    comparison: Comparison,
    reports: Iterable[Report],
) -> None:
    for _asset, group in groupby(reports, key=lambda report: report.asset):
        found = _events(instance, workspace, comparison.observation, list(group))
        report_together(instance, found)


def _unregister(instance: dg.DagsterInstance, removed: Collection[str]) -> None:
    name = str(DOCUMENTS.name)
    registered = set(instance.get_dynamic_partitions(name)) if removed else set[str]()
    for key in removed:
        if key in registered:
            instance.delete_dynamic_partition(name, key)


def reported(
    instance: dg.DagsterInstance, workspace: Workspace, asset: str, partitions: Collection[str]
) -> Iterator[dg.AssetMaterialization]:
    """Look again and report the asked partitions of a root, whether or not they moved."""
    observation = observe(workspace, documents_taken_up(instance, workspace))
    versions, shards = root_versions(observation.observed)[asset], workspace.settings.shards
    in_shards = bool(shards) and asset == "documents"
    inside = documents_of(partitions, versions, shards if in_shards else 0)
    asked = [key for keys in inside.values() for key in keys if key in versions]
    reports = [Report(asset=asset, partition=key, version=versions[key]) for key in asked]
    if in_shards:
        record_documents(workspace, reports)
        yield from shard_events(instance, workspace, asset, list(inside))
    else:
        yield from _events(instance, workspace, observation, reports)


def _forget(workspace: Workspace, removed: Collection[str]) -> None:
    """Drop our records of documents that are gone."""
    for asset in BY_DOCUMENT:
        workspace.provenance.forget(asset, list(removed))
    workspace.provenance.clear_attempts(list(removed))


def _events(
    instance: dg.DagsterInstance,
    workspace: Workspace,
    observation: Observation,
    reports: Sequence[Report],
) -> list[dg.AssetMaterialization]:
    """Record the versions of some partitions of one root and return the event of each."""
    if not reports:
        return []
    outcomes = [_outcome(workspace, observation, report) for report in reports]
    parents = ParentHeads(instance, reports[0].asset)
    entries = {outcome.partition: outcome.provenance for outcome in outcomes}
    workspace.provenance.record(reports[0].asset, entries)
    return [event(outcome, parents) for outcome in outcomes]


def _outcome(workspace: Workspace, observation: Observation, report: Report) -> Outcome:
    """Store what a root holds, and say what people should see of it."""
    asset, partition, observed = report.asset, report.partition, observation.observed
    if asset in STORED_ROOTS and not report.version.startswith(INVALID):
        workspace.store.put(value_of_root(workspace, observed, asset, partition))
    is_set = asset == "document_set"
    provenance = Provenance(
        version=report.version,
        code_version=ROOTS[asset].code_version,
        facts=_root_facts(workspace, observed, report),
    )
    tables = _folder_tables(observation) if is_set else {}
    files = _root_file(workspace, report)
    return Outcome(asset, partition, provenance, tables=tables, files=files)


def _root_facts(workspace: Workspace, observed: Observed, report: Report) -> Facts:
    if report.asset == "document_set":
        return {"documents": len(observed.documents)}
    if report.asset == "decisions" and not report.version.startswith(INVALID):
        return {"in_force": len(workspace.decisions_by_kind[Kind(report.partition)])}
    return {}


def _folder_tables(observation: Observation) -> dict[str, list[dict[str, Any]]]:
    """Return what a person should know of the folder: what was skipped, what looks alike."""
    skipped = [skip.model_dump(mode="json") for skip in observation.folder.skipped]
    twins = [{"documents": " · ".join(group)} for group in observation.twins]
    return {"skipped": skipped[:ROWS_SHOWN], "twins": twins[:ROWS_SHOWN]}


def _root_file(workspace: Workspace, report: Report) -> dict[str, Path]:
    files = {
        "documents": lambda: workspace.document_file(report.partition),
        "document_set": lambda: workspace.documents_folder,
        "settings": lambda: workspace.root / SETTINGS_FILE,
        "domain": lambda: workspace.domain_file_in_force,
        "decisions": lambda: workspace.decision_log.path,
    }
    return {"file": files[report.asset]()} if report.asset in files else {}
