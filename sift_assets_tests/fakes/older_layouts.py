"""Projects as the first version of the layout had them, for tests of migration."""

import hashlib
import json
import shutil
import sqlite3
from collections.abc import Mapping
from contextlib import closing
from pathlib import Path

import yaml

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


STORAGE_OF_1 = {"sqlite": {"base_dir": ".dagster"}}
"""Of the first `dagster.yaml`: Dagster's own, on the files that ours has used ever since."""

LATER_FILES = (
    ".sift/last_look",
    ".sift/looks.json",
    ".sift/asked.json",
    ".sift/elsewhere",
    "decisions/ledger.sqlite",
    "decisions/generations.json",
    "decisions/log.jsonl",
)
"""What the first version had not yet."""


def released_first(project: ProjectFolder) -> None:
    """Turn a project into one of the first version with a whole way from documents to exports.

    Every file of the store is written anew, by how that version wrote it and not by today's code.
    """
    turned_back_to_1(project)
    root = project.root
    stored = root / ".sift"
    objects = [file.read_bytes() for file in (stored / "objects").rglob("*") if file.is_file()]
    pointers = {
        "".join(file.parts[-2:]): json.loads(file.read_bytes())["object"]
        for file in (stored / "results").rglob("*")
        if file.is_file()
    }
    for part in ("objects", "results"):
        shutil.rmtree(stored / part)
    for data in objects:
        _written(stored / "objects", hashlib.sha256(data).hexdigest(), data)
    for key, version in pointers.items():
        check = hashlib.sha256(f"{key}:{version}".encode()).hexdigest()[:16]
        _written(stored / "results", key, b'{"check":"%b","object":"%b"}' % _ascii(check, version))
    for name in LATER_FILES:
        (root / name).unlink(missing_ok=True)
    config = yaml.safe_load((root / "dagster.yaml").read_text(encoding="utf-8"))
    said = yaml.safe_dump(config | {"storage": STORAGE_OF_1})
    (root / "dagster.yaml").write_text(said, encoding="utf-8")


def _ascii(*words: str) -> tuple[bytes, ...]:
    return tuple(word.encode("ascii") for word in words)


def _written(folder: Path, name: str, data: bytes) -> None:
    file = folder / name[:2] / name[2:]
    file.parent.mkdir(parents=True, exist_ok=True)
    file.write_bytes(data)
