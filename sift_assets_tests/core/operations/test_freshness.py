"""What the settings of freshness mean, and what they refuse."""

from datetime import UTC, datetime, timedelta

import pytest

from sift_assets.core.errors import ConfigError
from sift_assets.core.operations.freshness import FreshnessSettings
from sift_assets.core.settings.loading import read_settings

NOON = datetime(2026, 3, 1, 12, tzinfo=UTC)


def test_a_duration_is_a_number_with_its_unit() -> None:
    read = read_settings("freshness: {fail_after: 2d, warn_after: 90m}\n", "sift.yaml", {})
    assert read.freshness.fail_window == timedelta(days=2)
    assert read.freshness.warn_window == timedelta(minutes=90)
    given = read_settings("", "sift.yaml", {"SIFT_FRESHNESS_FAIL_AFTER": "24h"})
    assert given.freshness.fail_window == timedelta(hours=24)


@pytest.mark.parametrize(
    ("said", "what"),
    [
        ("fail_after: 24", "is no duration"),
        ("fail_after: 0h", "is no duration"),
        ("fail_after: 30s", "is no duration"),
        ("fail_after: 1000000h", "is no duration"),
        ("warn_after: 1h", "must be shorter"),
        ("fail_after: 1h, warn_after: 60m", "must be shorter"),
        ("after: 1h", "is not a known key"),
    ],
)
def test_a_mistake_is_named(said: str, what: str) -> None:
    with pytest.raises(ConfigError, match=what):
        read_settings(f"freshness: {{{said}}}\n", "sift.yaml", {})


def test_the_moment_is_recorded_four_times_within_the_shorter_window() -> None:
    wanted = FreshnessSettings(fail_after="24h", warn_after="8h")
    assert wanted.is_due(None, NOON)
    assert not wanted.is_due(NOON - timedelta(minutes=119), NOON)
    assert wanted.is_due(NOON - timedelta(minutes=120), NOON)
    assert FreshnessSettings(fail_after="4m").is_due(NOON - timedelta(minutes=1), NOON)
    assert not FreshnessSettings().is_due(None, NOON)
