"""Holding quotes against the text."""

import pytest

from sift_assets.core.extraction.checks import quote_faults
from sift_assets.core.records.extraction import (
    Alignment,
    Evidence,
    Extraction,
    ExtractionStatus,
    Mention,
    Quarantined,
    QuarantineReason,
    RelationMention,
)

TEXT = "Ada Varga works for Kestrel Ltd."


def extraction(mention: Evidence, relation: Evidence) -> Extraction:
    return Extraction(
        status=ExtractionStatus.COMPLETE,
        extractor="names",
        mentions=(
            Mention(type="PERSON", name="Ada", surface="Ada", evidence=mention, confidence=1),
        ),
        relations=(
            RelationMention(
                type="EMPLOYED_BY", source="Ada", target="K", evidence=relation, confidence=1
            ),
        ),
        quarantined=(
            Quarantined(
                kind="mention",
                reason=QuarantineReason.UNGROUNDED,
                detail="not found",
                record={"quote": "nowhere"},
            ),
        ),
    )


NAME = Evidence(start=0, end=9, quote="Ada Varga")
SENTENCE = Evidence(start=0, end=32, quote=TEXT)


def test_quotes_that_equal_their_slices_have_no_fault_and_the_quarantine_is_not_looked_at() -> None:
    assert quote_faults(extraction(NAME, SENTENCE), TEXT) == []


@pytest.mark.parametrize(
    "wrong",
    [
        Evidence(start=0, end=9, quote="ada varga"),
        Evidence(start=1, end=10, quote="Ada Varga"),
        Evidence(start=0, end=0, quote=""),
        Evidence(start=-4, end=-1, quote="Ltd"),
        Evidence(start=20, end=40, quote="Kestrel Ltd."),
        Evidence(start=0, end=9, quote="Ada Varga", alignment=Alignment.UNGROUNDED),
    ],
    ids=["case", "shifted", "nothing", "from the end", "beyond the end", "ungrounded"],
)
def test_a_wrong_quote_is_named_by_its_span_and_not_repeated(wrong: Evidence) -> None:
    for found in (extraction(wrong, SENTENCE), extraction(NAME, wrong)):
        (fault,) = quote_faults(found, TEXT)
        assert f"{wrong.start}-{wrong.end}" in fault
        assert "Ada" not in fault


def test_every_fault_is_listed() -> None:
    wrong = Evidence(start=0, end=4, quote="none")
    assert len(quote_faults(extraction(wrong, wrong), TEXT)) == 2
