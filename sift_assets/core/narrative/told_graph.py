"""The graph with all that is told of it: what every file for readers is made from."""

from collections.abc import Mapping
from dataclasses import dataclass

from sift_assets.core.communities.records import CommunityMap
from sift_assets.core.decisions.resolved import ResolvedGraph
from sift_assets.core.narrative.records import Narrative


@dataclass(frozen=True)
class ToldGraph:
    """What belongs together, all of one graph.

    Attributes:
        graph: The resolved graph that the communities were found in.
        communities: The map of its communities.
        narratives: Community to what is told of it; none where nothing has been told yet.
        labels: Community to its label, likewise; see `label_of`.
        version: Of the graph.
    """

    graph: ResolvedGraph
    communities: CommunityMap
    narratives: Mapping[str, Narrative]
    labels: Mapping[str, str]
    version: str = ""

    def label_of(self, community: str) -> str:
        """Return what a community is called: after its centre while nothing is told of it."""
        told = self.labels.get(community)
        if told:
            return told
        centre = self.graph.identity(community)
        return centre.name if centre else community
