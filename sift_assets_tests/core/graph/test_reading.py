"""Stored extractions as columns."""

from typing import Any

import pytest
from hypothesis import given
from pydantic import BaseModel

from sift_assets.core.graph.reading import MENTION, PARSED_BYTES, RELATION, read
from sift_assets.core.records.extraction import Evidence, Extraction, Mention, RelationMention
from sift_assets_tests.core.graph.graph_examples import corpora, extraction, mention, relation


@pytest.mark.parametrize(
    ("struct", "record"),
    [
        (MENTION, Mention),
        (RELATION, RelationMention),
        (MENTION.field("evidence").type, Evidence),
        (RELATION.field("evidence").type, Evidence),
    ],
)
def test_every_field_of_a_record_is_read(struct: Any, record: type[BaseModel]) -> None:
    """A field that is not would be lost from what is quarantined."""
    assert {field.name for field in struct} == set(record.model_fields)


@given(corpora().filter(bool))
def test_columns_hold_what_the_records_say(corpus: dict[str, Extraction]) -> None:
    found = read({key: one.to_bytes() for key, one in corpus.items()})
    for table, records, field in (
        (found.mentions, found.records[0], "mentions"),
        (found.relations, found.records[1], "relations"),
    ):
        given_ = [
            (row, one) for row, whole in enumerate(corpus.values()) for one in getattr(whole, field)
        ]
        assert records.to_pylist() == [
            one.model_dump(mode="json")
            | {"attributes": [each.model_dump() for each in one.attributes]}
            for _, one in given_
        ]
        assert table["row"].to_pylist() == [row for row, _ in given_]
        assert table["quote"].to_pylist() == [one.evidence.quote for _, one in given_]


def test_texts_of_any_kind_are_read_as_they_are() -> None:
    name = 'a\u0000b\nc\u2028d\\"\t\U0001f600e'
    found = read(
        {"a": extraction(mention("PERSON", name), relation(name, "KNOWS", "B")).to_bytes()}
    )
    assert found.mentions["name"].to_pylist() == [name]
    assert found.relations["source"].to_pylist() == [name]


def test_documents_are_read_whole_however_much_is_parsed_at_a_time() -> None:
    names = {"a": "a" * PARSED_BYTES, "b": "b", "c": "c" * (PARSED_BYTES // 2), "d": "d"}
    stored = {key: extraction(mention("PERSON", name)).to_bytes() for key, name in names.items()}
    found = read(stored)
    assert found.mentions["name"].to_pylist() == list(names.values())
    assert found.mentions["row"].to_pylist() == [0, 1, 2, 3]
    assert found.documents == list(names)


@pytest.mark.parametrize("stored", [b"", b"{}\n{}", b"[1]", b"{"])
def test_what_is_no_extraction_is_refused(stored: bytes) -> None:
    with pytest.raises(ValueError, match=r"JSON|values"):
        read({"a": stored})
