"""What a question is limited to, as views of the index: the one place where filters are applied.

Every query reads `visible_…` (the scope) or `matching_…` (all filters) and never a table that holds
facts or texts, so that none can forget a filter.
"""

# ruff: noqa: S608 - made of pieces of ours; what is asked for is a parameter

import sqlite3
from collections.abc import Callable, Collection, Mapping, Sequence

from rapidfuzz.process import extract

from sift_assets.core.planning.keys import escaped_path
from sift_assets.core.query.dates import days_of
from sift_assets.core.query.errors import Code, QueryError
from sift_assets.core.query.filters import Filters
from sift_assets.core.text.folding import folded

NAMED_AT_MOST = 10
"""Known values that an error lists: those most like the unknown one."""

_KNOWN = {
    "collections": "SELECT DISTINCT collection FROM documents",
    "folders": "SELECT DISTINCT folder FROM documents",
    "tags": "SELECT DISTINCT tag FROM document_tags",
    "documents": "SELECT key FROM documents",
    "entity_types": "SELECT DISTINCT type FROM entities",
    "relation_types": "SELECT DISTINCT type FROM relations",
}
"""Filter to the values that there are."""

_CITED = (
    "NOT EXISTS (SELECT 1 FROM json_each(descriptions.documents)"
    " WHERE value NOT IN (SELECT id FROM scope))"
)
"""Of descriptions, those that rest on nothing else."""

_SPOKEN = (
    "is_name OR EXISTS (SELECT 1 FROM visible_mentions m"
    " WHERE m.entity = names.entity AND folded(m.quote) = names.form)"
)
"""Of names, those under which a document of the scope speaks of the entity, and its own."""

_SCOPED = "document IN (SELECT id FROM scope)"
"""Of the rows of a table, those of documents of the scope."""


def limit_to(connection: sqlite3.Connection, filters: Filters) -> None:
    """Make the views through which the index is asked.

    Args:
        connection: To the index, used for one question.
        filters: What it is limited to.

    Raises:
        QueryError: `bad_filter`: a filter names what the index does not hold.
    """
    connection.execute("PRAGMA temp_store = MEMORY")
    connection.create_function("folded", 1, folded, deterministic=True)
    for name, query in _KNOWN.items():
        _refuse_unknown(connection, name, getattr(filters, name), query)
    if filters.has_scope:
        _make_scope(connection, filters)
    _make_values(connection, filters)
    _make_views(connection, _views(filters, _counted_for_each))


def count_for_all(connection: sqlite3.Connection) -> None:
    """Count the support that a scope gives to everything, for questions about the whole graph.

    For one entity after the other that takes 25 µs each; for all of them together a hundredth.
    """
    for table, (rows, owner) in _OWNED.items():
        connection.execute(
            f"CREATE TEMP TABLE counted_{table} (id INTEGER PRIMARY KEY, support INTEGER)"
        )
        connection.execute(
            f"INSERT INTO counted_{table} SELECT {owner}, COUNT(DISTINCT document)"
            f" FROM {rows} INDEXED BY {rows}_by_{owner} WHERE +{_SCOPED} GROUP BY {owner}"
        )
        view = f"visible_{table}"
        connection.execute(f"DROP VIEW {view}")
        _make_views(connection, {view: _counted_once(table)})


def _make_views(connection: sqlite3.Connection, views: Mapping[str, str]) -> None:
    for name, view in views.items():
        connection.execute(f"CREATE TEMP VIEW {name} AS {view}")


def _refuse_unknown(
    connection: sqlite3.Connection, name: str, values: Sequence[str], query: str
) -> None:
    if not values:
        return
    known = {value for (value,) in connection.execute(query)}
    for value in values:
        if value in known or (name in _ALSO and _ALSO[name](value, known)):
            continue
        near = [found[0] for found in extract(value, sorted(known - {""}), limit=NAMED_AT_MOST)]
        raise QueryError(
            Code.BAD_FILTER,
            f"The filter {name} names `{value}`, which is not in the graph.",
            f"There are for example {', '.join(near)}." if near else "There are none at all.",
            {"known": near},
        )


def _is_folder(value: str, known: Collection[str]) -> bool:
    return any(one.startswith(f"{value}/") for one in known)


def _is_path(value: str, known: Collection[str]) -> bool:
    return bool(value) and escaped_path(value) in known


_ALSO = {"folders": _is_folder, "documents": _is_path}
"""What a filter may name beside the values themselves."""


