"""A folder that is partly somebody else's: what is theirs stays, what is ours can go."""

import json
from collections.abc import Mapping
from pathlib import Path

import pytest

from sift_assets.core.errors import StoreError
from sift_assets.resources import files, listed_folder
from sift_assets.resources.listed_folder import LIST, ListedFolder
from sift_assets_tests.cli.calling import files_below

NOTES = {"PERSON/Ada.md": b"# Ada", "PERSON/Bo.md": b"# Bo", "Index.md": b"# Index"}


@pytest.fixture
def vault(tmp_path: Path) -> ListedFolder:
    return ListedFolder(tmp_path / "vault", "notes")


def there(vault: ListedFolder) -> Mapping[str, bytes]:
    found = files_below(vault.folder)
    return {name: data for name, data in found.items() if data is not None and name != LIST}


def test_what_is_written_no_more_goes_and_all_else_stays(vault: ListedFolder) -> None:
    (vault.folder / "PERSON").mkdir(parents=True)
    (vault.folder / "PERSON" / "Mine.md").write_bytes(b"mine")
    vault.write(NOTES, {})
    assert vault.names() == NOTES.keys()
    assert there(vault) == NOTES | {"PERSON/Mine.md": b"mine"}
    edited = {"PERSON/Bo.md": b"# Bo, and what I think of him"}
    (vault.folder / "PERSON" / "Bo.md").write_bytes(edited["PERSON/Bo.md"])
    fewer = {"Index.md": b"# Index, again"}
    vault.write(fewer, {})
    assert there(vault) == fewer | edited | {"PERSON/Mine.md": b"mine"}


def test_a_folder_that_is_empty_then_goes_as_well(vault: ListedFolder) -> None:
    vault.write(NOTES, {})
    vault.write({"Index.md": b"# Index"}, {})
    assert not (vault.folder / "PERSON").exists()


@pytest.mark.parametrize("name", ["PERSON/Ada.md", "Index.md"])
def test_what_is_somebody_elses_is_not_replaced_and_nothing_is_written(
    vault: ListedFolder, name: str
) -> None:
    (vault.folder / name).parent.mkdir(parents=True)
    (vault.folder / name).write_bytes(b"mine")
    with pytest.raises(StoreError, match="--output"):
        vault.write(NOTES, {})
    assert there(vault) == {name: b"mine"}


def test_what_was_written_by_other_ways_of_ours_is_replaced(vault: ListedFolder) -> None:
    vault.folder.mkdir()
    (vault.folder / "Index.md").write_bytes(b"# Old")
    vault.write(NOTES, {"Index.md": files.hash_file(vault.folder / "Index.md")})
    assert there(vault) == NOTES


def test_two_kinds_have_lists_of_their_own(vault: ListedFolder) -> None:
    other = ListedFolder(vault.folder, "others")
    vault.write(NOTES, {})
    other.write({"other.json": b"{}"}, {})
    vault.write({"Index.md": b"# Index"}, {})
    assert there(vault) == {"Index.md": b"# Index", "other.json": b"{}"}
    assert (vault.names(), other.names()) == ({"Index.md"}, {"other.json"})


@pytest.mark.parametrize("dies_at", range(1, 6))
def test_what_a_dying_process_left_is_finished_by_the_next(
    vault: ListedFolder, monkeypatch: pytest.MonkeyPatch, dies_at: int
) -> None:
    vault.write(NOTES, {})
    newer = {"Index.md": b"# New", "PERSON/Ada.md": b"# Ada B.", "PERSON/Cy.md": b"# Cy"}
    calls = 0

    def dying(path: Path, data: bytes, *, durable: bool = True) -> None:
        nonlocal calls
        calls += 1
        if calls == dies_at:
            raise KeyboardInterrupt
        files.write_atomically(path, data, durable=durable)

    with monkeypatch.context() as patch:
        patch.setattr(listed_folder, "write_atomically", dying)
        with pytest.raises(KeyboardInterrupt):
            vault.write(newer, {})
    for name, data in there(vault).items():
        assert data in (NOTES.get(name), newer.get(name))
    vault.write(newer, {})
    assert there(vault) == newer


def test_a_list_that_leads_out_of_the_folder_removes_nothing_there(
    vault: ListedFolder, tmp_path: Path
) -> None:
    outside = tmp_path / "outside.md"
    vault.write(NOTES, {})
    outside.write_bytes(NOTES["Index.md"])
    listed = json.loads((vault.folder / LIST).read_bytes())
    ours = listed["notes"]["Index.md"]
    forged = listed["notes"] | {"../outside.md": ours, str(outside): ours, "": ours}
    (vault.folder / LIST).write_text(json.dumps({"notes": forged}), encoding="utf-8")
    vault.write({"Index.md": b"# New"}, {})
    assert outside.read_bytes() == NOTES["Index.md"]


@pytest.mark.parametrize("damage", ["no JSON", "[]", '{"notes": 3}', '{"notes": {"a": 3}}'])
def test_a_damaged_list_says_nothing(vault: ListedFolder, damage: str) -> None:
    vault.folder.mkdir()
    (vault.folder / LIST).write_text(damage, encoding="utf-8")
    vault.write(NOTES, {})
    assert there(vault) == NOTES
