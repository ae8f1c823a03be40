"""What the steps of promotion hand on: candidates, references, verdicts, outcomes, items.

Ids are opaque: hashes under the project's key, so that who sees one of a seat that is not theirs
learns nothing of its paths or contents. What a document says is in its seat's store only, under
the version that is named here.
"""

from enum import StrEnum
from typing import Annotated

from pydantic import Field

from sift_assets.core.records.record import Record

Score = Annotated[float, Field(ge=0, le=1, allow_inf_nan=False)]


class Root(StrEnum):
    """Whose a document says, or its folder says, that it is."""

    PERSONAL = "personal"
    ORG_WORK = "org-work"
    NONE = "none"


class Severity(StrEnum):
    """How bad it is that a finding is there; `low` is told and does not block."""

    LOW = "low"
    HIGH = "high"


class Finding(Record):
    """Something in a text that looks like a secret; never the secret itself.

    Attributes:
        kind: What it looks like, such as `AWS access key`.
        severity: See `Severity`.
        line: Where, from 1.
        fingerprint: Of the value, under the project's key: the same secret twice has one.
    """

    kind: str
    severity: Severity
    line: int
    fingerprint: str


class Scan(Record):
    """A look for secrets.

    Attributes:
        scanner: Its version. Another one looks anew.
        findings: What it found, in order of place.
        failure: Why it could not look; then nothing is known, and nothing passes.
    """

    scanner: str
    findings: tuple[Finding, ...] = ()
    failure: str = ""

    @property
    def blocks(self) -> bool:
        """Whether the text must not leave its seat."""
        return bool(self.failure) or any(one.severity is Severity.HIGH for one in self.findings)


class SkipReason(StrEnum):
    """Why a document stays with its seat, or waits for the next sweep (`deferred` ones)."""

    SECRET_CONTENT = "secret_content"  # noqa: S105 - a reason, not a password
    SCAN_FAILED = "scan_failed"
    TAG_PERSONAL = "capture_tag_personal"
    SEAT_NEVER = "autonomy_never"
    NO_TEXT = "no_text"
    PREVIOUSLY_REJECTED = "previously_rejected"
    NEAR_REJECTED = "near_duplicate_of_rejected"
    ALREADY_DELIVERED = "already_delivered"
    NO_ORG_REFERENCE = "no_org_reference"
    SENSITIVE = "sensitive"
    NOT_RELEVANT = "not_relevant"
    BELOW_THRESHOLD = "below_threshold"
    REFERENCE_UNKNOWN = "reference_unknown"
    LLM_UNAVAILABLE = "llm_unavailable"
    LLM_SCHEDULED_ONLY = "LLM_SCHEDULED_ONLY"
    BUDGET = "budget"


DEFERRED = frozenset(
    {
        SkipReason.SCAN_FAILED,
        SkipReason.REFERENCE_UNKNOWN,
        SkipReason.LLM_UNAVAILABLE,
        SkipReason.LLM_SCHEDULED_ONLY,
        SkipReason.BUDGET,
    }
)
"""Nothing was found out: could not look is not the same as nothing there."""


class Candidate(Record):
    """A document of a seat as the guards see it.

    Attributes:
        id: Opaque, of seat and document; the same while the document changes.
        document: Its key in the seat's folder.
        content: Opaque, of the text without differences of case and space: what refusals and
            deliveries are remembered by.
        text: Version of its text in the seat's store; empty when there is none.
        characters: Length of the text.
        tags: As the document states them: lower case, each once, sorted.
        root: See `Root`.
        signature: What near-duplicates are found by; opaque as well.
        scan: Of the text; None when a guard before it has spoken.
        skip: Why it goes no further; None when every guard lets it pass.
        detail: For people: which earlier refusal, which tag. No text of the document.
    """

    id: str
    document: str
    content: str = ""
    text: str = ""
    characters: int = 0
    tags: tuple[str, ...] = ()
    root: Root = Root.NONE
    signature: tuple[int, ...] = ()
    scan: Scan | None = None
    skip: SkipReason | None = None
    detail: str = ""


