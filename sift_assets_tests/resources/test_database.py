"""Where a project's small tables lie, as its settings and the environment say."""

from pathlib import Path

import pytest

from sift_assets.core.errors import ConfigError
from sift_assets.resources.database import database_of


@pytest.mark.parametrize("text", ["[" * 100_000, "a: &a [*a]", "database_schema: [", "\x00"])
def test_settings_that_cannot_be_read_name_no_database_and_harm_nothing(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, text: str
) -> None:
    """What is wrong with them says whoever reads all of them."""
    monkeypatch.delenv("SIFT_DATABASE_SCHEMA", raising=False)
    (tmp_path / "sift.yaml").write_text(text, encoding="utf-8")
    assert database_of(tmp_path / ".sift" / "ledger.sqlite") is None


def test_a_schema_without_an_address_is_an_error_that_says_what_to_set(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.delenv("SIFT_DATABASE", raising=False)
    monkeypatch.delenv("SIFT_DATABASE_SCHEMA", raising=False)
    (tmp_path / "sift.yaml").write_text("database_schema: norrsund\n", encoding="utf-8")
    with pytest.raises(ConfigError, match="SIFT_DATABASE"):
        database_of(tmp_path / ".sift" / "ledger.sqlite")
