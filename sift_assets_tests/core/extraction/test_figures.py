"""An extraction in figures."""

from sift_assets.core.extraction.figures import (
    grounding_figures,
    record_figures,
    summed,
)
from sift_assets.core.records.extraction import (
    Alignment,
    ChunkReport,
    ChunkStatus,
    ContextReport,
    Evidence,
    Extraction,
    ExtractionStatus,
    Mention,
    Quarantined,
    QuarantineReason,
    RecordCounts,
)

ONE = RecordCounts(kept=2, coerced={"shape": 1}, off_schema=1, quarantined={"ungrounded": 1})
TWO = RecordCounts(kept=3, coerced={"shape": 2, "type_respelled": 1}, dropped={"cut": 1})
PARTIAL = Extraction(
    status=ExtractionStatus.PARTIAL,
    extractor="llm",
    context=ContextReport(status=ChunkStatus.OK),
    chunks=(
        ChunkReport(index=0, status=ChunkStatus.OK, input_tokens=5, output_tokens=2, counts=ONE),
        ChunkReport(index=1, status=ChunkStatus.OK, input_tokens=6, output_tokens=3, counts=TWO),
        ChunkReport(index=2, status=ChunkStatus.FAILED, reason="no answer"),
        ChunkReport(index=3, status=ChunkStatus.FAILED, reason="no answer"),
        ChunkReport(index=4, status=ChunkStatus.PENDING, reason="no money"),
    ),
    mentions=tuple(
        Mention(
            type="PERSON",
            name="A",
            surface="A",
            evidence=Evidence(start=0, end=1, quote="A", alignment=alignment),
            confidence=1,
        )
        for alignment in (Alignment.EXACT, Alignment.EXACT, Alignment.ALIGNED)
    ),
    quarantined=(
        Quarantined(kind="mention", reason=QuarantineReason.UNGROUNDED, detail=""),
        Quarantined(kind="mention", reason=QuarantineReason.EMPTY_NAME, detail=""),
    ),
)


def test_counts_add_up_by_reason() -> None:
    assert summed([ONE, TWO]) == RecordCounts(
        kept=5,
        coerced={"shape": 3, "type_respelled": 1},
        off_schema=1,
        quarantined={"ungrounded": 1},
        dropped={"cut": 1},
    )
    assert summed([]) == RecordCounts()


def test_what_became_of_the_records_of_a_document_is_told_in_figures() -> None:
    assert record_figures(PARTIAL) == {
        "records_kept": 5,
        "records_coerced": "shape 3, type_respelled 1",
        "records_off_schema": 1,
        "records_quarantined": "ungrounded 1",
        "records_dropped": "cut 1",
        "input_tokens": 11,
        "output_tokens": 5,
        "context": "ok",
    }


def test_the_local_model_has_no_answers_to_count() -> None:
    local = Extraction(
        status=ExtractionStatus.COMPLETE,
        extractor="local/en",
        chunks=(ChunkReport(index=0, status=ChunkStatus.OK),),
    )
    assert record_figures(local) == {}


def test_quotes_are_counted_by_how_they_were_found() -> None:
    assert grounding_figures(PARTIAL) == {
        "quotes_exact": 2,
        "quotes_normalised": 0,
        "quotes_aligned": 1,
        "records_ungrounded": 1,
    }
