"""Reading a domain file into the model.

Beside the fields of `core.domain.model` a file may use, as files of sift-kg do:

- everything nested under one top-level key `domain:`;
- a plain sentence instead of a type, for its description, and a plain regular expression instead
  of a pattern;
- the older spellings in `OLD_SPELLINGS`;
- type names in any case, with spaces or hyphens: they are made upper snake case, once, here.
"""

import re
from collections.abc import Iterator
from dataclasses import replace
from typing import Any, cast

from sift_assets.core.config.validation import Problem, config_error, validated
from sift_assets.core.config.yaml_source import FieldPath, YamlSource, read_yaml
from sift_assets.core.domain.checks import domain_problems
from sift_assets.core.domain.model import Domain

OLD_SPELLINGS = {
    "extraction_hints": "hints",
    "canonical_names": "vocabulary",
    "canonical_fallback_type": "fallback_type",
}
"""Keys of a type in a domain file of sift-kg, and what they are called here."""

TYPE_SECTIONS = ("entity_types", "relation_types")
"""The two mappings from a type's name to the type."""

TYPE_FIELDS = frozenset(
    {"fallback_type", "synonyms", "renamed_from", "source_types", "target_types", "inverse"}
)
"""Fields of a type whose values name types."""


def read_domain(text: str, file: str) -> Domain:
    """Read a domain file.

    Args:
        text: The file's content.
        file: Its name for messages.

    Raises:
        ConfigError: The file is not sound; names line and field, and lists further mistakes.
    """
    source = _unnested(read_yaml(text, file))
    empty = list(_empty_types(source))
    if empty:
        raise config_error(source, empty)
    source = _Rewriting(source).rewritten()
    domain = validated(Domain, source)
    problems = domain_problems(domain)
    if problems:
        raise config_error(source, problems)
    return domain


def type_name(text: str) -> str:
    """Return the upper snake case of a type's name: `Shell company` is `SHELL_COMPANY`."""
    return re.sub(r"[\s-]+", "_", text.strip()).upper()


def _unnested(source: YamlSource) -> YamlSource:
    if "domain" not in source.data:
        return source
    others = [key for key in source.data if key != "domain"]
    if others:
        fix = "Move everything below `domain:`, or delete that line."
        raise config_error(
            source, [Problem((key,), "stands beside `domain`.", fix) for key in others]
        )
    if not isinstance(source.data["domain"], dict):
        raise config_error(source, [Problem(("domain",), "must be a mapping of fields.")])
    return source.section("domain")


def _empty_types(source: YamlSource) -> Iterator[Problem]:
    """Yield sections and types without a value, which YAML reads as null."""
    for section in TYPE_SECTIONS:
        if section in source.data and source.data[section] is None:
            yield Problem((section,), "is empty.", "List types below it, or delete the line.")
        for name, kind in _mapping(source.data.get(section)).items():
            if kind is None:
                fix = f"Describe it: `{name}: what it is, in a sentence`."
                yield Problem((section, name), "is empty.", fix)


def _mapping(value: Any) -> dict[str, Any]:
    return cast("dict[str, Any]", value) if isinstance(value, dict) else {}


class _Rewriting:
    """One pass that writes names of types and keys as the model has them, with every line kept."""

    def __init__(self, source: YamlSource) -> None:
        self.source = source
        self.lines: dict[FieldPath, int] = {}
        self.spelling: dict[FieldPath, str] = {}
        self.problems: list[Problem] = []

    def rewritten(self) -> YamlSource:
        """Return the source as rewritten.

        Raises:
            ConfigError: Two keys become one and the same.
        """
        data = self._value(dict(self.source.data), (), ())
        source = replace(self.source, data=data, lines=self.lines, spelling=self.spelling)
        if self.problems:
            raise config_error(source, self.problems)
        return source

    def _value(self, value: Any, old: FieldPath, new: FieldPath) -> Any:
        self.lines[new] = self.source.place(old)[1]
        if old in self.source.spelling:
            self.spelling[new] = self.source.spelling[old]
        if isinstance(value, str):
            return _text(value, new)
        if isinstance(value, list):
            items = enumerate(cast("list[Any]", value))
            return [self._value(item, (*old, i), (*new, i)) for i, item in items]
        return self._fields(_mapping(value), old, new) if isinstance(value, dict) else value

    def _fields(self, value: dict[str, Any], old: FieldPath, new: FieldPath) -> dict[str, Any]:
        written: dict[str, Any] = {}
        for key, below in value.items():
            name = _key(key, new)
            if name in written:
                message = f"is given twice, the second time as `{key}`."
                self.problems.append(Problem((*new, name), message, "Keep one."))
            written[name] = self._value(below, (*old, key), (*new, name))
        return written


def _key(key: str, parent: FieldPath) -> str:
    if len(parent) == 1 and parent[0] in TYPE_SECTIONS:
        return type_name(key)
    if len(parent) == 2 and parent[0] in TYPE_SECTIONS:
        return OLD_SPELLINGS.get(key, key)
    return key


def _text(value: str, path: FieldPath) -> Any:
    if path == ("fallback_relation",) or path[0] == "disjoint":
        return type_name(value)
    if path[0] not in TYPE_SECTIONS:
        return value
    if len(path) == 2:
        return {"description": value}
    if len(path) in {3, 4} and path[2] in TYPE_FIELDS:
        return type_name(value)
    if len(path) in {3, 4} and path[2] == "patterns":
        pattern = {"pattern": value}
        return pattern if len(path) == 4 else [pattern]
    return value
