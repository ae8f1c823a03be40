"""Telling Dagster of documents in shards, without a run: what is there, and what has gone.

Before the set of documents is reported, which would else look older than what it consists of.
"""

from collections.abc import Iterable, Mapping, Sequence

import dagster as dg

from sift_assets.core.planning.lineage import ROOTS
from sift_assets.core.planning.plan import Report
from sift_assets.core.planning.shards import (
    documents_of,
    emptied,
    partition_of,
    shard_provenance,
)
from sift_assets.core.planning.state import Provenance
from sift_assets.defs.emission import ParentHeads, event
from sift_assets.defs.reconciling import InstanceEvents
from sift_assets.resources.dagster_internals import report_together
from sift_assets.resources.workspace import Workspace
from sift_assets.workflows.comparing import Comparison, shard_heads
from sift_assets.workflows.outcome import Outcome


def report_documents(
    instance: dg.DagsterInstance, workspace: Workspace, comparison: Comparison, most: int
) -> bool:
    """Report the shards that documents have come to or changed in, and those that have lost some.

    Of a shard that has lost documents also the texts and extractions that are left, where Dagster
    knew them: they are as they were. Where it did not, a run looks them up.

    Args:
        instance: Dagster's instance.
        workspace: The open project; it has no record of what is gone any more.
        comparison: A look.
        most: Shards whose documents are reported in one look.

    Returns:
        Whether everything was reported.
    """
    todo = comparison.plan
    documents = [report for report in todo.reports if report.asset == "documents"]
    moved = sorted({partition_of(report.partition, todo.shards) for report in documents})
    due = set(moved[:most])
    record_documents(
        workspace, (r for r in documents if partition_of(r.partition, todo.shards) in due)
    )
    for asset, heads in shard_heads(InstanceEvents(instance), todo.shards).items():
        told = _with_losses(asset, heads, comparison) | (due if asset in ROOTS else set[str]())
        report_together(instance, shard_events(instance, workspace, asset, sorted(told)))
    return len(moved) <= most


def record_documents(workspace: Workspace, reports: Iterable[Report]) -> None:
    """Record the versions of documents."""
    code = ROOTS["documents"].code_version
    entries = {r.partition: Provenance(version=r.version, code_version=code) for r in reports}
    if entries:
        workspace.provenance.record("documents", entries)


def shard_events(
    instance: dg.DagsterInstance, workspace: Workspace, asset: str, shards: Sequence[str]
) -> list[dg.AssetMaterialization]:
    """Return the events of shards as our records of their documents are now.

    Args:
        instance: Dagster's instance.
        workspace: The open project.
        asset: One that has a record per document.
        shards: Those asked for.
    """
    if not shards:
        return []
    records, parents = workspace.provenance.read(asset), ParentHeads(instance, asset, shards)
    inside = documents_of(shards, records, workspace.settings.shards)
    told = (
        Outcome(
            asset, shard, shard_provenance(asset, {key: records[key] for key in keys}), hit=True
        )
        for shard, keys in inside.items()
    )
    return [event(outcome, parents) for outcome in told]


def _with_losses(asset: str, heads: Mapping[str, str], comparison: Comparison) -> set[str]:
    """Return the shards that have lost documents, as far as what is left was vouched for."""
    todo, recorded = comparison.plan, comparison.recorded
    lost = {partition_of(key, todo.shards) for key in todo.remove}
    gone, records = set(todo.remove), recorded.provenance.get(asset, {})
    left = {key: record for key, record in records.items() if key not in gone}
    vouched = recorded.heads.get(asset, {})
    doubted = {partition_of(key, todo.shards) for key in left if key not in vouched}
    return (lost & heads.keys() | set(emptied(heads, left, todo.shards))) - doubted
