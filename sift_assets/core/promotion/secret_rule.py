"""What a rule for one kind of secret says, and what it finds.

The rules themselves are some hundred patterns, in modules of their own.
"""

import re
from collections.abc import Callable
from typing import NamedTuple

from sift_assets.core.promotion.records import Severity

NEAR = 120
"""Characters before a secret in which the words may be that say what it is: about a sentence."""


class SecretRule(NamedTuple):
    """One kind of secret.

    Every pattern takes time in proportion to the text, whatever the text: repetitions are bounded,
    or possessive behind a boundary, so that no start inside a run is tried again.

    Attributes:
        kind: For people.
        hints: One of these, in lower case, is in every text with such a secret; a text without
            any is not searched. Empty: every text is.
        pattern: Its group `value` is the secret, without such a group the whole match.
        test: What the value must be like besides.
        near: What must be found within `NEAR` characters before the match, None for nothing.
        severity: See `Severity`.
    """

    kind: str
    hints: tuple[str, ...]
    pattern: re.Pattern[str]
    test: Callable[[str], bool] = bool
    near: re.Pattern[str] | None = None
    severity: Severity = Severity.HIGH

    def matches(self, text: str, lower: str) -> "list[tuple[int, int]]":
        """Return where in a text such secrets are: start and end of each.

        Args:
            text: In whatever form.
            lower: The same in lower case.
        """
        if self.hints and not any(hint in lower for hint in self.hints):
            return []
        group = "value" if "value" in self.pattern.groupindex else 0
        return [
            match.span(group)
            for match in self.pattern.finditer(text)
            if self.test(match[group]) and self._is_near(text, match.start())
        ]

    def _is_near(self, text: str, start: int) -> bool:
        return self.near is None or bool(self.near.search(text, max(0, start - NEAR), start))


class Spotted(NamedTuple):
    """A secret in a text.

    The one value that holds a secret: it is needed to hide it and to know it again. Whoever stores
    or shows something stores or shows a `Finding`.

    Attributes:
        kind: What it looks like.
        severity: See `Severity`.
        start: Its first character.
        end: One past its last character.
        value: The secret itself. Never stored, never shown.
    """

    kind: str
    severity: Severity
    start: int
    end: int
    value: str


def rule(
    kind: str, hints: str, pattern: str, test: Callable[[str], bool] = bool, flags: int = 0
) -> SecretRule:
    """Return a rule of high severity.

    Args:
        kind: For people.
        hints: With spaces between them.
        pattern: See `SecretRule`.
        test: See `SecretRule`.
        flags: Of the pattern.
    """
    return SecretRule(kind, tuple(hints.split()), re.compile(pattern, flags), test)
