"""Runs of the assets of resolution: from what the project knows to recorded events."""

import time
from collections.abc import Iterator
from typing import Any

import dagster as dg

from sift_assets.defs.emission import ParentHeads, check_result
from sift_assets.defs.layers import GRAPH, RESOLUTION, is_approved, layer, read_inputs
from sift_assets.defs.partitions import ENTITY_TYPES
from sift_assets.defs.parts import remove_parts
from sift_assets.defs.recording import recorded_outcome, recorded_parts, recorded_result
from sift_assets.resources.dagster_internals import silent_output
from sift_assets.resources.locks import held
from sift_assets.resources.workspace import Workspace
from sift_assets.workflows.deciding_by_rule import decide_by_rule
from sift_assets.workflows.known import known_inputs
from sift_assets.workflows.resolution import (
    build_queue,
    proposals_of_latest,
    propose_across,
    propose_all,
    resolved_of,
)
from sift_assets.workflows.review_checks import conflict_check, evidence_check, parked_check
from sift_assets.workflows.review_files import refresh


def run_proposals(context: dg.AssetExecutionContext, workspace: Workspace) -> Iterator[Any]:
    """Propose; yield an event per entity type, the check, and a silent output."""
    with layer(context, workspace, RESOLUTION):
        parents = ParentHeads(context.instance, "merge_proposals")
        started = time.perf_counter()
        proposed = propose_all(workspace, read_inputs(workspace, "merge_proposals"))
        yield from recorded_parts(workspace, "merge_proposals", proposed.made, parents, started)
        finding = evidence_check(proposed.proposals)
        yield check_result("merge_proposals", "every_proposal_has_evidence", finding)
        yield silent_output("merge_proposals")


def run_cross_type(context: dg.AssetExecutionContext, workspace: Workspace) -> dg.MaterializeResult:
    """Propose across types."""
    with layer(context, workspace, RESOLUTION):
        inputs = read_inputs(workspace, "cross_type_proposals")
        return recorded_result(workspace, lambda: propose_across(workspace, inputs))


def run_proposal_manifest(
    context: dg.AssetExecutionContext, workspace: Workspace
) -> dg.MaterializeResult:
    """Gather what is proposed.

    Of a graph without any type the run has registered those of the domain, to have a range to
    start with; they go again, while no build registers its own.
    """
    with layer(context, workspace, RESOLUTION):
        result = recorded_result(workspace, lambda: proposals_of_latest(workspace))
        with held(workspace.lock_path(GRAPH), "The graph", on_wait=context.log.info):
            remove_parts(context.instance, workspace, ENTITY_TYPES, "knowledge_graph")
        return result


def run_queue(context: dg.AssetExecutionContext, workspace: Workspace) -> Iterator[Any]:
    """Gather what is open; yield the result and the checks of the decisions."""
    with layer(context, workspace, RESOLUTION):
        started = time.perf_counter()
        graph = resolved_of(workspace, read_inputs(workspace, "resolved_graph"))
        built = build_queue(
            workspace,
            read_inputs(workspace, "review_queue"),
            graph,
            limits=known_inputs(workspace).limits,
            approved=is_approved(context),
        )
        yield recorded_outcome(workspace, built.outcome, started)
        queue = built.queue
        refresh(workspace, queue, graph)
        decided = decide_by_rule(workspace, queue, graph)
        if decided:
            context.log.info("%d pairs were decided by rule; see `sift decisions`.", len(decided))
        for name, finding in (
            ("no_conflicting_decisions", conflict_check(queue)),
            ("no_parked_decisions", parked_check(queue)),
        ):
            yield check_result("review_queue", name, finding)
