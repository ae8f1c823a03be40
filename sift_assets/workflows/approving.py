"""Whether a change waits for a person, because asking a language model would cost too much."""

from collections.abc import Mapping
from typing import NamedTuple

from sift_assets.core.llm.money import dollars
from sift_assets.core.planning.approval import Approval, approval_needed
from sift_assets.core.planning.estimate import Estimate
from sift_assets.core.planning.plan import Plan, work_fingerprint
from sift_assets.core.planning.state import Facts, Observed, Provenance, Recorded
from sift_assets.core.records.record import key_of
from sift_assets.core.settings.model import is_local
from sift_assets.resources.ledger import project_ledger
from sift_assets.resources.workspace import Workspace
from sift_assets.workflows.planning import estimated, estimated_by_size

MAX_LOOKED_UP = 1000
"""Documents whose chunks are looked up to say what a change costs: each takes about a
millisecond. Of more, sizes of files are believed, as if nothing were kept."""

ESTIMATES = "estimates"
"""Name under which the provenance index remembers the latest estimate: while a change waits for a
person, it is looked at every few seconds."""


class Weighed(NamedTuple):
    """What was found out of a plan's cost.

    Attributes:
        approval: What of it waits for a person, None when nothing does.
        estimate: What extracting takes, where that was looked up chunk by chunk just now.
    """

    approval: Approval | None = None
    estimate: Estimate | None = None


def pending_approval(
    workspace: Workspace,
    todo: Plan,
    observed: Observed,
    recorded: Recorded,
    sizes: Mapping[str, int],
    *,
    remember: bool = True,
) -> Weighed:
    """Find out what of a plan waits for a person.

    Args:
        workspace: The project that the plan is for.
        todo: The plan.
        observed: What the plan was made from.
        recorded: Likewise.
        sizes: Document to bytes of its file.
        remember: Whether the estimate is kept for the next look.

    Raises:
        StoreError: The ledger cannot be read.
    """
    wanted = [item.partition for item in todo.documents if item.asset == "extractions"]
    if todo.blocked or not wanted or is_local(workspace.settings.extract_model):
        return Weighed()
    if workspace.missing_domain:  # nothing is asked before there is one
        return Weighed()
    ledger = project_ledger(workspace.root, workspace.settings)
    left = dollars(max(0, ledger.limits.total - sum(ledger.sums())))
    above = workspace.settings.confirm_above_usd
    version = key_of(work_fingerprint(todo, observed, wanted), above, left)
    known = workspace.provenance.read(ESTIMATES).get("")
    if known is not None and known.version == version:
        return Weighed(Approval.model_validate(known.facts) if known.facts else None)
    is_rough = len(wanted) > MAX_LOOKED_UP
    if is_rough:
        takes = estimated_by_size(workspace, todo, sizes)
    else:
        takes = estimated(workspace, todo, observed, recorded, sizes)
    found = approval_needed(takes, above, left)
    if remember:
        facts: Facts = found.model_dump() if found else {}
        entry = Provenance(version=version, code_version="1", facts=facts)
        workspace.provenance.record(ESTIMATES, {"": entry})
    return Weighed(found, None if is_rough else takes)
