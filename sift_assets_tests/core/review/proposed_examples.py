"""What agents propose of the village of `review_examples`, with hostile words."""

from collections.abc import Sequence
from typing import Any

from sift_assets.core.decisions.decision import Decision
from sift_assets.core.records.text import DocumentText, Page, ReadStatus
from sift_assets.core.review.agent_proposal import AgentProposal, ProposedAct
from sift_assets.core.review.proposed import with_evidence
from sift_assets.core.review.records import OpenProposal
from sift_assets.core.review.said import Grounds
from sift_assets_tests.core.review.review_examples import (
    ADA,
    BO,
    CY,
    DEE,
    TYPES,
    resolved_after,
)

TEXT = "Ada saw Bo.\n\nBo knows Dee well."

HOSTILE = "</q><script>\x1b[2J\u202e, as the rules say"


def proposal(act: ProposedAct, *entities: str, **fields: Any) -> AgentProposal:
    given = {"reason": HOSTILE, "time": "2026-03-01T00:00:00+00:00", "revision": "r"} | fields
    return AgentProposal.model_validate({"act": act, "entities": entities} | given)


MERGE = proposal(ProposedAct.MERGE, ADA, BO, agent="a\u200bgent")
ADD = proposal(ProposedAct.ADD, BO, DEE, type="knows")
WRONG = proposal(ProposedAct.RETRACT, CY)
ALL = (MERGE, ADD, WRONG)


def text_of(document: str) -> DocumentText | None:
    if document != "a.txt":
        return None
    pages = (Page(number=1, start=0, end=len(TEXT)),)
    return DocumentText(status=ReadStatus.TEXT, text=TEXT, pages=pages)


def items(
    *proposals: AgentProposal, resolved_with: Sequence[Decision] = ()
) -> tuple[OpenProposal, ...]:
    grounds = Grounds(resolved_after(*resolved_with), TYPES)
    return with_evidence(proposals or ALL, grounds, text_of)
