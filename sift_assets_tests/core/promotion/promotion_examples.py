"""Assessments, items and decisions of promotion, small and the same every time."""

from datetime import UTC, datetime, timedelta
from typing import Any

from sift_assets.core.decisions.decision import Act, Channel, Decision
from sift_assets.core.decisions.promotion import ActorKind, PromotionRef
from sift_assets.core.promotion.delivered import Delivery, DeliveryState
from sift_assets.core.promotion.items import ItemEntry, moment
from sift_assets.core.promotion.records import (
    Assessment,
    Candidate,
    Hint,
    OutcomeKind,
    Reference,
    ReferenceStatus,
    Scan,
    Verdict,
)

NOW = datetime(2026, 3, 1, 12, tzinfo=UTC)

WEEK = timedelta(days=7)


def opaque(*parts: object) -> str:
    """Stand in for the project's key, readably."""
    return "-".join(map(str, parts))


def candidate(name: str = "c1", **fields: Any) -> Candidate:
    whole: dict[str, Any] = {"id": name, "document": f"{name}.txt", "content": f"{name}-text"}
    whole |= {"text": "v1", "characters": 5, "scan": Scan(scanner="1")}
    return Candidate(**whole | fields)


def assessment(name: str = "c1", **fields: Any) -> Assessment:
    """Return an assessment of a candidate that waits for a person, with all its evidence."""
    one = fields.pop("candidate", candidate(name))
    reference = Reference(
        candidate=one.id,
        content=one.content,
        status=ReferenceStatus.NEW_ORG_PROJECT,
        reason="names a repository",
        hints=(Hint(kind="repository", value="github.com/acme/harbour"),),
        revision="r1",
    )
    verdict = Verdict(
        relevant=True,
        sensitive=False,
        score=0.9,
        reason="of use",
        model="m",
        chunks=1,
        route="chat",
    )
    whole: dict[str, Any] = {
        "seat": "ada",
        "candidate": one,
        "reference": reference,
        "verdict": verdict,
        "outcome": OutcomeKind.PENDING,
        "reason": "new_org_project",
        "score": 0.9,
        "policy": "p1",
    }
    return Assessment(**whole | fields)


def entry(name: str = "i1", **fields: Any) -> ItemEntry:
    whole: dict[str, Any] = {
        "id": name,
        "seat": "ada",
        "candidate": "c1",
        "content": "t1",
        "text": "w1",
        "assessment": "a1",
        "assessed_at": moment(NOW),
        "expires_at": moment(NOW + 4 * WEEK),
    }
    return ItemEntry(**whole | fields)


def said_of(item: ItemEntry, act: Act, at: int = 0, **details: Any) -> Decision:
    """Decide about an item, by Ben, some seconds after `NOW`."""
    ref = PromotionRef(
        item=item.id,
        seat=item.seat,
        candidate=item.candidate,
        content=item.content,
        assessment=item.assessment,
        by=details.pop("by", ActorKind.HUMAN),
        signature=details.pop("signature", ()),
    )
    whole: dict[str, Any] = {
        "actor": "ben",
        "channel": Channel.COMMAND,
        "reason": "so it is",
        "shown": "s1",
        "promotion": ref,
    }
    time = moment(NOW + timedelta(seconds=at))
    return Decision(time=time, act=act, **whole | details).with_id()


def delivery(item: ItemEntry, state: DeliveryState, **fields: Any) -> Delivery:
    whole: dict[str, Any] = {
        "content": item.content,
        "item": item.id,
        "seat": item.seat,
        "candidate": item.candidate,
        "decision": "d1",
        "state": state,
        "at": moment(NOW),
    }
    return Delivery(**whole | fields)
