"""The provenance index: what is recorded is read back, and a damaged file costs only a rebuild."""

import sqlite3
import subprocess
import sys
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from sift_assets.core.errors import StoreError
from sift_assets.core.planning.state import Attempt, Provenance
from sift_assets.resources.provenance import ProvenanceIndex
from sift_assets_tests.fakes.shared_folders import ONE_FIXTURE_FOR_ALL, fresh

WRITE_MANY = """
import sys
from pathlib import Path
from sift_assets.core.planning.state import Provenance
from sift_assets.resources.provenance import ProvenanceIndex
index = ProvenanceIndex(Path(sys.argv[1]))
for number in range(60):
    entry = Provenance(version=str(number), code_version="1")
    index.record("texts", {f"{sys.argv[2]}{number}": entry, "shared": entry})
"""

KILLED_WRITING = """
import os, sqlite3, sys
connection = sqlite3.connect(sys.argv[1], isolation_level=None)
connection.execute("PRAGMA cache_size = 2")
connection.execute("BEGIN IMMEDIATE")
connection.execute("UPDATE provenance SET record = hex(zeroblob(20000))")
os.kill(os.getpid(), 9)
"""

NAMES = st.text(st.characters(exclude_categories=["Cs"], exclude_characters="\0"), max_size=8)
"""Postgres has no NUL in a text. No key has one either: `core.planning.keys` writes it as `%00`."""
ENTRIES = st.builds(
    Provenance,
    version=NAMES,
    code_version=NAMES,
    inputs=st.dictionaries(NAMES, NAMES, max_size=3),
    facts=st.dictionaries(NAMES, st.one_of(NAMES, st.integers(), st.booleans()), max_size=3),
)


def entry(version: str) -> Provenance:
    return Provenance(version=version, code_version="1", inputs={"documents": "d"})


@pytest.fixture
def index(shared_folder: Path) -> ProvenanceIndex:
    return ProvenanceIndex(shared_folder / ".sift" / "provenance.sqlite")


@pytest.fixture
def in_file(tmp_path: Path) -> ProvenanceIndex:
    return ProvenanceIndex(tmp_path / "store" / "provenance.sqlite")


@settings(max_examples=20, suppress_health_check=ONE_FIXTURE_FOR_ALL)
@given(entries=st.dictionaries(NAMES, ENTRIES, max_size=4))
def test_what_is_recorded_is_read_back_in_order_of_partitions(
    shared_folder: Path, entries: dict[str, Provenance]
) -> None:
    index = ProvenanceIndex(fresh(shared_folder) / "provenance.sqlite")
    index.record("texts", entries)
    assert index.read("texts") == entries
    assert index.read("extractions") == {}


def test_reading_makes_no_file(index: ProvenanceIndex) -> None:
    assert index.read("texts") == {}
    assert index.attempts() == {}
    index.forget("texts", ["a"])
    index.clear_attempts(["a"])
    index.forget_version("v")
    assert not index.path.parent.exists()


def test_a_later_record_replaces_the_earlier_and_others_stay(index: ProvenanceIndex) -> None:
    index.record("texts", {"a": entry("1"), "b": entry("1")})
    index.record("texts", {"a": entry("2")})
    assert {k: e.version for k, e in index.read("texts").items()} == {"a": "2", "b": "1"}


def test_forgetting_removes_just_the_named_partitions(index: ProvenanceIndex) -> None:
    index.record("texts", {"a": entry("1"), "b": entry("1")})
    index.record("extractions", {"a": entry("1")})
    index.forget("texts", ["a", "never there"])
    assert list(index.read("texts")) == ["b"]
    assert list(index.read("extractions")) == ["a"]


def test_forgetting_a_version_removes_it_everywhere(index: ProvenanceIndex) -> None:
    index.record("texts", {"a": entry("bad"), "b": entry("good")})
    index.record("corpus", {"": entry("bad")})
    index.forget_version("bad")
    assert list(index.read("texts")) == ["b"]
    assert index.read("corpus") == {}


def test_attempts_are_kept_by_document_until_cleared(index: ProvenanceIndex) -> None:
    failed = Attempt(fingerprint="f", count=1, reason="why")
    index.record_attempt("b", failed)
    index.record_attempt("a", failed)
    index.record_attempt("a", failed.model_copy(update={"count": 2}))
    assert {k: a.count for k, a in index.attempts().items()} == {"a": 2, "b": 1}
    index.clear_attempts(["a"])
    assert list(index.attempts()) == ["b"]


@pytest.mark.parametrize("damage", [b"not a database at all, but long enough" * 40, b"SQLite"])
def test_a_damaged_file_is_set_aside_and_a_new_one_begun(
    in_file: ProvenanceIndex, damage: bytes
) -> None:
    in_file.record("texts", {"a": entry("1")})
    in_file.path.write_bytes(damage)
    assert in_file.read("texts") == {}
    assert in_file.path.with_suffix(".damaged").read_bytes() == damage
    in_file.record("texts", {"a": entry("2")})
    assert in_file.read("texts")["a"].version == "2"


