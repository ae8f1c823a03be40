"""Where a store's files lie: in a folder of this machine, or anywhere that fsspec reaches.

A place reads, writes, lists and removes files by name (`objects/ab/cdef`); what they mean is the
store's business. Two kinds, because the promise is the same and the means are not: a folder needs
temporary names, renaming and fsync, an object store takes a file whole or not at all and has it
safe when it says so.
"""

from collections.abc import Callable, Iterable, Iterator, Sequence
from datetime import datetime
from pathlib import Path
from typing import TYPE_CHECKING, Any, Protocol, TypeVar, cast

from sift_assets.core.errors import ConfigError, MissingEngineError, StoreError
from sift_assets.resources.files import FoundFile, files_below, make_durable, write_atomically

if TYPE_CHECKING:
    from upath import UPath

AT_ONCE = 500
"""Files asked for in one piece of a place elsewhere: many requests in flight, little memory."""

EXTRAS = {"s3": "s3", "s3a": "s3"}
"""Scheme of a URL to the extra of this package that can reach it."""

_MODIFIED = ("LastModified", "last_modified", "mtime", "modified", "updated", "created")
"""What the kinds of fsspec call the time of the last change."""

_UNMET = ("PreconditionFailed", "412", "ConditionalRequestConflict", "409")
"""S3's words for a write whose condition did not hold, or that met another one under way."""

_T = TypeVar("_T")


class Place(Protocol):
    """What a store needs of where it lies.

    Attributes:
        root: Its folder, or a `UPath` in that role.
    """

    root: Path

    def read(self, name: str) -> bytes | None:
        """Return a file's content, None when there is none; StoreError when it is unreadable."""
        ...

    def read_many(self, names: Sequence[str]) -> Iterator[bytes | None]:
        """Yield the content of each file in turn, as `read` does."""
        ...

    def write(self, name: str, data: bytes, *, durable: bool = True) -> None:
        """Create or replace a file as a whole; see `write_atomically`."""
        ...

    def write_once(self, name: str, data: bytes, *, durable: bool = True) -> bool:
        """Write a file whose name says what is in it, unless that is there; say whether it was.

        A damaged one is written anew.
        """
        ...

    def swap(self, name: str, old: bytes | None, data: bytes) -> bool:
        """Replace a file, None for one that is not there, if it still holds what was read of it.

        Returns:
            False when somebody else has written meanwhile; then nothing is.
        """
        ...

    def make_durable(self, names: Iterable[str]) -> None:
        """See files to safety that were written without."""
        ...

    def files(self, below: str) -> Iterator[FoundFile]:
        """Yield every file below a folder, sorted by name; their names begin with the folder's."""
        ...

    def remove(self, names: Iterable[str]) -> None:
        """Remove files in this order; those that are gone do no harm."""
        ...


def place_of(root: Path) -> Place:
    """Return the place of a folder, or of a `UPath` in that role."""
    return FolderPlace(root) if isinstance(root, Path) else PlaceElsewhere(root)


def elsewhere(url: str) -> Path:
    """Return what stands for a folder at a URL.

    Raises:
        ConfigError: Nothing here knows such URLs.
        MissingEngineError: The package that reaches it is not installed; names the extra.
    """
    from upath import UPath

    scheme = url.partition("://")[0]
    try:
        path = UPath(url)
        _ = path.fs  # which loads the package that reaches it
    except ImportError as error:
        extra = EXTRAS.get(scheme)
        fix = f"Install it: pip install 'sift-assets[{extra}]'." if extra else f"{error}."
        message = f"{url}: what reaches {scheme}:// is not installed."
        raise MissingEngineError(message, fix) from error
    except ValueError as error:
        raise ConfigError(
            f"{scheme}:// is not known.", "Give a folder, or for example s3://bucket/folder."
        ) from error
    # A UPath has the interface of a Path and, since 0.3, is none by type.
    return Path(path.path) if scheme == "file" else cast("Path", path)


class FolderPlace:
    """A folder of this machine.

    Args:
        root: The folder; made on the first write, never by reading.
    """

    def __init__(self, root: Path) -> None:
        self.root = root

    def read(self, name: str) -> bytes | None:
        """See `Place`."""
        path = self.root / name
        try:
            return path.read_bytes()
        except FileNotFoundError:
            return None
        except OSError as error:
            raise StoreError(f"{path}: cannot be read ({error.strerror}).") from error

    def read_many(self, names: Sequence[str]) -> Iterator[bytes | None]:
        """See `Place`."""
        return map(self.read, names)

    def write(self, name: str, data: bytes, *, durable: bool = True) -> None:
        """See `Place`."""
        write_atomically(self.root / name, data, durable=durable)

    def make_durable(self, names: Iterable[str]) -> None:
        """See `Place`."""
        make_durable(self.root, [self.root / name for name in names])

    def write_once(self, name: str, data: bytes, *, durable: bool = True) -> bool:
        """See `Place`; compares the bytes, not the size, to find a damaged file."""
        try:
            if (self.root / name).read_bytes() == data:
                return False
        except OSError:
            pass  # whatever hinders reading it: writing will say so
        self.write(name, data, durable=durable)
        return True

    def swap(self, name: str, old: bytes | None, data: bytes) -> bool:
        """See `Place`: who may be at work at the same time holds a lock."""
        if self.read(name) != old:
            return False
        self.write(name, data)
        return True

    def files(self, below: str) -> Iterator[FoundFile]:
        """See `Place`."""
        return files_below(self.root / below, f"{below}/")

    def remove(self, names: Iterable[str]) -> None:
        """See `Place`."""
        for path in (self.root / name for name in names):
            try:
                path.unlink(missing_ok=True)
            except OSError as error:
                raise StoreError(f"{path}: cannot be removed ({error.strerror}).") from error


