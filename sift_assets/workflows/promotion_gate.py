"""Asking the gate: what a run may do, why the schedule does not sweep, and since when.

The engine asks; nobody tells it. A permit has a seal that only the project's key makes, and counts
for as long as the receipt does, so that one that is made up in Python, or kept for later, opens
nothing.
"""

import hmac
from datetime import datetime, timedelta

from sift_assets.core.errors import SiftError
from sift_assets.core.promotion.gate import DISABLED, Permit, in_words, permit_of
from sift_assets.core.promotion.receipts import (
    IN_WORDS,
    Bindings,
    Receipt,
    ReceiptProblem,
    problem_of,
    read_receipt,
    time_of,
)
from sift_assets.core.records.record import key_of
from sift_assets.resources.code_revision import code_revision
from sift_assets.resources.nonces import Nonces
from sift_assets.resources.promotion_key import PromotionKey
from sift_assets.resources.promotion_receipt import ReceiptFile
from sift_assets.resources.workspace import Workspace
from sift_assets.workflows.findings import CheckFinding

SECONDS_OF_AN_HOUR = 3_600

HOURS_AS_SUCH = 48
"""An age of less is told in hours, of more in days."""

_WHEN_IT_RUNS = frozenset({"enabled", "dry_run", "cron", "evaluation_cron"})
"""Settings of promotion that say whether it runs and when; they shape nothing that was checked."""


def permit(workspace: Workspace, nonce: str, run: str, now: datetime) -> Permit:
    """Say what a run may do. The schedule's word is used up by it, for every other run.

    Args:
        workspace: Central.
        nonce: The word that the schedule gave the run; empty for a run that it did not ask for.
        run: Id of the run; its steps may ask in turn.
        now: With a time zone.

    Raises:
        ConfigError: The settings are wrong.
        StoreError: Nobody can say whether the word was used; then nothing is permitted.
    """
    state = Nonces(workspace.local_folder).use(nonce, run, now)
    given = permit_of(workspace.settings.promotion, state, receipt_problem(workspace, now), run)
    return _sealed(workspace, given) if given.permitted else given


def honoured(workspace: Workspace, given: Permit, now: datetime) -> bool:
    """Return whether a permit was given by this project's gate, and what it rests on still holds.

    Args:
        workspace: Central.
        given: The permit.
        now: With a time zone.
    """
    if not given.permitted or not _seal_holds(workspace, given):
        return False
    return not receipt_problem(workspace, now)


def mint(workspace: Workspace, now: datetime) -> str:
    """Return a word by which the schedule lets one run through; for the schedule alone.

    Raises:
        StoreError: It cannot be written down.
    """
    return Nonces(workspace.local_folder).mint(now)


def why_not_swept(workspace: Workspace, now: datetime) -> str:
    """Say why the schedule does not sweep now, with the age of the last receipt; empty if it does.

    Raises:
        ConfigError: The settings are wrong.
    """
    if not workspace.settings.promotion.enabled:
        return f"Not swept ({DISABLED}): {in_words(DISABLED)}."
    problem = receipt_problem(workspace, now)
    if not problem:
        return ""
    return f"Not swept ({problem}): {in_words(str(problem))}. {_last_passed(workspace, now)}"


def receipt_is_valid(workspace: Workspace, now: datetime) -> CheckFinding:
    """Say whether the receipt of the last evaluation opens the gate, and how old the last one is.

    It fails whether or not the schedule sweeps: where it does, nothing has been promoted since.
    """
    problem, found = receipt_problem(workspace, now), stored_receipt(workspace)
    summary = f"The receipt of the evaluation: {IN_WORDS[problem]}. {_last_passed(workspace, now)}"
    rows = [{"check": str(name)} for name in found.checks.failed] if found else []
    facts: dict[str, str | int | float | bool] = {
        "reason": str(problem),
        "sweeps": workspace.settings.promotion.enabled,
        "valid_until": found.expires_at if found and not problem else "",
        "last_passed_at": found.last_passed_at if found else "",
        "central_moved": bool(found) and found.data != central_revision(workspace),
    }
    return CheckFinding(not problem, summary.strip(), 1, rows, facts)


def receipt_problem(workspace: Workspace, now: datetime) -> ReceiptProblem:
    """Say why the receipt opens nothing; no key is made for the question.

    Args:
        workspace: Central.
        now: With a time zone.
    """
    data, key = ReceiptFile(workspace.local_folder).read(), PromotionKey(workspace.root)
    if data is None:
        return ReceiptProblem.MISSING
    if not key.path.exists():
        return ReceiptProblem.FOREIGN
    try:
        expected = bindings_of(workspace)
    except SiftError:  # settings or domain that are wrong, or a key that is gone, are other ones
        return ReceiptProblem.CONFIG
    return problem_of(data, now, expected, key.signature)


def stored_receipt(workspace: Workspace) -> Receipt | None:
    """Return the receipt as it lies there, valid or not; None for none, or what is none."""
    data = ReceiptFile(workspace.local_folder).read()
    return read_receipt(data) if data else None


def central_revision(workspace: Workspace) -> str:
    """Return the revision of Central that answers rest on; empty where nothing was built yet."""
    provenance = workspace.provenance
    found = [provenance.read(asset).get("") for asset in ("agent_index", "graph_exports")]
    versions = [entry.version for entry in found if entry]
    return key_of("central", versions) if versions else ""


def bindings_of(workspace: Workspace) -> Bindings:
    """Return what a receipt of now is bound to; makes the project's key where there is none.

    Raises:
        ConfigError: Settings or domain are wrong.
        ProjectError: The key cannot be read or made.
    """
    settings = workspace.settings
    return Bindings(
        project=PromotionKey(workspace.root).opaque("project"),
        code=code_revision(),
        config=key_of(
            "promotion config",
            dict(sorted(workspace.stage_versions.items())),
            dict(sorted(workspace.domain_versions.items())),
            [one.model_dump(mode="json") for one in settings.principals],
            settings.promotion.model_dump(mode="json", exclude=set(_WHEN_IT_RUNS)),
            settings.budget_usd,
        ),
    )


def _sealed(workspace: Workspace, given: Permit) -> Permit:
    return given.model_copy(update={"seal": _seal(workspace, given)})


def _seal_holds(workspace: Workspace, given: Permit) -> bool:
    is_possible = given.seal.isascii() and PromotionKey(workspace.root).path.exists()
    return is_possible and hmac.compare_digest(_seal(workspace, given), given.seal)


def _seal(workspace: Workspace, given: Permit) -> str:
    said = given.model_dump(mode="json", exclude={"seal"})
    return PromotionKey(workspace.root).signature("permit", said)


def _last_passed(workspace: Workspace, now: datetime) -> str:
    """Say how long ago an evaluation last passed, as far as the receipt says so."""
    found = stored_receipt(workspace)
    if found is None:
        return "No evaluation is known to have passed: `sift promotions evaluate`."
    passed = time_of(found.last_passed_at) if found.last_passed_at else None
    if passed is None:
        return "No evaluation has passed yet."
    return f"The last one that passed is {_age(now - passed)} old."


def _age(since: timedelta) -> str:
    hours = max(0, int(since.total_seconds() // SECONDS_OF_AN_HOUR))
    return f"{hours // 24} days" if hours >= HOURS_AS_SUCH else f"{hours} h"
