"""Looking at the world: what is taken up, what is gone, what is only not to be seen."""

from pathlib import Path

import pytest

from sift_assets.core.errors import ProjectError
from sift_assets.core.planning.folder_state import Skipped, SkipReason
from sift_assets.core.planning.state import Provenance
from sift_assets.core.planning.tombstones import Act, Tombstone, document_hash
from sift_assets.core.records.record import canonical_json, content_hash
from sift_assets.resources.workspace import Workspace
from sift_assets.workflows.observing import INVALID, known_documents, observe, value_of_root

MANY = 20


@pytest.fixture
def root(tmp_path: Path) -> Path:
    (tmp_path / "documents").mkdir()
    (tmp_path / "sift.yaml").write_text("", encoding="utf-8")
    (tmp_path / "documents" / "a.txt").write_text("one", encoding="utf-8")
    return tmp_path


def workspace(root: Path) -> Workspace:
    return Workspace.open(root, {})


def hashed(text: str) -> str:
    return content_hash(text.encode())


def test_a_person_who_runs_gets_every_file_at_once(root: Path) -> None:
    found = observe(workspace(root), {})
    assert found.observed.documents == {"a.txt": hashed("one")}
    assert found.complete
    assert found.observed.blocked == ()


def test_a_new_file_waits_for_a_second_equal_look_and_a_known_one_does_not(root: Path) -> None:
    first = observe(workspace(root), {}, earlier={})
    assert first.observed.documents == {}
    second = observe(workspace(root), {}, earlier=first.looks)
    assert second.observed.documents == {"a.txt": hashed("one")}
    known = observe(workspace(root), {"a.txt": hashed("one")}, earlier={})
    assert known.observed.documents == {"a.txt": hashed("one")}


def test_a_known_file_that_is_being_rewritten_keeps_its_old_hash_meanwhile(root: Path) -> None:
    known = {"a.txt": hashed("one")}
    before = observe(workspace(root), known, earlier={})
    (root / "documents" / "a.txt").write_text("one and more", encoding="utf-8")
    now = observe(workspace(root), known, earlier=before.looks)
    assert now.observed.documents == known
    later = observe(workspace(root), known, earlier=now.looks)
    assert later.observed.documents == {"a.txt": hashed("one and more")}


@pytest.mark.parametrize(
    ("setting", "flag", "held"),
    [("", False, True), ("mass_delete: allow", False, False), ("", True, False)],
)
def test_many_that_are_gone_at_once_are_held_back_unless_allowed(
    root: Path, setting: str, flag: bool, held: bool
) -> None:
    (root / "sift.yaml").write_text(setting, encoding="utf-8")
    known = {f"{number}.txt": hashed("x") for number in range(MANY)}
    found = observe(workspace(root), known, allow_mass_deletion=flag)
    assert bool(found.held_back) == held
    assert len(found.observed.documents) == (MANY + 1 if held else 1)


def test_few_that_are_gone_are_gone(root: Path) -> None:
    found = observe(workspace(root), {"a.txt": hashed("one"), "b.txt": hashed("two")})
    assert found.observed.documents == {"a.txt": hashed("one")}


def test_the_projects_own_files_are_no_documents_even_in_its_own_folder(root: Path) -> None:
    (root / "sift.yaml").write_text("documents: .\n", encoding="utf-8")
    for folder in (".sift", "exports", ".dagster", "domains"):
        (root / folder).mkdir()
        (root / folder / "file.txt").write_text("ours", encoding="utf-8")
    found = observe(workspace(root), {})
    assert set(found.observed.documents) == {"documents/a.txt"}


def test_a_missing_folder_is_an_error(root: Path) -> None:
    (root / "sift.yaml").write_text("documents: elsewhere\n", encoding="utf-8")
    with pytest.raises(ProjectError, match="elsewhere"):
        observe(workspace(root), {"a.txt": hashed("one")})


def test_a_broken_domain_blocks_and_has_versions_of_its_own(root: Path) -> None:
    (root / "broken.yaml").write_text("entity_typez: {}\n", encoding="utf-8")
    (root / "sift.yaml").write_text("domain: broken.yaml\n", encoding="utf-8")
    found = observe(workspace(root), {}).observed
    assert all(version.startswith(INVALID) for version in found.domain.values())
    assert not any(version.startswith(INVALID) for version in found.settings.values())
    (problem,) = found.blocked
    assert "broken.yaml:1" in problem
    again = observe(workspace(root), {}).observed
    assert again.domain == found.domain
    (root / "broken.yaml").write_text("name: x\nentity_typez: {}\n", encoding="utf-8")
    assert observe(workspace(root), {}).observed.domain != found.domain


def test_a_model_without_its_key_blocks_and_the_domain_is_still_read(
    root: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.delenv("OPENAI_API_KEY", raising=False)
    (root / "sift.yaml").write_text("model: openai/gpt-4o-mini\n", encoding="utf-8")
    found = observe(workspace(root), {}).observed
    assert "OPENAI_API_KEY" in " ".join(found.blocked)
    assert not any(version.startswith(INVALID) for version in found.domain.values())


def test_the_value_of_a_root_is_the_bytes_whose_hash_is_its_version(root: Path) -> None:
    opened = workspace(root)
    observed = observe(opened, {}).observed
    for asset, versions in (("domain", observed.domain), ("settings", observed.settings)):
        for name, version in versions.items():
            assert content_hash(value_of_root(opened, observed, asset, name)) == version
    with pytest.raises(ProjectError, match="no stored value"):
        value_of_root(opened, observed, "documents", "a.txt")


def test_known_documents_are_those_last_reported_and_a_damaged_set_is_reported_anew(
    root: Path,
) -> None:
    opened, documents = workspace(root), {"a.txt": hashed("one")}
    assert known_documents(opened) == {}
    version = opened.store.put(canonical_json(documents))
    opened.provenance.record("document_set", {"": Provenance(version=version, code_version="1")})
    assert known_documents(opened) == documents
    opened.store.path_of(version).write_bytes(b"{}")
    assert known_documents(opened) == {}
    assert opened.provenance.read("document_set") == {}


def test_a_forgotten_content_is_not_taken_up_under_any_name(root: Path) -> None:
    opened = workspace(root)
    stone = Tombstone(
        act=Act.FORGET, document=document_hash("gone.txt"), content=hashed("one"), at="2026-01-01"
    )
    opened.tombstones.append([stone])
    found = observe(opened, {"a.txt": hashed("one")})
    assert found.observed.documents == {}
    assert found.folder.skipped == (Skipped(key="a.txt", reason=SkipReason.FORGOTTEN),)
    opened.tombstones.append([stone.model_copy(update={"act": Act.LIFT})])
    assert observe(opened, {}).observed.documents == {"a.txt": hashed("one")}
