"""Evaluating Central: five checks that are really made, and a receipt of how they ended.

What has to be tried is tried on a throw-away Central, so that neither people's folders nor
Central's values are touched; what answers cite is looked at in the real one. Every check fails
closed: what cannot be looked at is not as it should be.
"""

from collections.abc import Callable
from datetime import datetime, timedelta

from sift_assets.core.errors import SiftError
from sift_assets.core.planning.lineage import PROMOTION, input_name
from sift_assets.core.planning.state import Facts, Provenance
from sift_assets.core.promotion.evaluation import (
    NOT_REACHED,
    CheckResult,
    Evaluation,
    failed_by,
    united,
)
from sift_assets.core.promotion.receipts import FAILED, PASSED, SCOPE, CheckName, Receipt
from sift_assets.core.settings.model import is_local
from sift_assets.core.settings.stages import Stage
from sift_assets.resources.decision_log import system_time
from sift_assets.resources.locks import held
from sift_assets.resources.played_models import is_played
from sift_assets.resources.promotion_key import PromotionKey
from sift_assets.resources.promotion_receipt import ReceiptFile
from sift_assets.resources.workspace import Workspace
from sift_assets.workflows.cited_answers import cited_answers, is_empty, why_not
from sift_assets.workflows.free_budget import free_assessment, free_budget
from sift_assets.workflows.outcome import Outcome
from sift_assets.workflows.promotion_gate import bindings_of, central_revision, stored_receipt
from sift_assets.workflows.promotion_probes import isolation
from sift_assets.workflows.promotion_scratch import Scratch, scratch_of
from sift_assets.workflows.promotion_trial import (
    Snapshot,
    book_of,
    canary,
    deliver,
    projection,
    rollback,
    sweep,
    withdraw,
)

ASSET = "central_evaluation"

RESULTS_LOCK = "results"
"""Of the layer that writes index and exports."""

PATIENCE_SECONDS = 600
"""How long to wait for a run that writes them; after that nothing was found out."""

Results = dict[CheckName, CheckResult]


def evaluate(workspace: Workspace, run: str, now: Callable[[], datetime] = system_time) -> Outcome:
    """Make the five checks and write the receipt, also of an evaluation that did not pass.

    Takes about a second of computing, five where a provider's model judges, and asks nobody.

    Args:
        workspace: Central.
        run: Id of the run; it stands in the receipt.
        now: The clock.

    Raises:
        ConfigError: Settings or domain are wrong; the receipt of earlier ones counts no more.
        StoreError: The receipt cannot be written; the last one stands until it expires.
    """
    bindings = bindings_of(workspace)
    checks = made_checks(workspace)
    found = Evaluation(
        checks={str(name): result for name, result in checks.items()},
        data=central_revision(workspace),
    )
    version = workspace.store.put(found.to_bytes())
    at, passed = now(), not found.truth.failed
    earlier = stored_receipt(workspace)
    receipt = Receipt(
        scope=SCOPE,
        status=PASSED if passed else FAILED,
        run=run,
        evaluated_at=at.isoformat(),
        expires_at=_expiry(workspace, at).isoformat(),
        last_passed_at=at.isoformat() if passed else (earlier.last_passed_at if earlier else ""),
        checks=found.truth,
        bindings=bindings,
        data=found.data,
    )
    signed = receipt.signed(PromotionKey(workspace.root).signature)
    ReceiptFile(workspace.local_folder).write(signed)
    return _outcome(workspace, version, found, signed)


def made_checks(workspace: Workspace) -> Results:
    """Make the checks and return how each ended; whatever keeps one from ending fails it."""
    results: Results = {}
    try:
        with scratch_of(workspace) as scratch:
            _on_scratch(scratch, results, asks=_asks(workspace.settings.promote_model))
    except Exception as error:  # noqa: BLE001 - whatever it is, nothing after it was found out
        reason = f"{NOT_REACHED}: {type(error).__name__}"
        for name in CheckName:
            results.setdefault(name, failed_by(reason))
    cited = CheckName.CITED_GRAPH_RETRIEVAL
    results[cited] = united(results[cited], _attempted(lambda: _cited(workspace)))
    return {name: results[name] for name in CheckName}


