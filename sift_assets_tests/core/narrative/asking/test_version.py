"""Whatever shapes a text is part of one version."""

import pytest

from sift_assets.core.narrative.asking import version
from sift_assets.core.narrative.asking.questions import VERSIONS, Kind


@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("VERSIONS", {**VERSIONS, Kind.LABEL: "another"}),
        ("MENDING_VERSION", "another"),
        ("HOLDING_VERSION", "another"),
    ],
)
def test_another_prompt_or_check_is_another_version(
    monkeypatch: pytest.MonkeyPatch, name: str, value: object
) -> None:
    before = version.telling_version()
    assert version.telling_version() == before
    monkeypatch.setattr(version, name, value)
    assert version.telling_version() != before