class CandidateSet(Record):
    """Every document of a seat: the value of one partition of `promotion_candidates`.

    Attributes:
        seat: The seat.
        candidates: In order of their documents' keys.
        unseen: Files that are there and could not be looked at, or not read, for a reason that
            passes. While there are any, a document that is not here need not be gone.
    """

    seat: str
    candidates: tuple[Candidate, ...] = ()
    unseen: int = 0


class ReferenceStatus(StrEnum):
    """Whether a document is of the organisation's work. `unknown`: nobody could look."""

    KNOWN_ORG_WORK = "known_org_work"
    NEW_ORG_PROJECT = "new_org_project"
    NO_REFERENCE_SIGNAL = "no_reference_signal"
    UNKNOWN = "unknown"


class Hint(Record):
    """What a document says of where it belongs.

    Attributes:
        kind: `repository`, `project` or `tag`.
        value: In the form that it is compared in.
        tracked: Name of the tracked project that it is of; empty for none.
    """

    kind: str
    value: str
    tracked: str = ""


class CentralHit(Record):
    """A thing of Central's graph that a document names.

    Attributes:
        entity: Its id.
        type: Its entity type.
        name: The name by which it was found; Central's own, not the seat's.
        documents: How many documents of Central state it.
    """

    entity: str
    type: str
    name: str
    documents: int


class Reference(Record):
    """What ties a document to the organisation, with everything that was found.

    Attributes:
        candidate: Id of the candidate.
        content: Of the candidate.
        status: See `ReferenceStatus`.
        reason: For people.
        hints: All of them.
        hits: All of them.
        revision: Of Central's graph that was looked at; empty when it could not be.
    """

    candidate: str
    content: str
    status: ReferenceStatus
    reason: str
    hints: tuple[Hint, ...] = ()
    hits: tuple[CentralHit, ...] = ()
    revision: str = ""


class ReferenceSet(Record):
    """The references of a seat: the value of one partition of `promotion_reference`."""

    seat: str
    references: tuple[Reference, ...] = ()


class Verdict(Record):
    """What a model says of a whole text, out of what it says of every chunk.

    Attributes:
        relevant: Whether every chunk is of use to the organisation.
        sensitive: Whether any chunk is.
        score: The lowest of the chunks'.
        reason: Of the chunk that decided; never text of the document.
        model: What answered.
        chunks: How many were shown; each at most 6,000 characters.
        route: `decision` or `chat`: by which way the answers came.
    """

    relevant: bool
    sensitive: bool
    score: Score
    reason: str
    model: str
    chunks: int
    route: str


class OutcomeKind(StrEnum):
    """What is to become of a candidate."""

    PROMOTE = "promote"
    PENDING = "pending"
    SKIP = "skip"
    DEFER = "defer"


class Assessment(Record):
    """Everything that was found out about a candidate, and what is to become of it.

    Its hash is what a decision is bound to.

    Attributes:
        seat: The seat.
        candidate: As the guards saw it.
        reference: None when a guard has spoken before.
        verdict: None when no model was asked, or none answered usably.
        outcome: See `OutcomeKind`.
        reason: A `SkipReason`, or the status that it is promoted or waits for.
        score: The verdict's, 0 without one.
        sampled: Whether a person is asked only because one in so many is drawn.
        policy: Version of settings and rules that it was assessed by.
    """

    seat: str
    candidate: Candidate
    reference: Reference | None = None
    verdict: Verdict | None = None
    outcome: OutcomeKind
    reason: str
    score: Score = 0.0
    sampled: bool = False
    policy: str = ""


class VerdictSet(Record):
    """The assessments of a seat: the value of one partition of `promotion_verdicts`."""

    seat: str
    assessments: tuple[Assessment, ...] = ()
