"""Reads the JSON object out of a language model's answer, however it is wrapped or cut.

Models put JSON into fences, prose and thinking, leave trailing commas, write Python constants,
and are cut off. One forgiving scanner reads what is there: elements of lists that were closed
count, an element that the cut runs through is dropped. What the object must *mean* is checked
strictly by the stage that asked.
"""

import json
import math
import re
from collections.abc import Callable, Sequence
from typing import Any, cast

from sift_assets.core.llm.model import without_lone_surrogates
from sift_assets.core.records.record import Record

MAX_DEPTH = 24
"""No answer schema of ours nests deeper than 5; a deeper answer is an attack or a loop."""

WORK_FACTOR = 4
"""A start that leads nowhere is retried one character on until this many times the length of the
answer was read; afterwards the scan only goes forward, so that hostile answers stay linear."""

_THINKING = re.compile(r"^.*?</think(?:ing)?>", re.DOTALL)
_SPACE = re.compile(r"[\s\ufeff]*")
_NUMBER = re.compile(r"[+-]?\d+(?:\.\d*)?(?:[eE][+-]?\d+)?")
_WORD = re.compile(r"[A-Za-z]+|-Infinity")
_STRINGS = {
    '"': re.compile(r'"([^"\\]*(?:\\.[^"\\]*)*)"', re.DOTALL),
    "'": re.compile(r"'([^'\\]*(?:\\.[^'\\]*)*)'", re.DOTALL),
}
_BAD_ESCAPE = re.compile(r'\\(?:(["\\/bfnrt]|u[0-9a-fA-F]{4})|(.))', re.DOTALL)
_CONSTANTS: dict[str, bool | None] = {
    "true": True,
    "false": False,
    **dict.fromkeys(("null", "none", "undefined", "nan", "infinity", "-infinity")),
}
_MAX_INT_DIGITS = 18


class FoundObject(Record):
    """A JSON object found in an answer.

    Attributes:
        value: The object; numbers that are not finite became null.
        complete: Whether it was closed. An object that was not holds all that was complete.
    """

    value: dict[str, Any]
    complete: bool


def find_object(text: str, keys: Sequence[str]) -> FoundObject | None:
    """Find the object that is meant as the answer.

    Of all objects with at least one of the keys the largest wins, a complete one before one that
    was cut. A thinking part before the answer is looked at only when nothing follows it.

    Args:
        text: The whole answer.
        keys: Top-level keys, any of which marks the object as the answer.
    """
    after_thinking = _THINKING.sub("", text, count=1)
    for part in dict.fromkeys((after_thinking, text)):
        found = _best_object(part, keys)
        if found is not None:
            return found
    return None


def _best_object(text: str, keys: Sequence[str]) -> FoundObject | None:
    best: tuple[tuple[bool, int], dict[str, Any]] | None = None
    at, work, allowed = text.find("{"), 0, WORK_FACTOR * len(text)
    while at >= 0:
        scanner = _Scanner(text, at)
        value = scanner.value(0)
        work += scanner.at - at
        meant = _meant(value, keys)
        rank = (scanner.closed, scanner.at - at)
        if meant is not None and (best is None or rank >= best[0]):
            best = (rank, meant)
        ahead = scanner.closed or work > allowed
        at = text.find("{", max(scanner.at, at + 1) if ahead else at + 1)
    return None if best is None else FoundObject(value=best[1], complete=best[0][0])


def _meant(value: Any, keys: Sequence[str]) -> dict[str, Any] | None:
    """Return the object with the keys: the value, or one that it wraps (`{"result": {…}}`)."""
    if not isinstance(value, dict):
        return None
    found = cast("dict[str, Any]", value)
    if any(key in found for key in keys):
        return found
    inner = (_meant(wrapped, keys) for wrapped in found.values())
    return next((wrapped for wrapped in inner if wrapped is not None), None)


class _Scanner:
    """Reads one value; `closed` turns false where the text ends or stops being JSON."""

    def __init__(self, text: str, at: int) -> None:
        self.text, self.at, self.closed = text, at, True

    def value(self, depth: int) -> Any:
        """Read the value that starts here; None with `closed` false where there is none."""
        self._skip_space()
        first = self.text[self.at : self.at + 1]
        if first and first in "{[":
            if depth >= MAX_DEPTH:
                return self._broken()
            return self._object(depth) if first == "{" else self._list(depth)
        if first and first in _STRINGS:
            return self._string(first)
        return self._number_or_word()

    def _object(self, depth: int) -> dict[str, Any]:
        found: dict[str, Any] = {}

        def member() -> None:
            self._skip_space()
            quote = self.text[self.at : self.at + 1]
            key = self._string(quote) if quote in _STRINGS else self._broken()
            if self.closed and not self._take(":"):
                self._broken()
            if not self.closed:
                return
            value = self.value(depth + 1)
            if self.closed or isinstance(value, (dict, list)):
                found[str(key)] = value

        self._members("}", member)
        return found

    def _list(self, depth: int) -> list[Any]:
        found: list[Any] = []

        def element() -> None:
            value = self.value(depth + 1)
            if self.closed:
                found.append(value)

        self._members("]", element)
        return found

    def _members(self, end: str, member: Callable[[], None]) -> None:
        """Read members up to the closing bracket, or to where the text is no longer JSON."""
        self.at += 1
        while not self._take(end):
            member()
            if self.closed and not self._take(","):
                if self._take(end):
                    return
                self._broken()
            if not self.closed:
                return

    def _string(self, quote: str) -> str | None:
        match = _STRINGS[quote].match(self.text, self.at)
        if match is None:
            self.at = len(self.text)
            return self._broken()
        self.at = match.end()
        return _unescaped(match.group(1))

    def _number_or_word(self) -> Any:
        number = _NUMBER.match(self.text, self.at)
        if number is not None:
            self.at = number.end()
            return _number(number.group())
        word = _WORD.match(self.text, self.at)
        if word is None or word.group().casefold() not in _CONSTANTS:
            return self._broken()
        self.at = word.end()
        return _CONSTANTS[word.group().casefold()]

    def _take(self, mark: str) -> bool:
        self._skip_space()
        taken = self.text.startswith(mark, self.at)
        self.at += len(mark) if taken else 0
        return taken

    def _skip_space(self) -> None:
        match = _SPACE.match(self.text, self.at)
        self.at = match.end() if match else self.at

    def _broken(self) -> None:
        self.closed = False


def _number(digits: str) -> int | float | None:
    if digits.lstrip("+-").isdecimal() and len(digits) <= _MAX_INT_DIGITS:
        return int(digits)
    value = float(digits)
    return value if math.isfinite(value) else None


def _unescaped(inner: str) -> str:
    r"""Decode the inside of a string; escapes that JSON does not know (`\d`, `\'`) stay literal."""
    if "\\" in inner or '"' in inner:
        quoted = _BAD_ESCAPE.sub(_mended_escape, inner)
        quoted = re.sub(r'(?<!\\)((?:\\\\)*)"', r'\1\\"', quoted)
        inner = json.loads(f'"{quoted}"', strict=False)
    return without_lone_surrogates(inner)


def _mended_escape(match: re.Match[str]) -> str:
    known, other = match.group(1), match.group(2)
    if known is not None:
        return "\\" + known
    return other if other == "'" else "\\\\" + other
