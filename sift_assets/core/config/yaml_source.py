"""Reading a YAML file of ours: safely, and remembering on which line each field stands.

What belongs here: text to plain data with lines. What does not: what the fields mean
(`core.config.validation` turns the data into a model).

Only the core schema of YAML 1.2 is read: text, whole numbers, decimals, true, false, null, lists
and mappings. So `no` is the word "no" and `2024-01-02` is text, not a Python date. Tags that would
build objects, a key given twice, references that contain themselves and files that grow without
measure are refused.
"""

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, replace
from typing import Any

import yaml
from yaml.nodes import MappingNode, Node, ScalarNode, SequenceNode

from sift_assets.core.errors import ConfigError

FieldPath = tuple[str | int, ...]
"""Where a field stands: keys of mappings and 0-based indices of lists, from the top."""

MAX_CHARACTERS = 1_000_000
"""A domain with ten thousand names in its vocabularies has a third of that."""

MAX_DEPTH = 24
"""Our deepest field is at depth 5; the composer recurses, so this also guards the stack."""

MAX_VALUES = 100_000
"""Values after references are written out: what stops a file that doubles itself at each line."""


@dataclass(frozen=True, slots=True)
class Bounds:
    """How large a file may be: in characters, and in values after references are written out."""

    characters: int = MAX_CHARACTERS
    values: int = MAX_VALUES


_OURS = Bounds()

_HALF = re.compile("[\ud800-\udfff]")
"""What an escape can say and no text in UTF-8 can hold, so that nothing could be stored of it."""

_TAG = "tag:yaml.org,2002:"
_CORE_SCHEMA = (
    ("bool", r"true|True|TRUE|false|False|FALSE", "tTfF"),
    ("null", r"~|null|Null|NULL|", "~nN\0"),
    ("int", r"[-+]?[0-9]+", "-+0123456789"),
    (
        "float",
        r"[-+]?(?:\.[0-9]+|[0-9]+\.[0-9]*|[0-9]+(?=[eE]))(?:[eE][-+]?[0-9]+)?",
        "-+.0123456789",
    ),
)


@dataclass(frozen=True, slots=True)
class YamlSource:
    """Plain data with the place of every field.

    Attributes:
        file: The file's name, as the user knows it.
        data: Mappings, lists, text, numbers, booleans and None.
        lines: 1-based line of every field, by path.
        spelling: How every scalar that is not text is spelled in the file, by path: `007`, `1.0`.
        origins: Names of other places that fields come from, for example an environment
            variable, by path; they are named instead of file and line.
    """

    file: str
    data: Mapping[str, Any]
    lines: Mapping[FieldPath, int] = field(default_factory=dict[FieldPath, int])
    spelling: Mapping[FieldPath, str] = field(default_factory=dict[FieldPath, str])
    origins: Mapping[FieldPath, str] = field(default_factory=dict[FieldPath, str])

    def place(self, path: FieldPath) -> tuple[str, int]:
        """Return file (or other origin) and line of a field, or of its nearest parent."""
        for end in range(len(path), -1, -1):
            if path[:end] in self.origins:
                return self.origins[path[:end]], 0
            if path[:end] in self.lines:
                return self.file, self.lines[path[:end]]
        return self.file, 0

    def section(self, key: str) -> "YamlSource":
        """Return one mapping of the top level as a source of its own."""
        lines = {path[1:]: line for path, line in self.lines.items() if path[:1] == (key,)}
        spelling = {path[1:]: text for path, text in self.spelling.items() if path[:1] == (key,)}
        return replace(self, data=self.data[key], lines=lines, spelling=spelling, origins={})


def read_yaml(text: str, file: str, bounds: Bounds = _OURS) -> YamlSource:
    """Read one YAML document whose top level is a mapping; an empty file is an empty mapping.

    Args:
        text: The file's content.
        file: Its name for messages.
        bounds: How large it may be.

    Raises:
        ConfigError: Not YAML, or not the safe part of it; names the line.
    """
    if len(text) > bounds.characters:
        message = f"is longer than {bounds.characters:,} characters."
        raise ConfigError(message, "Cut it.", file=file)
    root = _compose(text, file)
    # a value takes a character at least: what is more than that is references written out
    reading = _Reading(file, min(bounds.values, max(MAX_VALUES, len(text))))
    data = reading.value(root, ()) if root else None
    if data is None:
        return YamlSource(file, {})
    if not isinstance(root, MappingNode):
        raise ConfigError(
            "must be a mapping of fields.", "Write `key: value` lines.", file=file, line=1
        )
    return YamlSource(file, data, reading.lines, reading.spelling)


