"""Asking whether somebody may do something, before anything is looked up; who may not is noted."""

from sift_assets.core.decisions.decision import TIME_FORMAT
from sift_assets.core.errors import AccessDeniedError
from sift_assets.core.promotion.access import Act, allowed
from sift_assets.core.promotion.audit import AuditEvent, AuditKind
from sift_assets.resources.decision_log import actor, system_time
from sift_assets.resources.promotion_audit import PromotionAudit
from sift_assets.resources.workspace import Workspace

AUDIT_LOCK = "promotion_audit"


def authorised(workspace: Workspace, act: Act, seat: str = "", who: str = "") -> str:
    """Return the name of whoever asks, when they may; see `core.promotion.access.allowed`.

    Args:
        workspace: Central.
        act: What for.
        seat: On what is of which seat.
        who: The holder of a token; without one whoever `SIFT_ACTOR` or the system says it is.

    Raises:
        AccessDeniedError: They may not, or it is not there.
    """
    name = who or actor()
    try:
        allowed(workspace.settings, name, act, seat)
    except AccessDeniedError:
        if workspace.settings.seats:
            _note(workspace, name, act, seat)
        raise
    return name


def _note(workspace: Workspace, name: str, act: Act, seat: str) -> None:
    """Note a denial. What was asked for is noted only where it is a seat: else it is any text."""
    is_one = any(one.name == seat for one in workspace.settings.seats)
    event = AuditEvent(
        at=system_time().strftime(TIME_FORMAT),
        kind=AuditKind.DENIED,
        actor=name,
        seat=seat if is_one else "",
        what=str(act),
    )
    PromotionAudit(workspace.root, workspace.lock_path(AUDIT_LOCK)).append(lambda _read: [event])
