"""Changing settings in the text of `sift.yaml`, with everything else left as people wrote it."""

import json
import re
from collections.abc import Mapping
from typing import Any, cast

from sift_assets.core.config.yaml_source import read_yaml
from sift_assets.core.errors import ConfigError

Setting = str | int | float | bool

_PLAIN_WORD = re.compile(r"[A-Za-z][\w./-]*\Z")
"""Text that needs no quotes in YAML, but for the words below; colons and spaces are quoted."""

_NO_WORDS = frozenset({"true", "false", "null", "yes", "no", "on", "off"})


def with_settings(text: str, given: Mapping[str, Setting], file: str) -> str:
    """Return the text of a settings file that says what is given.

    A line that says so already stays; another value is replaced in its line, comments stay; what
    is new comes at the end, or below its section.

    Args:
        text: Of the file.
        given: By the path of the field, `model` or `reader.ocr`: at most one section deep.
        file: Its name for messages.

    Raises:
        ConfigError: The file is no YAML, or is laid out so that the line cannot be found.
    """
    for path, value in sorted(given.items()):
        text = _with_setting(text, path, value, file)
    return text


def _with_setting(text: str, path: str, value: Setting, file: str) -> str:
    before: dict[str, Any] = dict(read_yaml(text, file).data)
    section, _, name = path.rpartition(".")
    inside: Any = before.get(section) if section else before
    if isinstance(inside, dict) and cast("dict[str, Any]", inside).get(name) == value:
        return text
    changed = _in_section(text, section, name, value) if section else _on_top(text, name, value)
    if section:
        below = cast("dict[str, Any]", inside) if isinstance(inside, dict) else {}
        wanted = {**before, section: {**below, name: value}}
    else:
        wanted = {**before, name: value}
    if dict(read_yaml(changed, file).data) != wanted:
        fix = f"Write `{path}: {_written(value)}` into it yourself."
        raise ConfigError("is laid out so that no line can be changed.", fix, file=file, field=path)
    return changed


def _on_top(text: str, name: str, value: Setting) -> str:
    line = re.compile(rf"^({re.escape(name)}:)[ \t]*{_VALUE}([ \t]+#.*)?$", re.MULTILINE)
    new = f"{name}: {_written(value)}"
    if line.search(text):
        return line.sub(lambda found: new + (found.group(2) or ""), text, count=1)
    return _ended(text) + new + "\n"


def _in_section(text: str, section: str, name: str, value: Setting) -> str:
    new = f"{name}: {_written(value)}"
    flow = re.compile(rf"^({section}:[ \t]*\{{)([^{{}}#\n]*)\}}", re.MULTILINE)
    block = re.compile(rf"^{section}:[ \t]*(?:#.*)?\n(?P<lines>(?:[ \t]+\S.*\n|[ \t]*\n)+)", re.M)
    text = _ended(text)
    if flow.search(text):
        return flow.sub(lambda found: f"{found[1]}{_in_flow(found[2], name, new)}}}", text, count=1)
    found = block.search(text)
    if found is None:
        return f"{text}{section}: {{{new}}}\n"
    lines = found["lines"]
    entry = re.compile(rf"^([ \t]+){name}:[ \t]*{_VALUE}([ \t]+#.*)?$", re.MULTILINE)
    if entry.search(lines):
        lines = entry.sub(lambda one: f"{one[1]}{new}{one[2] or ''}", lines, count=1)
    else:
        space = re.match(r"[ \t]+", lines)
        lines = f"{space[0] if space else '  '}{new}\n{lines}"
    return text[: found.start("lines")] + lines + text[found.end("lines") :]


_VALUE = r"""(?:"[^"\n]*"|'[^'\n]*'|[^\s#"'{\[][^#\n]*?)?"""
"""A scalar on one line."""


def _in_flow(entries: str, name: str, new: str) -> str:
    others = [one.strip() for one in entries.split(",") if one.strip()]
    kept = [one for one in others if one.partition(":")[0].strip() != name]
    return ", ".join([*kept, new])


def _ended(text: str) -> str:
    return text if not text or text.endswith("\n") else f"{text}\n"


def _written(value: Setting) -> str:
    """Write a scalar as YAML; JSON is YAML wherever a plain word is not enough."""
    if isinstance(value, str) and _PLAIN_WORD.match(value) and value.lower() not in _NO_WORDS:
        return value
    return json.dumps(value, ensure_ascii=False)
