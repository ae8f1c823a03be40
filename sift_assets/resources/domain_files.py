"""The domain files of a project, its own and those that come with the package."""

from functools import lru_cache
from pathlib import Path

from sift_assets.core.domain.loading import read_domain
from sift_assets.core.domain.model import Domain
from sift_assets.core.errors import ConfigError
from sift_assets.resources.project import SETTINGS_FILE

DOMAINS_KEPT = 8
"""Parsed domains: the one in force, `general`, and those that a plan supposes."""


def bundled_domains() -> Path:
    """Return the folder of the domains that come with the package."""
    package = Path(__file__).parent.parent
    installed = package / "domain_packs"
    return installed if installed.is_dir() else package.parent / "domains"


def domain_files(root: Path) -> dict[str, Path]:
    """Return name to file of every domain that a project can use; its own win over bundled ones."""
    found: dict[str, Path] = {}
    for folder in (bundled_domains(), root / "domains"):
        found |= {file.stem: file for file in sorted(folder.glob("*.yaml"))}
    return found


def find_domain(root: Path, name: str) -> Path:
    """Return the file of a domain given by name or path.

    Raises:
        ConfigError: There is none; it lists the known names.
    """
    known = domain_files(root)
    if name in known:
        return known[name]
    path = root / name
    if path.is_file():
        return path
    raise ConfigError(
        f"there is no domain '{name}'.",
        f"Known ones: {', '.join(sorted(known))}; or give the path of a domain file.",
        file=SETTINGS_FILE,
        field="domain",
    )


def load_domain(file: Path) -> Domain:
    """Read a domain file.

    Raises:
        ConfigError: It cannot be read or is wrong; names file, line and field.
    """
    try:
        text = file.read_text(encoding="utf-8")
    except (OSError, UnicodeDecodeError) as error:
        raise ConfigError(f"cannot be read as UTF-8 text ({error}).", file=str(file)) from error
    return _parsed(text, str(file))


@lru_cache(maxsize=DOMAINS_KEPT)
def _parsed(text: str, file: str) -> Domain:
    """Parse a domain once for all looks and assets of a process: it takes 40 ms, reading none."""
    return read_domain(text, file)