def _make_scope(connection: sqlite3.Connection, filters: Filters) -> None:
    wanted: list[str] = []
    given: list[str] = []

    def one_of(column: str, values: Sequence[str]) -> None:
        if values:
            wanted.append(f"{column} IN ({','.join('?' * len(values))})")
            given.extend(values)

    one_of("collection", filters.collections)
    one_of("key", [key for one in filters.documents for key in {one, escaped_path(one)}])
    if filters.folders:
        wanted.append(
            "(" + " OR ".join(["folder = ? OR folder GLOB ?"] * len(filters.folders)) + ")"
        )
        given.extend(v for one in filters.folders for v in (one, f"{_literal_glob(one)}/*"))
    if filters.tags:
        places = ",".join("?" * len(filters.tags))
        wanted.append(f"id IN (SELECT document FROM document_tags WHERE tag IN ({places}))")
        given.extend(filters.tags)
    since, until = days_of(filters.since), days_of(filters.until)
    if since:
        wanted.append("first_day != '' AND last_day >= ?")
        given.append(since.first)
    if until:
        wanted.append("first_day != '' AND first_day <= ?")
        given.append(until.last)
    connection.execute("CREATE TEMP TABLE scope (id INTEGER PRIMARY KEY)")
    connection.execute(
        f"INSERT INTO scope SELECT id FROM documents WHERE {' AND '.join(wanted)}",
        given,
    )


def _literal_glob(text: str) -> str:
    return "".join(f"[{one}]" if one in "*?[" else one for one in text)


def _make_values(connection: sqlite3.Connection, filters: Filters) -> None:
    """Keep what views compare with: a view takes no parameters."""
    connection.execute("CREATE TEMP TABLE wanted (what TEXT, value TEXT)")
    rows = [
        (what, value)
        for what in ("statuses", "entity_types", "relation_types")
        for value in getattr(filters, what)
    ]
    connection.executemany("INSERT INTO wanted VALUES (?, ?)", rows)


def _views(filters: Filters, counted: Callable[[str], str]) -> dict[str, str]:
    scoped = filters.has_scope
    entities, relations = (
        counted(table) if scoped else f"SELECT * FROM {table}" for table in _OWNED
    )
    facts = _facts(filters)
    types = _one_of("type", "entity_types", filters.entity_types)
    kinds = _one_of("type", "relation_types", filters.relation_types)
    rows = _SCOPED if scoped else "1"
    own = "id IN (SELECT id FROM scope)" if scoped else "1"
    return {
        "visible_documents": f"SELECT * FROM documents WHERE {own}",
        "visible_mentions": f"SELECT *, rowid AS number FROM mentions WHERE {rows}",
        "visible_evidence": f"SELECT *, rowid AS number FROM evidence WHERE {rows}",
        "visible_passages": f"SELECT * FROM passages WHERE {rows}",
        "visible_properties": f"SELECT * FROM properties WHERE {rows}",
        "visible_dated": f"SELECT * FROM dated WHERE {rows}",
        "visible_dated_places": f"SELECT * FROM dated_places WHERE {rows}",
        "visible_descriptions": f"SELECT * FROM descriptions WHERE {_CITED if scoped else '1'}",
        "visible_names": f"SELECT *, rowid AS number FROM names WHERE {_SPOKEN if scoped else '1'}",
        "visible_entities": entities,
        "typed_entities": f"SELECT * FROM visible_entities WHERE {types}",
        "matching_entities": f"SELECT * FROM typed_entities WHERE {facts}",
        "visible_relations": relations,
        "matching_relations": f"SELECT * FROM visible_relations WHERE {kinds} AND {facts}",
    }


# What is known of a thing from all documents together is left out, but for its name, its status
# and how sure it is.
_COLUMNS = {
    "entities": (
        "id, key, type, name, status, flags, confidence, {support}, mentions, degree, community,"
        " '' AS first_seen, '' AS last_seen, '[]' AS aliases"
    ),
    "relations": (
        "id, source, target, type, status, flags, confidence, {support}, mentions,"
        " '' AS valid_from, '' AS valid_to, '' AS first_seen, '' AS last_seen, source_community,"
        " target_community"
    ),
}


_OWNED = {"entities": ("mentions", "entity"), "relations": ("evidence", "relation")}
"""Table to the rows that support it, and how they name whose they are."""


def _counted_for_each(table: str) -> str:
    """Return the query for a table with the support that a scope gives, counted row by row."""
    rows, owner = _OWNED[table]
    support = (
        f"(SELECT COUNT(DISTINCT document) FROM {rows} INDEXED BY {rows}_by_{owner}"
        f" WHERE {rows}.{owner} = {table}.id AND +{rows}.{_SCOPED}) AS support"
    )
    columns = _COLUMNS[table].format(support=support)
    return f"SELECT * FROM (SELECT {columns} FROM {table}) WHERE support > 0"


def _counted_once(table: str) -> str:
    """Return the query for a table with the support that `count_for_all` has counted."""
    columns = _COLUMNS[table].replace("id, ", f"{table}.id, ", 1).format(support="c.support")
    return f"SELECT {columns} FROM {table} JOIN counted_{table} c ON c.id = {table}.id"


def _facts(filters: Filters) -> str:
    conditions = [_one_of("status", "statuses", filters.statuses)]
    if filters.min_confidence:
        conditions.append(f"confidence >= {filters.min_confidence!r}")
    if filters.min_support:
        conditions.append(f"support >= {filters.min_support}")
    return " AND ".join(conditions)


def _one_of(column: str, what: str, values: Sequence[str]) -> str:
    if not values:
        return "1"
    return f"{column} IN (SELECT value FROM wanted WHERE what = '{what}')"
