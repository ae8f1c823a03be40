"""The schema version of the provenance index, and the ordered steps from each to the next.

    0   no version yet: nothing, or tables that were made before versions were counted
    1   records by asset and partition, attempts by document
    2   the version of each record in a column of its own, with an index

All steps that an index lacks are one transaction, so that an interruption leaves it as it was. A
newer one is refused.
"""

import json

from sift_assets.resources.tables import ColumnTypes, Connection, Design


def _make_tables(connection: Connection, types: ColumnTypes) -> None:
    text, data = types.text, types.data
    connection.execute(
        f"""CREATE TABLE IF NOT EXISTS provenance (
            asset {text} NOT NULL, partition {text} NOT NULL, record {data} NOT NULL,
            PRIMARY KEY (asset, partition)
        ) {types.by_key}"""
    )
    connection.execute(
        f"""CREATE TABLE IF NOT EXISTS attempts (
            document {text} NOT NULL PRIMARY KEY, record {data} NOT NULL
        ) {types.by_key}"""
    )


def _make_versions_a_column(connection: Connection, types: ColumnTypes) -> None:
    """Let a damaged object's records be found by its version: reading all took a second each."""
    connection.execute(
        f"ALTER TABLE provenance ADD COLUMN version {types.text} NOT NULL DEFAULT ''"
    )
    rows = connection.execute("SELECT asset, partition, record FROM provenance").fetchall()
    connection.executemany(
        "UPDATE provenance SET version = ? WHERE asset = ? AND partition = ?",
        [(_version_in(record), asset, partition) for asset, partition, record in rows],
    )
    connection.execute("CREATE INDEX provenance_by_version ON provenance (version)")


def _version_in(record: bytes) -> str:
    """Return the version that a record says, empty for one that cannot be read: `fsck` names it."""
    try:
        return str(json.loads(record)["version"])
    except (ValueError, KeyError, TypeError):
        return ""


INDEX_DESIGN = Design(
    tables=("provenance", "attempts"),
    steps=(_make_tables, _make_versions_a_column),
    unusable="the provenance index cannot be used",
    fix="Free some space or check permissions; the file may be deleted, it is rebuilt.",
    newer="Upgrade sift_assets, or delete the file: what it says is then looked up again.",
    is_derived=True,
)

INDEX_SCHEMA = len(INDEX_DESIGN.steps)
"""Of the indexes that this version writes."""
