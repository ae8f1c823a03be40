"""Tables put away on a disk are the same tables, and leave nothing behind."""

from pathlib import Path

import pyarrow as pa
import pytest

from sift_assets.core.errors import StoreError
from sift_assets.core.graph.build import build_graph
from sift_assets.core.graph.partition import cut, joined
from sift_assets.core.graph.stretches import Room
from sift_assets.core.records.extraction import Extraction
from sift_assets.resources.spilling import Spill
from sift_assets_tests.core.graph.graph_examples import (
    GENERAL,
    extraction,
    facts_of,
    fragment_of,
    graph_of,
    mention,
    relation,
)

TABLE = pa.table({"name": ["Ada", "Bo", "Cy"], "lists": [["a"], [], ["b", "c"]]})


def test_a_table_on_the_disk_is_the_table_and_its_file_has_no_name(tmp_path: Path) -> None:
    put_away = Spill(tmp_path / "new" / "spill", held=0).keep(TABLE.slice(1))
    assert put_away.equals(TABLE.slice(1))
    assert put_away.nbytes < TABLE.nbytes
    assert list((tmp_path / "new" / "spill").iterdir()) == []


def test_the_first_tables_stay_in_memory(tmp_path: Path) -> None:
    spill = Spill(tmp_path / "spill", held=2 * TABLE.nbytes)
    assert spill.keep(TABLE) is TABLE
    assert spill.keep(TABLE) is TABLE
    assert not (tmp_path / "spill").exists()
    assert spill.keep(TABLE) is not TABLE


def test_a_graph_that_was_put_away_on_the_disk_is_the_same(tmp_path: Path) -> None:
    records = [mention("PERSON", name, 10 * at) for at, name in enumerate(("Ada", "Bo", "Cy"))]
    said = extraction(*records, relation("Ada", "KNOWS", "Bo", 50))
    corpus: dict[str, Extraction] = dict.fromkeys(("a", "b", "c"), said)
    room = Room(rows=2, keep=Spill(tmp_path, held=0).keep)
    fragments = (fragment_of({key: one}) for key, one in corpus.items())
    whole = graph_of(corpus)
    graph = build_graph(fragments, GENERAL, facts_of(dict.fromkeys(corpus, "")), room)
    assert graph.to_bytes() == whole.to_bytes()
    parts = {part.type: room.put_away(part) for part in cut(graph, room)}
    again = joined(parts, graph.quarantine, graph.documents, room)
    assert again.to_bytes() == whole.to_bytes()


def test_a_disk_that_cannot_be_written_is_told(tmp_path: Path) -> None:
    (tmp_path / "spill").write_text("a file", encoding="utf-8")
    with pytest.raises(StoreError, match="cannot be written"):
        Spill(tmp_path / "spill", held=0).keep(TABLE)
