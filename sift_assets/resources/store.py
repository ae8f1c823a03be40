"""The content-addressed store: every result under the hash of all its inputs.

Two parts below one folder, or one URL that fsspec reaches. `objects/` holds bytes under their own
SHA-256; `results/` maps the hash of a computation's inputs to the object it gave. A value is never
changed in place, so readers need no lock, and two writers of one value write the same bytes. What a
stored object means is the business of its reader; what was materialized when is in `provenance`.
"""

import json
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

from sift_assets.core.errors import CorruptObjectError
from sift_assets.core.planning.retention import StoredFile, StoredResult
from sift_assets.core.records.record import canonical_json, content_hash
from sift_assets.resources.files import WRITING
from sift_assets.resources.places import place_of
from sift_assets.resources.store_schema import Steps, brought_up_to_date, refuse_newer

OBJECTS, RESULTS = "objects", "results"
"""The two parts."""

TOGETHER = 64
"""Results that are made durable together at most: a killed process loses no more look-ups. Their
objects, and answers of language models, are there all the same."""


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
        root: Folder of the store, or what `places.elsewhere` gives for a URL; made on the first
            write, never by reading.
        steps: What brings a store of an older schema to the next one, see `store_schema`.
    """

    def __init__(self, root: Path, steps: Steps | None = None) -> None:
        self.root = root
        self._place = place_of(root)
        self._steps = steps or {}
        self._readable = self._writable = False
        self._together = False
        self._written: list[str] = []
        self._pointers: dict[str, bytes] = {}

    def put(self, data: bytes) -> str:
        """Store bytes and return their hash; writing the same bytes again changes nothing.

        Raises:
            StoreError: The disk is full or not writable; earlier objects are unharmed.
        """
        return self._put(data, durable=not self._together)

    def get(self, version: str) -> bytes:
        """Return the bytes of an object.

        Raises:
            CorruptObjectError: It is missing or does not match its hash. A damaged file is
                removed, so that the next computation writes it anew.
        """
        self._open_for_reading()
        name = _object(version)
        data = self._place.read(name)
        if data is None:
            raise _corrupt(version, "is not in the store")
        if content_hash(data) != version:
            self._place.remove([name])
            raise _corrupt(version, "does not match its hash and was removed")
        return data

    def result(self, key: str) -> str | None:
        """Return the object that a computation gave, or None when it is not known."""
        self._open_for_reading()
        data = self._pointers.get(key) or self._place.read(_result(key))
        if data is None:
            return None
        return _pointed_to(key, data) or None  # a damaged one is a miss: it is computed again

    def keep(self, key: str, data: bytes, *, at_once: bool = False) -> str:
        """Store the result of a computation under the hash of its inputs; return its version.

        Args:
            key: Hash of the inputs.
            data: The result.
            at_once: It is durable on return even within `together`: it was paid for.
        """
        durable = at_once or not self._together
        version = self._put(data, durable=durable)
        pointer = canonical_json({"object": version, "check": _check(key, version)})
        if durable:
            self._place.write(_result(key), pointer)
        else:
            self._pointers[key] = pointer
            if len(self._pointers) >= TOGETHER:
                self.make_durable()
        return version

    @contextmanager
    def together(self) -> Iterator[None]:
        """Make what is stored in this block durable together, which costs a fraction.

        Objects are there for every process at once, results for this process only until they are
        durable: an object is always on the disk before what points to it. Whoever records a value
        of this block elsewhere calls `make_durable` first, or waits for the end of the block. For
        one thread, but for `keep(…, at_once=True)`. A block inside a block changes nothing.
        """
        if self._together:
            yield
            return
        self._together = True
        try:
            yield
        finally:
            self._together = False
            self.make_durable()

    def make_durable(self) -> None:
        """See onto the disk what was stored in a block of `together`: objects, then results.

        Raises:
            StoreError: The disk did not take it; the results are computed again.
        """
        written, pointers = self._written, self._pointers
        self._written, self._pointers = [], {}
        self._place.make_durable(written)
        for key, pointer in pointers.items():
            self._place.write(_result(key), pointer, durable=False)
        self._place.make_durable(map(_result, pointers))

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
        return self.root / _object(version)

    def result_path(self, key: str) -> Path:
        """Return where the pointer from a computation to its object lies, or would lie."""
        return self.root / _result(key)

    def objects(self) -> Iterator[StoredFile]:
        """Yield every object that lies in the store, sound or not, sorted by version."""
        self._open_for_reading()
        for file in self._place.files(OBJECTS):
            if not _is_unfinished(file.name):
                yield StoredFile(_hash_in(file.name), file.size, file.modified)

    def results(self) -> Iterator[StoredResult]:
        """Yield every pointer from a computation to its object, sorted by key."""
        self._open_for_reading()
        files = [file for file in self._place.files(RESULTS) if not _is_unfinished(file.name)]
        pointers = self._place.read_many([file.name for file in files])
        for file, data in zip(files, pointers, strict=True):
            key = _hash_in(file.name)
            yield StoredResult(key, _pointed_to(key, data or b""), file.modified)

    def unfinished(self) -> list[Path]:
        """Return the files that writers have not finished: of writers at work, or killed."""
        files = (file for part in (OBJECTS, RESULTS) for file in self._place.files(part))
        return [self.root / file.name for file in files if _is_unfinished(file.name)]

    def sound(self, version: str) -> bytes | None:
        """Return an object, None when it is missing or damaged; unlike `get`, removes nothing."""
        return next(self.sound_ones([version]))

    def sound_ones(self, versions: Sequence[str]) -> Iterator[bytes | None]:
        """Yield each of some objects in turn, as `sound` does."""
        self._open_for_reading()
        found = self._place.read_many([_object(version) for version in versions])
        for version, data in zip(versions, found, strict=True):
            yield data if data is not None and content_hash(data) == version else None

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
        self._place.remove(map(_result, results))
        self._place.remove(map(_object, objects))

    def _put(self, data: bytes, *, durable: bool) -> str:
        self._open_for_writing()
        version = content_hash(data)
        name = _object(version)
        if self._place.write_once(name, data, durable=durable) and not durable:
            self._written.append(name)
        return version

    def _open_for_reading(self) -> None:
        if not self._readable:
            refuse_newer(self._place)
            self._readable = True

    def _open_for_writing(self) -> None:
        if not self._writable:
            brought_up_to_date(self._place, self._steps)
            self._readable = self._writable = True


def _object(version: str) -> str:
    return f"{OBJECTS}/{version[:2]}/{version[2:]}"


def _result(key: str) -> str:
    return f"{RESULTS}/{key[:2]}/{key[2:]}"


def _hash_in(name: str) -> str:
    return "".join(name.split("/")[1:])


def _is_unfinished(name: str) -> bool:
    return name.rpartition("/")[2].startswith(WRITING)


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
