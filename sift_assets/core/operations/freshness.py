"""How long a graph may go without being seen to be of today's folder.

A value of ours is as old as the last change of what it was made from, and right at any age. So
freshness is no matter of when something was computed, but of when a look last found that nothing
was left to do. That moment is recorded, rarely, as an asset of its own, and Dagster's policy is of
that asset: a sensor that has stopped, a folder that is not mounted and work that fails again and
again all end in its being too old; a folder in which nothing happens does not.
"""

import re
from datetime import datetime, timedelta
from typing import Self

from pydantic import field_validator, model_validator

from sift_assets.core.records.record import Record

_UNITS = {"m": "minutes", "h": "hours", "d": "days"}

_DURATION = re.compile(r"([1-9][0-9]{0,4})([mhd])")
"""Five digits: more is a slip of the hand. A minute at least, which is Dagster's own bound."""

REPORTS_A_WINDOW = 4
"""How often the moment is recorded within the shorter window. More would be events for nothing,
one would be late whenever a run takes its time."""


class FreshnessSettings(Record):
    """How long the graph may go without being seen up to date; no policy unless something is set.

    Attributes:
        fail_after: For example `24h`, `90m` or `2d`; empty for no policy.
        warn_after: Likewise, shorter; empty for no warning before it fails.
    """

    fail_after: str = ""
    warn_after: str = ""

    @property
    def fail_window(self) -> timedelta | None:
        """After how long it fails, None for no policy."""
        return _window(self.fail_after)

    @property
    def warn_window(self) -> timedelta | None:
        """After how long it warns, None for never."""
        return _window(self.warn_after)

    def is_due(self, recorded: datetime | None, now: datetime) -> bool:
        """Say whether the moment is to be recorded anew.

        Args:
            recorded: When that was done last, None for never.
            now: The present.
        """
        shorter = self.warn_window or self.fail_window
        if shorter is None:
            return False
        return recorded is None or now - recorded >= shorter / REPORTS_A_WINDOW

    @field_validator("fail_after", "warn_after")
    @classmethod
    def _a_duration(cls, text: str) -> str:
        if text and not _DURATION.fullmatch(text):
            raise ValueError("is no duration; write for example 24h, 90m or 2d")
        return text

    @model_validator(mode="after")
    def _a_warning_before(self) -> Self:
        fails, warns = self.fail_window, self.warn_window
        if warns and not (fails and warns < fails):
            raise ValueError("`warn_after` must be shorter than `fail_after`")
        return self


def _window(text: str) -> timedelta | None:
    found = _DURATION.fullmatch(text)
    return timedelta(**{_UNITS[found[2]]: int(found[1])}) if found else None
