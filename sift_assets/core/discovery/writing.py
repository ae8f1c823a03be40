"""Writes a discovered domain as a file for people, with the comments of the file it grew from.

The user's own lines are copied as they stand and the discovered types are added below. Where that
cannot be done (another layout of YAML), the whole is written anew: the types are the same, the
comments are lost.
"""

import re
from collections.abc import Iterator, Mapping
from typing import Any, cast

from sift_assets.core.domain.loading import read_domain
from sift_assets.core.domain.model import Domain
from sift_assets.core.domain.writing import dumped
from sift_assets.core.errors import ConfigError
from sift_assets.core.records.record import Record

SECTIONS = ("entity_types", "relation_types")

HEAD = """\
# Discovered from a sample of your documents, and yours to edit: change, add or delete types.
# `sift domains show` says where it stands, `sift domains approve` puts it in force. It is never
# written over unless you ask for it. The fields are explained in general.yaml.
"""

_OURS = ("name", "version", "description", "schema_free", "fallback_relation", *SECTIONS)
"""Top-level fields that are written anew; what stands below the last two is copied first."""

_FIELD = re.compile(r"^([A-Za-z_]+):")


def domain_text(domain: Domain, own_text: str, own: Domain) -> str:
    """Return the text of a domain file.

    Args:
        domain: What it says.
        own_text: The file that discovery started from.
        own: What that file says.
    """
    text = HEAD + "\n" + _grown(domain, own_text, own)
    try:
        if read_domain(text, "") == _named(domain):
            return text
    except ConfigError:
        pass  # written anew below
    return HEAD + "\n" + dumped(_plain(_named(domain)))


def rewritten(text: str, old: Domain, new: Domain) -> str:
    """Return a file of ours that nobody has edited with some types changed or left out.

    Args:
        text: The file.
        old: What it says.
        new: What it is to say.
    """
    for section in SECTIONS:
        before, after = (_plain(one).get(section, {}) for one in (old, new))
        for name, kind in before.items():
            if after.get(name) != kind:
                now = _entry(text, {name: after[name]}) if name in after else ""
                text = text.replace(_entry(text, {name: kind}), now, 1)
    try:
        if read_domain(text, "") == new:
            return text
    except ConfigError:
        pass  # written anew below
    return HEAD + "\n" + dumped(_plain(new))


def _entry(text: str, types: Mapping[str, Any]) -> str:
    """Return a type as it stands in a text of ours, with its line break."""
    (name,) = types
    depth = re.search(rf"^( +){name}:", text, re.MULTILINE)
    space = depth.group(1) if depth else "  "
    return "".join(f"{space}{line}\n" for line in dumped(types).splitlines())


def _named(domain: Domain) -> Domain:
    return domain.model_copy(
        update={
            "name": "Discovered",
            "version": "",
            "description": "Types discovered from a sample of the documents.",
        }
    )


def _grown(domain: Domain, own_text: str, own: Domain) -> str:
    named = _plain(_named(domain))
    head = {key: named[key] for key in ("name", "description", "fallback_relation") if key in named}
    blocks = dict(_blocks(own_text))
    kept = [text for key, text in blocks.items() if key not in _OURS]
    parts = [dumped(head), *kept]
    for section in SECTIONS:
        types = cast("Mapping[str, Any]", named.get(section, {}))
        known = getattr(own, section)
        mine = blocks.get(section, "") if known else f"{section}:"
        found = {name: kind for name, kind in types.items() if name not in known}
        if types:
            parts.append(mine.rstrip() + "\n" + _indented(found, mine))
    return "\n".join(part.strip("\n") + "\n" for part in parts if part.strip())


def _blocks(text: str) -> Iterator[tuple[str, str]]:
    """Yield each top-level field with its lines and the comments right above it."""
    lines = text.splitlines()
    fields = [(i, found.group(1)) for i, line in enumerate(lines) if (found := _FIELD.match(line))]
    begins = [_with_comments(lines, index) for index, _ in fields]
    ends = [*begins, len(lines)][1:]
    for (_, name), begin, end in zip(fields, begins, ends, strict=True):
        yield name, "\n".join(lines[begin:end])


def _with_comments(lines: list[str], index: int) -> int:
    while index and lines[index - 1].startswith("#"):
        index -= 1
    return index


def _indented(types: Mapping[str, Any], mine: str) -> str:
    """Return types as YAML, as deep as those of the block that they are added to."""
    depth = re.search(r"^( +)[^\s#]", mine, re.MULTILINE)
    space = depth.group(1) if depth else "  "
    entries = (dumped({name: kind}) for name, kind in types.items())
    return "\n".join("".join(f"{space}{line}\n" for line in e.splitlines()) for e in entries)


def _plain(value: Record) -> dict[str, Any]:
    """Return what differs from the defaults, as plain data."""
    return value.model_dump(mode="json", exclude_defaults=True)
