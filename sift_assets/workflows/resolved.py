"""From the built graph to the resolved graph: every fact with its status."""

from sift_assets.core.domain.facets import review_facet
from sift_assets.core.errors import CorruptObjectError
from sift_assets.core.graph.build import KnowledgeGraph
from sift_assets.core.graph.review import with_status
from sift_assets.core.graph.summary import summarise
from sift_assets.core.planning.lineage import SPINE
from sift_assets.core.records.record import key_of
from sift_assets.resources.workspace import Workspace
from sift_assets.workflows.graph import load_graph
from sift_assets.workflows.known import latest, spine_outcome
from sift_assets.workflows.outcome import Outcome, counted_rows


def resolve(workspace: Workspace, manifest_version: str, inputs: dict[str, str]) -> Outcome:
    """Give every fact its status: pending with the reasons, supported, or single-source.

    Args:
        workspace: The open project.
        manifest_version: Version of the graph manifest to start from.
        inputs: Versions of everything that `resolved_graph` reads.
    """
    review = review_facet(workspace.domain)
    key = key_of("resolved", SPINE["resolved_graph"].code_version, inputs)
    computed = workspace.store.computed(
        key, lambda: with_status(load_graph(workspace, manifest_version), review).to_bytes()
    )
    summary = summarise(KnowledgeGraph.from_bytes(computed.data))
    return spine_outcome(
        "resolved_graph",
        computed.version,
        inputs,
        facts={
            "entities": summary.entities,
            "relations": summary.relations,
            "pending": summary.pending,
            "conflicts": summary.conflicts,
        },
        tables={
            "entities_by_type": counted_rows("type", "entities", summary.entities_by_type),
            "relations_by_type": counted_rows("type", "relations", summary.relations_by_type),
            "relations_by_status": counted_rows("status", "relations", summary.relations_by_status),
        },
        hit=computed.hit,
    )


def load_resolved(workspace: Workspace) -> KnowledgeGraph:
    """Return the latest resolved graph.

    Raises:
        ProjectError: There is none yet.
        CorruptObjectError: It is damaged; the next run rebuilds it.
    """
    version = latest(workspace, "resolved_graph").version
    try:
        return KnowledgeGraph.from_bytes(workspace.store.get(version))
    except CorruptObjectError as error:
        workspace.provenance.forget_version(error.version)
        raise
