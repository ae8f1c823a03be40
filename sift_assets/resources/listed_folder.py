"""A folder that is partly somebody else's, with a list in it of what is ours.

Only what is on the list, and still as it was written, is replaced or removed.
"""

from collections import defaultdict
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from pathlib import Path, PurePosixPath

from sift_assets.core.config.json_source import read_json
from sift_assets.core.errors import StoreError
from sift_assets.core.records.record import canonical_json, content_hash
from sift_assets.resources.files import hash_file, make_durable, remove_below, write_atomically

LIST = ".sift-export.json"
"""The list, by kind of files; hidden, and Obsidian does not show it."""

Hashes = dict[str, set[str]]
"""File name to the hashes of what we have written there: of two while it is being replaced."""


@dataclass(frozen=True)
class ListedFolder:
    """The files of one kind in a folder.

    Attributes:
        folder: The folder.
        kind: What the list calls them.
    """

    folder: Path
    kind: str

    def names(self) -> set[str]:
        """Return the files that are on the list."""
        return set(self._listed().get(self.kind, {}))

    def write(self, files: Mapping[str, bytes], known: Mapping[str, str]) -> None:
        """Write files, and remove what is on the list and is written no more.

        Args:
            files: Name below the folder to content.
            known: Files that are ours though not on the list, with the hash of each.

        Raises:
            StoreError: A file is in the way that is not ours, or not as we wrote it: nothing was
                written; or one cannot be written.
        """
        earlier = self._listed().get(self.kind, {})
        hashes = {name: content_hash(data) for name, data in files.items()}
        ours = _united(earlier, {name: {one} for name, one in known.items()})
        self._refuse_foreign(hashes, ours)
        both = _united(earlier, {name: {one} for name, one in hashes.items()})
        self._list(both)  # before the first: a crash may follow any
        self._write_what_differs(files, hashes)
        for name in sorted(earlier.keys() - files.keys()):
            if self._holds(name, earlier[name]):
                remove_below(self.folder, name)
        self._list({name: {one} for name, one in hashes.items()})

    def _refuse_foreign(self, hashes: Mapping[str, str], ours: Hashes) -> None:
        for name, new in hashes.items():
            path = self.folder / name
            if path.exists() and not self._holds(name, ours.get(name, set()) | {new}):
                raise StoreError(
                    f"{path}: is there already, and not as it was written by sift.",
                    "Move it, or choose another folder with --output.",
                )

    def _write_what_differs(self, files: Mapping[str, bytes], hashes: Mapping[str, str]) -> None:
        new: list[Path] = []
        for name, data in files.items():
            path = self.folder / name
            if path.exists():
                if not self._holds(name, {hashes[name]}):
                    write_atomically(path, data)
            else:
                write_atomically(path, data, durable=False)
                new.append(path)
        make_durable(self.folder, new)

    def _holds(self, name: str, hashes: Iterable[str]) -> bool:
        path = self.folder / name
        return path.is_file() and hash_file(path) in hashes

    def _listed(self) -> dict[str, Hashes]:
        """Return the whole list; names that lead out of the folder do not count."""
        try:
            listed = read_json((self.folder / LIST).read_bytes())
            return {
                str(kind): {str(n): set(map(str, one)) for n, one in files.items() if _is_below(n)}
                for kind, files in listed.items()
            }
        except (OSError, ValueError, TypeError, AttributeError):
            return {}

    def _list(self, hashes: Hashes) -> None:
        listed = self._listed() | {self.kind: hashes}
        value = {
            kind: {name: sorted(ones) for name, ones in files.items()}
            for kind, files in listed.items()
        }
        write_atomically(self.folder / LIST, canonical_json(value))


def _united(first: Hashes, second: Hashes) -> Hashes:
    found: defaultdict[str, set[str]] = defaultdict(set)
    for hashes in (first, second):
        for name, ones in hashes.items():
            found[name] |= ones
    return dict(found)


def _is_below(name: str) -> bool:
    path = PurePosixPath(name)
    return not path.is_absolute() and ".." not in path.parts and bool(path.parts)
