"""The fields of nested records: path, type, default, bounds and what is said of them."""

import re
from collections.abc import Iterator
from enum import StrEnum
from itertools import chain
from types import NoneType, UnionType
from typing import Annotated, Any, Literal, NamedTuple, Union, get_args, get_origin

from pydantic import BaseModel
from pydantic.fields import FieldInfo

from sift_assets_tests.docs.reference.docstrings import attributes, members
from sift_assets_tests.docs.reference.markdown import code, codes

_BOUNDS = (("ge", "from {}"), ("gt", "above {}"), ("le", "to {}"), ("lt", "below {}"))

_PLAIN: dict[Any, str] = {
    str: "text",
    bool: "`true` or `false`",
    int: "whole number",
    float: "number",
}

NONE = "–"
"""Stands where there is nothing."""

Path = tuple[str, ...]
"""Names of fields from the outermost in; `[]` and `<name>` for any item of a list or mapping."""


class Told(NamedTuple):
    """A field as a reference shows it.

    Attributes:
        path: Where it stands.
        kind: Of its value, with bounds.
        default: Without one it has to be given.
        about: What it does.
        annotation: Its type.
    """

    path: Path
    kind: str
    default: str
    about: str
    annotation: Any

    @property
    def name(self) -> str:
        """The path as it is written."""
        return ".".join(self.path).replace(".[]", "[]")


def fields(model: type[BaseModel], path: Path = ()) -> Iterator[Told]:
    """Yield every field of a record, those of its sections and items after it."""
    said = attributes(model)
    for name, known in model.model_fields.items():
        here = (*path, name)
        inner, more = _inside(known.annotation)
        about = known.description or said.get(name, "")
        assert about, f"{model.__name__}.{name} is told of nowhere: say it in the docstring"
        about = _with_members(about, known.annotation)
        yield Told(here, _kind(known), _default(known), about, known.annotation)
        if inner is not None:
            yield from fields(inner, (*here, *more))


def record_of(annotation: Any) -> type[BaseModel] | None:
    """Return the record that a type is, or holds in a list or mapping."""
    return _inside(annotation)[0]


def _inside(annotation: Any) -> tuple[type[BaseModel] | None, Path]:
    if isinstance(annotation, type) and issubclass(annotation, BaseModel):
        return annotation, ()
    arguments = get_args(annotation)
    if get_origin(annotation) is tuple:
        return _inside(arguments[0])[0], ("[]",)
    if get_origin(annotation) is dict:
        return _inside(arguments[1])[0], ("<name>",)
    return None, ()


def _with_members(about: str, annotation: Any) -> str:
    """Return what is said of a field with what is said of each value that it may have."""
    if not (isinstance(annotation, type) and issubclass(annotation, StrEnum)):
        return about
    said = "; ".join(f"`{name}`: {words}" for name, words in members(annotation).items())
    told = about if said == "" else re.sub(r"See `\w+`\.", "", about)
    return " ".join(part for part in (told, f"{said}." if said else "") if part)


def _kind(known: FieldInfo) -> str:
    bounds = " ".join(_bounds(known.metadata))
    return f"{_words(known.annotation)} {bounds}".strip()


def _words(annotation: Any) -> str:
    """Return a type in words."""
    origin, arguments = get_origin(annotation), get_args(annotation)
    if origin is Annotated:
        said = (getattr(one, "metadata", [one]) for one in arguments[1:])
        return " ".join([_words(arguments[0]), *_bounds(chain.from_iterable(said))])
    if origin in (Union, UnionType):
        return _words(next(one for one in arguments if one is not NoneType))
    if origin is Literal:
        return codes(arguments, " | ")
    if origin is tuple:
        return f"list of {_words(arguments[0])}"
    if origin is dict:
        return f"mapping to {_words(arguments[1])}"
    if isinstance(annotation, type) and issubclass(annotation, StrEnum):
        return codes(annotation, " | ")
    if isinstance(annotation, type) and issubclass(annotation, BaseModel):
        return "section"
    return _PLAIN[annotation]


def _bounds(metadata: Any) -> Iterator[str]:
    for one in metadata:
        for name, words in _BOUNDS:
            bound = getattr(one, name, None)
            if bound is not None:
                yield words.format(f"{bound:,}")


def _default(known: FieldInfo) -> str:
    if known.is_required():
        return "must be given"
    value = known.get_default(call_default_factory=True)
    if isinstance(value, BaseModel):
        return NONE
    return code(_written(value)) if value not in (None, "", (), {}) else NONE


def _written(value: Any) -> str:
    """Return a value as YAML writes it."""
    if isinstance(value, bool):
        return str(value).lower()
    if isinstance(value, tuple | list):
        return f"[{', '.join(_written(one) for one in value)}]"
    return str(value)
