"""What a decision on a promotion is about, and where such decisions may be taken back.

A log is read by people and merged by git, so nothing here says what a document holds: ids are
opaque, and what was assessed and shown is named by hashes.
"""

from collections.abc import Collection, Iterable
from enum import StrEnum
from typing import TYPE_CHECKING, Annotated

from pydantic import Field

from sift_assets.core.errors import DecisionError
from sift_assets.core.records.record import Record

if TYPE_CHECKING:
    from sift_assets.core.decisions.decision import Decision

Id = Annotated[str, Field(min_length=1)]


class ActorKind(StrEnum):
    """What decided on a promotion: a person, a program with a token, or a rule of the settings."""

    HUMAN = "human"
    SERVICE = "service"
    RULE = "rule"


class PromotionRef(Record):
    """What of a seat a decision is about.

    Attributes:
        item: Id of the item, of candidate and content.
        seat: Its name.
        candidate: Opaque, of seat and document.
        content: Opaque, of the text.
        assessment: Hash of everything that was found out about it: what is decided on.
        signature: What near-duplicates of a refused text are found by; none for other acts.
        by: What decided.
    """

    item: Id
    seat: Id
    candidate: Id
    content: Id
    assessment: Id
    signature: tuple[int, ...] = ()
    by: ActorKind = ActorKind.HUMAN


def refuse_undoing_promotions(log: Iterable["Decision"], ids: Collection[str]) -> None:
    """Refuse to take decisions on promotions back, or what took those back, as any other.

    Whoever does that decides on a promotion, and there it is asked who may.

    Args:
        log: Every decision.
        ids: Those that are to be taken back.

    Raises:
        DecisionError: One of them is such a decision.
    """
    found = sorted(one.id for one in log if one.promotion is not None and one.id in ids)
    if found:
        raise DecisionError(
            f"{found[0]} is about a promotion.",
            "`sift promotions reopen` takes it back, `sift promotions revoke` what is delivered.",
        )
