"""Projects as the first version of the layout had them, for tests of migration."""

import sqlite3
from collections.abc import Mapping
from contextlib import closing
from pathlib import Path

from sift_assets.core.planning.state import Attempt, Provenance
from sift_assets.core.records.record import canonical_json
from sift_assets_tests.fakes.project_folder import ProjectFolder

TABLES_OF_1 = """
CREATE TABLE provenance (
    asset TEXT NOT NULL, partition TEXT NOT NULL, record BLOB NOT NULL,
    PRIMARY KEY (asset, partition)
) WITHOUT ROWID;
CREATE TABLE attempts (document TEXT NOT NULL PRIMARY KEY, record BLOB NOT NULL) WITHOUT ROWID;
"""


def index_of_1(
    path: Path,
    records: Mapping[tuple[str, str], bytes],
    attempts: Mapping[str, Attempt],
    schema: int = 0,
) -> None:
    """Write a provenance index of schema 1.

    Args:
        path: The file; replaced.
        records: Asset and partition to the record's bytes.
        attempts: Document to its failed attempts.
        schema: What it says of itself; the first ones said nothing, which is 0.
    """
    path.unlink(missing_ok=True)
    path.parent.mkdir(parents=True, exist_ok=True)
    with closing(sqlite3.connect(path)) as index, index:
        index.executescript(TABLES_OF_1)
        rows = [(*name, record) for name, record in records.items()]
        index.executemany("INSERT INTO provenance VALUES (?, ?, ?)", rows)
        failed = [(document, attempt.to_bytes()) for document, attempt in attempts.items()]
        index.executemany("INSERT INTO attempts VALUES (?, ?)", failed)
        index.execute(f"PRAGMA user_version = {schema}")


def turned_back_to_1(project: ProjectFolder) -> dict[tuple[str, str], Provenance]:
    """Turn a project into one that the first version of the layout has written; return its index.

    Objects and results have been the same ever since.
    """
    workspace = project.workspace
    index, stones = workspace.provenance, workspace.tombstones
    with closing(sqlite3.connect(index.path)) as found:
        rows = found.execute("SELECT asset, partition, record FROM provenance").fetchall()
    records = {(asset, partition): record for asset, partition, record in rows}
    index_of_1(index.path, records, index.attempts())
    (workspace.store.root / "schema.json").write_bytes(canonical_json({"schema": 1}))
    if stones.path.exists():
        stones.path.rename(workspace.store.root / "tombstones.jsonl")
    return {name: Provenance.from_bytes(record) for name, record in records.items()}
