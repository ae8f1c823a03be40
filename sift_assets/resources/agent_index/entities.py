"""Entities by id, by name, by what is told of them."""

# ruff: noqa: S608 - made of pieces of ours; what is asked for is a parameter

import json
from collections.abc import Collection
from typing import Any

from sift_assets.core.query.index import Match
from sift_assets.core.query.records import Description, Property, Verdict
from sift_assets.core.query.rows import EntityRow, NamedRow, PlaceRow
from sift_assets.core.text.folding import GRAM, grams, searchable, words
from sift_assets.resources.agent_index.connection import (
    BEST_ENTITY,
    ENTITY,
    GIVEN,
    Connected,
    given,
)


class EntityQueries(Connected):
    """Entities by id, by name, by what is told of them; see `core.query.index.Index`."""

    def entity(self, entity_id: str) -> EntityRow | None:
        """Return an entity by its id, or by an id that it has had; None outside of the scope."""
        query = f"SELECT {ENTITY} FROM visible_entities e WHERE e.id = "
        for by in (
            "(SELECT id FROM entities WHERE key = ?)",
            "(SELECT entity FROM identities WHERE key = ?)",
        ):
            if rows := self.rows(query + by, entity_id):
                return EntityRow(*rows[0])
        return None

    def entities(self, rows: Collection[int]) -> dict[int, EntityRow]:
        """Return entities of the scope by row."""
        query = f"SELECT {ENTITY} FROM visible_entities e WHERE e.id IN {GIVEN}"
        return {row[0]: EntityRow(*row) for row in self.rows(query, given(rows))}

    def of_types(self, rows: Collection[int]) -> set[int]:
        """Return which of some entities have a type that is asked for."""
        query = f"SELECT e.id FROM typed_entities e WHERE e.id IN {GIVEN}"
        return {row for (row,) in self.rows(query, given(rows))}

    def named(self, form: str, match: Match, most: int, *, filtered: bool) -> list[NamedRow]:
        """Return names that answer to a folded form, those of best supported entities first."""
        found, values = _names(form, match, most)
        if not found:
            return []
        view = "matching_entities" if filtered else "visible_entities"
        query = (
            f"SELECT {ENTITY}, n.form, n.is_name FROM ({found}) n JOIN {view} e ON e.id = n.entity"
            f" ORDER BY {BEST_ENTITY}, n.is_name DESC, n.form LIMIT ?"
        )
        rows = self.rows(query, *values, most)
        return [NamedRow(EntityRow(*row[:-2]), row[-2], bool(row[-1])) for row in rows]

    def top(self, most: int) -> list[EntityRow]:
        """Return entities that pass the filters: by degree, then support, then id."""
        self.ask_all()
        query = (
            f"SELECT {ENTITY} FROM matching_entities e"
            " ORDER BY e.degree DESC, e.support DESC, e.key LIMIT ?"
        )
        return [EntityRow(*row) for row in self.rows(query, most)]

    def description(self, entity: int) -> Description | None:
        """Return what is told of an entity, with what it cites."""
        rows = self.rows(
            "SELECT text, writer, cites FROM visible_descriptions WHERE entity = ?", entity
        )
        if not rows:
            return None
        text, writer, cites = rows[0]
        return Description(text=text, writer=writer, cites=tuple(json.loads(cites)))

    def properties(self, entity: int) -> list[Property]:
        """Return what is stated of an entity beside relations, with the document."""
        query = (
            "SELECT p.key, p.value, COALESCE(d.key, ''), COALESCE(d.date, '')"
            " FROM visible_properties p LEFT JOIN documents d ON d.id = p.document"
            " WHERE p.entity = ? ORDER BY p.key, p.value, 3"
        )
        return [
            Property(key=key, value=value, document=document, date=date)
            for key, value, document, date in self.rows(query, entity)
        ]

    def mention_count(self, entity: int) -> int:
        """Return in how many places of the scope an entity is named."""
        return self.number("SELECT COUNT(*) FROM visible_mentions WHERE entity = ?", entity)

    def mentions(self, entities: Collection[int], most: int, skip: int = 0) -> list[PlaceRow]:
        """Return where some entities are named, of each so many at most."""
        return self.places("visible_mentions", "entity", entities, most, skip)

    def verdicts(self, subjects: Collection[str]) -> dict[str, list[Verdict]]:
        """Return what was decided of entities and relations, by their ids."""
        query = f"SELECT * FROM verdicts WHERE subject IN {GIVEN} ORDER BY time, decision"
        found: dict[str, list[Verdict]] = {}
        for subject, verdict, actor, time, channel, reason, decision in self.rows(
            query, given(subjects)
        ):
            found.setdefault(subject, []).append(
                Verdict(
                    verdict=verdict, actor=actor, time=time, channel=channel, reason=reason,
                    decision=decision,
                )
            )  # fmt: skip
        return found


def _names(form: str, match: Match, most: int) -> tuple[str, list[Any]]:
    """Return the query for rows of `names` that answer to a form, and its values."""
    if match is Match.EXACT:
        return "SELECT * FROM visible_names WHERE form = ?", [form]
    if match is Match.PREFIX:
        return "SELECT * FROM visible_names WHERE form >= ? AND form < ?", [
            form,
            form + "\U0010ffff",
        ]
    by_words = (
        "SELECT n.* FROM name_{0} w JOIN visible_names n ON n.number = w.rowid"
        " WHERE name_{0} MATCH ?{1}"
    )
    if match is Match.WORD:
        *whole, last = words(form) or ("",)
        asked = " ".join([*(f'"{word}"' for word in whole), f'"{last}"*'])
        return (by_words.format("words", ""), [asked]) if last else ("", [])
    pieces = [one for one in grams(searchable(form)) if len(one) == GRAM]
    asked = " OR ".join('"' + piece.replace('"', '""') + '"' for piece in pieces)
    return (
        (by_words.format("grams", " ORDER BY w.rank LIMIT ?"), [asked, most])
        if pieces
        else ("", [])
    )
