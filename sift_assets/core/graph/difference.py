"""What differs between two graphs, and which documents are responsible for it."""

from collections import Counter, defaultdict
from collections.abc import Mapping
from typing import Any

import pyarrow as pa
import pyarrow.compute as pc

from sift_assets.core.graph.build import KnowledgeGraph
from sift_assets.core.graph.tables import only
from sift_assets.core.records.record import Record

ISOLATED = "isolated"
"""The column of an entity that relations decide, not mentions."""

ITEMS_SHOWN = 8
"""Items told of a list that gained or lost more: a name may have thousands of documents."""

TEXT_SHOWN = 200
"""Characters told of a text: a sentence or two of a quote."""

Rows = Mapping[tuple[str, str], list[dict[str, Any]]]
"""Id and document to what the document says of it, in order."""

Told = str | int | float | bool | tuple[str, ...]
"""A value as it is told: a long text is cut, of a list the items that the other lacks."""


class ColumnChange(Record):
    """A column that differs.

    Attributes:
        column: Its name.
        old: What stood there; of a list, what is gone from it, at most `ITEMS_SHOWN` items.
        new: What stands there now; of a list, what has come into it, as many.
        more: Items of a list that are gone or have come and are not told.
    """

    column: str
    old: Told
    new: Told
    more: int = 0


class Change(Record):
    """An entity or a relation that was added, removed or changed.

    Attributes:
        id: Of the entity or relation.
        type: Its type.
        name: Of the entity, or of both ends of the relation: `Ada Varga → Kestrel Ltd`.
        columns: What differs, in order of the table; nothing for added and removed ones.
        documents: Those whose mentions or evidence of it appeared or vanished, sorted. None when
            it changed for another reason, for example a threshold of the domain.
    """

    id: str
    type: str
    name: str
    columns: tuple[ColumnChange, ...] = ()
    documents: tuple[str, ...] = ()


Columns = Mapping[str, tuple[ColumnChange, ...]]
"""Id to what differs."""


class Changes(Record):
    """The changes of one table, each sorted by id."""

    added: tuple[Change, ...] = ()
    removed: tuple[Change, ...] = ()
    changed: tuple[Change, ...] = ()


class Difference(Record):
    """How one graph differs from another.

    Attributes:
        entities: Changes of entities.
        relations: Changes of relations.
        documents_added: Documents that only the later graph knows.
        documents_removed: Documents that only the earlier graph knows.
    """

    entities: Changes = Changes()
    relations: Changes = Changes()
    documents_added: tuple[str, ...] = ()
    documents_removed: tuple[str, ...] = ()

    @property
    def is_empty(self) -> bool:
        """Whether the graphs have the same entities, relations and documents."""
        return self == Difference()


def difference(before: KnowledgeGraph, after: KnowledgeGraph) -> Difference:
    """Compare two graphs.

    Args:
        before: The earlier one.
        after: The later one, which changed entities and relations are named by. Exchanging the
            two exchanges added and removed.
    """
    old_documents = set(before.documents["document"].to_pylist())
    new_documents = set(after.documents["document"].to_pylist())
    return Difference(
        entities=_entity_changes(before, after),
        relations=_relation_changes(before, after),
        documents_added=tuple(sorted(new_documents - old_documents)),
        documents_removed=tuple(sorted(old_documents - new_documents)),
    )


def _entity_changes(before: KnowledgeGraph, after: KnowledgeGraph) -> Changes:
    columns = _changed_columns(before.entities, after.entities)
    touched = _touched(before.entities, after.entities, columns)
    related = pa.array(
        [id_ for id_, changes in columns.items() if any(c.column == ISOLATED for c in changes)],
        pa.string(),
    )
    moved: defaultdict[str, set[str]] = defaultdict(set)
    for left, right, column, ids in (
        (before.mentions, after.mentions, "entity_id", touched),
        (before.evidence, after.evidence, "source_id", related),
        (before.evidence, after.evidence, "target_id", related),
    ):
        found = _moved(_rows_of(left, column, ids), _rows_of(right, column, ids))
        for id_, documents in found.items():
            moved[id_] |= documents
    return _changes(before.entities, after.entities, columns, moved)


