"""Runs of the graph's assets: from what the project knows to recorded events."""

import time
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import dagster as dg

from sift_assets.core.errors import CorruptObjectError
from sift_assets.core.planning.lineage import CHAIN, LINEAGE
from sift_assets.core.planning.staleness import spine_inputs
from sift_assets.defs.emission import ParentHeads, check_result
from sift_assets.defs.partitions import ENTITY_TYPES
from sift_assets.defs.recording import Timed, recorded_events, recorded_result
from sift_assets.resources.dagster_internals import silent_output
from sift_assets.resources.locks import held
from sift_assets.resources.workspace import Workspace
from sift_assets.workflows.checking import CheckFinding, consistency_check, schema_check
from sift_assets.workflows.corpus import build_corpus
from sift_assets.workflows.exports import write_exports
from sift_assets.workflows.graph import build, load_graph, manifest_of_latest
from sift_assets.workflows.known import known_inputs, known_values, latest
from sift_assets.workflows.resolved import load_resolved, resolve


def run_corpus(context: dg.AssetExecutionContext, workspace: Workspace) -> dg.MaterializeResult:
    """Build and record the corpus."""
    with _layer(context, workspace):
        observed, recorded = known_inputs(workspace), known_values(workspace, CHAIN)
        return recorded_result(workspace, lambda: build_corpus(workspace, observed, recorded))


def run_graph(context: dg.AssetExecutionContext, workspace: Workspace) -> Iterator[Any]:
    """Build the graph; yield an event per entity type, the checks, and a silent output."""
    with _layer(context, workspace):
        parents = ParentHeads(context.instance, "knowledge_graph")
        started = time.perf_counter()
        corpus_version = latest(workspace, "corpus").version
        built = build(workspace, corpus_version, _inputs(workspace, "knowledge_graph"))
        seconds = time.perf_counter() - started
        _add_types(context.instance, {outcome.partition for outcome in built.parts})
        done = [Timed(part, seconds) for part in built.parts]
        yield from recorded_events(workspace, done, parents)
        _forget_types(workspace, {outcome.partition for outcome in built.parts})
        workspace.provenance.record("knowledge_graph", {"": built.whole})
        graph = load_graph(workspace, built.manifest.provenance.version)
        yield _check("schema_conforms", schema_check(workspace, graph))
        yield _check("graph_is_consistent", consistency_check(graph))
        yield silent_output("knowledge_graph")


def run_manifest(context: dg.AssetExecutionContext, workspace: Workspace) -> dg.MaterializeResult:
    """Gather the manifest of the latest build, and remove the partitions of types that are gone.

    Not in the step that built the graph: Dagster asks for the partitions of its range once more
    when it ends, and both ends of the range must still exist.
    """
    with _layer(context, workspace):
        result = recorded_result(workspace, lambda: manifest_of_latest(workspace))
        _remove_types(context.instance, set(workspace.provenance.read("knowledge_graph")))
        return result


def run_resolved(context: dg.AssetExecutionContext, workspace: Workspace) -> dg.MaterializeResult:
    """Apply verdicts and flags to the built graph."""
    with _layer(context, workspace):
        manifest = latest(workspace, "graph_manifest").version
        inputs = _inputs(workspace, "resolved_graph")
        return recorded_result(workspace, lambda: resolve(workspace, manifest, inputs))


def run_exports(context: dg.AssetExecutionContext, workspace: Workspace) -> dg.MaterializeResult:
    """Write the export files."""
    with _layer(context, workspace):
        inputs = _inputs(workspace, "graph_exports")
        return recorded_result(
            workspace, lambda: write_exports(workspace, load_resolved(workspace), inputs)
        )


def _inputs(workspace: Workspace, asset: str) -> dict[str, str]:
    parents = (parent.asset for parent in LINEAGE[asset].inputs)
    return spine_inputs(asset, known_inputs(workspace), known_values(workspace, parents))


def _add_types(instance: dg.DagsterInstance, occurring: set[str]) -> None:
    name = str(ENTITY_TYPES.name)
    missing = occurring - set(instance.get_dynamic_partitions(name))
    if missing:
        instance.add_dynamic_partitions(name, sorted(missing))


def _forget_types(workspace: Workspace, occurring: set[str]) -> None:
    recorded = set(workspace.provenance.read("knowledge_graph")) - {""}
    workspace.provenance.forget("knowledge_graph", sorted(recorded - occurring))


def _remove_types(instance: dg.DagsterInstance, occurring: set[str]) -> None:
    """Keep the partitions equal to the types that occur: a type that is gone leaves none."""
    name = str(ENTITY_TYPES.name)
    for gone in sorted(set(instance.get_dynamic_partitions(name)) - occurring):
        instance.delete_dynamic_partition(name, gone)


def _check(name: str, finding: CheckFinding) -> dg.AssetCheckResult:
    return check_result("knowledge_graph", name, finding, dg.AssetCheckSeverity.ERROR)


@contextmanager
def _layer(context: dg.AssetExecutionContext, workspace: Workspace) -> Iterator[None]:
    """Hold the graph's lock; a damaged object is forgotten, so that the next run rebuilds it."""
    with held(workspace.lock_path("graph"), "The graph", on_wait=context.log.info):
        try:
            yield
        except CorruptObjectError as error:
            workspace.provenance.forget_version(error.version)
            raise
