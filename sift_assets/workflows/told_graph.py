"""Loading the graph with all that is told of it."""

from sift_assets.core.decisions.resolved import ResolvedGraph
from sift_assets.core.narrative.told_graph import ToldGraph
from sift_assets.resources.workspace import Workspace
from sift_assets.workflows.communities import load_map
from sift_assets.workflows.known import latest
from sift_assets.workflows.narrative_manifest import load_manifest, load_narratives


def load_told_graph(workspace: Workspace) -> ToldGraph:
    """Return the graph that the latest communities were found in: a newer one may be built already.

    Raises:
        ProjectError: There are no communities yet.
        CorruptObjectError: Something it is made from is damaged; the next run makes it anew.
    """
    version = latest(workspace, "community_map").inputs["resolved_graph"]
    is_told = bool(workspace.provenance.read("narrative_manifest").get(""))
    told = load_manifest(workspace).narratives if is_told else {}
    narratives = load_narratives(workspace) if is_told else ()
    return ToldGraph(
        graph=ResolvedGraph.from_bytes(workspace.store.get(version)),
        version=version,
        communities=load_map(workspace),
        narratives={one.community: one for one in narratives},
        labels={key: one.label for key, one in told.items()},
    )
