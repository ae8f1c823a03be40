"""From the resolved graph to communities, one stored part each, and the map of all."""

from dataclasses import dataclass

from sift_assets.core.communities.changes import CommunityChange, changes
from sift_assets.core.communities.cutting import cut
from sift_assets.core.communities.keys import UNASSIGNED
from sift_assets.core.communities.mapping import community_map
from sift_assets.core.communities.records import Community, CommunityMap
from sift_assets.core.decisions.resolved import ResolvedGraph
from sift_assets.core.planning.keys import community_partition
from sift_assets.core.planning.lineage import SPINE, input_name
from sift_assets.core.planning.staleness import ALL
from sift_assets.core.planning.state import Facts, Provenance
from sift_assets.core.records.record import key_of
from sift_assets.core.settings.stages import community_stage
from sift_assets.resources.community_picture import community_picture
from sift_assets.resources.store import Computed
from sift_assets.resources.workspace import Workspace
from sift_assets.workflows.known import earlier_value, latest, spine_outcome
from sift_assets.workflows.outcome import Outcome, Parts, in_parts

SHOWN_GROUPS = 20
"""Rows of communities in the UI; `sift show community_map` prints all."""

ENTITIES, MEMBERS = "entities", "members"
"""Facts: the number of entities of the graph, of members of a community."""


@dataclass(frozen=True)
class FoundCommunities:
    """The map of the communities of a graph, and the outcomes of `communities` by community."""

    mapped: CommunityMap
    made: Parts


def find_communities(workspace: Workspace, inputs: dict[str, str]) -> FoundCommunities:
    """Find the communities of the resolved graph, and store each with its part of it.

    Args:
        workspace: The open project.
        inputs: Versions of everything that `communities` reads.

    Raises:
        CorruptObjectError: The resolved graph is damaged; it is made anew at the next run.
    """
    version = inputs["resolved_graph"]
    graph = _graph(workspace, version)
    found = _map(workspace, version, graph)
    mapped = CommunityMap.from_bytes(found.data)
    with workspace.store.together():
        parts = [
            _part(workspace, community, inputs, hit=found.hit)
            for community in cut(graph, mapped.members)
        ]
    facts: Facts = {ENTITIES: graph.entities.num_rows}
    return FoundCommunities(mapped, in_parts("communities", parts, inputs, facts))


def map_communities(workspace: Workspace, inputs: dict[str, str]) -> Outcome:
    """Map the communities that were found last, with what has changed since the last map.

    Of the graph that they were found in: a newer one may have been built meanwhile.

    Args:
        workspace: The open project.
        inputs: Versions of everything that `community_map` reads.

    Raises:
        ProjectError: No communities have been found yet.
    """
    found = latest(workspace, "communities")
    inputs = inputs | {
        input_name("communities", ALL): found.version,
        "resolved_graph": found.inputs["resolved_graph"],
    }
    stored = _map(workspace, found.inputs["resolved_graph"])
    mapped = CommunityMap.from_bytes(stored.data)
    return spine_outcome(
        "community_map",
        stored.version,
        inputs,
        facts=map_facts(mapped),
        tables={
            "communities": _group_rows(mapped),
            "changes": _change_rows(_earlier_map(workspace), mapped),
        },
        pictures={"structure": community_picture(mapped)} if mapped.told else {},
        hit=stored.hit,
    )


def load_map(workspace: Workspace) -> CommunityMap:
    """Return the latest map.

    Raises:
        ProjectError: There is none yet.
        CorruptObjectError: It is damaged; the next run makes it anew.
    """
    return CommunityMap.from_bytes(workspace.store.get(latest(workspace, "community_map").version))


def map_facts(mapped: CommunityMap) -> Facts:
    """Return the counts of a map."""
    told = [group for group in mapped.told if group.key != UNASSIGNED]
    return {
        "communities": len(told),
        "levels": 1 + max((group.level for group in mapped.groups), default=0),
        "unassigned": sum(key == UNASSIGNED for key in mapped.members.values()),
        "coverage": round(mapped.coverage, 3),
        "modularity": round(mapped.modularity, 3),
        "bridges": len(mapped.bridges) + mapped.bridges_left_out,
        "islands": len(mapped.islands),
        "proposed_links": len(mapped.proposed_links),
        "algorithm": mapped.algorithm,
    }


def _map(workspace: Workspace, graph_version: str, graph: ResolvedGraph | None = None) -> Computed:
    """Compute the map of a resolved graph, or look it up; the graph is read if it is not given."""
    stage = community_stage(workspace.settings)
    code = SPINE["community_map"].code_version
    key = key_of("community map", code, graph_version, stage.content_hash())
    return workspace.store.computed(
        key, lambda: community_map(graph or _graph(workspace, graph_version), stage).to_bytes()
    )


def _graph(workspace: Workspace, version: str) -> ResolvedGraph:
    return ResolvedGraph.from_bytes(workspace.store.get(version))


def _part(
    workspace: Workspace, community: Community, inputs: dict[str, str], *, hit: bool
) -> Outcome:
    facts: Facts = {
        MEMBERS: community.members.num_rows,
        "relations": community.relations.num_rows,
        "evidence": community.evidence.num_rows,
        "documents": community.documents.num_rows,
    }
    provenance = Provenance(
        version=workspace.store.put(community.to_bytes()),
        code_version=SPINE["communities"].code_version,
        inputs=inputs,
        facts=facts,
    )
    return Outcome("communities", community_partition(community.key), provenance, hit)


def _earlier_map(workspace: Workspace) -> CommunityMap | None:
    """Return the map before this one, None where there is none that can be read."""
    before = workspace.provenance.read("community_map").get("")
    data = earlier_value(workspace, "community_map", before)
    return CommunityMap.from_bytes(data) if data is not None else None


def _group_rows(mapped: CommunityMap) -> list[dict[str, object]]:
    return [
        {
            "community": group.key,
            "members": group.size,
            "relations": group.relations,
            "weight": round(group.weight, 2),
            "outside": round(group.outside, 2),
        }
        for group in mapped.largest_first[:SHOWN_GROUPS]
    ]


def _change_rows(before: CommunityMap | None, now: CommunityMap) -> list[dict[str, object]]:
    found: tuple[CommunityChange, ...] = changes(before, now) if before else ()
    rows: list[dict[str, object]] = [
        {
            "change": str(change.kind),
            "before": ", ".join(change.before),
            "after": ", ".join(change.after),
            "members_moved": change.moved,
        }
        for change in found
    ]
    return rows[:SHOWN_GROUPS]
