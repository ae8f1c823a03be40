"""The content-addressed store: every result under the hash of all its inputs.

Two parts below one folder. `objects/` holds bytes under their own SHA-256; `results/` maps the
hash of a computation's inputs to the object it gave. A value is never changed in place, so
readers need no lock, and two writers of one value write the same bytes. What a stored object
means is the business of its reader; what was materialized when is in `provenance`.
"""

import json
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path

from sift_assets.core.errors import CorruptObjectError, StoreError
from sift_assets.core.planning.retention import StoredFile, StoredResult
from sift_assets.core.records.record import canonical_json, content_hash
from sift_assets.resources.files import WRITING, write_atomically

STORE_SCHEMA = 1
"""Version of the folder layout; a store written by a newer layout is refused, not guessed at."""


@dataclass(frozen=True)
class Computed:
    """A stored result.

    Attributes:
        version: SHA-256 of the bytes: the data version of the value.
        data: The bytes.
        hit: Whether the store already had it, so that nothing was computed.
    """

    version: str
    data: bytes
    hit: bool


class Store:
    """Content-addressed objects and the results that point to them.

    Args:
        root: Folder of the store; made on the first write, never by reading.
    """

    def __init__(self, root: Path) -> None:
        self.root = root
        self._checked = False

    def put(self, data: bytes) -> str:
        """Store bytes and return their hash; writing the same bytes again changes nothing.

        Raises:
            StoreError: The disk is full or not writable; earlier objects are unharmed.
        """
        self._open_for_writing()
        version = content_hash(data)
        path = self.path_of(version)
        if not _holds(path, data):
            write_atomically(path, data)
        return version

    def get(self, version: str) -> bytes:
        """Return the bytes of an object.

        Raises:
            CorruptObjectError: It is missing or does not match its hash. A damaged file is
                removed, so that the next computation writes it anew.
        """
        path = self.path_of(version)
        try:
            data = path.read_bytes()
        except FileNotFoundError:
            raise _corrupt(version, "is not in the store") from None
        except OSError as error:
            raise StoreError(f"{path}: cannot be read ({error.strerror}).") from error
        if content_hash(data) != version:
            path.unlink(missing_ok=True)
            raise _corrupt(version, "does not match its hash and was removed")
        return data

    def result(self, key: str) -> str | None:
        """Return the object that a computation gave, or None when it is not known."""
        try:
            data = self.result_path(key).read_bytes()
        except FileNotFoundError:
            return None
        return _pointed_to(key, data) or None  # a damaged one is a miss: it is computed again

    def keep(self, key: str, data: bytes) -> str:
        """Store the result of a computation under the hash of its inputs; return its version."""
        version = self.put(data)
        entry = {"object": version, "check": _check(key, version)}
        write_atomically(self.result_path(key), canonical_json(entry))
        return version

    def cached(self, key: str) -> Computed | None:
        """Return the stored result of a computation, None when missing or damaged."""
        version = self.result(key)
        if version is None:
            return None
        try:
            return Computed(version, self.get(version), hit=True)
        except CorruptObjectError:
            return None

    def computed(self, key: str, compute: Callable[[], bytes]) -> Computed:
        """Return a stored result, computing and storing it when it is missing or damaged."""
        found = self.cached(key)
        if found is not None:
            return found
        data = compute()
        return Computed(self.keep(key, data), data, hit=False)

    def path_of(self, version: str) -> Path:
        """Return where an object lies, or would lie."""
        return self.root / "objects" / version[:2] / version[2:]

    def result_path(self, key: str) -> Path:
        """Return where the pointer from a computation to its object lies, or would lie."""
        return self.root / "results" / key[:2] / key[2:]

    def objects(self) -> Iterator[StoredFile]:
        """Yield every object that lies in the store, sound or not, sorted by version."""
        for path in _files_below(self.root / "objects"):
            if not path.name.startswith(WRITING):
                status = path.stat()
                yield StoredFile(path.parent.name + path.name, status.st_size, status.st_mtime)

    def results(self) -> Iterator[StoredResult]:
        """Yield every pointer from a computation to its object, sorted by key."""
        for path in _files_below(self.root / "results"):
            if not path.name.startswith(WRITING):
                key = path.parent.name + path.name
                version = _pointed_to(key, path.read_bytes())
                yield StoredResult(key, version, path.stat().st_mtime)

    def unfinished(self) -> list[Path]:
        """Return the files that writers have not finished: of writers at work, or killed."""
        return [path for path in _files_below(self.root) if path.name.startswith(WRITING)]

    def sound(self, version: str) -> bytes | None:
        """Return an object, None when it is missing or damaged; unlike `get`, removes nothing."""
        try:
            data = self.path_of(version).read_bytes()
        except OSError:
            return None
        return data if content_hash(data) == version else None

    def is_sound(self, version: str) -> bool:
        """Say whether an object is there and matches its hash."""
        return self.sound(version) is not None

    def remove(self, objects: Iterable[str], results: Iterable[str]) -> None:
        """Remove objects and pointers, for whoever holds the project's locks.

        Pointers go first: if the process dies in between, objects are left that nothing points
        to, and no pointer to an object that is gone.

        Raises:
            StoreError: A file cannot be removed; what was removed before is gone.
        """
        for path in (*map(self.result_path, results), *map(self.path_of, objects)):
            try:
                path.unlink(missing_ok=True)
            except OSError as error:
                raise StoreError(f"{path}: cannot be removed ({error.strerror}).") from error

    def _open_for_writing(self) -> None:
        if self._checked:
            return
        marker = self.root / "schema.json"
        if marker.exists():
            _refuse_newer(marker)
        else:
            write_atomically(marker, canonical_json({"schema": STORE_SCHEMA}))
        self._checked = True


def _holds(path: Path, data: bytes) -> bool:
    """Compare the bytes, not the size: what is put is to be there, even over a damaged object."""
    try:
        return path.read_bytes() == data
    except OSError:
        return False


def _files_below(folder: Path) -> Iterator[Path]:
    return (path for path in sorted(folder.rglob("*")) if path.is_file())


def _pointed_to(key: str, data: bytes) -> str:
    """Return the object that a pointer names, empty when the pointer is damaged."""
    try:
        entry = json.loads(data)
        version = str(entry["object"])
        return version if entry["check"] == _check(key, version) else ""
    except (ValueError, KeyError, TypeError):
        return ""


def _corrupt(version: str, what: str) -> CorruptObjectError:
    message = f"Object {version[:12]} {what}."
    return CorruptObjectError(message, "Run again to rebuild it.", version=version)


def _check(key: str, version: str) -> str:
    return content_hash(f"{key}:{version}".encode())[:16]


def _refuse_newer(marker: Path) -> None:
    try:
        schema = int(json.loads(marker.read_bytes())["schema"])
    except (ValueError, KeyError, TypeError) as error:
        raise StoreError(
            f"{marker}: is not a store's schema file.", "Delete the store folder to rebuild it."
        ) from error
    if schema > STORE_SCHEMA:
        raise StoreError(
            f"{marker}: the store has layout {schema}, this version knows {STORE_SCHEMA}.",
            "Upgrade sift_assets, or delete the store folder to rebuild it.",
        )
