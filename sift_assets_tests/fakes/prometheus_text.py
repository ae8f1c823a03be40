"""A strict reader of Prometheus's text format 0.0.4: what a scraper would refuse, it refuses.

Written from the description of the format, not from what writes it here.
"""

import re
from typing import NamedTuple

NAME = re.compile(r"[a-zA-Z_:][a-zA-Z0-9_:]*")
LABEL = re.compile(r'([a-zA-Z_][a-zA-Z0-9_]*)="((?:[^"\\\n]|\\["\\n])*)"(,|$)')
KINDS = frozenset({"counter", "gauge"})
ESCAPES = {"\\\\": "\\", "\\n": "\n", '\\"': '"'}

Labels = tuple[tuple[str, str], ...]


class ReadFamily(NamedTuple):
    """One family as a scraper has it."""

    help: str
    kind: str
    samples: dict[Labels, float]


def read(text: str) -> dict[str, ReadFamily]:
    """Return the families of a text by name.

    Raises:
        ValueError: It is not of the format; tells the line.
    """
    if text and not text.endswith("\n"):
        raise ValueError("the last line has no end")
    found: dict[str, ReadFamily] = {}
    lines = iter(text.removesuffix("\n").split("\n") if text else [])
    current = ""
    for line in lines:
        if line.startswith("# HELP "):
            current = _begun(line, next(lines, ""), found)
        else:
            _sample(line, current, found)
    if any(not family.samples for family in found.values()):
        raise ValueError("a family has no sample")
    return found


def _begun(line: str, second: str, found: dict[str, ReadFamily]) -> str:
    name, _, told = line.removeprefix("# HELP ").partition(" ")
    kind = second.removeprefix(f"# TYPE {name} ")
    if not NAME.fullmatch(name) or name in found or kind not in KINDS:
        raise ValueError(f"{line!r} and {second!r} begin no family")
    if (kind == "counter") != name.endswith("_total"):
        raise ValueError(f"{name} is a {kind}")
    found[name] = ReadFamily(_unescaped(told), kind, {})
    return name


def _sample(line: str, family: str, found: dict[str, ReadFamily]) -> None:
    match = re.fullmatch(r"([^{ ]+)(?:\{(.*)\})? (\S+)", line)
    if match is None or match[1] != family:
        raise ValueError(f"{line!r} is no sample of {family}")
    labels = _labels(match[2] or "")
    if labels in found[family].samples:
        raise ValueError(f"{line!r} is there twice")
    found[family].samples[labels] = float(match[3])


def _labels(text: str) -> Labels:
    labels: list[tuple[str, str]] = []
    while text:
        match = LABEL.match(text)
        if match is None or (match[3] and not text[match.end() :]):
            raise ValueError(f"{text!r} are no labels")
        labels.append((match[1], _unescaped(match[2])))
        text = text[match.end() :]
    if len({name for name, _ in labels}) != len(labels):
        raise ValueError("a label is there twice")
    return tuple(labels)


def _unescaped(text: str) -> str:
    return re.sub(r'\\[\\n"]', lambda found: ESCAPES[found[0]], text)
