"""From the built graph and the decisions in force to the resolved graph."""

from sift_assets.core.decisions.applying import resolved
from sift_assets.core.decisions.decision import Decision
from sift_assets.core.decisions.kinds import Kind
from sift_assets.core.decisions.resolved import ResolvedGraph
from sift_assets.core.domain.facets import graph_facet, review_facet
from sift_assets.core.errors import CorruptObjectError, ProjectError
from sift_assets.core.graph.summary import summarise
from sift_assets.core.planning.lineage import SPINE
from sift_assets.core.records.record import key_of
from sift_assets.resources.store import Computed
from sift_assets.resources.workspace import Workspace
from sift_assets.workflows.graph import load_graph
from sift_assets.workflows.known import latest, spine_outcome
from sift_assets.workflows.outcome import Outcome, counted_rows


def resolve(workspace: Workspace, manifest_version: str, inputs: dict[str, str]) -> Outcome:
    """Apply what people decided, and give every fact its status.

    Args:
        workspace: The open project.
        manifest_version: Version of the graph manifest to start from.
        inputs: Versions of everything that `resolved_graph` reads.
    """
    computed = resolved_value(workspace, manifest_version, inputs)
    graph = ResolvedGraph.from_bytes(computed.data)
    summary = summarise(graph)
    standings = graph.unapplied["standing"].to_pylist()
    return spine_outcome(
        "resolved_graph",
        computed.version,
        inputs,
        facts={
            "entities": summary.entities,
            "relations": summary.relations,
            "pending": summary.pending,
            "conflicts": summary.conflicts,
            "decisions": len(workspace.decisions) - len(_promotions(workspace)),
            "parked": standings.count("parked"),
            "conflicting_decisions": standings.count("conflict"),
        },
        tables={
            "entities_by_type": counted_rows("type", "entities", summary.entities_by_type),
            "relations_by_type": counted_rows("type", "relations", summary.relations_by_type),
            "relations_by_status": counted_rows("status", "relations", summary.relations_by_status),
        },
        hit=computed.hit,
    )


def resolved_value(workspace: Workspace, manifest_version: str, inputs: dict[str, str]) -> Computed:
    """Compute a resolved graph, or look it up; see `resolve`."""
    key = key_of("resolved", SPINE["resolved_graph"].code_version, inputs)
    return workspace.store.computed(
        key,
        lambda: resolved(
            load_graph(workspace, manifest_version),
            graph_facet(workspace.domain),
            review_facet(workspace.domain),
            workspace.decisions,
        ).to_bytes(),
    )


def _promotions(workspace: Workspace) -> tuple[Decision, ...]:
    """Return the decisions in force that say nothing of the graph."""
    return workspace.decisions_by_kind[Kind.PROMOTIONS]


def load_resolved(workspace: Workspace) -> ResolvedGraph:
    """Return the latest resolved graph.

    Raises:
        ProjectError: There is none yet, or none of today's code.
        CorruptObjectError: It is damaged; the next run rebuilds it.
    """
    found = latest(workspace, "resolved_graph")
    if found.code_version != SPINE["resolved_graph"].code_version:
        raise ProjectError(
            "The resolved graph was made by another version of sift_assets.", "Run `sift run`."
        )
    try:
        return ResolvedGraph.from_bytes(workspace.store.get(found.version))
    except CorruptObjectError as error:
        workspace.provenance.forget_version(error.version)
        raise
