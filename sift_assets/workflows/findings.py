"""What a check found; light to import, for whoever only says so."""

from dataclasses import dataclass, field

from sift_assets.core.planning.state import Facts

SHOWN = 50
"""Rows of a table that a check shows; the count is always of all."""


@dataclass(frozen=True)
class CheckFinding:
    """What a check found.

    Attributes:
        passed: Whether all is well.
        summary: One sentence.
        rows: What is wrong, one row each: ids and reasons, no document text.
        checked: How many things were looked at.
        facts: Counts for people beside it.
    """

    passed: bool
    summary: str
    checked: int
    rows: list[dict[str, str]] = field(default_factory=list)
    facts: Facts = field(default_factory=dict)
