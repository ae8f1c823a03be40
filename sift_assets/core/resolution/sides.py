"""What a person is shown of an entity, bounded and in an order that no arrival changes."""

from collections import defaultdict
from collections.abc import Collection, Iterable, Mapping
from typing import Any

import pyarrow as pa
import pyarrow.compute as pc

from sift_assets.core.graph.tables import only
from sift_assets.core.resolution.records import Fact, Neighbour, Quote, Side
from sift_assets.core.resolution.subjects import ALIAS_KEYS, MAX_VALUE, ROLE_KEYS

MAX_ALIASES = 12
MAX_ROLES = 6
MAX_DOCUMENTS = 8
MAX_NEIGHBOURS = 8
MAX_QUOTES = 4
"""What fits on one screen for two entities side by side."""

MAX_QUOTE = 400
"""Characters of a quote that is shown; a longer one is left out."""

Row = Mapping[str, Any]


def sides_of(
    ids: Collection[str],
    entities: pa.Table,
    mentions: pa.Table,
    relations: pa.Table,
    evidence: pa.Table,
) -> dict[str, Side]:
    """Return what is shown of some entities, by id in order.

    Args:
        ids: Of the entities; those that are not in the table are left out.
        entities: `ENTITIES`.
        mentions: `MENTIONS` of at least these.
        relations: `RELATIONS` that touch at least these.
        evidence: `EVIDENCE` of at least those relations.
    """
    wanted = pa.array(sorted(set(ids)), pa.string())
    rows = only(entities, pc.is_in(entities["id"], wanted)).to_pylist()
    neighbours = _neighbours(set(ids), _touching(relations, wanted))
    quotes = _quotes(set(ids), mentions, _touching(evidence, wanted))
    return {
        row["id"]: _side(row, neighbours[row["id"]], quotes[row["id"]])
        for row in sorted(rows, key=lambda row: str(row["id"]))
    }


def _touching(table: pa.Table, ids: pa.Array) -> pa.Table:
    return only(table, pc.or_(pc.is_in(table["source_id"], ids), pc.is_in(table["target_id"], ids)))


def _side(row: Row, neighbours: Iterable[Row], quotes: Collection[Quote]) -> Side:
    stated = {(a["key"], a["value"]) for a in row["attributes"] if len(a["value"]) <= MAX_VALUE}
    told = ROLE_KEYS | ALIAS_KEYS
    roles = sorted(fact for fact in stated if fact[0].strip().lower() in told)
    return Side(
        id=row["id"],
        type=row["type"],
        name=row["name"],
        aliases=tuple(sorted(set(row["aliases"]))[:MAX_ALIASES]),
        roles=tuple(Fact(key=key, value=value) for key, value in roles[:MAX_ROLES]),
        documents=tuple(sorted(row["documents"])[:MAX_DOCUMENTS]),
        support=row["support"],
        first_seen=row["first_seen"],
        last_seen=row["last_seen"],
        neighbours=_best_neighbours(neighbours),
        quotes=_spread(quotes),
    )


def _neighbours(ids: set[str], relations: pa.Table) -> defaultdict[str, list[Row]]:
    found: defaultdict[str, list[Row]] = defaultdict(list)
    columns = ["source_id", "type", "target_id", "source_name", "target_name", "support"]
    for row in relations.select(columns).to_pylist():
        for own, other, direction in (("source", "target", "out"), ("target", "source", "in")):
            if row[f"{own}_id"] in ids:
                found[row[f"{own}_id"]].append(
                    {
                        "relation": row["type"],
                        "direction": direction,
                        "id": row[f"{other}_id"],
                        "name": row[f"{other}_name"],
                        "support": row["support"],
                    }
                )
    return found


def _best_neighbours(rows: Iterable[Row]) -> tuple[Neighbour, ...]:
    order = ("relation", "direction", "id")
    ranked = sorted(rows, key=lambda row: (-row["support"], *(row[name] for name in order)))
    return tuple(
        Neighbour.model_validate({name: row[name] for name in (*order, "name")})
        for row in ranked[:MAX_NEIGHBOURS]
    )


def _quotes(ids: set[str], mentions: pa.Table, evidence: pa.Table) -> defaultdict[str, list[Quote]]:
    """Gather passages: statements of relations first, for they say most, then bare mentions."""
    found: defaultdict[str, list[Quote]] = defaultdict(list)
    columns = ["source_id", "target_id", "document", "page", "start", "end", "quote"]
    for row in evidence.select(columns).to_pylist():
        if 0 < len(row["quote"]) <= MAX_QUOTE:
            for id_ in {row["source_id"], row["target_id"]} & ids:
                found[id_].append(quote_of(row, row["quote"]))
    named = pc.is_in(mentions["entity_id"], pa.array(sorted(ids - found.keys()), pa.string()))
    columns = ["entity_id", "document", "page", "start", "end", "surface"]
    for row in only(mentions, named).select(columns).to_pylist():
        if len(row["surface"]) <= MAX_QUOTE:
            found[row["entity_id"]].append(quote_of(row, row["surface"]))
    return found


def quote_of(row: Row, quote: str) -> Quote:
    """Return the passage of a mention or an evidence row."""
    place = {name: row[name] for name in ("document", "page", "start", "end")}
    return Quote.model_validate(place | {"quote": quote})


def _spread(quotes: Collection[Quote]) -> tuple[Quote, ...]:
    """Take one from each document in turn, the first of a document first."""
    seen: defaultdict[str, int] = defaultdict(int)
    ranked: list[tuple[int, str, int, int, str, Quote]] = []
    distinct = {(q.document, q.start, q.end, q.quote): q for q in quotes}
    for (document, start, end, text), quote in sorted(distinct.items()):
        ranked.append((seen[document], document, start, end, text, quote))
        seen[document] += 1
    return tuple(row[-1] for row in sorted(ranked, key=lambda row: row[:-1])[:MAX_QUOTES])
