"""Which stored objects and results are needed, and which may go.

Pure: what lies in the store and what is recorded comes in as plain values. Who looks there, and
who removes, is in `workflows.collecting`.
"""

from collections.abc import Iterable, Mapping, Set
from typing import NamedTuple

from sift_assets.core.planning.state import Provenance
from sift_assets.core.records.manifest import GraphManifest
from sift_assets.core.records.record import Record

YOUNG_SECONDS = 3600
"""What an open run has stored and not yet recorded is not older: it records every document and
every step at once, and one document or one build takes minutes."""


class StoredFile(NamedTuple):
    """An object as it lies in the store: its hash, bytes, and seconds since 1970."""

    version: str
    size: int
    modified: float


class StoredResult(NamedTuple):
    """A pointer to an object: hash of a computation's inputs, the object (empty: damaged), when."""

    key: str
    version: str
    modified: float


class Collection(Record):
    """What nothing needs.

    Attributes:
        objects: Hashes of the objects to remove.
        results: Keys of the pointers to remove.
        size: Bytes of those objects.
        kept: Number of objects that stay.
        young: Of those, the ones that nothing needs but an open run may be about to record.
        answers: Of those, the answers of language models that nothing needs now.
    """

    objects: tuple[str, ...] = ()
    results: tuple[str, ...] = ()
    size: int = 0
    kept: int = 0
    young: int = 0
    answers: int = 0


def recorded_versions(provenance: Mapping[str, Mapping[str, Provenance]]) -> frozenset[str]:
    """Return every version that is recorded as a value or as an input of one.

    Inputs count, because an asset check reads an extraction together with its text.
    """
    entries = [entry for entries in provenance.values() for entry in entries.values()]
    values = (entry.version for entry in entries)
    inputs = (version for entry in entries for version in entry.inputs.values())
    return frozenset((*values, *inputs))


def graph_parts(manifest: GraphManifest) -> tuple[str, ...]:
    """Return the objects that a graph manifest points to."""
    return (manifest.rest, *(part.version for part in manifest.types.values()))


def last_revisions(versions: Iterable[str], keep: int) -> tuple[str, ...]:
    """Return the latest distinct versions of an asset's history, newest first.

    Args:
        versions: Newest first, with repetitions (a value that was materialized again).
        keep: How many.
    """
    return tuple(dict.fromkeys(versions))[:keep]


def collection(
    objects: Iterable[StoredFile],
    results: Iterable[StoredResult],
    *,
    needed: Set[str],
    answers: Set[str] = frozenset(),
    young_since: float = float("inf"),
) -> Collection:
    """Sort what lies in the store into what stays and what may go.

    A pointer stays when its object does: it is small, and an input that is changed back finds the
    value again. One that is damaged, or whose object is gone, never stays.

    Args:
        objects: Everything in the store.
        results: Every pointer in the store.
        needed: Versions that are needed; those that are no objects do no harm.
        answers: Versions that stay although nothing needs them now.
        young_since: What was written since then stays, in seconds since 1970.
    """
    found = {file.version: file for file in objects}
    pointers = list(results)
    written = {row.version for row in pointers if row.modified >= young_since}
    written |= {v for v, file in found.items() if file.modified >= young_since}
    paid = (answers & found.keys()) - needed
    young = (written & found.keys()) - needed - paid
    kept = found.keys() & (needed | paid | young)
    gone = sorted(found.keys() - kept)
    return Collection(
        objects=tuple(gone),
        results=tuple(sorted(row.key for row in pointers if row.version not in kept)),
        size=sum(found[version].size for version in gone),
        kept=len(kept),
        young=len(young),
        answers=len(paid),
    )
