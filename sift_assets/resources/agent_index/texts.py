"""Passages, documents, and what these date."""

# ruff: noqa: S608 - made of pieces of ours; what is asked for is a parameter

from collections.abc import Collection, Sequence
from typing import Any

from sift_assets.core.query.records import Document
from sift_assets.core.query.rows import DatedRow, EntityRow, PassageRow, PlaceRow
from sift_assets.resources.agent_index.connection import (
    BEST_ENTITY,
    DOCUMENT,
    ENTITY,
    GIVEN,
    Connected,
    given,
)


class TextQueries(Connected):
    """Passages, documents, and what these date; see `core.query.index.Index`."""

    def passages(self, words: Sequence[str], most: int, *, all_words: bool) -> list[PassageRow]:
        """Return passages with some words, the best first."""
        asked = (" AND " if all_words else " OR ").join(f'"{word}"' for word in words)
        query = (
            f"SELECT p.id, {DOCUMENT}, p.page, p.start, p.end, p.text FROM passage_words w"
            " JOIN visible_passages p ON p.id = w.rowid LEFT JOIN documents d ON d.id = p.document"
            " WHERE passage_words MATCH ? ORDER BY w.rank, p.id LIMIT ?"
        )
        return [PassageRow(*row) for row in self.rows(query, asked, most)]

    def passage_at(self, document: str, start: int) -> PassageRow | None:
        """Return the passage of a document that holds a character; None outside of the scope."""
        query = (
            f"SELECT p.id, {DOCUMENT}, p.page, p.start, p.end, p.text FROM visible_passages p"
            " JOIN documents d ON d.id = p.document WHERE d.key = ? AND p.start <= ? AND p.end > ?"
        )
        rows = self.rows(query, document, start, start)
        return PassageRow(*rows[0]) if rows else None

    def named_in(self, passages: Collection[PassageRow], most: int) -> dict[int, list[EntityRow]]:
        """Return the entities that passages name, by the passage's row."""
        query = (
            f"SELECT p.id, {ENTITY} FROM passages p JOIN mentions m ON m.document = p.document"
            " AND m.start >= p.start AND m.start < p.end JOIN visible_entities e ON e.id = m.entity"
            f" WHERE p.id IN {GIVEN} GROUP BY p.id, e.id ORDER BY p.id, {BEST_ENTITY}"
        )
        found: dict[int, list[EntityRow]] = {}
        for passage, *row in self.rows(query, given(one.row for one in passages)):
            known = found.setdefault(passage, [])
            if len(known) < most:
                known.append(EntityRow(*row))
        return found

    def documents(self, entity: int, most: int) -> list[Document]:
        """Return the documents that name an entity, by date."""
        naming = "id IN (SELECT document FROM mentions WHERE entity = ?)"
        return self._documents(naming, most, entity)

    def documents_in_scope(self, most: int) -> list[Document]:
        """Return documents of the scope, by date, then key; undated ones last."""
        return self._documents("1", most)

    def _documents(self, where: str, most: int, *values: Any) -> list[Document]:
        rows = self.rows(
            f"SELECT id, key, title, date, folder FROM visible_documents WHERE {where}"
            " ORDER BY date = '', date, key LIMIT ?",
            *values,
            most,
        )
        tags: dict[int, list[str]] = {}
        for number, tag in self.rows(
            f"SELECT document, tag FROM document_tags WHERE document IN {GIVEN} ORDER BY 1, 2",
            given(row[0] for row in rows),
        ):
            tags.setdefault(number, []).append(tag)
        return [
            Document(
                document=key,
                title=title,
                date=date,
                folder=folder,
                tags=tuple(tags.get(number, ())),
            )
            for number, key, title, date, folder in rows
        ]

    def dated(
        self, entities: Collection[int], first: str, last: str, most: int
    ) -> tuple[list[DatedRow], int]:
        """Return dated facts in order of time, and how many there are in all."""
        where = (
            "(?1 = '' OR t.end >= ?1) AND (?2 = '' OR t.start <= ?2) AND (?3 = '[]' OR t.id IN"
            " (SELECT dated FROM dated_entities WHERE entity IN (SELECT value FROM json_each(?3))))"
        )
        asked = (first, last, given(entities))
        rows = self.rows(
            f"SELECT t.* FROM visible_dated t WHERE {where} ORDER BY t.id LIMIT ?4", *asked, most
        )
        in_all = self.number(f"SELECT COUNT(*) FROM visible_dated t WHERE {where}", *asked)
        return [DatedRow._make((*row[:4], bool(row[4]), row[5])) for row in rows], in_all

    def places_of(self, dated: Collection[int]) -> list[PlaceRow]:
        """Return the places that dated facts are read from."""
        query = (
            f"SELECT p.dated, {DOCUMENT}, p.page, p.start, p.end, p.quote, '', ''"
            " FROM visible_dated_places p LEFT JOIN documents d ON d.id = p.document"
            f" WHERE p.dated IN {GIVEN} ORDER BY p.dated, p.rowid"
        )
        return [PlaceRow(*row) for row in self.rows(query, given(dated))]
