"""An index is opened to look only, and refused when it is none of today's."""

import sqlite3
from contextlib import closing
from pathlib import Path

import pytest

from sift_assets.core.query.errors import Code, QueryError
from sift_assets.core.query.filters import Filters
from sift_assets.resources.agent_index.reading import opened_index
from sift_assets_tests.core.query.small_world import Paper, written

ONE = {"a.txt": Paper([("Ada Varga", "MET", "KESTREL")])}


def refused(file: Path) -> str:
    with pytest.raises(QueryError) as caught, opened_index(file, Filters()):
        pass
    assert caught.value.code is Code.NO_INDEX
    return str(caught.value)


def test_looking_leaves_the_file_and_its_folder_as_they_are(tmp_path: Path) -> None:
    file = written(tmp_path / "index.sqlite", ONE)
    data = file.read_bytes()
    with opened_index(file, Filters(folders=("",))) as index:
        assert index.counts().entities == 2
        assert index.passage_at("a.txt", 3) is not None
        assert index.passage_at("a.txt", 3000) is None
    assert file.read_bytes() == data
    assert list(tmp_path.iterdir()) == [file]


def test_no_file_no_database_and_another_version_are_no_index(tmp_path: Path) -> None:
    assert "no agent_index yet" in refused(tmp_path / "none.sqlite")
    text = tmp_path / "text.sqlite"
    text.write_bytes(b"not a database, but long enough to be read as one" * 9)
    assert "cannot be read" in refused(text)
    old = written(tmp_path / "old.sqlite", ONE)
    with closing(sqlite3.connect(old)) as connection, connection:
        connection.execute("UPDATE about SET value = '0' WHERE name = 'schema'")
    assert "another version" in refused(old)
