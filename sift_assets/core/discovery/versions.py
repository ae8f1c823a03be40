"""The versions of a discovered domain: which is proposed, which is in force, none ever lost.

A version never changes. A file that a person has edited becomes a version of its own before
anything takes its place.
"""

from enum import StrEnum

from sift_assets.core.records.record import Record


class Standing(StrEnum):
    """Whether a person has approved a version."""

    PROPOSED = "proposed"
    APPROVED = "approved"


class Discovery(Record):
    """How a proposal came about.

    Attributes:
        key: Hash of everything that shaped the answer.
        sample: Content hashes of the documents that were shown, sorted.
        model: As configured.
        answered_by: The model that really answered.
        prompt_version: Of the prompt of discovery.
    """

    key: str
    sample: tuple[str, ...]
    model: str
    answered_by: str
    prompt_version: str


class DomainVersion(Record):
    """One version of the discovered domain.

    Attributes:
        number: 1 for the first.
        text_hash: Of its file; of an approved version that of the file as approved.
        standing: See `Standing`.
        edited_from: The version that a person has edited into this one; 0 for none.
        discovery: How it, or what it was edited from, came about; None for a file that a person
            has put there.
    """

    number: int
    text_hash: str
    standing: Standing = Standing.PROPOSED
    edited_from: int = 0
    discovery: Discovery | None = None


class DiscoveryRecord(Record):
    """Everything known of the discovered domain of a project.

    Attributes:
        versions: In order of number.
        current: The version that the file holds, edited or not; 0 before the first.
        in_force: The version that counts; 0 while none is approved.
    """

    versions: tuple[DomainVersion, ...] = ()
    current: int = 0
    in_force: int = 0

    def version(self, number: int) -> DomainVersion | None:
        """Return a version, None when there is none of that number."""
        return next((one for one in self.versions if one.number == number), None)

    def is_edited(self, file_hash: str) -> bool:
        """Say whether the file is other than its version, or of no version at all."""
        current = self.version(self.current)
        return current is None or current.text_hash != file_hash


def with_edits(record: DiscoveryRecord, file_hash: str) -> DiscoveryRecord:
    """Make a version of the file as it stands, unless it is one.

    An edit of what is in force is in force, as with every domain file.

    Args:
        record: What is known.
        file_hash: Of the file; empty when there is none.
    """
    if not file_hash or not record.is_edited(file_hash):
        return record
    base = record.version(record.current)
    edited = DomainVersion(
        number=_next(record),
        text_hash=file_hash,
        standing=base.standing if base else Standing.PROPOSED,
        edited_from=base.number if base else 0,
        discovery=base.discovery if base else None,
    )
    was_in_force = base is not None and base.number == record.in_force
    return DiscoveryRecord(
        versions=(*record.versions, edited),
        current=edited.number,
        in_force=edited.number if was_in_force else record.in_force,
    )


def proposed(
    record: DiscoveryRecord, file_hash: str, text_hash: str, discovery: Discovery
) -> DiscoveryRecord:
    """Add a proposal; what was in force stays so until a person approves it.

    Args:
        record: What is known.
        file_hash: Of the file whose place it takes; empty when there is none.
        text_hash: Of the proposal's file.
        discovery: How it came about.
    """
    kept = with_edits(record, file_hash)
    number = _next(kept)
    version = DomainVersion(number=number, text_hash=text_hash, discovery=discovery)
    return kept.model_copy(update={"versions": (*kept.versions, version), "current": number})


def approved(record: DiscoveryRecord, file_hash: str) -> DiscoveryRecord:
    """Put the file as it stands in force.

    Args:
        record: What is known.
        file_hash: Of the file.
    """
    kept = with_edits(record, file_hash)
    versions = tuple(
        one.model_copy(update={"standing": Standing.APPROVED})
        if one.number == kept.current
        else one
        for one in kept.versions
    )
    return DiscoveryRecord(versions=versions, current=kept.current, in_force=kept.current)


def rolled_back(record: DiscoveryRecord, file_hash: str, number: int) -> DiscoveryRecord:
    """Take an earlier version back: in force at once if it was approved, else to be approved.

    Args:
        record: What is known.
        file_hash: Of the file whose place it takes; empty when there is none.
        number: An existing version.
    """
    kept = with_edits(record, file_hash)
    found = kept.version(number)
    is_approved = found is not None and found.standing is Standing.APPROVED
    in_force = number if is_approved else kept.in_force
    return kept.model_copy(update={"current": number, "in_force": in_force})


def before(record: DiscoveryRecord) -> int:
    """Return the version to go back to: the latest approved one before, else the one before.

    0 when there is none.
    """
    earlier = [one for one in record.versions if one.number < record.current]
    best = [one for one in earlier if one.standing is Standing.APPROVED] or earlier
    return best[-1].number if best else 0


def _next(record: DiscoveryRecord) -> int:
    return max((one.number for one in record.versions), default=0) + 1
