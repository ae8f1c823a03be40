"""Runs of the assets of communities and narratives: from what the project knows to events."""

import time
from collections.abc import Iterator
from typing import Any

import dagster as dg

from sift_assets.defs.emission import ParentHeads, check_result
from sift_assets.defs.layers import RESULTS, TELLING, is_approved, layer, read_inputs
from sift_assets.defs.partitions import COMMUNITIES
from sift_assets.defs.parts import add_parts, remove_parts
from sift_assets.defs.recording import recorded_parts, recorded_result
from sift_assets.resources.dagster_internals import silent_output
from sift_assets.resources.locks import held
from sift_assets.resources.workspace import Workspace
from sift_assets.workflows.communities import find_communities, map_communities
from sift_assets.workflows.known import known_inputs
from sift_assets.workflows.narrative_manifest import narratives_of_latest
from sift_assets.workflows.report import write_report
from sift_assets.workflows.telling import tell
from sift_assets.workflows.telling_checks import citation_check, membership_check


def run_communities(context: dg.AssetExecutionContext, workspace: Workspace) -> Iterator[Any]:
    """Find communities; yield an event for each, the check, and a silent output."""
    with layer(context, workspace, TELLING):
        parents, started = ParentHeads(context.instance, "communities"), time.perf_counter()
        found = find_communities(workspace, read_inputs(workspace, "communities"))
        add_parts(context.instance, COMMUNITIES, found.made.partitions)
        yield from recorded_parts(workspace, "communities", found.made, parents, started)
        yield check_result("communities", "every_entity_is_in_one", membership_check(found))
        yield silent_output("communities")


def run_map(context: dg.AssetExecutionContext, workspace: Workspace) -> dg.MaterializeResult:
    """Map the communities that were found last."""
    with layer(context, workspace, TELLING):
        inputs = read_inputs(workspace, "community_map")
        return recorded_result(workspace, lambda: map_communities(workspace, inputs))


def run_narratives(context: dg.AssetExecutionContext, workspace: Workspace) -> Iterator[Any]:
    """Tell; yield an event for each community, the check, and a silent output."""
    with layer(context, workspace, TELLING):
        parents, started = ParentHeads(context.instance, "narratives"), time.perf_counter()
        told = tell(
            workspace,
            read_inputs(workspace, "narratives"),
            limits=known_inputs(workspace).limits,
            approved=is_approved(context),
        )
        yield from recorded_parts(workspace, "narratives", told.made, parents, started)
        yield check_result("narratives", "every_sentence_is_cited", citation_check(told))
        yield silent_output("narratives")


def run_narrative_manifest(
    context: dg.AssetExecutionContext, workspace: Workspace
) -> dg.MaterializeResult:
    """Gather the narratives; a community that is gone leaves no partition."""
    with layer(context, workspace, TELLING):
        result = recorded_result(workspace, lambda: narratives_of_latest(workspace))
        remove_parts(context.instance, workspace, COMMUNITIES, "communities")
        return result


def run_report(context: dg.AssetExecutionContext, workspace: Workspace) -> dg.MaterializeResult:
    """Write the report; what writes into the exports folder is under one lock."""
    with layer(context, workspace, TELLING):
        inputs = read_inputs(workspace, "report")
        with held(workspace.lock_path(RESULTS), "The exports", on_wait=context.log.info):
            return recorded_result(
                workspace,
                lambda: write_report(
                    workspace,
                    inputs,
                    limits=known_inputs(workspace).limits,
                    approved=is_approved(context),
                ),
            )
