"""Where the files of a project lie: its documents, exports, and what has to be on this machine."""

from dataclasses import dataclass
from functools import cached_property
from pathlib import Path

from sift_assets.core.errors import ProjectError
from sift_assets.core.planning.keys import document_path
from sift_assets.core.planning.roots import promoted_name
from sift_assets.core.records.record import content_hash
from sift_assets.core.settings.model import DEFAULT_STORE, Settings, is_url
from sift_assets.resources.project import PROMOTED_FOLDER


@dataclass(frozen=True)
class ProjectPlaces:
    """The places of a project, or of a seat of it.

    Attributes:
        root: The folder of `sift.yaml`.
        settings: As the file, the environment and the flags say.
        seat: Name of the seat whose documents and store these are; empty for Central's.
    """

    root: Path
    settings: Settings
    seat: str = ""

    @property
    def local_folder(self) -> Path:
        """Folder of what has to lie on this machine: index, caches, locks.

        The store's own; for a store elsewhere a folder for that URL, so that a project that is
        given another store does not believe an index whose objects are not there. Likewise for a
        folder outside of a project with a database, where index and locks go by names within it.
        """
        place = self.settings.store
        is_named = bool(self.settings.database_schema)
        if not is_url(place) and not (is_named and Path(place).is_absolute()):
            return self.root / place
        return self.root / DEFAULT_STORE / "elsewhere" / content_hash(place.encode())[:12]

    @property
    def documents_folder(self) -> Path:
        """The watched folder."""
        return self.root / self.settings.documents

    @property
    def exports_folder(self) -> Path:
        """Where the exports are written."""
        return self.root / self.settings.exports

    @property
    def last_look_file(self) -> Path:
        """An empty file whose time is that of the sensor's last look that came to its end."""
        return self.local_folder / "last_look"

    def lock_path(self, name: str) -> Path:
        """Return the lock file of a layer of work."""
        return self.local_folder / "locks" / f"{name}.lock"

    @property
    def promoted_folder(self) -> Path | None:
        """The second root, where promoted documents are delivered; a seat has none."""
        return None if self.seat else self.root / PROMOTED_FOLDER

    def document_file(self, key: str) -> Path:
        """Return the file of a document partition.

        Raises:
            ProjectError: Its path would lead out of the folder; no look ever gives such a key.
        """
        path = document_path(key)
        if path.startswith("/") or ".." in path.split("/"):
            raise ProjectError(f"`{key}` is not a document's key.", "Name a file below the folder.")
        name = promoted_name(path)
        if name and self.promoted_folder:
            return self.promoted_folder / name
        return self.documents_folder / path

    def is_inside(self, file: Path) -> bool:
        """Return whether a document's file, followed to where it really lies, is of its folder."""
        real = file.resolve()
        return any(real.is_relative_to(folder) for folder in self._real_folders)

    @cached_property
    def _real_folders(self) -> tuple[Path, ...]:
        folders = filter(None, (self.documents_folder, self.promoted_folder))
        return tuple(folder.resolve() for folder in folders)
