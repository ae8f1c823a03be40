"""Reads the JSON object out of a language model's answer, however it is wrapped or cut.

Models put JSON into fences, prose and thinking, write several drafts, and are cut off. Elements of
lists that were closed count; an element that the cut runs through, or that is no JSON, is dropped
and counted. What the object must *mean* is checked strictly by the stage that asked.
"""

import re
from collections.abc import Iterator, Sequence
from typing import Any, NamedTuple, cast

from sift_assets.core.llm.json_scanning import Scanner
from sift_assets.core.records.record import Record

WORK_FACTOR = 4
"""A start that leads nowhere is retried one character on until this many times the length of the
answer was read; afterwards the scan only goes forward, so that hostile answers stay linear."""

_THINKING = re.compile(r"^[^{\w]*(?:json\s*)?<think(?:ing)?>(?:.*?</think(?:ing)?>|.*$)", re.DOTALL)
_END_OF_THINKING = re.compile(r"^.*?</think(?:ing)?>", re.DOTALL)
"""Some servers leave its start out. But a name may hold such a mark: all is looked at as well."""


class FoundObject(Record):
    """A JSON object found in an answer.

    Attributes:
        value: The object; numbers that are not finite became null.
        complete: Whether it was closed. An object that was not holds all that was complete.
        lost: Elements of lists that were dropped: cut, or no JSON.
    """

    value: dict[str, Any]
    complete: bool
    lost: int = 0


def find_object(text: str, keys: Sequence[str]) -> FoundObject | None:
    """Find the object that is meant as the answer.

    Of all objects with at least one of the keys the largest wins, a complete one before one that
    was cut; a key that it lacks is taken from the next largest. A thinking part before the answer
    is looked at only when no object follows it.

    Args:
        text: The whole answer.
        keys: Top-level keys, any of which marks the object as the answer.
    """
    for part in _after_thinking(text):
        found = _largest(part, keys)
        if found:
            return _united(found, keys)
    return None


def bare_objects(text: str) -> FoundObject | None:
    """Find the objects of an answer that wrote records without an object around them.

    Args:
        text: The whole answer: a list of records, or one record after the other.

    Returns:
        The records under the key `records`; None when there are none.
    """
    records: list[dict[str, Any]] = []
    lost = 0
    for one in _objects(_after_thinking(text)[-1]):
        if one.closed:
            records.append(one.value)
        lost += not one.closed and one.length > 1
    if not records:
        return None
    return FoundObject(value={"records": records}, complete=not lost, lost=lost)


def _after_thinking(text: str) -> tuple[str, ...]:
    """Return where to look for the answer, the likeliest part first."""
    stated = _THINKING.match(text)
    if stated is None:
        return tuple(dict.fromkeys((_END_OF_THINKING.sub("", text, count=1), text)))
    rest = text[stated.end() :]
    is_closed = "</think" in stated.group()
    return (text,) if is_closed and "{" not in rest else (rest,)


class _Found(NamedTuple):
    """An object in the text: where it ends, how long it is, and what of it could not be read."""

    value: dict[str, Any]
    closed: bool
    length: int
    lost: int


def _objects(text: str) -> Iterator[_Found]:
    """Yield the objects of a text that are not inside one another.

    A start that leads nowhere (`{braces}` in prose) yields an empty object that is not closed.
    """
    at, work, allowed = text.find("{"), 0, WORK_FACTOR * len(text)
    while at >= 0:
        scanner = Scanner(text, at, resumes=work <= allowed)
        value = scanner.value(0)
        length = scanner.at - at
        work += length + scanner.ahead
        yield _Found(cast("dict[str, Any]", value), scanner.closed, length, scanner.lost)
        skips = scanner.closed or work > allowed
        at = text.find("{", max(scanner.at, at + 1) if skips else at + 1)


def _largest(text: str, keys: Sequence[str]) -> list[_Found]:
    """Return the best object for each set of keys, the best of all first.

    Complete ones come before cut ones, then the larger, then the later: a better draft. Only these
    are held, because a hostile answer has a start at every character.
    """
    best: dict[frozenset[str], _Found] = {}
    for one in _objects(text):
        meant = _meant(one.value, keys)
        if meant is None:
            continue
        present = frozenset(key for key in keys if key in meant)
        held = best.get(present)
        if held is None or (one.closed, one.length) >= (held.closed, held.length):
            best[present] = one._replace(value=meant)
    return sorted(best.values(), key=lambda one: (one.closed, one.length), reverse=True)


def _united(found: Sequence[_Found], keys: Sequence[str]) -> FoundObject:
    """Make one object of the best and of those that have a key which it lacks."""
    best = found[0]
    united, lost = dict(best.value), best.lost
    for other in found[1:]:
        more = {key: other.value[key] for key in keys if key in other.value and key not in united}
        united |= more
        lost += other.lost if more else 0
    return FoundObject(value=united, complete=best.closed, lost=lost)


def _meant(value: Any, keys: Sequence[str]) -> dict[str, Any] | None:
    """Return the object with the keys: the value, or one that it wraps (`{"result": {…}}`)."""
    if not isinstance(value, dict):
        return None
    found = cast("dict[str, Any]", value)
    if any(key in found for key in keys):
        return found
    inner = (_meant(wrapped, keys) for wrapped in found.values())
    return next((wrapped for wrapped in inner if wrapped is not None), None)
