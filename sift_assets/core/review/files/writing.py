"""Writing a review file: a head that says what to do, and entries in the shape that people know."""

from collections.abc import Iterable, Mapping, Sequence
from contextlib import suppress
from typing import Any, NamedTuple

import yaml

from sift_assets.core.review.files.records import FileStatus, Known, Snapshot, revision_of

OPEN_LISTED = 1000
"""Entries that are open; nobody edits more by hand, `sift review` shows them all."""

DECIDED_LISTED = 1000
"""Entries that are decided, the latest; `sift decisions` lists all."""

CHARACTERS_LISTED = 800_000
"""Of all entries: reading as much back takes seconds, and an editor opens it at once."""

_WIDTH = 100

_PLANE = 0xFFFF
"""Characters above are escaped in eight digits."""

_STRING = "tag:yaml.org,2002:str"


class WrittenFile(NamedTuple):
    """The text of a file, and what whoever edits it was shown."""

    text: str
    snapshot: Snapshot


def written_file(
    head: str,
    fields: Mapping[str, Any],
    section: str,
    entries: Sequence[Known],
    comments: Mapping[str, str],
) -> WrittenFile:
    """Write a file.

    Args:
        head: Comments that say what to do.
        fields: What stands above the entries.
        section: The field that holds the entries.
        entries: In order; as many are listed as people can work with.
        comments: Lines of people's to put above entries, by the key of the entry.
    """
    kept: list[Known] = []
    texts: list[str] = []
    for known, text in _bounded(entries):
        kept.append(known)
        texts.append(comments.get(known.entry.key, "") + text)
    revision = revision_of(tuple(one.entry for one in kept))
    remembered = tuple(_remembered(one) for one in kept)
    above = _dumped(dict(fields)) if fields else ""
    below = f"{section}:\n{''.join(texts)}" if texts else f"{section}: []\n"
    text = f"{head}{_more(entries, kept)}{_stamp(revision)}{above}{below}"
    return WrittenFile(text, Snapshot(revision=revision, entries=remembered))


def _bounded(entries: Iterable[Known]) -> Iterable[tuple[Known, str]]:
    left = {True: OPEN_LISTED, False: DECIDED_LISTED}
    characters = CHARACTERS_LISTED
    for known in entries:
        is_open = known.entry.status is FileStatus.DRAFT
        if not left[is_open]:
            continue
        text = _dumped([known.entry.model_dump(mode="json")])
        characters -= len(text)
        if characters < 0:
            return
        left[is_open] -= 1
        yield known, text


def _remembered(known: Known) -> Known:
    return known.model_copy(update={"entry": known.entry.remembered()})


def _more(entries: Sequence[Known], kept: Sequence[Known]) -> str:
    """Say how many are not listed."""
    missing = len(entries) - len(kept)
    if not missing:
        return ""
    return f"# {missing:,} more are not listed: see `sift review` and `sift decisions`.\n"


def _stamp(revision: str) -> str:
    return f"# Revision {revision} (leave this line: it says which entries you were shown)\n"


def _dumped(value: Any) -> str:
    if _PlainDumper is not None:
        with suppress(_NotPlainError):
            return _yaml(value, _PlainDumper)
    text = _yaml(value, _Dumper)
    if text.replace("\n", "").isprintable():
        return text
    return "".join(map(_shown, text))


def _yaml(value: Any, dumper: Any) -> str:
    return yaml.dump(
        value,
        Dumper=dumper,
        sort_keys=False,
        allow_unicode=True,
        width=_WIDTH,
        default_flow_style=False,
    )


def _shown(char: str) -> str:
    """Escape what no editor shows, such as marks that turn the direction of a line.

    It stands in double quotes (see `_Dumper`), where an escape means the same.
    """
    if char.isprintable() or char == "\n":
        return char
    return f"\\U{ord(char):08X}" if ord(char) > _PLANE else f"\\u{ord(char):04X}"


class _NotPlainError(Exception):
    """A string takes double quotes."""


def _is_plain(text: str) -> bool:
    return text.isprintable() and text == text.strip()


class _Dumper(yaml.SafeDumper):
    """Writes no anchors, which nobody wants to edit."""

    def ignore_aliases(self, data: Any) -> bool:  # noqa: ARG002 - the base class's signature
        """Return that a value is written out wherever it stands."""
        return True

    def represent_str(self, data: str) -> yaml.ScalarNode:
        """Put into double quotes what the others cannot say: the base loses some line breaks."""
        return yaml.ScalarNode(_STRING, data, style=None if _is_plain(data) else '"')


_Dumper.add_representer(str, _Dumper.represent_str)


def _plain_dumper() -> type[Any] | None:
    """Return a dumper in C, where PyYAML has it, for values without a string in double quotes.

    A fifth of the time, which for two thousand entries is half a second, and the same bytes. Within
    double quotes C breaks lines elsewhere, and it puts characters above `_PLANE` into them.
    """
    base: type[Any] | None = getattr(yaml, "CSafeDumper", None)
    if base is None:
        return None

    def represent_str(_dumper: Any, data: str) -> yaml.ScalarNode:
        if not _is_plain(data) or any(ord(char) > _PLANE for char in data):
            raise _NotPlainError
        return yaml.ScalarNode(_STRING, data)

    found: Any = type("_PlainDumper", (base,), {"ignore_aliases": _Dumper.ignore_aliases})
    found.add_representer(str, represent_str)
    return found


_PlainDumper = _plain_dumper()
