"""Reading the settings: the file, then the environment, then the flags of a command.

Each beats the one before it. A variable is called `SIFT_` and the field's path in capitals:
`SIFT_MODEL`, `SIFT_MODELS_EXTRACT`, `SIFT_READER_OCR`. Lists and mappings have no variable. An
empty variable is as good as none.

A variable that starts with `SIFT_` and is no setting of ours is an error if it is nearly one, or
if sift-kg calls a setting so: it was meant for us and would be ignored without a word. Others,
such as keys (`SIFT_OPENAI_API_KEY`) and what belongs to other programs, are left alone.
"""

import difflib
from collections.abc import Iterator, Mapping
from dataclasses import replace
from typing import Any, cast

from pydantic import BaseModel

from sift_assets.core.config.validation import validated
from sift_assets.core.config.yaml_source import FieldPath, YamlSource, read_yaml
from sift_assets.core.errors import ConfigError
from sift_assets.core.settings.model import Settings
from sift_assets.core.settings.partitions import in_full

PREFIX = "SIFT_"
NEARLY = 0.85
"""Similarity (difflib) from which a variable is a misspelt setting: two letters swapped, one
missing. `SIFT_HOME` or `SIFT_API_KEY` of other programs stay below."""

SIFT_KG_KEYS = {
    "output": "store or exports",
    "extraction": "reader",
    "backend": "reader",
    "ocr_backend": "ocr_engine",
    "ocr": "reader.ocr",
}
"""Keys of sift-kg's `sift.yaml`, and what they are called here."""

SIFT_KG_VARIABLES = {
    "SIFT_DEFAULT_MODEL": "SIFT_MODEL",
    "SIFT_OUTPUT_DIR": "SIFT_STORE or SIFT_EXPORTS",
    "SIFT_DOMAIN_PATH": "SIFT_DOMAIN",
    "SIFT_OCR": "SIFT_READER_OCR",
    "SIFT_OCR_BACKEND": "SIFT_READER_OCR_ENGINE",
    "SIFT_OCR_LANGUAGE": "SIFT_READER_OCR_LANGUAGE",
    "SIFT_EXTRACTION_BACKEND": "SIFT_READER_READER",
}
"""Variables of sift-kg, and what they are called here."""


def read_settings(text: str, file: str, environment: Mapping[str, str]) -> Settings:
    """Read the settings of a project.

    Args:
        text: Content of `sift.yaml`; empty for all defaults.
        file: Its name for messages.
        environment: Variables by name, all of them.

    Raises:
        ConfigError: A setting is unknown or wrong; names file and line, or the variable.
    """
    source = read_yaml(text, file)
    _refuse_nearly(environment)
    given = {
        path: (environment[name], f"environment variable {name}")
        for name, path in setting_names().items()
        if environment.get(name)
    }
    return validated(Settings, _overlaid(source, given), SIFT_KG_KEYS)


def overridden(settings: Settings, **flags: Any) -> Settings:
    """Return the settings as changed by the flags of a command.

    Args:
        settings: As read.
        flags: By field, nested ones joined by `_` (`reader_ocr=False`); None means not given.

    Raises:
        ConfigError: A value is wrong, or a flag is no setting; names the flag.
    """
    paths = {name.removeprefix(PREFIX).lower(): path for name, path in setting_names().items()}
    given: dict[FieldPath, tuple[Any, str]] = {}
    for flag, value in flags.items():
        option = f"--{flag.replace('_', '-')}"
        if flag not in paths:
            raise ConfigError("is not a setting.", f"Settings: {', '.join(paths)}.", file=option)
        if value is not None:
            given[paths[flag]] = (value, option)
    source = YamlSource("settings", settings.model_dump())
    return validated(Settings, _overlaid(source, given))


def setting_names() -> dict[str, FieldPath]:
    """Return the environment variable of each setting that has one, with the setting's path."""
    return {PREFIX + "_".join(path).upper(): path for path in _leaves(Settings, ())}


def _leaves(model: type[BaseModel], path: tuple[str, ...]) -> Iterator[tuple[str, ...]]:
    for name, known in model.model_fields.items():
        default = known.get_default()
        if isinstance(default, BaseModel):
            yield from _leaves(type(default), (*path, name))
        elif not isinstance(default, dict | tuple):
            yield (*path, name)


def _refuse_nearly(environment: Mapping[str, str]) -> None:
    names = setting_names()
    for variable in sorted(environment):
        if not variable.startswith(PREFIX) or variable in names or not environment[variable]:
            continue
        like = SIFT_KG_VARIABLES.get(variable, "")
        if not like:
            like = next(iter(difflib.get_close_matches(variable, names, n=1, cutoff=NEARLY)), "")
        if like:
            place = f"environment variable {variable}"
            raise ConfigError("is not a setting.", f"Did you mean `{like}`?", file=place)


def _overlaid(source: YamlSource, given: Mapping[FieldPath, tuple[Any, str]]) -> YamlSource:
    data, origins = dict(in_full(source.data)), dict(source.origins)
    for path, (value, origin) in given.items():
        data = _with(data, path, value)
        origins[path] = origin
    return replace(source, data=data, origins=origins)


def _with(data: Any, path: FieldPath, value: Any) -> Any:
    """Return data with one field set. A section that is no mapping stays, for its error."""
    if not path:
        return value
    if data is not None and not isinstance(data, dict):
        return data
    fields = cast("dict[str, Any]", data or {})
    name = str(path[0])
    return {**fields, name: _with(fields.get(name), path[1:], value)}
