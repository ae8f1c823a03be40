"""Whether new documents fit a discovered domain worse than those it was discovered from."""

from collections.abc import Iterable

from sift_assets.core.records.extraction import Extraction, QuarantineReason
from sift_assets.core.records.record import Record

MIN_RECORDS = 50
"""Of documents outside of the sample: with fewer, one odd letter moves the share by a tenth."""

TOLERATED = 0.10
"""How much larger the share of misfits may be outside of the sample. A domain fits its own sample
best, so some difference is normal; one more record in ten is a kind of document not seen before."""


class Fit(Record):
    """How records of some documents fit a domain.

    Attributes:
        documents: How many.
        records: Stated by a language model: published, or kept back for their type.
        misfits: Of those, of a type that the domain does not have, or of its fallback type.
    """

    documents: int = 0
    records: int = 0
    misfits: int = 0

    @property
    def share(self) -> float:
        """Misfits among records, 0 to 1."""
        return self.misfits / self.records if self.records else 0.0


class Drift(Record):
    """The fit of the documents in the sample, and of the others.

    Attributes:
        sample: In the sample.
        others: Not in it.
    """

    sample: Fit
    others: Fit

    @property
    def is_drifting(self) -> bool:
        """Whether the others fit so badly that discovering anew is worth a look."""
        is_enough = self.others.records >= MIN_RECORDS
        return is_enough and self.others.share > self.sample.share + TOLERATED

    def in_words(self) -> str:
        """Say it in one sentence."""
        shares = (
            f"{self.others.share:.0%} of {self.others.records} records do not fit in "
            f"{self.others.documents} documents outside of the sample, {self.sample.share:.0%} of "
            f"{self.sample.records} in it"
        )
        if self.is_drifting:
            return f"{shares}: `sift domains discover --force` proposes types for them."
        few = " (too few to tell)" if self.others.records < MIN_RECORDS else ""
        return f"{shares}{few}."


def fit_of(extraction: Extraction, fallback: str | None) -> Fit:
    """Count how the records of an extraction fit.

    Args:
        extraction: Made by a language model with the domain that is in question.
        fallback: The domain's relation for what fits no other; None when it has none.
    """
    counts = [report.counts for report in extraction.chunks if report.counts]
    unknown = sum(c.quarantined.get(QuarantineReason.UNKNOWN_TYPE, 0) for c in counts)
    off_schema = sum(c.off_schema for c in counts)
    at_last_resort = sum(fallback is not None and r.type == fallback for r in extraction.relations)
    records = sum(c.kept for c in counts) + unknown
    misfits = min(unknown + off_schema + at_last_resort, records)
    return Fit(documents=1, records=records, misfits=misfits)


def together(fits: Iterable[Fit]) -> Fit:
    """Return the fit of all documents of some fits."""
    listed = list(fits)
    return Fit(
        documents=sum(fit.documents for fit in listed),
        records=sum(fit.records for fit in listed),
        misfits=sum(fit.misfits for fit in listed),
    )
