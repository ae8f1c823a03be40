"""RIS: a tag of two letters, two spaces, a hyphen and a value in each line."""

import re

from sift_assets.core.bibliography.entries import Entry
from sift_assets.core.bibliography.fields import date_of, given_family, one_line
from sift_assets.core.errors import ConfigError

_LINE = re.compile(r"([A-Z][A-Z0-9])  ?- ?(.*)")
_TITLES, _DATES, _AUTHORS = ("TI", "T1", "BT"), ("DA", "PY", "Y1"), ("AU", "A1")
_FILES = ("L1", "L2", "L4")


def ris_entries(text: str, file: str) -> list[Entry]:
    """Read a bibliography in RIS.

    Args:
        text: Of the file.
        file: Its name for messages.

    Raises:
        ConfigError: It holds no work, or one that does not end.
    """
    entries: list[Entry] = []
    fields: dict[str, list[str]] | None = None
    last = ""
    for number, line in enumerate(text.splitlines(), start=1):
        found = _LINE.match(line.lstrip("\ufeff"))
        if found and found[1] == "TY":
            fields, last = {}, ""
        elif found and found[1] == "ER":
            if fields is None:
                raise ConfigError("ends a work that has not begun.", file=file, line=number)
            entries.append(_entry(fields))
            fields = None
        elif found and fields is not None:
            last = found[1]
            fields.setdefault(last, []).append(found[2].strip())
        elif fields is not None and last and line.strip():
            fields[last][-1] += f" {line.strip()}"  # a value that goes on in the next line
    if fields is not None or not entries:
        problem = "ends within a work." if entries or fields else "holds no work."
        raise ConfigError(problem, "Export it as RIS.", file=file)
    return entries


def _entry(fields: dict[str, list[str]]) -> Entry:
    def every(*names: str) -> list[str]:
        return [one_line(value) for name in names for value in fields.get(name, ()) if value]

    files = (value.removeprefix("file://") for value in every(*_FILES) if "://" not in value[5:])
    return Entry(
        key=next(iter(every("ID", "LB")), ""),
        title=next(iter(every(*_TITLES)), ""),
        date=date_of(*(value.strip("/").replace("/", "-") for value in every(*_DATES))),
        authors=tuple(dict.fromkeys(given_family(name) for name in every(*_AUTHORS))),
        tags=tuple(dict.fromkeys(every("KW"))),
        files=tuple(value.replace("\\", "/") for value in files if not value.startswith("http")),
    )
