"""An extraction in figures: what became of records and quotes, without any of their text."""

from collections import Counter
from collections.abc import Iterable

from sift_assets.core.records.extraction import (
    Alignment,
    Extraction,
    QuarantineReason,
    RecordCounts,
)

Figures = dict[str, str | int]
"""Name to figure; counts by reason are one text, `reason 2, other 1`."""


def summed(counts: Iterable[RecordCounts]) -> RecordCounts:
    """Return the sum of some counts."""
    kept = off_schema = 0
    coerced, quarantined, dropped = Counter[str](), Counter[str](), Counter[str]()
    for one in counts:
        kept, off_schema = kept + one.kept, off_schema + one.off_schema
        coerced.update(one.coerced)
        quarantined.update(one.quarantined)
        dropped.update(one.dropped)
    return RecordCounts(
        kept=kept,
        coerced=dict(coerced),
        off_schema=off_schema,
        quarantined=dict(quarantined),
        dropped=dict(dropped),
    )


def record_figures(extraction: Extraction) -> Figures:
    """Return what became of the records of a language model's answers; none for the local model."""
    counted = [report.counts for report in extraction.chunks if report.counts is not None]
    if not counted:
        return {}
    counts = summed(counted)
    return {
        "records_kept": counts.kept,
        "records_coerced": _by_reason(counts.coerced),
        "records_off_schema": counts.off_schema,
        "records_quarantined": _by_reason(counts.quarantined),
        "records_dropped": _by_reason(counts.dropped),
        "input_tokens": sum(report.input_tokens for report in extraction.chunks),
        "output_tokens": sum(report.output_tokens for report in extraction.chunks),
        "context": str(extraction.context.status) if extraction.context else "none",
    }


def grounding_figures(extraction: Extraction) -> Figures:
    """Return how the published quotes were found, and how many records have none that stands."""
    published = (*extraction.mentions, *extraction.relations)
    found = Counter(stated.evidence.alignment for stated in published)
    kept_out = sum(q.reason is QuarantineReason.UNGROUNDED for q in extraction.quarantined)
    return {
        "quotes_exact": found[Alignment.EXACT],
        "quotes_normalised": found[Alignment.NORMALISED],
        "quotes_aligned": found[Alignment.ALIGNED],
        "records_ungrounded": kept_out,
    }


def _by_reason(counts: dict[str, int]) -> str:
    return ", ".join(f"{reason} {count}" for reason, count in sorted(counts.items()))
