"""The decision log as text: one JSON object a line, each readable without the others.

Lines may stand in any order, as after a merge by git; what counts is the time in them. The file
itself is in `resources.decision_log`.
"""

import json
import re
from collections.abc import Iterable
from datetime import datetime
from typing import Any, NamedTuple

from pydantic import ValidationError

from sift_assets.core.decisions.decision import TIME_FORMAT, Decision
from sift_assets.core.records.record import canonical_json

_TIME = re.compile(rb'"time"\s*:\s*"(\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{6}Z)"')


class BadLine(NamedTuple):
    """A line that does not count: its number from 1, and why."""

    number: int
    problem: str


class ReadLog(NamedTuple):
    """A log, read.

    Attributes:
        decisions: Every readable decision once, in order of time.
        bad: The lines that are none, in order.
        torn: The beginning of a line that a killed writer left at the end; empty for none. It
            was never acknowledged, so it does not count.
    """

    decisions: tuple[Decision, ...]
    bad: tuple[BadLine, ...]
    torn: bytes


def to_line(decision: Decision) -> bytes:
    """Return a decision as a line, with the line feed that ends it."""
    fields = decision.model_dump(mode="json", exclude_defaults=True)
    return canonical_json(fields) + b"\n"


def read_log(data: bytes) -> ReadLog:
    """Read a whole log; a bad line costs no other.

    A last line may lack its line feed, as editors leave it: it counts when it is whole.
    """
    found: dict[str, Decision] = {}
    bad: list[BadLine] = []
    *lines, last = data.split(b"\n")
    for number, line in enumerate([*lines, last], start=1):
        if not line.strip():
            continue
        one = _read(line)
        if isinstance(one, Decision):
            found[one.id] = one
        elif number <= len(lines):
            bad.append(BadLine(number, one))
    torn = last if last.strip() and not isinstance(_read(last), Decision) else b""
    return ReadLog(in_order(found.values()), tuple(bad), torn)


def latest_time(data: bytes) -> str:
    """Return the highest time in a log, also of lines that do not count; empty for none.

    Only looked for, not read: whoever adds a line would else wait for thousands to be checked.
    """
    times = sorted((found.decode() for found in _TIME.findall(data)), reverse=True)
    return next(filter(_is_time, times), "")


def in_order(decisions: Iterable[Decision]) -> tuple[Decision, ...]:
    """Return decisions in the order in which they were made."""
    return tuple(sorted(decisions, key=lambda one: one.order))


def _read(line: bytes) -> Decision | str:
    try:
        fields: Any = json.loads(line)
    except RecursionError:
        return "is no decision (it is nested too deeply)"
    except ValueError as error:
        if line.startswith((b"<<<<<<<", b"=======", b">>>>>>>")):
            return "is a mark of an unfinished merge by git; remove the line"
        return f"is no JSON ({error})"
    try:
        one = Decision.model_validate(fields)
    except ValidationError as error:
        return f"is no decision ({_first_problem(error)})"
    if not _is_time(one.time):
        return f"is no decision (time: {one.time!r} is none in UTC with microseconds)"
    if one.id != one.expected_id:
        return f"does not match its id {one.id!r}: it was changed, or half of it is lost"
    return one


def _is_time(text: str) -> bool:
    try:
        return datetime.fromisoformat(text).strftime(TIME_FORMAT) == text
    except ValueError:
        return False


def _first_problem(error: ValidationError) -> str:
    first = error.errors()[0]
    place = ".".join(str(step) for step in first["loc"])
    return f"{place}: {first['msg']}" if place else str(first["msg"])
