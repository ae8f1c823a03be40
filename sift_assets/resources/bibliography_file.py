"""The bibliography of a project, read from its file."""

from functools import lru_cache
from pathlib import Path, PurePosixPath

from sift_assets.core.bibliography.entries import Bibliography, Entry
from sift_assets.core.errors import ConfigError

KEPT = 2
"""Parsed bibliographies: the present one and the one before. A thousand works take 0.3 s."""


def load_bibliography(file: Path | None, documents: Path) -> Bibliography:
    """Read a bibliography.

    Args:
        file: None for an empty one.
        documents: The watched folder: attachments are found from where the file lies.

    Raises:
        ConfigError: The file cannot be read, or is wrong; names the line.
    """
    if file is None:
        return Bibliography((), None)
    try:
        text = file.read_text(encoding="utf-8-sig")
    except (OSError, UnicodeDecodeError) as error:
        raise ConfigError(
            f"cannot be read as UTF-8 text ({error}).", file=str(file), field="bibliography"
        ) from error
    place, root = file.resolve().parent, documents.resolve()
    folder = PurePosixPath(place.relative_to(root)) if place.is_relative_to(root) else None
    return Bibliography(_entries(text, str(file)), folder)


@lru_cache(maxsize=KEPT)
def _entries(text: str, file: str) -> tuple[Entry, ...]:
    # Here, not above: every command opens a project, and few projects have one.
    from sift_assets.core.bibliography.reading import read_bibliography

    return tuple(read_bibliography(text, file))
