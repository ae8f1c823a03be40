"""`topology` and `info`: the graph as a whole, or all that is known of one entity."""

from sift_assets.core.query.envelope import Bounds
from sift_assets.core.query.index import Index
from sift_assets.core.query.naming import meant
from sift_assets.core.query.project_state import ProjectState
from sift_assets.core.query.results import EntityInfoResult, InfoResult, TopologyResult
from sift_assets.core.query.searching import Counts
from sift_assets.core.query.showing import community_lists, described, founds


def topology(index: Index, bounds: Bounds) -> tuple[TopologyResult, Counts]:
    """Say how the graph hangs together.

    Args:
        index: What is asked.
        bounds: Items of each list.
    """
    most = bounds.limit + 1
    shape = index.shape()
    groups, number = community_lists(index, bounds.limit, with_top=True)
    connections, disconnected = index.between_communities(most)
    result = TopologyResult(
        entities=shape.entities,
        relations=shape.relations,
        unassigned=shape.unassigned,
        isolated=shape.isolated,
        communities=groups,
        connections=tuple(connections),
        disconnected=tuple(disconnected),
        bridges=tuple(index.bridges(most)),
        islands=tuple(index.islands(most)),
        most_connected=tuple(founds(index, index.top(most))),
        proposed=tuple(index.proposed(most)),
    )
    return result, {"communities": number, "most_connected": shape.entities}


def info(
    index: Index, bounds: Bounds, project: ProjectState | None = None
) -> tuple[InfoResult, Counts]:
    """Say what the graph holds.

    Args:
        index: What is asked.
        bounds: Items of each list.
        project: What its project says of itself; None where nobody looked.
    """
    counts = index.counts()
    groups, number = community_lists(index, bounds.limit)
    about = index.about()
    documents = index.documents_in_scope(bounds.limit)
    result = InfoResult(
        counts=counts,
        project=project,
        decided=about.decided,
        not_complete=about.not_complete,
        first_date=about.first_date,
        last_date=about.last_date,
        most_connected=tuple(founds(index, index.top(bounds.limit))),
        communities=groups,
        documents=tuple(documents),
    )
    return result, {
        "most_connected": counts.entities,
        "communities": number,
        "documents": counts.documents,
    }


def entity_info(index: Index, bounds: Bounds, name: str) -> tuple[EntityInfoResult, Counts]:
    """Say what is known of one entity.

    Args:
        index: What is asked.
        bounds: Items of each list.
        name: The entity, by id or name.

    Raises:
        QueryError: The entity cannot be told.
    """
    entity = meant(index, name)
    properties = index.properties(entity.row)
    documents = index.documents(entity.row, bounds.limit)
    result = EntityInfoResult(
        entity=described(index, entity),
        relations=dict(index.relation_counts(entity.row)),
        properties=tuple(properties[: bounds.limit]),
        documents=tuple(documents),
    )
    return result, {"properties": len(properties), "documents": entity.support}
