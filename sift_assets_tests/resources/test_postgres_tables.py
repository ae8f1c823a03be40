"""What a database promises beside what files do: names, versions, errors, a server that dies."""

import os
import re
import subprocess
import sys
import threading
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import psycopg
import pytest

from sift_assets.core.errors import ConfigError, MissingEngineError, StoreError
from sift_assets.core.llm.ledger import Limits, PlannedCall, Sums, Verdict
from sift_assets.core.planning.state import Provenance
from sift_assets.resources import postgres as connections
from sift_assets.resources.database import database_of
from sift_assets.resources.ledger import TableLedger
from sift_assets.resources.postgres_locks import close_living
from sift_assets.resources.provenance import ProvenanceIndex
from sift_assets.resources.provenance_schema import INDEX_DESIGN
from sift_assets.resources.tables import tables_at
from sift_assets_tests.fakes.postgres_server import (
    PASSWORD,
    PostgresServer,
    running_postgres,
)

NOW = 1_800_000_000.0
CALL = PlannedCall(stage="extract", model="openai/x", worst=10, seconds=600)
ENTRY = Provenance(version="v", code_version="1")

KILLED_WRITING = """
import os, sys
from pathlib import Path
from sift_assets.core.planning.state import Provenance
from sift_assets.resources.postgres_locks import close_living
from sift_assets.resources.provenance import ProvenanceIndex
from sift_assets.resources.provenance_schema import INDEX_DESIGN
from sift_assets.resources.tables import tables_at
path = Path(sys.argv[1])
ProvenanceIndex(path).record("texts", {"kept": Provenance(version="v", code_version="1")})
with tables_at(path, INDEX_DESIGN).writing() as connection:
    connection.execute("DELETE FROM provenance")
    os.kill(os.getpid(), 9)
"""


@pytest.fixture
def root(tmp_path: Path, database: PostgresServer) -> Path:
    assert database.port
    (tmp_path / "sift.yaml").touch()
    return tmp_path


@pytest.fixture
def index(root: Path) -> ProvenanceIndex:
    return ProvenanceIndex(root / ".sift" / "provenance.sqlite")


@pytest.fixture
def administrator(postgres: PostgresServer) -> Iterator["psycopg.Connection"]:
    with closing(psycopg.connect(postgres.address(), autocommit=True)) as connection:
        yield connection


def schemas(administrator: psycopg.Connection) -> list[str]:
    query = "SELECT nspname FROM pg_namespace WHERE nspname LIKE %s ORDER BY nspname"
    begins = os.environ["SIFT_DATABASE_SCHEMA"]
    return [
        name
        for (name,) in administrator.execute(query, (f"{begins}%",))
        if re.fullmatch(rf"{begins}(_[0-9a-f]{{12}})?", name)
    ]


def test_looking_makes_nothing_and_each_folder_has_a_schema_of_its_own(
    root: Path, index: ProvenanceIndex, administrator: psycopg.Connection
) -> None:
    ledger = TableLedger(root / "decisions" / "ledger.sqlite", Limits(total=100))
    seat = ProvenanceIndex(root / ".sift" / "seats" / "ana" / "provenance.sqlite")
    assert (index.read("texts"), index.faults(), ledger.sums()) == ({}, [], Sums())
    index.discard()
    index.erase_deleted()
    assert schemas(administrator) == []
    index.record("texts", {"a": ENTRY})
    ledger.reserve(CALL, NOW)
    seat.record("texts", {"b": ENTRY})
    assert len(schemas(administrator)) == 3
    assert (list(index.read("texts")), list(seat.read("texts"))) == (["a"], ["b"])
    seat.discard()
    assert (seat.read("texts"), list(index.read("texts"))) == ({}, ["a"])
    assert [file.name for file in root.iterdir()] == ["sift.yaml"]


def test_two_projects_in_one_database_know_nothing_of_each_other(
    root: Path, index: ProvenanceIndex, monkeypatch: pytest.MonkeyPatch
) -> None:
    index.record("texts", {"a": ENTRY})
    mine = os.environ["SIFT_DATABASE_SCHEMA"]
    monkeypatch.setenv("SIFT_DATABASE_SCHEMA", f"{mine}_other")
    assert ProvenanceIndex(index.path).read("texts") == {}
    monkeypatch.delenv("SIFT_DATABASE_SCHEMA")
    (root / "sift.yaml").write_text(f"database_schema: {mine}\n")
    assert list(ProvenanceIndex(index.path).read("texts")) == ["a"]


def test_older_tables_are_brought_up_to_date_and_newer_ones_refused(
    index: ProvenanceIndex,
) -> None:
    first = INDEX_DESIGN._replace(steps=INDEX_DESIGN.steps[:1])
    with tables_at(index.path, first).writing() as connection:
        row = ("texts", "a", ENTRY.to_bytes())
        connection.execute("INSERT INTO provenance VALUES (?, ?, ?)", row)
    assert index.read("texts") == {"a": ENTRY}  # a reader finds them of today
    index.forget_version("v")
    assert index.read("texts") == {}
    newer = INDEX_DESIGN._replace(steps=(*INDEX_DESIGN.steps, lambda *_: None))
    with tables_at(index.path, newer).writing():
        pass
    for look in (lambda: index.read("texts"), lambda: index.record("texts", {"a": ENTRY})):
        with pytest.raises(StoreError, match="newer version"):
            look()


