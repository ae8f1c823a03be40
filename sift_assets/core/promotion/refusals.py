"""What was refused, as the guards look for it: by candidate, by content, by likeness."""

from collections.abc import Iterable

from sift_assets.core.decisions.decision import Act, Decision
from sift_assets.core.promotion.near_duplicates import Refused
from sift_assets.core.promotion.states import said_of_items


def refusals(in_force: Iterable[Decision], seat: str = "") -> tuple[Refused, ...]:
    """Return the refusals that are the last word about their item, in order of time.

    Args:
        in_force: Decisions in force, in order of time.
        seat: Only those of what is of this seat; empty for all.
    """
    last = (said[-1] for said in said_of_items(in_force).values())
    return tuple(
        Refused(
            candidate=one.promotion.candidate,
            content=one.promotion.content,
            signature=one.promotion.signature,
            reason=one.reason,
            at=one.time,
            by=one.actor,
        )
        for one in sorted(last, key=lambda one: one.order)
        if one.act is Act.REFUSE and one.promotion and seat in ("", one.promotion.seat)
    )