def latest_evaluation(workspace: Workspace) -> Evaluation | None:
    """Return how the checks of the last evaluation ended; None for none, or a damaged one."""
    found = workspace.provenance.read(ASSET).get("")
    data = workspace.store.sound(found.version) if found else None
    is_ours = found is not None and found.code_version == PROMOTION[ASSET].code_version
    return Evaluation.from_bytes(data) if data and is_ours else None


def _on_scratch(scratch: Scratch, results: Results, *, asks: bool) -> None:
    """Make what can be tried on a throw-away Central, looking at each turn.

    Args:
        scratch: The throw-away Central, with nothing computed yet.
        results: How checks ended; added to as they end.
        asks: Whether the project's own judge is a provider's model.
    """
    scratch.bring_up_to_date()
    results[CheckName.CITED_GRAPH_RETRIEVAL] = _attempted(lambda: cited_answers(scratch.workspace))
    before = Snapshot.of(scratch)
    sweep(scratch)
    budget = _attempted(lambda: free_budget(scratch))
    assessed = (_attempted(lambda: free_assessment(scratch)),) if asks else ()
    results[CheckName.FREE_MODEL_BUDGET] = united(budget, *assessed)
    known = canary(book_of(scratch))
    if known is None:
        raise SiftError("The canary is not in the queue, or not alone.")
    _there_and_back(scratch, known.entry.id, before, results)


def _there_and_back(scratch: Scratch, item: str, before: Snapshot, results: Results) -> None:
    """Deliver the canary and revoke it, and probe the seats while it waits and when it is there."""
    words = scratch.words
    hidden = (words.kept, words.other)
    waiting = _attempted(lambda: isolation(scratch, item, (words.canary, *hidden)))
    results[CheckName.SEAT_ISOLATION] = united(waiting, failed_by(NOT_REACHED))
    deliver(scratch, item)
    results[CheckName.PROJECTION_CHAIN] = _attempted(lambda: projection(scratch, item, before))
    there = _attempted(lambda: isolation(scratch, item, hidden))
    results[CheckName.SEAT_ISOLATION] = united(waiting, there)
    withdraw(scratch, item)
    results[CheckName.ROLLBACK] = _attempted(lambda: rollback(scratch, item, before))


def _asks(model: str) -> bool:
    """Say whether a model is a provider's: what asks one takes seconds to load."""
    return not is_local(model) and not is_played(model)


def _cited(workspace: Workspace) -> CheckResult:
    """Look at what the real Central cites; one without documents has nothing to cite.

    Nobody writes index or exports meanwhile: halfway through they are not as they were recorded.
    """
    if is_empty(workspace):
        return CheckResult(passed=True)
    lock = workspace.lock_path(RESULTS_LOCK)
    with held(lock, "The results", wait_seconds=PATIENCE_SECONDS, on_wait=_say_nothing):
        return cited_answers(workspace)


def _attempted(check: Callable[[], CheckResult]) -> CheckResult:
    """Make a check; an error fails it, and is told by its kind alone: its words may name things."""
    try:
        return check()
    except SiftError as error:
        return failed_by(why_not(error))
    except Exception as error:  # noqa: BLE001 - a check that falls over has not passed
        return failed_by(type(error).__name__)


def _expiry(workspace: Workspace, at: datetime) -> datetime:
    return at + timedelta(hours=workspace.settings.promotion.receipt_hours)


def _outcome(workspace: Workspace, version: str, found: Evaluation, receipt: Receipt) -> Outcome:
    provenance = workspace.provenance
    read = {asset: provenance.read(asset).get("") for asset in ("agent_index", "graph_exports")}
    stage = str(Stage.PROMOTION)
    inputs = {asset: entry.version if entry else "" for asset, entry in read.items()}
    inputs[input_name("settings", stage)] = workspace.stage_versions[stage]
    facts: Facts = {
        "passed": receipt.status == PASSED,
        "expires_at": receipt.expires_at,
        **{name: result.passed for name, result in found.checks.items()},
        **{f"{name} looked at": result.looked_at for name, result in found.checks.items()},
        **{
            f"{name} because": "; ".join(result.reasons)
            for name, result in found.checks.items()
            if result.reasons
        },
    }
    code = PROMOTION[ASSET].code_version
    made = Provenance(version=version, code_version=code, inputs=inputs, facts=facts)
    return Outcome(ASSET, "", made)


def _say_nothing(_message: str) -> None:
    """Wait without a word: writing takes seconds."""