def _resolvers() -> dict[str, list[tuple[str, re.Pattern[str]]]]:
    """Return (tag, pattern) by the first character of a plain scalar, as the composer wants it."""
    resolvers: dict[str, list[tuple[str, re.Pattern[str]]]] = {}
    for name, pattern, firsts in _CORE_SCHEMA:
        resolver = (_TAG + name, re.compile(rf"(?:{pattern})\Z"))
        for first in firsts:
            resolvers.setdefault(first.strip("\0"), []).append(resolver)
    return resolvers


class _CoreLoader(yaml.SafeLoader):
    """Composes nodes of the YAML 1.2 core schema, to a bounded depth."""

    yaml_implicit_resolvers = _resolvers()
    depth = 0

    def compose_node(self, parent: Node | None, index: Any) -> Node | None:
        """Compose one node, as the base does, unless it is nested too deep."""
        if self.depth > MAX_DEPTH:
            events: Any = self
            mark = events.peek_event().start_mark
            raise yaml.MarkedYAMLError(None, None, f"is nested deeper than {MAX_DEPTH}", mark)
        self.depth += 1
        node = super().compose_node(parent, index)
        self.depth -= 1
        return node


def _compose(text: str, file: str) -> Node | None:
    try:
        return _CoreLoader(text).get_single_node()
    except yaml.MarkedYAMLError as error:
        mark = error.problem_mark or error.context_mark
        line = mark.line + 1 if mark else 0
        fix = "See whether quotes, colons and indentation are as meant."
        message = f"is not readable as YAML: {error.problem or error.context}."
        raise ConfigError(message, fix, file=file, line=line) from error
    except yaml.reader.ReaderError as error:
        line = text.count("\n", 0, int(error.position)) + 1
        message = "holds a character that YAML does not allow."
        raise ConfigError(message, "Delete it.", file=file, line=line) from error


class _Reading:
    """One pass over composed nodes; gathers lines and spellings."""

    def __init__(self, file: str, max_values: int) -> None:
        self.file = file
        self.lines: dict[FieldPath, int] = {}
        self.spelling: dict[FieldPath, str] = {}
        self._open: set[int] = set()
        self._max_values = max_values
        self._values = 0

    def value(self, node: Node, path: FieldPath) -> Any:
        """Return the plain value of a node."""
        self._values += 1
        self.lines.setdefault(path, node.start_mark.line + 1)
        if self._values > self._max_values:
            raise self._error(node, path, f"grows beyond {self._max_values:,} values.")
        if id(node) in self._open:
            raise self._error(node, path, "refers to itself.")
        self._open.add(id(node))
        value = self._plain(node, path)
        self._open.discard(id(node))
        return value

    def _plain(self, node: Node, path: FieldPath) -> Any:
        kind = node.tag.removeprefix(_TAG)
        if isinstance(node, MappingNode) and kind == "map":
            return dict(self._items(node, path))
        if isinstance(node, SequenceNode) and kind == "seq":
            return [self.value(item, (*path, i)) for i, item in enumerate(node.value)]
        if isinstance(node, ScalarNode) and kind in {"str", "bool", "null", "int", "float"}:
            return self._scalar(node, kind, path)
        raise self._error(node, path, f"has the tag `{node.tag}`, which is not allowed.")

    def _items(self, node: MappingNode, path: FieldPath) -> Iterator[tuple[str, Any]]:
        seen: set[str] = set()
        for key, value in node.value:
            if not isinstance(key, ScalarNode):
                raise self._error(key, path, "has a list or a mapping as a key.")
            name = str(key.value)
            if _HALF.search(name):
                raise self._error(key, path, "holds half of a character.", "Write it whole.")
            below = (*path, name)
            if name in seen:
                first = self.lines[below]
                raise self._error(
                    key, below, f"is given twice, first on line {first}.", "Keep one."
                )
            seen.add(name)
            self.lines[below] = key.start_mark.line + 1
            yield name, self.value(value, below)

    def _scalar(self, node: ScalarNode, kind: str, path: FieldPath) -> Any:
        text = str(node.value)
        if kind == "str":
            if _HALF.search(text):
                raise self._error(node, path, "holds half of a character.", "Write it whole.")
            return text
        if kind == "null":
            return None
        self.spelling[path] = text
        try:
            if kind == "bool":
                return {"true": True, "false": False}[text.lower()]
            return int(text) if kind == "int" else float(text)
        except (ValueError, KeyError) as error:
            raise self._error(node, path, f"is not a valid {kind}.") from error

    def _error(
        self, node: Node, path: FieldPath, message: str, fix: str = "Write it out plainly."
    ) -> ConfigError:
        line, name = node.start_mark.line + 1, dotted(path)
        return ConfigError(message, fix, file=self.file, line=line, field=name)


def dotted(path: FieldPath) -> str:
    """Write a path as people read it: `entity_types.PERSON.hints[0]`."""
    text = ""
    for part in path:
        text += f"[{part}]" if isinstance(part, int) else f".{part}"
    return text.removeprefix(".")
