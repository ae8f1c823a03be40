"""One small index for all tests that only ask it."""

from pathlib import Path

import pytest

from sift_assets_tests.core.query.small_world import written


@pytest.fixture(scope="session")
def harbour(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return the index of `HARBOUR`."""
    return written(tmp_path_factory.mktemp("index") / "agent_index.sqlite")
