"""Recorded extractions of sift-kg: what is read of them, and which document they are about."""

import json
from typing import Any

import pytest

from sift_assets.core.importing.recorded import Recorded, document_of, read_recorded, standing

ADA = {"name": "Ada Varga", "entity_type": "PERSON", "context": "Ada Varga met Karl Meier."}
MET = {
    "relation_type": "MET",
    "source_entity": "Ada Varga",
    "target_entity": "Karl Meier",
    "evidence": "Ada Varga met Karl Meier.",
}
FILE: dict[str, Any] = {
    "document_id": "letter",
    "document_path": "docs/1931/letter.txt",
    "entities": [ADA, {"name": " "}, "nobody"],
    "relations": [MET, {"source_entity": "Ada Varga"}],
    "model_used": "some/model",
    "domain_name": "General",
    "error": None,
}


def test_records_without_a_name_or_an_end_are_counted_and_left_out() -> None:
    recorded = read_recorded(json.dumps(FILE).encode(), "other")
    assert recorded == Recorded(
        document_id="letter",
        document_path="docs/1931/letter.txt",
        domain="General",
        model="some/model",
        entities=(ADA,),
        relations=(MET,),
        unreadable=3,
    )


@pytest.mark.parametrize(
    ("data", "reason"),
    [
        (b"{", "is no JSON"),
        (b"[]", "holds no extraction"),
        (json.dumps(FILE | {"error": "timed out"}).encode(), "says that the extraction failed"),
    ],
)
def test_a_file_that_holds_no_extraction_is_refused_in_words(data: bytes, reason: str) -> None:
    assert read_recorded(data, "letter") == reason


@pytest.mark.parametrize(
    ("keys", "found"),
    [
        (["letter.txt", "other.txt"], "letter.txt"),
        (["a/letter.md"], "a/letter.md"),
        (["1931/letter.txt", "1932/letter.txt"], "1931/letter.txt"),
        (["letter.txt", "1931/letter.txt"], "1931/letter.txt"),
        (["a/letter.txt", "b/letter.txt"], ["a/letter.txt", "b/letter.txt"]),
        (["other.txt"], []),
        (["other.txt", "Letter!.txt"], []),
    ],
)
def test_a_document_is_found_by_its_stem_and_of_several_by_where_it_lay(
    keys: list[str], found: str | list[str]
) -> None:
    recorded = Recorded(document_id="letter", document_path="docs\\1931\\letter.txt")
    assert document_of(recorded, keys) == found


def test_where_no_document_has_the_stem_the_place_counts() -> None:
    recorded = Recorded(document_id="letter 12ab", document_path="1931/100%25 [draft].txt")
    found = document_of(recorded, ["1931/letter.txt", "1931/100%2525%20%5Bdraft%5D.txt"])
    assert found == "1931/100%2525%20%5Bdraft%5D.txt"


def test_another_text_is_known_by_the_quotes_that_do_not_stand_in_it() -> None:
    second = ADA | {"context": "Ada Varga met Karl Meier. ||| She is tall."}
    recorded = Recorded(document_id="letter", entities=(second,), relations=(MET,))
    assert standing(recorded, "In May ada varga  met Karl Meier.") == pytest.approx(2 / 3)
    assert standing(recorded, "Nothing of the kind.") == 0
    assert standing(Recorded(document_id="letter"), "Anything.") == 1