class PlaceElsewhere:
    """A folder that fsspec reaches.

    Nothing is renamed: a write is one request, which the place takes whole or not at all, and what
    is to be there once, or replaced as it was read, is written under a condition.

    Args:
        root: A `UPath`.
    """

    def __init__(self, root: Path) -> None:
        self.root = root
        path = cast("UPath", root)
        self._system: Any = path.fs  # whose methods each kind types in its own way
        self._folder = path.path.rstrip("/")

    def read(self, name: str) -> bytes | None:
        """See `Place`."""
        return self._tried(lambda: self._system.cat_file(self._at(name)))

    def read_many(self, names: Sequence[str]) -> Iterator[bytes | None]:
        """See `Place`; many are asked for at the same time."""
        for first in range(0, len(names), AT_ONCE):
            paths = [self._at(name) for name in names[first : first + AT_ONCE]]
            found = self._tried(lambda p=paths: self._system.cat(p, on_error="return")) or {}
            for path in paths:
                yield self._tried(lambda f=found, p=path: _raised(f.get(p)))

    def write(self, name: str, data: bytes, *, durable: bool = True) -> None:  # noqa: ARG002
        """See `Place`; it is durable as soon as it is written."""
        path = self._at(name)
        self._tried(lambda: self._system.pipe_file(path, data), missing_is_none=False)

    def write_once(self, name: str, data: bytes, *, durable: bool = True) -> bool:  # noqa: ARG002
        """See `Place`: the place is asked to take it only if it has none of that name."""
        while not self._created(name, data):
            found = self.read(name)
            if found == data:
                return False
            if self.swap(name, found, data):  # it was damaged
                break
        return True

    def swap(self, name: str, old: bytes | None, data: bytes) -> bool:
        """See `Place`; where it cannot be asked for, between a look and the write is a moment."""
        if old is None:
            return self._created(name, data)
        tag = self._tag(name)
        if self.read(name) != old:
            return False
        return self._put_if(name, data, **({"IfMatch": tag} if tag else {}))

    def make_durable(self, names: Iterable[str]) -> None:
        """Do nothing: everything written is durable."""

    def files(self, below: str) -> Iterator[FoundFile]:
        """See `Place`."""
        self._system.invalidate_cache()  # others write there too
        found = self._tried(lambda: self._system.find(self._at(below), detail=True)) or {}
        for path, facts in sorted(found.items()):
            name = path.removeprefix(f"{self._folder}/")
            yield FoundFile(name, int(facts["size"] or 0), _seconds(facts))

    def remove(self, names: Iterable[str]) -> None:
        """See `Place`; a piece is asked for at once and is gone before the next."""
        paths = [self._at(name) for name in names]
        for first in range(0, len(paths), AT_ONCE):
            self._removed(paths[first : first + AT_ONCE])

    def _created(self, name: str, data: bytes) -> bool:
        """Write a file that is not there; False when it is."""
        return self._put_if(name, data, mode="create")

    def _put_if(self, name: str, data: bytes, **condition: str) -> bool:
        """Write under a condition, which the place itself judges; False when it does not hold."""
        path = self._at(name)

        def put() -> bool:
            try:
                self._system.pipe_file(path, data, **condition)
            except FileExistsError:
                return False
            except OSError as error:
                if _code_of(error) not in _UNMET:
                    raise
                return False
            return True

        return bool(self._tried(put, missing_is_none=False))

    def _tag(self, name: str) -> str:
        """Return what the place knows a file's content by; empty where it has no such thing."""
        self._system.invalidate_cache()
        facts = self._tried(lambda: self._system.info(self._at(name))) or {}
        return str(facts.get("ETag") or "")

    def _removed(self, paths: list[str]) -> None:
        if self._tried(lambda: (self._system.rm(paths), True)) is None:
            for path in paths:  # one was missing, and some kinds stop there
                self._tried(lambda p=path: self._system.rm_file(p))

    def _at(self, name: str) -> str:
        return f"{self._folder}/{name}"

    def _tried(self, ask: Callable[[], _T], *, missing_is_none: bool = True) -> _T | None:
        """Ask the place; whatever its package raises becomes one error for people."""
        try:
            return ask()
        except FileNotFoundError as error:
            if missing_is_none:
                return None
            raise self._unusable(error) from error
        except Exception as error:
            raise self._unusable(error) from error

    def _unusable(self, error: Exception) -> StoreError:
        return StoreError(
            f"{self.root}: cannot be used ({type(error).__name__}: {error}).",
            "Check that it exists, the network, and the credentials in the environment.",
        )


def _code_of(error: OSError) -> str:
    """Return S3's word for what its package has raised; empty for what it has not said."""
    response = getattr(error.__cause__, "response", None) or {}
    return str(response.get("Error", {}).get("Code", ""))


def _raised(found: Any) -> bytes:
    """Return a content, or raise what stands in its place."""
    if isinstance(found, BaseException):
        raise found
    if found is None:
        raise FileNotFoundError
    return found


def _seconds(facts: dict[str, Any]) -> float:
    """Return when a file was changed, in seconds since 1970; the future when it is not told.

    What is not told counts as young: it stays while a run is open.
    """
    told = next((facts[name] for name in _MODIFIED if facts.get(name)), float("inf"))
    if isinstance(told, str):
        told = datetime.fromisoformat(told)
    return told.timestamp() if isinstance(told, datetime) else float(told)
