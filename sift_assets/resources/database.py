"""Which database a project's small tables and locks lie in, where several machines share it.

The settings say which schema (`database_schema`), the environment where the database is
(`SIFT_DATABASE`): the address holds a password, so it stands in no file of ours, is stored nowhere
and masked in every message. Without a schema there is none: files of the project do, and locks of
this machine.
"""

import os
from dataclasses import dataclass, field
from functools import lru_cache
from pathlib import Path

from sift_assets.core.errors import ConfigError
from sift_assets.core.records.record import content_hash
from sift_assets.core.settings.model import is_schema_name
from sift_assets.resources.project import DECISIONS_FOLDER, SETTINGS_FILE

ADDRESS_VARIABLE = "SIFT_DATABASE"
SCHEMA_VARIABLE = "SIFT_DATABASE_SCHEMA"
SCHEMA_FIELD = "database_schema"

SCHEME = "postgresql://"

DAGSTERS_SCHEME = "postgresql+psycopg2://"
"""How the address begins for Dagster's storage. SQLAlchemy takes psycopg 3 for the plain form, and
with that one `dagster-postgres` cannot announce its events (`NOTIFY` takes no parameter there)."""

_SCHEMES = (SCHEME, "postgres://", DAGSTERS_SCHEME)

_HASHED = 12
"""Hexadecimal digits of a folder's hash in a schema's name; Postgres takes 63 characters."""


@dataclass(frozen=True)
class Database:
    """A database of a project.

    Attributes:
        address: With user and password; never shown.
        schema: Name of the project's schema; those of its further folders begin with it.
        root: The project's folder on this machine.
    """

    address: str = field(repr=False)
    schema: str
    root: Path

    def schema_of(self, path: Path) -> str:
        """Return the schema of what would lie at a path.

        Two folders of one project, such as those of two seats, have two.
        """
        folder = self.name_of(path).rpartition("/")[0]
        if folder == DECISIONS_FOLDER:
            return self.schema
        return f"{self.schema}_{content_hash(folder.encode('utf-8', 'surrogateescape'))[:_HASHED]}"

    def name_of(self, path: Path) -> str:
        """Return a path as every machine names it: from the project's folder, with `/`."""
        return path.absolute().relative_to(self.root).as_posix()


def database_of(path: Path) -> Database | None:
    """Return the database of the project that a path belongs to, None without.

    Raises:
        ConfigError: The project has one, and the environment does not say where it is.
    """
    root = _project_of(path)
    schema = _schema_of(root) if root else ""
    if root is None or not schema:
        return None
    address = os.environ.get(ADDRESS_VARIABLE, "").strip()
    if not address:
        raise ConfigError(
            f"is not set, but this project keeps its tables in a database ({SCHEMA_FIELD}: "
            f"{schema}).",
            f"Set it to the database's address, {DAGSTERS_SCHEME}user:password@host/name.",
            file=f"environment variable {ADDRESS_VARIABLE}",
        )
    if not address.startswith(_SCHEMES):
        raise ConfigError(
            "is not an address of Postgres.",
            f"It looks like {DAGSTERS_SCHEME}user:password@host:5432/name.",
            file=f"environment variable {ADDRESS_VARIABLE}",
        )
    return Database(address.replace(DAGSTERS_SCHEME, SCHEME, 1), schema, root)


def _project_of(path: Path) -> Path | None:
    folders = path.absolute().parents
    return next((folder for folder in folders if (folder / SETTINGS_FILE).is_file()), None)


def _schema_of(root: Path) -> str:
    given = os.environ.get(SCHEMA_VARIABLE, "")
    file = root / SETTINGS_FILE
    try:
        found = file.stat()
    except OSError:
        return given
    said = given or _said(file, found.st_mtime_ns, found.st_size)
    if said and not is_schema_name(said):
        raise ConfigError(
            "is not a name for a schema: small letters, digits and _, a letter first, at most 40.",
            file=f"environment variable {SCHEMA_VARIABLE}" if given else SETTINGS_FILE,
            field="" if given else SCHEMA_FIELD,
        )
    return said


@lru_cache(maxsize=64)
def _said(file: Path, _modified: int, _size: int) -> str:
    """Return what the settings say; what is wrong with others is said by who reads them all."""
    from sift_assets.core.config.yaml_source import read_yaml

    try:
        said = read_yaml(file.read_text(encoding="utf-8"), SETTINGS_FILE).data.get(SCHEMA_FIELD)
    except (OSError, UnicodeDecodeError, ConfigError):
        return ""
    return str(said or "")
