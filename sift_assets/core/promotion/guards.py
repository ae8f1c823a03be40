"""The guards: what keeps a document with its seat before anybody, or any model, looks at it.

In this order, and the first that speaks decides: a secret, or no look for one; a personal root; a
seat from which nothing goes; no text; an earlier refusal; delivered already.
"""

from collections.abc import Callable

from sift_assets.core.promotion.near_duplicates import Refused, refusal_of
from sift_assets.core.promotion.records import Candidate, Root, Severity, SkipReason
from sift_assets.core.promotion.settings import Autonomy
from sift_assets.core.records.record import Record

TOLD = 3
"""Findings that are named; how many more there are is said."""


class Grounds(Record):
    """What the guards know beside the document.

    Attributes:
        autonomy: Of the seat.
        refusals: In force, of the seat.
        delivered: Contents that are in Central.
    """

    autonomy: Autonomy
    refusals: tuple[Refused, ...] = ()
    delivered: frozenset[str] = frozenset()


Stopped = tuple[SkipReason, str]
"""Why, and for people in which way."""


def guarded(candidate: Candidate, grounds: Grounds) -> Candidate:
    """Return a candidate with the reason why it goes no further, if there is one.

    Args:
        candidate: With everything that is known of its text.
        grounds: What is known beside it.
    """
    for guard in GUARDS:
        if stopped := guard(candidate, grounds):
            reason, detail = stopped
            return candidate.model_copy(update={"skip": reason, "detail": detail})
    return candidate.model_copy(update={"skip": None, "detail": ""})


def _secret(candidate: Candidate, _grounds: Grounds) -> Stopped | None:
    """Stop what has a secret, and what has text that nobody has looked through."""
    scan = candidate.scan
    if scan is None:
        never = "Nobody has looked for secrets in it."
        return (SkipReason.SCAN_FAILED, never) if candidate.text else None
    if scan.failure:
        return SkipReason.SCAN_FAILED, scan.failure
    if not scan.blocks:
        return None
    high = [one for one in scan.findings if one.severity is Severity.HIGH]
    named = [f"{one.kind} (line {one.line})" for one in high[:TOLD]]
    more = [f"and {len(high) - TOLD} more"] if len(high) > TOLD else []
    return SkipReason.SECRET_CONTENT, ", ".join(named + more)


def _personal(candidate: Candidate, _grounds: Grounds) -> Stopped | None:
    if candidate.root is not Root.PERSONAL:
        return None
    return SkipReason.TAG_PERSONAL, "It, or its folder, says that it is personal."


def _autonomy(_candidate: Candidate, grounds: Grounds) -> Stopped | None:
    if grounds.autonomy is not Autonomy.NEVER:
        return None
    return SkipReason.SEAT_NEVER, "Nothing leaves this seat."


def _text(candidate: Candidate, _grounds: Grounds) -> Stopped | None:
    if candidate.text and candidate.characters:
        return None
    return SkipReason.NO_TEXT, candidate.detail


def _refusal(candidate: Candidate, grounds: Grounds) -> Stopped | None:
    found = refusal_of(candidate.id, candidate.content, candidate.signature, grounds.refusals)
    if found is None:
        return None
    reason = SkipReason.PREVIOUSLY_REJECTED if found.exact else SkipReason.NEAR_REJECTED
    one = found.refused
    by = f"by {one.by}:" if one.by else ""
    return reason, " ".join(filter(None, ("Refused", one.at, by, one.reason)))


def _delivered(candidate: Candidate, grounds: Grounds) -> Stopped | None:
    if candidate.content not in grounds.delivered:
        return None
    return SkipReason.ALREADY_DELIVERED, "Central has this text."


GUARDS: tuple[Callable[[Candidate, Grounds], Stopped | None], ...] = (
    _secret,
    _personal,
    _autonomy,
    _text,
    _refusal,
    _delivered,
)
"""In their order."""