def _relation_changes(before: KnowledgeGraph, after: KnowledgeGraph) -> Changes:
    columns = _changed_columns(before.relations, after.relations)
    touched = _touched(before.relations, after.relations, columns)
    moved = _moved(
        _rows_of(before.evidence, "relation_id", touched),
        _rows_of(after.evidence, "relation_id", touched),
    )
    return _changes(before.relations, after.relations, columns, moved)


def _changed_columns(before: pa.Table, after: pa.Table) -> Columns:
    """Return id to what differs, of the rows that both tables have."""
    old = only(before, pc.is_in(before["id"], after["id"].combine_chunks()))
    new = only(after, pc.is_in(after["id"], before["id"].combine_chunks()))
    ids = old["id"].to_pylist()  # both are sorted by id, so row answers to row
    found: defaultdict[str, list[ColumnChange]] = defaultdict(list)
    for name in old.column_names:
        if old[name].equals(new[name]):
            continue
        pairs = zip(ids, old[name].to_pylist(), new[name].to_pylist(), strict=True)
        for id_, left, right in pairs:
            if left != right:
                found[id_].append(_column_change(name, left, right))
    return {id_: tuple(found[id_]) for id_ in ids if id_ in found}


def _column_change(column: str, old: Any, new: Any) -> ColumnChange:
    if isinstance(old, str | int | float):
        return ColumnChange(column=column, old=_told(old), new=_told(new))
    left, right = Counter(map(_item, old)), Counter(map(_item, new))
    gone, come = (sorted(found.elements()) for found in (left - right, right - left))
    return ColumnChange(
        column=column,
        old=tuple(map(_cut, gone[:ITEMS_SHOWN])),
        new=tuple(map(_cut, come[:ITEMS_SHOWN])),
        more=sum(max(0, len(items) - ITEMS_SHOWN) for items in (gone, come)),
    )


def _told(value: str | float | bool) -> Told:
    return _cut(value) if isinstance(value, str) else value


def _item(item: str | Mapping[str, str]) -> str:
    """Say an item of a list in one line: a text as it is, a dated attribute with its document."""
    if isinstance(item, str):
        return item
    stated_in = ", ".join(part for part in (item["document"], item["document_date"]) if part)
    return f"{item['key']}: {item['value']} ({stated_in})"


def _cut(text: str) -> str:
    return text if len(text) <= TEXT_SHOWN else f"{text[: TEXT_SHOWN - 1]}…"


def _touched(before: pa.Table, after: pa.Table, columns: Mapping[str, object]) -> pa.Array:
    gone = _without(before, after)["id"].to_pylist()
    come = _without(after, before)["id"].to_pylist()
    return pa.array([*gone, *come, *columns], pa.string())


def _without(table: pa.Table, other: pa.Table) -> pa.Table:
    return only(table, pc.invert(pc.is_in(table["id"], other["id"].combine_chunks())))


def _rows_of(table: pa.Table, column: str, ids: pa.Array) -> Rows:
    rows: defaultdict[tuple[str, str], list[dict[str, Any]]] = defaultdict(list)
    for row in only(table, pc.is_in(table[column], ids)).to_pylist():
        rows[row[column], row["document"]].append(row)
    return rows


def _moved(before: Rows, after: Rows) -> dict[str, set[str]]:
    """Return id to the documents that say something else of it, or say nothing of it any more."""
    moved: defaultdict[str, set[str]] = defaultdict(set)
    for id_, document in before.keys() | after.keys():
        if before.get((id_, document)) != after.get((id_, document)):
            moved[id_].add(document)
    return dict(moved)


def _changes(
    before: pa.Table,
    after: pa.Table,
    columns: Columns,
    moved: Mapping[str, set[str]],
) -> Changes:
    changed = only(after, pc.is_in(after["id"], pa.array(list(columns), pa.string())))
    return Changes(
        added=_listed(_without(after, before), {}, moved),
        removed=_listed(_without(before, after), {}, moved),
        changed=_listed(changed, columns, moved),
    )


def _listed(table: pa.Table, columns: Columns, moved: Mapping[str, set[str]]) -> tuple[Change, ...]:
    is_entities = "name" in table.column_names
    shown = ("name",) if is_entities else ("source_name", "target_name")
    return tuple(
        Change(
            id=row["id"],
            type=row["type"],
            name=" → ".join(row[name] for name in shown),
            columns=columns.get(row["id"], ()),
            documents=tuple(sorted(moved.get(row["id"], ()))),
        )
        for row in table.select(["id", "type", *shown]).to_pylist()
    )
