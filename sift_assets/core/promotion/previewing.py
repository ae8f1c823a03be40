"""What a list shows of a document: its beginning in one line, without what must not be seen."""

from collections.abc import Iterable

from sift_assets.core.narrative.listing import CUT
from sift_assets.core.narrative.markdown import one_line
from sift_assets.core.promotion.secret_rule import Spotted

PREVIEWED = 240
"""Characters of a preview: about three lines, enough to know a document again."""

HIDDEN = "[redacted]"
"""Stands for a secret."""


def preview(text: str, secrets: Iterable[Spotted], most: int = PREVIEWED) -> str:
    """Return the beginning of a text in one line, with every secret hidden.

    Secrets are hidden before anything is cut or joined, so that no part of one is left.

    Args:
        text: As it was looked through.
        secrets: Everything that was found there, of whatever severity.
        most: Characters that are shown.
    """
    line = one_line(redacted(text, secrets))
    return line if len(line) <= most else line[: most - 1].rstrip() + CUT


def redacted(text: str, secrets: Iterable[Spotted]) -> str:
    """Return a text with every secret hidden, and everything else as it is."""
    shown: list[str] = []
    at = 0
    for one in sorted(secrets, key=lambda one: (one.start, one.end)):
        if one.start >= at:
            shown += text[at : one.start], HIDDEN
        at = max(at, one.end)
    return "".join((*shown, text[at:]))
