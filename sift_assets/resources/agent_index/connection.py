"""What every query of the index shares: its connection, its columns, its order of rows."""

# ruff: noqa: S608 - made of pieces of ours; what is asked for is a parameter

import json
import sqlite3
from collections.abc import Collection, Iterable, Mapping
from typing import Any

from sift_assets.core.query.filters import Filters
from sift_assets.core.query.rows import About, PlaceRow
from sift_assets.resources.agent_index.scope import count_for_all

ENTITY = (
    "e.id, e.key, e.type, e.name, e.status, e.flags, e.confidence, e.support, e.mentions, e.degree,"
    " e.community, e.first_seen, e.last_seen, e.aliases"
)
RELATION = (
    "r.id, r.source, r.target, r.type, r.status, r.flags, r.confidence, r.support, r.mentions,"
    " r.valid_from, r.valid_to, r.first_seen, r.last_seen"
)
DOCUMENT = "COALESCE(d.key, ''), COALESCE(d.title, ''), COALESCE(d.date, '')"
"""Columns of the rows that `core.query.rows` names."""

BEST_ENTITY = "e.support DESC, e.confidence DESC, e.degree DESC, e.key"
BEST_RELATION = "r.support DESC, r.confidence DESC, r.mentions DESC, r.id"
"""Orders without a tie: the same question has the same answer."""

GIVEN = "(SELECT value FROM json_each(?))"
"""Of a list of numbers or ids that is given as JSON: there is no limit to its length."""


class Connected:
    """A connection to an index with the views of one question.

    Args:
        connection: With the views of `scope`.
        said: What the index says of itself.
        filters: What the views are limited to.
    """

    def __init__(
        self, connection: sqlite3.Connection, said: Mapping[str, str], filters: Filters
    ) -> None:
        self._connection = connection
        self._said = said
        self._filters = filters
        self._is_to_count = filters.has_scope

    def about(self) -> About:
        """Return what the index says of itself, whatever the filters."""
        said = self._said
        ((first, last),) = self.rows(
            "SELECT COALESCE(MIN(date), ''), COALESCE(MAX(date), '') FROM visible_documents"
            " WHERE date != ''"
        )
        return About(
            revision=said["revision"],
            decided=int(said.get("decided", 0)),
            not_complete=int(said.get("not_complete", 0)),
            first_date=first,
            last_date=last,
            unread_dates=int(said.get("unread_dates", 0)),
            encoder=said.get("encoder", ""),
        )

    @property
    def is_scoped(self) -> bool:
        """Whether only some documents are read."""
        return self._filters.has_scope

    @property
    def is_filtered(self) -> bool:
        """Whether anything is left out."""
        return self._filters != Filters()

    def ask_all(self) -> None:
        """Prepare for queries that look at all entities or relations."""
        if self._is_to_count:
            self._is_to_count = False
            count_for_all(self._connection)

    def rows(self, query: str, *values: Any) -> list[Any]:
        """Return the rows of a query."""
        return self._connection.execute(query, values).fetchall()

    def number(self, query: str, *values: Any) -> int:
        """Return the one number that a query gives."""
        return self.rows(query, *values)[0][0]

    def places(
        self, view: str, owner: str, owners: Collection[int], most: int, skip: int
    ) -> list[PlaceRow]:
        """Return rows of a view that are places, of each owner so many, the surest first."""
        if not (owners and most):
            return []
        query = (
            f"SELECT * FROM (SELECT v.{owner}, {DOCUMENT}, v.page, v.start, v.end, v.quote,"
            f" v.extractor, v.alignment, ROW_NUMBER() OVER (PARTITION BY v.{owner}"
            " ORDER BY v.confidence DESC, v.number) AS place"
            f" FROM {view} v LEFT JOIN documents d ON d.id = v.document"
            f" WHERE v.{owner} IN {GIVEN}) WHERE place > ? AND place <= ? ORDER BY 1, place"
        )
        rows = self.rows(query, given(owners), skip, skip + most)
        return [PlaceRow(*row[:-1]) for row in rows]


def given(values: Iterable[Any]) -> str:
    """Return values for `GIVEN`."""
    return json.dumps(sorted(values))
