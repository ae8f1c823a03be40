"""A gate that is open: a receipt as a passing evaluation writes it, and the schedule's word."""

from datetime import UTC, datetime, timedelta
from typing import Any

from sift_assets.core.promotion.gate import Permit
from sift_assets.core.promotion.receipts import PASSED, SCOPE, CheckName, Checks, Receipt
from sift_assets.resources.promotion_key import PromotionKey
from sift_assets.resources.promotion_receipt import ReceiptFile
from sift_assets.resources.workspace import Workspace
from sift_assets.workflows.promotion_gate import bindings_of, mint, permit

ALL_TRUE = Checks(**{str(name): True for name in CheckName})


def passing_receipt(workspace: Workspace, now: datetime, **fields: Any) -> Receipt:
    """Return a signed receipt of now, which holds for an hour, with some fields otherwise."""
    receipt = Receipt(
        scope=SCOPE,
        status=PASSED,
        run="evaluation",
        evaluated_at=now.isoformat(),
        expires_at=(now + timedelta(hours=1)).isoformat(),
        last_passed_at=now.isoformat(),
        checks=ALL_TRUE,
        bindings=bindings_of(workspace),
        data="of today",
    )
    signed = receipt.model_copy(update=fields)
    return signed.signed(PromotionKey(workspace.root).signature)


def opened_gate(workspace: Workspace, now: datetime | None = None) -> Permit:
    """Write a valid receipt, and return what the gate gives to a run of the schedule's.

    The settings have to let the schedule sweep (`promotion.enabled`).
    """
    now = now or datetime.now(UTC)
    ReceiptFile(workspace.local_folder).write(passing_receipt(workspace, now))
    return permit(workspace, mint(workspace, now), "sweep", now)
