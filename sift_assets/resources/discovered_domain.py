"""The discovered domain of a project: its file, every version of it, and where each stands.

`domains/discovered.yaml` is the file that people read and edit. In `domains/discovered/` beside it
lie every version as it was, and `record.json`. It is not derived: people have decided on it.
"""

from collections.abc import Mapping
from pathlib import Path

from pydantic import ValidationError

from sift_assets.core.discovery.versions import DiscoveryRecord
from sift_assets.core.errors import ConfigError, ProjectError
from sift_assets.core.records.record import content_hash
from sift_assets.core.settings.model import DiscoveredDomain
from sift_assets.resources.files import write_atomically

NAME = "discovered"

UNDISCOVERED = (
    "the types of the domain are not discovered yet: run `sift domains discover`, look at "
    f"domains/{NAME}.yaml, and run `sift domains approve`"
)
UNAPPROVED = (
    f"the discovered domain is not approved: look at domains/{NAME}.yaml and run "
    "`sift domains approve`"
)
"""Why extraction by a language model waits, with what to do."""


class DiscoveredFile:
    """The files of a project's discovered domain.

    Args:
        root: The project's folder.
    """

    def __init__(self, root: Path) -> None:
        self.path = root / "domains" / f"{NAME}.yaml"
        self.folder = root / "domains" / NAME
        self._record = self.folder / "record.json"

    @property
    def file_hash(self) -> str:
        """Hash of the file as it stands, empty when there is none."""
        return content_hash(self.path.read_bytes()) if self.path.is_file() else ""

    @property
    def missing(self) -> str:
        """Why no discovered domain counts, where none does."""
        return UNAPPROVED if self.path.is_file() else UNDISCOVERED

    def record(self) -> DiscoveryRecord:
        """Read what is known of the versions; nothing before the first.

        Raises:
            ConfigError: The record is damaged.
        """
        if not self._record.is_file():
            return DiscoveryRecord()
        try:
            return DiscoveryRecord.from_bytes(self._record.read_bytes())
        except ValidationError as error:
            raise ConfigError(
                "is damaged.",
                "Bring it back from a backup; or move the folder away and approve the file anew.",
                file=str(self._record),
            ) from error

    def version_file(self, number: int) -> Path:
        """Return the file of a version."""
        return self.folder / f"{number}.yaml"

    def text_of(self, number: int) -> str:
        """Read a version.

        Raises:
            ProjectError: There is none of that number.
        """
        try:
            return self.version_file(number).read_bytes().decode("utf-8")
        except (OSError, UnicodeDecodeError) as error:
            raise ProjectError(
                f"There is no version {number} of the discovered domain.",
                "`sift domains show` lists them.",
            ) from error

    def in_force(self, wanted: DiscoveredDomain) -> Path | None:
        """Return the file of the domain that counts, None while there is none.

        The file itself with the edits of people; while a newer proposal lies in it, the version
        that was approved before.

        Args:
            wanted: Whether a proposal counts unapproved.
        """
        if not self.path.is_file():
            return None
        record = self.record()
        if wanted is DiscoveredDomain.PROPOSED or (record.current == record.in_force != 0):
            return self.path
        return self.version_file(record.in_force) if record.in_force else None

    def write_cleaned(self, texts: Mapping[Path, str]) -> None:
        """Write versions, and the file itself, without what is forgotten: the one change to them.

        The versions first, so that after a crash the file is still known to be one of them.

        Raises:
            StoreError: Something cannot be written.
        """
        for file in sorted(texts, key=lambda file: file == self.path):
            write_atomically(file, texts[file].encode("utf-8"))

    def keep(self, record: DiscoveryRecord, text: str | None = None) -> None:
        """Write a new state, so that a crash leaves the old one or the new one.

        The versions first, which nothing names yet; then the record; the file last. A crash before
        the file leaves the old text under a new number, which shows as an edit of it, and neither
        text is lost.

        Args:
            record: What is known from now on.
            text: The new content of the file; None leaves it as it is.

        Raises:
            StoreError: Something cannot be written.
        """
        known = self.path.read_bytes() if self.path.is_file() else b""
        data = known if text is None else text.encode("utf-8")
        by_hash = {content_hash(content): content for content in (known, data)}
        for version in record.versions:
            file = self.version_file(version.number)
            if version.text_hash in by_hash and not file.is_file():
                write_atomically(file, by_hash[version.text_hash])
        write_atomically(self._record, record.to_bytes())
        if data != known:
            write_atomically(self.path, data)
