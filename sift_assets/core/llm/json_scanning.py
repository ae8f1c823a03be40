"""Scans one JSON value as language models write it, and goes on behind what is none.

Read are trailing and missing commas, comments, Python constants, single quotation marks and such
as were not escaped. What stays unread is counted, so that nothing is lost unseen.
"""

import json
import math
import re
from collections.abc import Callable
from typing import Any, cast

from sift_assets.core.llm.model import without_lone_surrogates

MAX_DEPTH = 24
"""No answer schema of ours nests deeper than 5; a deeper answer is an attack or a loop."""

_SPACE = re.compile(r"(?:[\s\ufeff]|//[^\n]*)*")
_NUMBER = re.compile(r"[+-]?\d+(?:\.\d*)?(?:[eE][+-]?\d+)?")
_WORD = re.compile(r"[A-Za-z]+|-Infinity")
_STRINGS = {
    '"': re.compile(r'"([^"\\]*(?:\\.[^"\\]*)*)"', re.DOTALL),
    "'": re.compile(r"'([^'\\]*(?:\\.[^'\\]*)*)'", re.DOTALL),
}
_REACHING = {
    '"': re.compile(r'"((?:[^"\\]+|\\.|"(?!\s*[,}\]]))*+)"', re.DOTALL),
    "'": re.compile(r"'((?:[^'\\]+|\\.|'(?!\s*[,}\]]))*+)'", re.DOTALL),
}
"""Strings up to a quotation mark that ends a value: those before it were not escaped."""

_ENDS_VALUE = re.compile(r"\s*(?:[,}\]\"'{/]|$)")
_NEXT_RECORD = re.compile(
    r"""\s*(?:,?\s*(?=\{)|(?=,\s*(?:null|true|false|-?\d|\[|"(?:[^"\\]|\\.)*+"\s*[,\]]))|(?=\]))""",
    re.DOTALL,
)
"""Another element of the list, or the end of it; not the next key of an object."""
_BRACKETS = re.compile(r'"(?:[^"\\]+|\\.)*+"|[{}\[\]]', re.DOTALL)
_STEPS = {"{": 1, "[": 1, "}": -1, "]": -1}
_BAD_ESCAPE = re.compile(r'\\(?:(["\\/bfnrt]|u[0-9a-fA-F]{4})|(.))', re.DOTALL)
_CONSTANTS: dict[str, bool | None] = {
    "true": True,
    "false": False,
    **dict.fromkeys(("null", "none", "undefined", "nan", "infinity", "-infinity")),
}
_MAX_INT_DIGITS = 18
_RECORD_LISTS = 2
"""Depth of the lists that hold records, in an object that may be wrapped; deeper lists belong to
one record, which stands or falls as a whole."""


class Scanner:
    """Reads one value.

    Args:
        text: The answer.
        at: Where the value starts.
        resumes: Whether to go on behind records that are no JSON, which takes looking ahead.

    Attributes:
        at: Where the scan has come to.
        closed: Turns false where the text ends or stops being JSON.
        lost: Elements of lists that were given up.
        ahead: Characters looked at in vain beyond `at`.
    """

    def __init__(self, text: str, at: int, *, resumes: bool) -> None:
        self.text, self.at, self.closed, self.lost = text, at, True, 0
        self.ahead, self._resumes, self._unclosed = 0, resumes, list[str]()

    def value(self, depth: int) -> Any:
        """Read the value that starts here; None with `closed` false where there is none."""
        self._skip_space()
        first = self.text[self.at : self.at + 1]
        if first and first in "{[":
            if depth >= MAX_DEPTH:
                return self._broken()
            return self._object(depth) if first == "{" else self._list(depth)
        if first and first in _STRINGS:
            return self._string(first, is_value=True)
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
                found[str(key)] = _both(found.get(str(key)), value)

        self._members("}", member, tuple(_STRINGS))
        return found

    def _list(self, depth: int) -> list[Any]:
        found: list[Any] = []

        def element() -> None:
            before, value = self.lost, self.value(depth + 1)
            if self.closed:
                found.append(value)
                return
            self.lost = before + 1
            if depth <= _RECORD_LISTS:
                self._resume()
                self._unclosed.clear()

        self._members("]", element, ("{",))
        return found

    def _members(self, end: str, member: Callable[[], None], starts: tuple[str, ...]) -> None:
        """Read members up to the closing bracket, or to where the text is no longer JSON.

        A comma may be missing before one of the given starts of a member.
        """
        self.at += 1
        while not self._take(end):
            member()
            if self.closed and not self._take(","):
                if self._take(end):
                    return
                if not self.text.startswith(starts, self.at):
                    self._broken()
            if not self.closed:
                self._unclosed.append(end)
                return

    def _resume(self) -> None:
        """Go on behind a record that is no JSON, where the next one follows or their list ends."""
        is_record = self._unclosed[-1:] == ["}"]
        following = self._following() if is_record and self._resumes else None
        if following is not None:
            self.at, self.closed = following.end(), True

    def _following(self) -> re.Match[str] | None:
        """Find what follows where the open brackets of a record are closed.

        A lost quotation mark may hide that place. Then the first closing bracket counts behind
        which a record could follow.
        """
        depth, rest = len(self._unclosed), len(self.text) - self.at
        tokens = _BRACKETS.finditer(self.text, self.at) if self.ahead <= len(self.text) else ()
        for token in tokens:
            depth += _STEPS.get(token.group(), 0)
            if not depth:
                following = _NEXT_RECORD.match(self.text, token.end())
                if following is not None:
                    return following
                break
        self.ahead += rest
        at = self.at
        while (at := self.text.find("}", at) + 1) > 0:
            following = _NEXT_RECORD.match(self.text, at)
            if following is not None:
                return following
        self._resumes = False  # nothing follows anywhere
        return None

    def _string(self, quote: str, *, is_value: bool = False) -> str | None:
        match = _STRINGS[quote].match(self.text, self.at)
        if match and is_value and not _ENDS_VALUE.match(self.text, match.end()):
            match = _REACHING[quote].match(self.text, self.at)
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


def _both(before: Any, value: Any) -> Any:
    """Return what a key holds that is written twice: both lists, else the later value."""
    if isinstance(before, list) and isinstance(value, list):
        return [*cast("list[Any]", before), *cast("list[Any]", value)]
    return value


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
