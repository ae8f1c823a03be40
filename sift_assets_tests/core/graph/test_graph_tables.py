"""Tables as bytes."""

import pyarrow as pa
import pytest

from sift_assets.core.graph.fragment import Fragment
from sift_assets.core.graph.tables import (
    DOCUMENTS,
    EVIDENCE,
    FRAGMENT_QUARANTINE,
    MENTIONS,
    table_of,
)
from sift_assets_tests.core.graph.graph_examples import fragment, mention, relation


class Together(Fragment):
    """The same tables, in one piece."""

    together = True


ADA = fragment(mention("PERSON", "Ada"), mention("PERSON", "Bo", 9), relation("Ada", "KNOWS", "Bo"))


def test_bytes_depend_on_rows_not_on_how_a_table_is_laid_out() -> None:
    first, second = ADA.mentions.slice(0, 1), ADA.mentions.slice(1, 1)
    chunked = Fragment(pa.concat_tables([first, second]), ADA.evidence, ADA.quarantine)
    assert chunked == ADA
    assert chunked.to_bytes() == ADA.to_bytes()
    assert chunked.content_hash() == ADA.content_hash()


@pytest.mark.parametrize(("start", "length"), [(0, 1), (1, 1), (1, 0), (0, 2)])
def test_a_stretch_of_a_table_has_the_bytes_of_its_rows(start: int, length: int) -> None:
    stretch = ADA.mentions.slice(start, length)
    rows = table_of(stretch.to_pylist(), stretch.schema)
    views = (Fragment(table, ADA.evidence, ADA.quarantine) for table in (stretch, rows))
    first, second = (view.to_bytes() for view in views)
    assert first == second


def test_schema_metadata_shapes_no_bytes() -> None:
    tagged = ADA.mentions.replace_schema_metadata({"written": "yesterday"})
    assert Fragment(tagged, ADA.evidence, ADA.quarantine).to_bytes() == ADA.to_bytes()


def test_a_value_reads_back_from_its_bytes() -> None:
    assert Fragment.from_bytes(ADA.to_bytes()) == ADA


def test_tables_compressed_together_are_the_same_value_in_less_room() -> None:
    together = Together(ADA.mentions, ADA.evidence, ADA.quarantine)
    assert Together.from_bytes(together.to_bytes()) == together
    assert len(together.to_bytes()) < len(ADA.to_bytes())
    first, second = ADA.mentions.slice(0, 1), ADA.mentions.slice(1, 1)
    chunked = Together(pa.concat_tables([first, second]), ADA.evidence, ADA.quarantine)
    assert chunked.to_bytes() == together.to_bytes()


@pytest.mark.parametrize("cut", [slice(0), slice(1), slice(9), slice(-1), slice(1, None)])
def test_damaged_bytes_of_tables_compressed_together_are_refused(cut: slice) -> None:
    data = Together(ADA.mentions, ADA.evidence, ADA.quarantine).to_bytes()
    with pytest.raises(ValueError, match=r"bytes|compressed"):
        Together.from_bytes(data[cut])
    with pytest.raises(ValueError, match=r"bytes|compressed"):
        Together.from_bytes(data + b"!")


def test_values_that_differ_have_different_bytes() -> None:
    assert fragment(mention("PERSON", "Ada")) != fragment(mention("PERSON", "Bo"))
    assert fragment(mention("PERSON", "Ada")).to_bytes() != ADA.to_bytes()
    assert ADA != "a fragment"


@pytest.mark.parametrize(
    "data",
    [b"", b"\x01", ADA.to_bytes()[:-1], ADA.to_bytes() + b"!", b"\x04" + b"\0" * 7 + b"junk"],
)
def test_damaged_bytes_are_refused(data: bytes) -> None:
    with pytest.raises(ValueError, match=r"bytes|Arrow"):
        Fragment.from_bytes(data)


def test_no_rows_give_an_empty_table_of_the_schema() -> None:
    assert table_of([], FRAGMENT_QUARANTINE).schema == FRAGMENT_QUARANTINE


def test_mentions_evidence_and_documents_know_their_scope() -> None:
    assert {"document", "collection", "folder", "tags"} <= set(MENTIONS.names)
    assert {"collection", "folder", "tags"} <= set(DOCUMENTS.names)
    assert "relation_id" in EVIDENCE.names
