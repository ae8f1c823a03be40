"""Names and passages by what they mean: vectors of all, of which a question sees those in view."""

# ruff: noqa: S608 - made of pieces of ours; what is asked for is a parameter

from collections.abc import Iterator, Sequence
from typing import Any

from sift_assets.core.query.rows import EntityRow, NamedRow, NearName, NearPassage, PassageRow
from sift_assets.resources.agent_index.connection import (
    DOCUMENT,
    ENTITY,
    GIVEN,
    Connected,
    given,
)

READ_FIRST = 256
"""Rows near enough that are looked up in the views at first, each time four times as many: without
filters they are enough, with narrow ones no look is wasted on a few."""


class MeaningQueries(Connected):
    """Names and passages by what they mean; see `core.query.index.Index`."""

    def near_names(self, vector: bytes, most: int) -> list[NearName]:
        """Return names of entities that pass the filters and mean about what was asked for."""
        query = (
            f"SELECT n.number, {ENTITY}, n.form, n.is_name FROM visible_names n"
            f" JOIN matching_entities e ON e.id = n.entity WHERE n.number IN {GIVEN}"
        )
        found: list[NearName] = []
        entities: set[int] = set()
        for similarity, row in self._near("names", vector, query):
            if len(entities | {row[0]}) > most:
                break
            entities.add(row[0])
            named = NamedRow(EntityRow(*row[:-2]), row[-2], bool(row[-1]))
            found.append(NearName(named, similarity))
        return found

    def near_passages(self, vector: bytes, most: int) -> list[NearPassage]:
        """Return passages that are about what was asked for, the nearest first."""
        query = (
            f"SELECT p.id, p.id, {DOCUMENT}, p.page, p.start, p.end, p.text"
            " FROM visible_passages p LEFT JOIN documents d ON d.id = p.document"
            f" WHERE p.id IN {GIVEN}"
        )
        near = self._near("passages", vector, query)
        return [
            NearPassage(PassageRow(*row), similarity)
            for (similarity, row), _ in zip(near, range(most), strict=False)
        ]

    def _near(self, table: str, vector: bytes, query: str) -> Iterator[tuple[float, Sequence[Any]]]:
        """Yield rows in view that are near, the nearest first; the first column is the number."""
        # Here, not above: other questions are answered without numpy, which takes 0.1 s to load.
        from sift_assets.core.query.meaning import LEAST_NAME, LEAST_PASSAGE, nearest

        blocks = "SELECT first, vectors FROM vectors WHERE kind = ? ORDER BY first"
        least = LEAST_NAME if table == "names" else LEAST_PASSAGE
        near = nearest(self._connection.execute(blocks, (table,)), vector, least)
        at, size = 0, READ_FIRST
        while at < len(near):
            part = near[at : at + size]
            in_view = {row[0]: row[1:] for row in self.rows(query, given(n for n, _ in part))}
            yield from ((similarity, in_view[n]) for n, similarity in part if n in in_view)
            at, size = at + size, size * 4
