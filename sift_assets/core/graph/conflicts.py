"""Functional relations with two targets at a time: shown to people, never settled by a rule."""

from collections.abc import Iterable, Sequence
from typing import Any

import pyarrow as pa
import pyarrow.compute as pc

from sift_assets.core.graph.tables import only
from sift_assets.core.graph.type_map import TypeMap

Row = dict[str, Any]


def conflicting(relations: pa.Table, types: TypeMap) -> pa.Array:
    """Return, per relation, whether it contradicts another one.

    Two relations of one functional type conflict when they share the source, differ in the target,
    and their stated validity does not keep them apart. For a symmetric functional type (a spouse)
    either end counts as the source, since its order has no meaning.

    Args:
        relations: `RELATIONS`.
        types: The domain; a type it does not know is not functional.
    """
    names = [name for name, kind in types.relations.items() if kind.functional]
    columns = ["id", "source_id", "type", "target_id", "valid_from", "valid_to"]
    functional = only(
        relations.select(columns), pc.is_in(relations["type"], pa.array(names, pa.string()))
    )
    groups: dict[tuple[str, str], list[Row]] = {}
    for row in functional.to_pylist():
        for holder in _holders(row, types):
            groups.setdefault((row["type"], holder), []).append(row)
    found = {row["id"] for rows in groups.values() for row in _at_odds(rows)}
    return pc.is_in(relations["id"], pa.array(sorted(found), pa.string()))


def are_apart(first: Row, second: Row) -> bool:
    """Return whether two stated validities cannot overlap.

    Dates are ISO 8601 with reduced precision: `2012` and `2012-05` may overlap, since the year
    holds the month. An unstated bound is open.
    """
    return _ends_before(first, second) or _ends_before(second, first)


def _ends_before(first: Row, second: Row) -> bool:
    end, start = first["valid_to"], second["valid_from"]
    return bool(end and start) and end < start and not start.startswith(end)


def _holders(row: Row, types: TypeMap) -> Sequence[str]:
    if types.is_symmetric(row["type"]):
        return row["source_id"], row["target_id"]
    return (row["source_id"],)


def _at_odds(rows: Sequence[Row]) -> Iterable[Row]:
    for row in rows:
        if any(other["id"] != row["id"] and not are_apart(row, other) for other in rows):
            yield row
