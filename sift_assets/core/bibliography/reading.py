"""Reading a bibliography in any of the formats that reference managers export."""

from pathlib import PurePath

from sift_assets.core.bibliography.bibtex import bibtex_entries
from sift_assets.core.bibliography.csl import csl_entries
from sift_assets.core.bibliography.entries import Entry
from sift_assets.core.bibliography.ris import ris_entries
from sift_assets.core.errors import ConfigError

_FORMATS = {
    ".json": csl_entries,
    ".ris": ris_entries,
    ".bib": bibtex_entries,
    ".bibtex": bibtex_entries,
}


def read_bibliography(text: str, file: str) -> list[Entry]:
    """Read a bibliography; its name says in which format it is.

    Args:
        text: Of the file.
        file: Its name, also for messages.

    Raises:
        ConfigError: The format is not known, or the file is not in it; names the line.
    """
    reader = _FORMATS.get(PurePath(file).suffix.lower())
    if reader is None:
        fix = "Export it as CSL JSON (.json), RIS (.ris) or BibTeX (.bib)."
        raise ConfigError("is in no format that is read.", fix, file=file)
    return reader(text, file)
