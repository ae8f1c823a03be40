"""Runs of the graph's assets: from what the project knows to recorded events."""

import time
from collections.abc import Iterator
from typing import Any

import dagster as dg

from sift_assets.core.planning.lineage import CHAIN
from sift_assets.defs.emission import ParentHeads, check_result
from sift_assets.defs.layers import GRAPH, layer, read_inputs
from sift_assets.defs.partitions import ENTITY_TYPES
from sift_assets.defs.parts import add_parts, remove_parts
from sift_assets.defs.recording import recorded_parts, recorded_result
from sift_assets.resources.dagster_internals import silent_output
from sift_assets.resources.workspace import Workspace
from sift_assets.workflows.checking import consistency_check, schema_check
from sift_assets.workflows.corpus import build_corpus
from sift_assets.workflows.findings import CheckFinding
from sift_assets.workflows.graph import build, load_graph, manifest_of_latest
from sift_assets.workflows.known import known_inputs, known_values, latest
from sift_assets.workflows.resolved import resolve


def run_corpus(context: dg.AssetExecutionContext, workspace: Workspace) -> dg.MaterializeResult:
    """Build and record the corpus."""
    with layer(context, workspace, GRAPH):
        observed, recorded = known_inputs(workspace), known_values(workspace, CHAIN)
        return recorded_result(workspace, lambda: build_corpus(workspace, observed, recorded))


def run_graph(context: dg.AssetExecutionContext, workspace: Workspace) -> Iterator[Any]:
    """Build the graph; yield an event per entity type, the checks, and a silent output."""
    with layer(context, workspace, GRAPH):
        parents = ParentHeads(context.instance, "knowledge_graph")
        started = time.perf_counter()
        corpus_version = latest(workspace, "corpus").version
        built = build(workspace, corpus_version, read_inputs(workspace, "knowledge_graph"))
        add_parts(context.instance, ENTITY_TYPES, built.made.partitions)
        yield from recorded_parts(workspace, "knowledge_graph", built.made, parents, started)
        graph = load_graph(workspace, built.manifest.provenance.version)
        yield _check("schema_conforms", schema_check(workspace, graph))
        yield _check("graph_is_consistent", consistency_check(graph))
        yield silent_output("knowledge_graph")


def run_manifest(context: dg.AssetExecutionContext, workspace: Workspace) -> dg.MaterializeResult:
    """Gather the manifest of the latest build; a type that is gone leaves no partition."""
    with layer(context, workspace, GRAPH):
        result = recorded_result(workspace, lambda: manifest_of_latest(workspace))
        remove_parts(context.instance, workspace, ENTITY_TYPES, "knowledge_graph")
        return result


def run_resolved(context: dg.AssetExecutionContext, workspace: Workspace) -> dg.MaterializeResult:
    """Apply verdicts and flags to the built graph."""
    with layer(context, workspace, GRAPH):
        manifest = latest(workspace, "graph_manifest").version
        inputs = read_inputs(workspace, "resolved_graph")
        return recorded_result(workspace, lambda: resolve(workspace, manifest, inputs))


def _check(name: str, finding: CheckFinding) -> dg.AssetCheckResult:
    return check_result("knowledge_graph", name, finding, dg.AssetCheckSeverity.ERROR)
