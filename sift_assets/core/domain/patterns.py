r"""Whether a regular expression of a domain file may be used: it compiles, and it cannot hang.

Python's engine tries every way to divide a text among repetitions. Where a repeated part can
itself match in several ways, as in `(\w+ ?)+`, their number grows exponentially and one sentence
can hold the engine for hours. So the ways are counted from the pattern alone, generously: what
passes is not exponential; some harmless patterns are refused and have to be written differently.
Repetitions side by side, as in `\w+\w+\w+x`, are not exponential and hang a long line all the same:
those are `pattern_sharing`'s.
"""

import math
import re
from dataclasses import dataclass

from sift_assets.core.domain.pattern_sharing import divisions
from sift_assets.core.domain.pattern_tokens import TOKEN, bounds

MAX_PATTERN_CHARACTERS = 300
"""The longest of our own has 120."""

MAX_WAYS = 4096
"""Ways in which one repeated part may match: an optional space seven times over has 128."""

MAX_DIVISIONS = 10_000
"""Ways in which neighbouring repetitions may divide a text: a part without an end beside one of up
to five, or two of up to a hundred. Times the places where a match may begin, a fifth of a second
for the longest line."""


def pattern_problem(pattern: str) -> str:
    """Return what is wrong with a regular expression, as the end of a sentence; empty if nothing.

    Args:
        pattern: In Python's syntax.
    """
    if not pattern:
        return "is empty"
    if len(pattern) > MAX_PATTERN_CHARACTERS:
        return f"is longer than {MAX_PATTERN_CHARACTERS} characters"
    try:
        compiled = re.compile(pattern)
    except (re.error, OverflowError, RecursionError) as error:
        return f"is not a regular expression: {error}"
    if compiled.match(""):
        return "matches nothing at all, and so everywhere"
    problem = _danger(pattern)
    if not problem and divisions(pattern) > MAX_DIVISIONS:
        return "repeats parts side by side that can match the same text, so that it can hang"
    return problem


@dataclass(slots=True)
class _Part:
    """Ways to match what stands so far in one group: finished branches, this branch, last atom."""

    branches: float = 0
    branch: float = 1
    atom: float = 1

    def take(self, ways: float) -> None:
        self.branch *= self.atom
        self.atom = ways

    def total(self) -> float:
        return self.branches + self.branch * self.atom


def _danger(pattern: str) -> str:
    open_parts = [_Part()]
    for token in TOKEN.finditer(pattern):
        kind, text, part = token.lastgroup, token.group(), open_parts[-1]
        if kind == "reference" or (kind == "escape" and text[1] in "123456789"):
            return "refers back to one of its groups, which cannot be matched in bounded time"
        if kind == "flags" and "x" in text:
            return "uses the flag x"
        if kind == "open":
            open_parts.append(_Part())
        elif kind == "close":
            open_parts.pop()
            open_parts[-1].take(part.total())
        elif kind == "branch":
            open_parts[-1] = _Part(branches=part.total())
        elif kind == "repeat":
            ways = _repeated(part.atom, text)
            if part.atom > 1 and ways > MAX_WAYS:
                return f"repeats (`{text}`) a part that can itself match in several ways"
            part.atom = ways
        else:
            part.take(1)
    return ""


def _repeated(ways: float, quantifier: str) -> float:
    """Return the ways of an atom under a quantifier: of choosing the count, and each repetition."""
    least, most = bounds(quantifier)
    if ways > 1 and math.log2(ways) * most > math.log2(MAX_WAYS):
        return math.inf
    return (most - least + 1) * (ways**most if ways > 1 else 1)
