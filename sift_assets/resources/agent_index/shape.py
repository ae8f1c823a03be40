"""The graph as a whole: communities, bridges, islands, counts."""

# ruff: noqa: S608 - made of pieces of ours; what is asked for is a parameter

import json
from collections.abc import Collection, Iterable, Iterator
from itertools import combinations, islice

from sift_assets.core.query.naming import called_by, end_of
from sift_assets.core.query.records import (
    Bridge,
    GraphCounts,
    IslandOfGraph,
    Link,
    ProposedConnection,
)
from sift_assets.core.query.rows import CommunityRow, EntityRow, Shape
from sift_assets.resources.agent_index.connection import ENTITY, GIVEN, Connected, given

TOP_OF_COMMUNITY = 5
"""Members that are named of each community in an overview."""

COMPARED_COMMUNITIES = 200
"""The largest ones, of which is said between which two there is no relation: of more there are too
many pairs, and of those nobody asks."""


class ShapeQueries(Connected):
    """The graph as a whole: communities, bridges, islands, counts; see `core.query.index.Index`."""

    def labels(self) -> dict[int, str]:
        """Return the labels of communities; none for a scope: they are made of names of all."""
        if self.is_scoped:
            return {}
        return dict(self.rows("SELECT id, label FROM communities ORDER BY id"))

    def communities(self) -> dict[int, CommunityRow]:
        """Return the communities with how many entities of each pass the filters.

        For a scope without key and label, which are made of names of all.
        """
        self.ask_all()
        sizes = dict(
            self.rows("SELECT community, COUNT(*) FROM matching_entities GROUP BY community")
        )
        said = "'', '', 0, ''" if self.is_scoped else "key, label, level, parent"
        rows = self.rows(f"SELECT id, {said} FROM communities ORDER BY id")
        return {
            number: CommunityRow(number, key, label, level, parent, sizes.get(number, 0))
            for number, key, label, level, parent in rows
        }

    def _labels_of(self, communities: Collection[int]) -> dict[int, str]:
        if not self.is_scoped:
            return self.labels()
        top = self.top_of_communities(communities)
        return {number: called_by(members) for number, members in top.items()}

    def top_of_communities(self, communities: Collection[int]) -> dict[int, list[EntityRow]]:
        """Return the best connected entities of some communities that pass the filters."""
        self.ask_all()
        query = (
            f"SELECT * FROM (SELECT {ENTITY}, ROW_NUMBER() OVER (PARTITION BY e.community"
            " ORDER BY e.degree DESC, e.support DESC, e.key) AS place"
            f" FROM matching_entities e WHERE e.community IN {GIVEN})"
            " WHERE place <= ? ORDER BY community, place"
        )
        found: dict[int, list[EntityRow]] = {}
        for row in self.rows(query, given(communities), TOP_OF_COMMUNITY):
            entity = EntityRow(*row[:-1])
            found.setdefault(entity.community, []).append(entity)
        return found

    def between_communities(self, most: int) -> tuple[list[Link], list[Link]]:
        """Return pairs of communities with relations that pass the filters, most first.

        And pairs of the largest communities without such a relation, largest first.
        """
        self.ask_all()
        numbers = self._relations_between()
        linked = sorted(numbers, key=lambda pair: (-numbers[pair], pair))[:most]
        apart = list(islice(self._apart(numbers), most))
        labels = self._labels_of({number for pair in (*linked, *apart) for number in pair})

        def link(pair: tuple[int, int]) -> Link:
            first, second = pair
            return Link(first=labels[first], second=labels[second], relations=numbers.get(pair, 0))

        return [link(pair) for pair in linked if labels.keys() >= {*pair}], [*map(link, apart)]

    def _relations_between(self) -> dict[tuple[int, int], int]:
        query = (
            "SELECT MIN(source_community, target_community) AS first,"
            " MAX(source_community, target_community) AS second, COUNT(*) FROM matching_relations"
            " WHERE source_community != target_community AND source_community AND target_community"
            " GROUP BY first, second"
        )
        return {(first, second): number for first, second, number in self.rows(query)}

    def _apart(self, numbers: Collection[tuple[int, int]]) -> Iterator[tuple[int, int]]:
        """Yield pairs of the largest communities that are not among these."""
        query = (
            "SELECT community, COUNT(*) AS size FROM matching_entities"
            " WHERE community GROUP BY community ORDER BY size DESC, community LIMIT ?"
        )
        sizes = dict(self.rows(query, COMPARED_COMMUNITIES))
        pairs = combinations(sorted(sizes), 2)
        yield from sorted(
            (pair for pair in pairs if pair not in numbers),
            key=lambda pair: (-sizes[pair[0]] - sizes[pair[1]], pair),
        )

    def bridges(self, most: int) -> list[Bridge]:
        """Return entities whose relations reach into several communities; none for a scope."""
        if self.is_scoped:
            return []
        query = (
            f"SELECT {ENTITY}, b.participation, b.communities FROM bridges b"
            " JOIN matching_entities e ON e.id = b.entity ORDER BY b.rowid LIMIT ?"
        )
        return [
            Bridge(
                entity=end_of(EntityRow(*row[:-2])),
                participation=row[-2],
                communities=tuple(json.loads(row[-1])),
            )
            for row in self.rows(query, most)
        ]

    def islands(self, most: int) -> list[IslandOfGraph]:
        """Return the parts of the graph that nothing connects, largest first; none for a scope."""
        if self.is_scoped:
            return []
        query = (
            "SELECT i.key, i.name, i.size, i.communities FROM islands i"
            " JOIN visible_entities e ON e.key = i.key ORDER BY i.rowid LIMIT ?"
        )
        return [
            IslandOfGraph(key=key, name=name, size=size, communities=tuple(json.loads(labels)))
            for key, name, size, labels in self.rows(query, most)
        ]

    def proposed(self, most: int) -> list[ProposedConnection]:
        """Return what may connect two islands, although no document says so; none for a scope."""
        if self.is_scoped:
            return []
        rows = self.rows(
            "SELECT p.first, p.second, p.score, p.reasons FROM proposed p"
            " JOIN matching_entities a ON a.id = p.first"
            " JOIN matching_entities b ON b.id = p.second ORDER BY p.rowid LIMIT ?",
            most,
        )
        asked = given({end for row in rows for end in row[:2]})
        query = f"SELECT {ENTITY} FROM visible_entities e WHERE e.id IN {GIVEN}"
        ends = {row[0]: EntityRow(*row) for row in self.rows(query, asked)}
        return [
            ProposedConnection(
                first=end_of(ends[first]),
                second=end_of(ends[second]),
                score=score,
                reasons=tuple(json.loads(reasons)),
            )
            for first, second, score, reasons in rows
        ]

    def shape(self) -> Shape:
        """Count what `topology` begins with."""
        self.ask_all()
        connected = " UNION ALL ".join(
            f"SELECT {end} FROM matching_relations" for end in ("source", "target")
        )
        alone = f"id NOT IN ({connected})" if self.is_filtered else "degree = 0"
        return Shape(
            entities=self.number("SELECT COUNT(*) FROM matching_entities"),
            relations=self.number("SELECT COUNT(*) FROM matching_relations"),
            unassigned=self.number("SELECT COUNT(*) FROM matching_entities WHERE community = 0"),
            isolated=self.number(f"SELECT COUNT(*) FROM matching_entities WHERE {alone}"),
        )

    def counts(self) -> GraphCounts:
        """Count what passes the filters."""
        self.ask_all()
        entities = self.rows(
            "SELECT type, COUNT(*) FROM matching_entities GROUP BY type ORDER BY type"
        )
        relations = self.rows(
            "SELECT type, status, COUNT(*) FROM matching_relations GROUP BY type, status"
        )
        return GraphCounts(
            documents=self.number("SELECT COUNT(*) FROM visible_documents"),
            entities=sum(number for _, number in entities),
            relations=sum(number for *_, number in relations),
            entities_by_type=dict(entities),
            relations_by_type=_summed((kind, number) for kind, _, number in relations),
            relations_by_status=_summed((status, number) for _, status, number in relations),
        )


def _summed(numbers: Iterable[tuple[str, int]]) -> dict[str, int]:
    found: dict[str, int] = {}
    for name, number in numbers:
        found[name] = found.get(name, 0) + number
    return dict(sorted(found.items()))