def test_an_interrupted_step_leaves_the_older_tables(index: ProvenanceIndex) -> None:
    first = INDEX_DESIGN._replace(steps=INDEX_DESIGN.steps[:1])
    with tables_at(index.path, first).writing():
        pass

    def interrupted(*_: object) -> None:
        raise KeyboardInterrupt

    broken = INDEX_DESIGN._replace(steps=(*INDEX_DESIGN.steps, interrupted))
    with pytest.raises(KeyboardInterrupt), tables_at(index.path, broken).writing():
        pytest.fail("brought up to date")
    with tables_at(index.path, first).writing():  # it is still of the first
        pass


def test_a_writer_that_is_killed_leaves_what_was_there(index: ProvenanceIndex) -> None:
    command = [sys.executable, "-c", KILLED_WRITING, str(index.path)]
    assert subprocess.run(command, check=False).returncode == -9
    assert index.read("texts") == {"kept": ENTRY}
    index.record("texts", {"more": ENTRY})  # and nobody is kept out
    assert list(index.read("texts")) == ["kept", "more"]


def test_threads_that_write_at_once_make_the_tables_once_and_lose_nothing(
    index: ProvenanceIndex,
) -> None:
    def write(name: str) -> None:
        for number in range(5):
            ProvenanceIndex(index.path).record("texts", {f"{name}{number}": ENTRY})

    writers = [threading.Thread(target=write, args=(name,)) for name in "abcd"]
    for writer in writers:
        writer.start()
    for writer in writers:
        writer.join()
    assert len(index.read("texts")) == 20


def test_the_password_is_in_no_message_and_what_to_do_is(
    root: Path, postgres: PostgresServer, monkeypatch: pytest.MonkeyPatch
) -> None:
    addresses = {
        postgres.address(password="wrong-one"): "Check user and password in SIFT_DATABASE",
        postgres.address("nowhere"): "Check the names in SIFT_DATABASE",
        "postgresql://sift:wrong-one@127.0.0.1:1/x": "Check that the server runs",
        "postgresql://sift:wrong-one@127.0.0.1:x y/x": "cannot be understood",
        "mysql://sift:wrong-one@127.0.0.1/x": "is not an address of Postgres",
        "": "is not set",
    }
    for address, fix in addresses.items():
        monkeypatch.setenv("SIFT_DATABASE", address)
        with pytest.raises((StoreError, ConfigError)) as raised:
            ProvenanceIndex(root / ".sift" / "provenance.sqlite").read("texts")
        assert fix in str(raised.value)
        assert "wrong-one" not in str(raised.value)
        assert PASSWORD not in str(raised.value)
        assert raised.value.__cause__ is None  # whose message is the server's own
    monkeypatch.setenv("SIFT_DATABASE", postgres.address())
    found = database_of(root / "any")
    assert found is not None
    assert PASSWORD not in repr(found)
    said = f"no connection to {found.address} with {PASSWORD}"
    assert connections.without_password(said, found.address) == "no connection to *** with ***"


@pytest.mark.parametrize("name", ["Norrsund", "1a", "a-b", "a" * 41, 'a"; DROP TABLE calls'])
def test_a_schema_of_an_impossible_name_is_refused(
    root: Path, monkeypatch: pytest.MonkeyPatch, name: str
) -> None:
    monkeypatch.setenv("SIFT_DATABASE_SCHEMA", name)
    with pytest.raises(ConfigError, match="is not a name for a schema"):
        ProvenanceIndex(root / ".sift" / "provenance.sqlite")


def test_the_package_that_is_missing_is_named_by_its_extra(
    index: ProvenanceIndex, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(sys.modules, "psycopg", None)
    with pytest.raises(MissingEngineError, match=r"pip install 'sift-assets\[postgres\]'"):
        index.read("texts")


def test_without_a_schema_there_are_files_whatever_the_environment_says(
    root: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.delenv("SIFT_DATABASE_SCHEMA")
    index = ProvenanceIndex(root / ".sift" / "provenance.sqlite")
    index.record("texts", {"a": ENTRY})
    assert index.path.is_file()


def test_what_was_written_outlives_a_server_that_dies_and_its_clients_find_it_again(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    with running_postgres(("fsync=on",)) as server:
        monkeypatch.setenv("SIFT_DATABASE", server.address())
        monkeypatch.setenv("SIFT_DATABASE_SCHEMA", "crashed")
        (tmp_path / "sift.yaml").touch()
        ledger = TableLedger(tmp_path / "decisions" / "ledger.sqlite", Limits(total=100))
        for _ in range(3):
            assert ledger.reserve(CALL, NOW).verdict is Verdict.GRANTED
        server.stop(kill=True)
        with pytest.raises(StoreError, match=r"no call is made|cannot be reached"):
            ledger.reserve(CALL, NOW)
        server.start(("fsync=on",))
        assert ledger.sums() == Sums(0, 30)
        assert ledger.reserve(CALL, NOW).verdict is Verdict.GRANTED
        connections.close_idle()
        close_living()
