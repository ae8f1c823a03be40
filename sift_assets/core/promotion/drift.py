"""What has changed between the assessment of an item and the moment somebody decides on it."""

from sift_assets.core.promotion.items import Item
from sift_assets.core.promotion.records import Candidate, Reference
from sift_assets.core.records.record import Record

GONE = "gone"


class Revalidated(Record):
    """A candidate looked at again.

    Attributes:
        candidate: As the guards see it now; None when its document is gone from the seat.
        reference: As Central has it now; None where a guard has spoken before.
        policy: Version of settings and rules by now.
    """

    candidate: Candidate | None
    reference: Reference | None = None
    policy: str = ""


class Drift(Record):
    """One thing that is another now.

    Attributes:
        what: `document`, `content`, `guard`, `reference`, `scanner` or `policy`.
        then: When it was assessed.
        now: By now; never text of the document.
        bars: Whether it must not be approved; else somebody may who has seen this.
    """

    what: str
    then: str
    now: str
    bars: bool


def drift(item: Item, again: Revalidated) -> tuple[Drift, ...]:
    """Return what has changed, what bars first.

    A text that is another one, or that a guard stops now, is not what was assessed: it is never
    approved. What only speaks for or against it is shown.
    """
    before, now = item.assessment.candidate, again.candidate
    if now is None:
        return (Drift(what="document", then="there", now=GONE, bars=True),)
    found = [
        *_changed("content", before.content, now.content, bars=True),
        *_changed("text", before.text, now.text, bars=True),
        *_changed("guard", "passed", str(now.skip or "passed"), bars=True),
        *_changed("reference", _status(item.assessment.reference), _status(again.reference)),
        *_changed("scanner", _scanner(before), _scanner(now)),
        *_changed("policy", item.assessment.policy, again.policy or item.assessment.policy),
    ]
    return tuple(found)


def _changed(what: str, then: str, now: str, *, bars: bool = False) -> list[Drift]:
    return [Drift(what=what, then=then, now=now, bars=bars)] if then != now else []


def _status(reference: Reference | None) -> str:
    return str(reference.status) if reference else "none"


def _scanner(candidate: Candidate) -> str:
    return candidate.scan.scanner if candidate.scan else "none"
