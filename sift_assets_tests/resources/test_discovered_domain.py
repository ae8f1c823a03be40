"""The files of the discovered domain: which one counts, and what a crash leaves."""

from pathlib import Path

import pytest

from sift_assets.core.discovery.versions import (
    Discovery,
    DiscoveryRecord,
    approved,
    proposed,
    rolled_back,
)
from sift_assets.core.errors import ConfigError, ProjectError, StoreError
from sift_assets.core.records.record import content_hash
from sift_assets.core.settings.model import DiscoveredDomain
from sift_assets.resources.discovered_domain import UNAPPROVED, UNDISCOVERED, DiscoveredFile
from sift_assets.resources.workspace import Workspace

APPROVED, PROPOSED = DiscoveredDomain.APPROVED, DiscoveredDomain.PROPOSED
HOW = Discovery(key="k", sample=(), model="m", answered_by="m", prompt_version="1")
A, B = "entity_types: {A: a}\n", "entity_types: {B: b}\n"


def digest(text: str) -> str:
    return content_hash(text.encode())


@pytest.fixture
def files(tmp_path: Path) -> DiscoveredFile:
    """Return a discovered domain of which A is approved and B is proposed."""
    found = DiscoveredFile(tmp_path)
    found.keep(proposed(DiscoveryRecord(), "", digest(A), HOW), A)
    found.keep(approved(found.record(), found.file_hash))
    found.keep(proposed(found.record(), found.file_hash, digest(B), HOW), B)
    return found


def test_before_the_first_there_is_nothing_and_reading_makes_nothing(tmp_path: Path) -> None:
    files = DiscoveredFile(tmp_path)
    assert files.record() == DiscoveryRecord()
    assert files.file_hash == ""
    assert files.in_force(PROPOSED) is None
    assert list(tmp_path.iterdir()) == []


def test_what_was_approved_counts_while_another_is_proposed(files: DiscoveredFile) -> None:
    assert files.in_force(APPROVED) == files.version_file(1)
    assert files.in_force(PROPOSED) == files.path
    assert (files.text_of(1), files.text_of(2)) == (A, B)
    files.keep(approved(files.record(), files.file_hash))
    assert files.in_force(APPROVED) == files.path


def test_a_deleted_file_is_no_domain_and_comes_back_by_rolling_back(files: DiscoveredFile) -> None:
    files.path.unlink()
    assert files.in_force(APPROVED) is files.in_force(PROPOSED) is None
    files.keep(rolled_back(files.record(), files.file_hash, 1), files.text_of(1))
    assert files.in_force(APPROVED) == files.path
    assert files.path.read_text("utf-8") == A


def test_a_crash_before_the_file_is_written_loses_no_text(
    files: DiscoveredFile, monkeypatch: pytest.MonkeyPatch
) -> None:
    files.path.write_text("by hand", encoding="utf-8")

    def crash(path: Path, data: bytes) -> None:
        if path == files.path:
            raise StoreError("crash")
        path.parent.mkdir(exist_ok=True)
        path.write_bytes(data)

    with monkeypatch.context() as patch:
        patch.setattr("sift_assets.resources.discovered_domain.write_atomically", crash)
        with pytest.raises(StoreError, match="crash"):
            files.keep(proposed(files.record(), files.file_hash, digest("C"), HOW), "C")
    assert files.path.read_text("utf-8") == "by hand"
    assert (files.text_of(3), files.text_of(4)) == ("by hand", "C")
    assert files.in_force(APPROVED) == files.version_file(1)


def test_a_damaged_record_and_a_version_that_is_not_there_are_errors(files: DiscoveredFile) -> None:
    with pytest.raises(ProjectError, match="no version 9"):
        files.text_of(9)
    (files.folder / "record.json").write_text("{", encoding="utf-8")
    with pytest.raises(ConfigError, match=r"record\.json: is damaged"):
        files.in_force(APPROVED)


def test_only_a_language_model_under_a_schema_free_domain_waits_for_one(tmp_path: Path) -> None:
    def opened(**settings: str) -> Workspace:
        lines = "".join(f"{name}: {value}\n" for name, value in settings.items())
        (tmp_path / "sift.yaml").write_text(lines, encoding="utf-8")
        return Workspace.open(tmp_path, environment={})

    asking = {"domain": "schema-free", "model": "openai/gpt-4o-mini"}
    assert opened(**asking).missing_domain == UNDISCOVERED
    files = DiscoveredFile(tmp_path)
    files.keep(proposed(DiscoveryRecord(), "", digest(A), HOW), A)
    assert opened(**asking).missing_domain == UNAPPROVED
    assert opened(**asking).domain.schema_free
    assert opened(**asking, discovered_domain="proposed").domain.entity_types.keys() == {"A"}
    files.keep(approved(files.record(), files.file_hash))
    assert opened(**asking).missing_domain == ""
    assert opened(**asking).domain.entity_types.keys() == {"A"}
    for other in ({"domain": "schema-free"}, {"model": "openai/gpt-4o-mini"}):
        assert opened(**other).missing_domain == ""
        assert "A" not in opened(**other).domain.entity_types
