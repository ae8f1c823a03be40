"""From plain data with lines to a strict model, with every mistake named by file, line and field.

Two things that people write and plainly mean are taken as meant: a single value where a list is
wanted is a list of one, and a number or a boolean where text is wanted is the text as spelled in
the file (`version: 1.0`). Nothing else is guessed.
"""

import copy
import difflib
import types
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Annotated, Any, TypeVar, get_args, get_origin

from pydantic import BaseModel, ValidationError
from pydantic_core import ErrorDetails

from sift_assets.core.config.text_rules import SENTENCES
from sift_assets.core.config.yaml_source import FieldPath, YamlSource, dotted
from sift_assets.core.errors import ConfigError

ModelT = TypeVar("ModelT", bound=BaseModel)

MAX_PROBLEMS_SHOWN = 20
"""A screenful; the first ones usually explain the rest."""


@dataclass(frozen=True, slots=True)
class Problem:
    """One mistake: the field's path, what is wrong, and what to do."""

    path: FieldPath
    message: str
    fix: str = ""


def validated(
    model: type[ModelT], source: YamlSource, renamed: Mapping[str, str] | None = None
) -> ModelT:
    """Turn plain data into a model.

    Args:
        model: A pydantic model that forbids unknown fields.
        source: The data with its lines.
        renamed: What keys of other programs are called here, for the message on an unknown key.

    Raises:
        ConfigError: Names the first mistake by line and lists the others.
    """
    data = copy.deepcopy(dict(source.data))
    for _ in range(2):  # a number in a list of text that is itself a single value needs both
        try:
            return model.model_validate(data)
        except ValidationError as error:
            if not _mended(data, error.errors(), source):
                break
    try:
        return model.model_validate(data)
    except ValidationError as error:
        problems = [_problem(model, detail, renamed or {}) for detail in error.errors()]
        raise config_error(source, problems) from error


def config_error(source: YamlSource, problems: Sequence[Problem]) -> ConfigError:
    """Gather mistakes into one error: the first by line is the headline, the others follow it.

    Args:
        source: Where the fields stand.
        problems: At least one.
    """
    ordered = sorted(problems, key=lambda problem: source.place(problem.path))
    first, *others = ordered
    lines = [str(_one(source, problem)) for problem in others[: MAX_PROBLEMS_SHOWN - 1]]
    if len(others) >= MAX_PROBLEMS_SHOWN:
        lines.append(f"and {len(others) - MAX_PROBLEMS_SHOWN + 1} more")
    also = "".join(f"\n  {line}" for line in lines)
    return _one(source, first, f"\nAlso:{also}" if also else "")


def nearest(word: str, known: Sequence[str]) -> str:
    """Return the known word that an unknown one most resembles, or nothing when none is near."""
    return next(iter(difflib.get_close_matches(word, known, n=1, cutoff=0.6)), "")


def _one(source: YamlSource, problem: Problem, more: str = "") -> ConfigError:
    file, line = source.place(problem.path)
    message, fix = problem.message, problem.fix
    if fix:
        fix += more
    else:
        message += more
    return ConfigError(message, fix, file=file, line=line, field=dotted(problem.path))


def _mended(data: Any, errors: Sequence[ErrorDetails], source: YamlSource) -> bool:
    """Replace in place what is plainly meant; return whether anything was."""
    mended = False
    for error in errors:
        path, given = error["loc"], error["input"]
        scalar = isinstance(given, str | int | float)
        if error["type"] == "tuple_type" and scalar:
            _put(data, path, [given])
        elif error["type"] == "string_type" and (text := _spelled(source, path)):
            _put(data, path, text)
        else:
            continue
        mended = True
    return mended


def _spelled(source: YamlSource, path: FieldPath) -> str:
    of_list = path[:-1] if path and path[-1] == 0 else path
    return source.spelling.get(path) or source.spelling.get(of_list, "")


def _put(data: Any, path: FieldPath, value: Any) -> None:
    for part in path[:-1]:
        data = data[part]
    data[path[-1]] = value


def _problem(model: type[BaseModel], error: ErrorDetails, renamed: Mapping[str, str]) -> Problem:
    kind, given = error["type"], error["input"]
    path = error["loc"][:-1] if error["loc"][-1:] == ("[key]",) else error["loc"]
    if kind == "extra_forbidden":
        return _unknown_key(model, path, renamed)
    if kind == "value_error":
        return Problem(path, f"{error['msg'].removeprefix('Value error, ')}.")
    if given is None and kind != "missing":
        return Problem(path, "has no value.", "Give it one, or delete the line.")
    if kind in _WANTED:
        return Problem(path, f"must be {_WANTED[kind]}, not {_shown(given)}.")
    pattern = str(error.get("ctx", {}).get("pattern", ""))
    return Problem(path, f"is {_shown(given)}: {SENTENCES.get(pattern, _lower(error['msg']))}.")


_WANTED = {
    "bool_parsing": "true or false",
    "bool_type": "true or false",
    "dict_type": "a mapping (`key: value` lines)",
    "float_parsing": "a number",
    "float_type": "a number",
    "int_from_float": "a whole number",
    "int_parsing": "a whole number",
    "int_type": "a whole number",
    "model_type": "a mapping (`key: value` lines)",
    "string_type": "text",
    "tuple_type": "a list",
}


def _shown(given: Any) -> str:
    if isinstance(given, dict | list):
        return "a mapping" if isinstance(given, dict) else "a list"
    text = str(given).lower() if isinstance(given, bool) else str(given)
    return f"`{text[:40]}`"


def _lower(sentence: str) -> str:
    return sentence[:1].lower() + sentence[1:]


def _unknown_key(model: type[BaseModel], path: FieldPath, renamed: Mapping[str, str]) -> Problem:
    key, known = str(path[-1]), _known_keys(model, path[:-1])
    like = renamed.get(key) or nearest(key, known)
    fix = f"Did you mean `{like}`?" if like else f"Known: {', '.join(sorted(known))}."
    return Problem(path, "is not a known key.", fix)


def _known_keys(model: Any, path: FieldPath) -> list[str]:
    """Walk the model's annotations down a path; return the fields of what is there."""
    for part in path:
        model = _inner(model)
        if isinstance(model, type) and issubclass(model, BaseModel):
            known = model.model_fields.get(str(part))
            model = known.annotation if known else None
        elif get_origin(model) in {dict, tuple}:
            arguments = get_args(model)
            model = arguments[1] if get_origin(model) is dict else arguments[0]
    model = _inner(model)
    if isinstance(model, type) and issubclass(model, BaseModel):
        return list(model.model_fields)
    return []


def _inner(annotation: Any) -> Any:
    """Take off `Annotated` and `| None`."""
    if get_origin(annotation) is Annotated:
        return get_args(annotation)[0]
    if get_origin(annotation) is types.UnionType:
        return next(kind for kind in get_args(annotation) if kind is not types.NoneType)
    return annotation
