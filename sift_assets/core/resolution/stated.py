"""Where documents call one entity by a name of another: the quotes behind an other name."""

from collections import defaultdict
from collections.abc import Iterable, Mapping
from typing import Any

import pyarrow as pa
import pyarrow.compute as pc

from sift_assets.core.graph.tables import only
from sift_assets.core.resolution.names import Kind, taken_apart
from sift_assets.core.resolution.records import Quote
from sift_assets.core.resolution.sides import quote_of
from sift_assets.core.resolution.subjects import Subject

MAX_STATED = 3
"""Passages shown of a pair; one is enough to decide."""

Row = Mapping[str, Any]


def stated_names(
    pairs: Iterable[tuple[Subject, Subject]], mentions: pa.Table, kind: Kind
) -> dict[tuple[str, str], tuple[Quote, ...]]:
    """Return, by pair of ids, the places where one is called by a name of the other.

    Args:
        pairs: Those whose names say that there may be such places.
        mentions: `MENTIONS` of at least these.
        kind: How their names work.
    """
    held = list(pairs)
    ids = pa.array(sorted({subject.id for pair in held for subject in pair}), pa.string())
    columns = ["entity_id", "document", "page", "start", "end", "surface"]
    places: defaultdict[str, dict[str, list[Row]]] = defaultdict(lambda: defaultdict(list))
    for row in only(mentions, pc.is_in(mentions["entity_id"], ids)).select(columns).to_pylist():
        places[row["entity_id"]][taken_apart(row["surface"], kind).letters].append(row)
    return {
        (one.id, other.id): _first([*_called(places, one, other), *_called(places, other, one)])
        for one, other in held
    }


def _called(
    places: Mapping[str, Mapping[str, list[Row]]], one: Subject, other: Subject
) -> list[Row]:
    by_letters = places.get(one.id, {})
    own = one.name.letters
    wanted = sorted({name.letters for name in other.names if name.letters != own})
    return [row for letters in wanted for row in by_letters.get(letters, ())]


def _first(rows: list[Row]) -> tuple[Quote, ...]:
    ranked = sorted(rows, key=lambda row: (row["document"], row["start"], row["end"]))
    return tuple(quote_of(row, row["surface"]) for row in ranked[:MAX_STATED])