def test_damage_in_the_middle_of_the_file_stops_once_and_is_then_healed(
    in_file: ProvenanceIndex,
) -> None:
    in_file.record("texts", {f"document {n}": entry("1" * 64) for n in range(400)})
    data = bytearray(in_file.path.read_bytes())
    data[4096:-4096] = b"\xa5" * (len(data) - 8192)
    in_file.path.write_bytes(bytes(data))
    with pytest.raises(StoreError, match="malformed"):
        in_file.read("texts")
    assert in_file.path.with_suffix(".damaged").exists()
    assert in_file.read("texts") == {}
    in_file.record("texts", {"a": entry("2")})
    assert in_file.read("texts")["a"].version == "2"


def test_two_processes_that_write_at_once_lose_nothing(index: ProvenanceIndex) -> None:
    command = [sys.executable, "-c", WRITE_MANY, str(index.path)]
    writers = [subprocess.Popen([*command, name]) for name in "ab"]
    assert [writer.wait() for writer in writers] == [0, 0]
    expected = {f"{name}{number}" for name in "ab" for number in range(60)}
    assert set(index.read("texts")) == expected | {"shared"}


def test_a_file_that_is_held_by_another_for_long_is_an_error_not_damage(
    in_file: ProvenanceIndex, monkeypatch: pytest.MonkeyPatch
) -> None:
    in_file.record("texts", {"a": entry("1")})
    monkeypatch.setattr("sift_assets.resources.sqlite_file.WAIT_SECONDS", 0.05)
    holder = sqlite3.connect(in_file.path, isolation_level=None)
    holder.execute("BEGIN EXCLUSIVE")
    with pytest.raises(StoreError, match="locked"):
        in_file.record("texts", {"a": entry("2")})
    holder.close()
    assert in_file.read("texts")["a"].version == "1"
    assert not in_file.path.with_suffix(".damaged").exists()


def test_a_block_with_one_connection_reads_and_writes_like_any_other(
    index: ProvenanceIndex,
) -> None:
    with index.kept_open(), index.kept_open():
        index.record("texts", {"a": entry("1")})
        other = ProvenanceIndex(index.path)
        assert other.read("texts") == {"a": entry("1")}  # each write is there for all at once
        other.record("texts", {"a": entry("2")})
        assert index.read("texts") == {"a": entry("2")}
    index.record("texts", {"a": entry("3")})
    assert other.read("texts") == {"a": entry("3")}


def test_a_file_that_is_damaged_while_it_is_kept_open_is_set_aside_and_made_anew(
    in_file: ProvenanceIndex,
) -> None:
    in_file.record("texts", {"a": entry("1")})
    with in_file.kept_open():
        in_file.path.write_bytes(b"no database" * 500)
        with pytest.raises(StoreError):
            in_file.read("texts")
        in_file.record("texts", {"b": entry("2")})
        assert in_file.read("texts") == {"b": entry("2")}


def test_what_a_killed_process_has_half_written_is_undone_and_no_fault(tmp_path: Path) -> None:
    index = ProvenanceIndex(tmp_path / "provenance.sqlite")
    index.record("texts", {str(number): entry("1") for number in range(10)})
    killed = subprocess.run([sys.executable, "-c", KILLED_WRITING, index.path], check=False)
    assert killed.returncode == -9
    assert index.path.with_name(f"{index.path.name}-journal").stat().st_size > 1000
    assert index.faults() == []
    assert index.read("texts") == {str(number): entry("1") for number in range(10)}


def test_a_sound_index_has_no_faults_and_none_is_made_by_looking(tmp_path: Path) -> None:
    index = ProvenanceIndex(tmp_path / "index.sqlite")
    assert index.faults() == []
    assert not index.path.exists()
    index.record("texts", {"a": entry("1")})
    index.record_attempt("a", Attempt(fingerprint="f", count=1, reason="r"))
    assert index.faults() == []


def test_unreadable_records_are_named_and_a_damaged_file_is_left_in_place(tmp_path: Path) -> None:
    index = ProvenanceIndex(tmp_path / "index.sqlite")
    index.record("texts", {"a": entry("1"), "b": entry("2")})
    with sqlite3.connect(index.path) as connection:
        connection.execute("UPDATE provenance SET record = x'7b' WHERE partition = 'b'")
    connection.close()
    assert [(f.asset, f.partition) for f in index.faults()] == [("texts", "b")]
    index.path.write_bytes(b"no database at all" * 100)
    (fault,) = index.faults()
    assert (fault.asset, "damaged" in fault.problem) == ("", True)
    assert [file.name for file in tmp_path.iterdir()] == ["index.sqlite"]
    index.discard()
    assert list(tmp_path.iterdir()) == []


def test_erasing_leaves_nothing_of_deleted_records_in_the_file(tmp_path: Path) -> None:
    index = ProvenanceIndex(tmp_path / "index.sqlite")
    index.erase_deleted()
    assert not index.path.exists()
    index.record("texts", {f"secret{n}": entry(f"hidden{n}") for n in range(200)})
    index.record("texts", {"kept": entry("1")})
    with sqlite3.connect(index.path) as connection:
        connection.execute("PRAGMA secure_delete = OFF")  # as most builds of SQLite have it
        connection.execute("DELETE FROM provenance WHERE partition LIKE 'secret%'")
    connection.close()
    assert b"secret" in index.path.read_bytes()
    index.path.with_suffix(".damaged").write_bytes(b"secret")
    index.erase_deleted()
    assert b"secret" not in index.path.read_bytes()
    assert b"hidden" not in index.path.read_bytes()
    assert [file.name for file in tmp_path.iterdir()] == ["index.sqlite"]
    assert index.read("texts") == {"kept": entry("1")}
