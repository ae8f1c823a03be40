"""Comparing the world with what is recorded, and reporting the versions of the roots.

Shared by the sensor and by `sift run`: both make the same plan from the same look.
"""

from collections.abc import Collection, Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path

import dagster as dg

from sift_assets.core.planning.folder_state import Look
from sift_assets.core.planning.lineage import LINEAGE, ROOTS, Partitioning
from sift_assets.core.planning.plan import Plan, Report, plan
from sift_assets.core.planning.staleness import root_versions
from sift_assets.core.planning.state import Facts, Observed, Provenance, Recorded
from sift_assets.defs.emission import ParentHeads, event
from sift_assets.defs.partitions import DOCUMENTS, ENTITY_TYPES, FACETS, KINDS, STAGES
from sift_assets.resources.dagster_internals import head, partition_heads
from sift_assets.resources.project import SETTINGS_FILE
from sift_assets.resources.workspace import Workspace
from sift_assets.workflows.exports import missing_exports
from sift_assets.workflows.observing import (
    INVALID,
    Observation,
    known_documents,
    observe,
    value_of_root,
)
from sift_assets.workflows.outcome import Outcome

MAX_REPORTS = 1000
"""Reports in one look; each takes about 9 ms, and a sensor's look must end within 60 s."""

STORED_ROOTS = frozenset({"domain", "settings", "document_set"})
"""Roots whose value is kept in the store, so that `sift show` can print it."""


@dataclass(frozen=True)
class Comparison:
    """One look at the world, what is recorded, and what follows.

    Attributes:
        observation: The look.
        recorded: Dagster's latest versions and our provenance.
        plan: The difference.
    """

    observation: Observation
    recorded: Recorded
    plan: Plan


def compare(
    instance: dg.DagsterInstance,
    workspace: Workspace,
    *,
    earlier: Mapping[str, Look] | None = None,
    allow_mass_deletion: bool = False,
) -> Comparison:
    """Look at the world and compare it with what is recorded; see `observe` and `plan`."""
    known = known_documents(workspace) or _reported_documents(instance)
    observation = observe(
        workspace, known, earlier=earlier, allow_mass_deletion=allow_mass_deletion
    )
    recorded = read_recorded(instance, workspace, observation.observed)
    return Comparison(observation, recorded, plan(observation.observed, recorded))


def read_recorded(
    instance: dg.DagsterInstance, workspace: Workspace, observed: Observed
) -> Recorded:
    """Read the latest versions of everything, from Dagster and from our provenance."""
    partitions = tuple(instance.get_dynamic_partitions(str(DOCUMENTS.name)))
    keys: dict[Partitioning, Collection[str]] = {
        Partitioning.DOCUMENT: set(partitions) | set(observed.documents),
        Partitioning.TYPE: instance.get_dynamic_partitions(str(ENTITY_TYPES.name)),
        Partitioning.FACET: FACETS.get_partition_keys(),
        Partitioning.STAGE: STAGES.get_partition_keys(),
        Partitioning.KIND: KINDS.get_partition_keys(),
    }
    provenance = {asset: workspace.provenance.read(asset) for asset in LINEAGE}
    if missing_exports(workspace):
        provenance["graph_exports"] = {}  # not believed, so that they are written again
    return Recorded(
        partitions=partitions,
        heads={asset: _versions(instance, asset, keys) for asset in LINEAGE},
        provenance=provenance,
        attempts=workspace.provenance.attempts(),
    )


def _reported_documents(instance: dg.DagsterInstance) -> dict[str, str]:
    """Return what Dagster knows of the documents: what is left when the store is lost.

    Without it a lost store would look like a project without documents, in which nothing can be
    gone: no question before a mass deletion, and every file new to the next look.
    """
    partitions = instance.get_dynamic_partitions(str(DOCUMENTS.name))
    heads = partition_heads(instance, "documents", partitions)
    return {key: found.version for key, found in heads.items()}


def carry_over(instance: dg.DagsterInstance, workspace: Workspace, comparison: Comparison) -> bool:
    """Make Dagster know the world: register and remove partitions, report versions of roots.

    Reports go straight to the instance, not through a sensor's result, because the order matters:
    the set of documents must be reported after the documents it consists of, or it looks older
    than they are.

    Returns:
        Whether everything was reported; a burst of documents takes several looks.
    """
    todo, observed = comparison.plan, comparison.observation.observed
    if todo.add:
        instance.add_dynamic_partitions(str(DOCUMENTS.name), list(todo.add))
    reports = sorted(todo.reports, key=lambda report: report.asset == "document_set")
    for report in reports[:MAX_REPORTS]:
        instance.report_runless_asset_event(_report_event(instance, workspace, observed, report))
    for key in todo.remove:
        instance.delete_dynamic_partition(str(DOCUMENTS.name), key)
    _forget(workspace, todo.remove)
    return len(reports) <= MAX_REPORTS


def reported(
    instance: dg.DagsterInstance, workspace: Workspace, asset: str, partitions: Collection[str]
) -> Iterator[dg.AssetMaterialization]:
    """Look again and report the asked partitions of a root, whether or not they moved."""
    known = known_documents(workspace) or _reported_documents(instance)
    observed = observe(workspace, known).observed
    versions = root_versions(observed)[asset]
    for partition in partitions:
        if partition in versions:
            report = Report(asset=asset, partition=partition, version=versions[partition])
            yield _report_event(instance, workspace, observed, report)


def _forget(workspace: Workspace, removed: Collection[str]) -> None:
    """Drop our records of documents that are gone."""
    for asset, lineage in LINEAGE.items():
        if lineage.partitioning is Partitioning.DOCUMENT:
            workspace.provenance.forget(asset, list(removed))
    workspace.provenance.clear_attempts(list(removed))


def _report_event(
    instance: dg.DagsterInstance, workspace: Workspace, observed: Observed, report: Report
) -> dg.AssetMaterialization:
    facts: Facts = {}
    if report.asset == "document_set":
        facts = {"documents": len(observed.documents)}
    provenance = Provenance(
        version=report.version, code_version=ROOTS[report.asset].code_version, facts=facts
    )
    if report.asset in STORED_ROOTS and not report.version.startswith(INVALID):
        workspace.store.put(value_of_root(workspace, observed, report.asset, report.partition))
    parents = ParentHeads(instance, report.asset)
    workspace.provenance.record(report.asset, {report.partition: provenance})
    outcome = Outcome(
        report.asset, report.partition, provenance, files=_root_file(workspace, report)
    )
    return event(outcome, parents)


def _root_file(workspace: Workspace, report: Report) -> dict[str, Path]:
    files = {
        "documents": lambda: workspace.document_file(report.partition),
        "document_set": lambda: workspace.documents_folder,
        "settings": lambda: workspace.root / SETTINGS_FILE,
        "domain": lambda: workspace.domain_file,
    }
    return {"file": files[report.asset]()} if report.asset in files else {}


def _versions(
    instance: dg.DagsterInstance, asset: str, keys: Mapping[Partitioning, Collection[str]]
) -> dict[str, str]:
    partitioning = LINEAGE[asset].partitioning
    if partitioning is Partitioning.NONE:
        found = head(instance, asset)
        return {"": found.version} if found else {}
    heads = partition_heads(instance, asset, keys[partitioning])
    return {partition: found.version for partition, found in heads.items()}
