"""The share of records that do not fit, in the sample and outside of it."""

from sift_assets.core.discovery.drift import MIN_RECORDS, Drift, Fit, fit_of, together
from sift_assets.core.records.extraction import (
    ChunkReport,
    ChunkStatus,
    Evidence,
    Extraction,
    ExtractionStatus,
    RecordCounts,
    RelationMention,
)


def extraction(kept: int, off_schema: int = 0, unknown: int = 0, last: int = 0) -> Extraction:
    counts = RecordCounts(
        kept=kept, off_schema=off_schema, quarantined={"unknown_type": unknown, "ungrounded": 9}
    )
    vague = RelationMention(
        type="ASSOCIATED_WITH",
        source="a",
        target="b",
        evidence=Evidence(start=0, end=1, quote="a"),
        confidence=1,
    )
    return Extraction(
        status=ExtractionStatus.COMPLETE,
        extractor="llm",
        chunks=(
            ChunkReport(index=0, status=ChunkStatus.OK, counts=counts),
            ChunkReport(index=1, status=ChunkStatus.PENDING),
        ),
        relations=(vague,) * last,
    )


def test_misfits_are_unknown_types_those_that_are_not_listed_and_the_last_resort() -> None:
    found = [fit_of(one, "ASSOCIATED_WITH") for one in (extraction(10, 2, 3, 1), extraction(5))]
    assert together(found) == Fit(documents=2, records=18, misfits=6)
    assert together(found).share == 6 / 18
    assert fit_of(extraction(10, last=4), None).misfits == 0
    assert fit_of(extraction(2, last=4), "ASSOCIATED_WITH").misfits == 2
    assert together([]).share == 0


def test_it_drifts_when_others_fit_clearly_worse_and_there_are_enough_of_them() -> None:
    sample = Fit(documents=5, records=100, misfits=10)

    def drift(records: int, misfits: int) -> Drift:
        return Drift(sample=sample, others=Fit(documents=3, records=records, misfits=misfits))

    assert drift(100, 30).is_drifting
    assert "discover --force" in drift(100, 30).in_words()
    assert not drift(100, 20).is_drifting
    assert not drift(MIN_RECORDS - 1, MIN_RECORDS - 1).is_drifting
    assert "too few to tell" in drift(10, 10).in_words()
    assert drift(100, 20).in_words().startswith("20% of 100 records do not fit in 3 documents")
