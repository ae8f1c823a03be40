"""Relations and the statements that they rest on."""

# ruff: noqa: S608 - made of pieces of ours; what is asked for is a parameter

from collections.abc import Collection

from sift_assets.core.query.index import Direction
from sift_assets.core.query.rows import PlaceRow, RelationRow
from sift_assets.resources.agent_index.connection import (
    BEST_RELATION,
    GIVEN,
    RELATION,
    Connected,
    given,
)


class FactQueries(Connected):
    """Relations and the statements that they rest on; see `core.query.index.Index`."""

    def relations_of(
        self, rows: Collection[int], direction: Direction, most: int
    ) -> list[RelationRow]:
        """Return the relations of some entities that pass the filters, best first."""
        ends = {Direction.OUT: ["source"], Direction.IN: ["target"]}.get(
            direction, ["source", "target"]
        )
        parts = " UNION ".join(
            f"SELECT {RELATION} FROM matching_relations r WHERE r.{end} IN {GIVEN}" for end in ends
        )
        query = f"SELECT * FROM ({parts}) r ORDER BY {BEST_RELATION} LIMIT ?"
        asked = given(rows)
        return [RelationRow(*row) for row in self.rows(query, *[asked] * len(ends), most)]

    def steps(self, rows: Collection[int], most: int) -> list[tuple[int, int]]:
        """Return both ends of each relation of some entities that passes the filters."""
        query = " UNION ALL ".join(
            f"SELECT r.source, r.target FROM matching_relations r WHERE r.{end} IN {GIVEN}"
            for end in ("source", "target")
        )
        asked = given(rows)
        return self.rows(f"{query} LIMIT ?", asked, asked, most)

    def between(self, first: int, second: int) -> list[RelationRow]:
        """Return the relations between two entities that pass the filters, best first."""
        query = (
            f"SELECT {RELATION} FROM matching_relations r WHERE (r.source = ? AND r.target = ?)"
            f" OR (r.source = ? AND r.target = ?) ORDER BY {BEST_RELATION}"
        )
        return [RelationRow(*row) for row in self.rows(query, first, second, second, first)]

    def statements(self, relations: Collection[int], most: int, skip: int = 0) -> list[PlaceRow]:
        """Return what states some relations, of each so many at most, the surest first."""
        return self.places("visible_evidence", "relation", relations, most, skip)

    def statement_counts(self, relations: Collection[int]) -> dict[int, int]:
        """Return how many statements of each relation are in the scope."""
        query = (
            f"SELECT relation, COUNT(*) FROM visible_evidence WHERE relation IN {GIVEN}"
            " GROUP BY relation"
        )
        return dict(self.rows(query, given(relations)))

    def relation_counts(self, entity: int) -> dict[str, int]:
        """Return how many relations of each type an entity has that pass the filters."""
        query = (
            "SELECT type, COUNT(*) FROM matching_relations WHERE source = ? OR target = ?"
            " GROUP BY type ORDER BY type"
        )
        return dict(self.rows(query, entity, entity))
