"""Finding and removing what lies in the store and is needed by nothing."""

import time
from collections.abc import Iterable, Iterator, Set
from typing import TypeVar

from pydantic import ValidationError

from sift_assets.core.llm.model import ModelAnswer
from sift_assets.core.planning.lineage import DECLARED
from sift_assets.core.planning.retention import (
    YOUNG_SECONDS,
    Collection,
    StoredResult,
    collection,
    graph_parts,
    recorded_versions,
)
from sift_assets.core.records.manifest import GraphManifest
from sift_assets.core.records.record import Record
from sift_assets.resources.store import Store
from sift_assets.resources.workspace import Workspace


def plan_collection(
    workspace: Workspace,
    versions: Iterable[str] = (),
    *,
    keep_answers: bool = True,
    forgotten_answers: Set[str] = frozenset(),
    run_is_open: bool = False,
) -> Collection:
    """Find what no recorded version needs; removes nothing.

    Args:
        workspace: The open project.
        versions: Further versions to keep: earlier graphs, and what Dagster has as the latest, so
            that a lost index costs nothing more.
        keep_answers: Whether answers of language models stay although nothing needs them now.
        forgotten_answers: Answers that go all the same.
        run_is_open: Whether a run may be about to record what it has stored within the last hour.
    """
    store = workspace.store
    provenance = {asset: workspace.provenance.read(asset) for asset in DECLARED}
    kept = {*versions, *(entry.version for entry in provenance["graph_manifest"].values())}
    needed = recorded_versions(provenance) | kept | _parts(store, kept)
    results = list(store.results())
    others = (row for row in results if row.version not in needed)
    return collection(
        store.objects(),
        results,
        needed=needed,
        answers=set(answers_among(store, others)) - forgotten_answers if keep_answers else set(),
        young_since=time.time() - YOUNG_SECONDS if run_is_open else float("inf"),
    )


def collect(workspace: Workspace, found: Collection) -> int:
    """Remove what was found, and what killed writers left an hour ago; return how many files.

    Whoever calls holds the locks under which values are stored.
    """
    workspace.store.remove(found.objects, found.results)
    left = time.time() - YOUNG_SECONDS
    abandoned = [path for path in workspace.store.unfinished() if path.stat().st_mtime < left]
    for path in abandoned:
        path.unlink(missing_ok=True)
    return len(found.objects) + len(found.results) + len(abandoned)


def answers_among(store: Store, results: Iterable[StoredResult]) -> Iterator[str]:
    """Yield the objects that are answers of a language model, told by their form."""
    for row in results:
        if row.version and answer_of(store, row.version) is not None:
            yield row.version


def answer_of(store: Store, version: str) -> ModelAnswer | None:
    """Return an object as a language model's answer, None when it is something else."""
    return _read_as(ModelAnswer, store, version)


def manifest_of(store: Store, version: str) -> GraphManifest | None:
    """Return an object as a graph manifest, None when it is something else or not there."""
    return _read_as(GraphManifest, store, version)


RecordT = TypeVar("RecordT", bound=Record)


def _read_as(kind: type[RecordT], store: Store, version: str) -> RecordT | None:
    """Return an object as a record of some kind; an object itself does not say which it is of."""
    data = store.sound(version)
    try:
        return kind.from_bytes(data) if data is not None else None
    except ValidationError:
        return None


def _parts(store: Store, versions: Iterable[str]) -> set[str]:
    manifests = (manifest_of(store, version) for version in versions)
    return {part for found in manifests if found is not None for part in graph_parts(found)}
