"""`query`: an entity with the facts and entities around it."""

from sift_assets.core.query.envelope import Bounds
from sift_assets.core.query.errors import Code, QueryError
from sift_assets.core.query.index import Direction, Index
from sift_assets.core.query.naming import meant
from sift_assets.core.query.results import QueryResult
from sift_assets.core.query.rows import RelationRow
from sift_assets.core.query.searching import Counts
from sift_assets.core.query.showing import described, facts, founds

DEEPEST = 4
"""Steps; in most graphs everything is within four of a well-connected entity."""

MOST_RELATIONS = 3000
"""Of one entity's surroundings that are looked at: more are never shown, and take too long."""


def query(
    index: Index, bounds: Bounds, name: str, depth: int = 1, direction: Direction = Direction.BOTH
) -> tuple[QueryResult, Counts]:
    """Return what is around an entity.

    Args:
        index: What is asked.
        bounds: How many facts and neighbours at most.
        name: The entity, by id or name.
        depth: How many relations away from it.
        direction: Of the relations, seen from where one comes from.

    Raises:
        QueryError: The entity cannot be told, or the depth is out of bounds.
    """
    if not 1 <= depth <= DEEPEST:
        raise QueryError(Code.BAD_FILTER, f"The depth {depth} is not from 1 to {DEEPEST}.")
    centre = meant(index, name)
    found, distances = _around(index, centre.row, depth, direction)
    others = index.entities(set(distances) - {centre.row})
    nearest = sorted(
        others.values(), key=lambda one: (distances[one.row], -one.support, -one.degree, one.id)
    )
    result = QueryResult(
        entity=described(index, centre),
        facts=tuple(facts(index, found[: bounds.limit], distances=distances)),
        neighbours=tuple(founds(index, nearest[: bounds.limit], distances=distances)),
    )
    return result, {"facts": len(found), "neighbours": len(nearest)}


def _around(
    index: Index, centre: int, depth: int, direction: Direction
) -> tuple[list[RelationRow], dict[int, int]]:
    """Return relations, nearest and best first, and the distance of each entity reached."""
    distances, found = {centre: 0}, dict[int, RelationRow]()
    edge = {centre}
    for distance in range(1, depth + 1):
        room = MOST_RELATIONS - len(found)
        if not edge or room <= 0:
            break
        met: set[int] = set()
        for row in _allowed(index, index.relations_of(edge, direction, room), distances):
            found.setdefault(row.row, row)
            met |= {row.source, row.target} - distances.keys()
        distances |= dict.fromkeys(met, distance)
        edge = met
    return list(found.values()), distances


def _allowed(index: Index, rows: list[RelationRow], known: dict[int, int]) -> list[RelationRow]:
    """Leave out relations to entities of types that are not asked for."""
    ends = {end for row in rows for end in (row.source, row.target)} - known.keys()
    allowed = index.of_types(ends) | known.keys()
    return [row for row in rows if row.source in allowed and row.target in allowed]
