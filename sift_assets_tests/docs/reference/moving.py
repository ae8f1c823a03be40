"""Which versions move when a field moves: found by moving it, so that it cannot be told wrong."""

from collections.abc import Callable, Iterator, Mapping
from enum import StrEnum
from itertools import chain
from typing import Any, Literal, TypeVar, get_args, get_origin

from pydantic import BaseModel, ValidationError

from sift_assets_tests.docs.reference.fields import Path, Told, record_of

RecordT = TypeVar("RecordT", bound=BaseModel)

_TEXTS = (
    *("other", "OTHER", "https://example.org/x", "ada@example.org", "2h", "9h", "0 4 * * *", "deu"),
)
"""One of them suits any field of text, whatever its form; a new form wants a new one here."""

_TYPES = ["OTHER", "THIRD"]
"""For lists of lists of types."""

_NUMBERS = (1, 2, 7, 0.5, 0.25, 16, 300, 1000, 4000)


def moved(
    base: RecordT, field: Told, versions: Callable[[RecordT], Mapping[str, str]]
) -> tuple[str, ...]:
    """Return the names of the versions that move when a field has other values, in order.

    Args:
        base: A record in which every list and mapping on the way to the field has an item.
        field: The field.
        versions: Name to hash, of a record.
    """
    plain = base.model_dump(mode="json")
    before, moving, tried = versions(base), set[str](), 0
    for value in _others(_at(plain, field.path), field.annotation):
        try:
            other = type(base).model_validate(_put(plain, field.path, value))
        except ValidationError:
            continue
        if other != base:
            after, tried = versions(other), tried + 1
            moving |= {name for name in before if before[name] != after[name]}
    assert tried, f"no other value of {field.name} is valid: add one to {__name__}"
    return tuple(name for name in before if name in moving)


def is_section(field: Told) -> bool:
    """Say whether a field holds further ones that are told of by themselves."""
    return record_of(field.annotation) is not None and get_origin(field.annotation) is None


def _others(value: Any, annotation: Any) -> Iterator[Any]:
    """Yield values that a field might have instead."""
    kinds = [annotation, *get_args(annotation)]
    words = chain.from_iterable(_members(kind) for kind in kinds)
    if isinstance(value, bool):
        yield not value
    elif isinstance(value, list):
        yield from ([*value, word] for word in (*words, *_TEXTS, _TYPES))
        yield from (value[:-1], value[1:])
    elif isinstance(value, dict):
        yield from (
            {**value, name: one} for name in (".pdf", "OTHER") for one in ("pdfplumber", {})
        )
        yield {}
    else:
        yield from (one for one in (*words, *_NUMBERS, *_TEXTS) if one != value)


def _members(kind: Any) -> tuple[Any, ...]:
    if get_origin(kind) is Literal:
        return get_args(kind)
    if isinstance(kind, type) and issubclass(kind, StrEnum):
        return tuple(str(one) for one in kind)
    return ()


def _at(plain: Any, path: Path) -> Any:
    for name in path:
        plain = plain[_key(plain, name)]
    return plain


def _put(plain: Any, path: Path, value: Any) -> Any:
    """Return plain data with another value in one place."""
    if not path:
        return value
    key = _key(plain, path[0])
    inside = _put(plain[key], path[1:], value)
    if isinstance(plain, list):
        return [inside, *plain[1:]]
    return {**plain, key: inside}


def _key(plain: Any, name: str) -> Any:
    return {"[]": 0, "<name>": next(iter(plain), "")}.get(name, name)
