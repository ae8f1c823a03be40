"""Whether a call that costs is made while nothing may be spent: tried, with nobody behind it."""

import random
import time
from dataclasses import dataclass, field
from datetime import timedelta

from sift_assets.core.errors import CallHeldError
from sift_assets.core.llm.ledger import PROMOTING
from sift_assets.core.llm.metered import Clock, MeteredModel, Provider
from sift_assets.core.llm.model import ModelAnswer, ModelRequest, request_of
from sift_assets.core.llm.money import FREE, Price, price_per_token
from sift_assets.core.llm.pacing import Pace
from sift_assets.core.promotion.evaluation import CheckResult, Look
from sift_assets.core.promotion.gate import CLOSED, Permit
from sift_assets.core.promotion.receipts import PASSED, SCOPE, CheckName, Checks, Receipt
from sift_assets.core.promotion.records import OutcomeKind, SkipReason, VerdictSet
from sift_assets.core.settings.model import Settings, StageModels
from sift_assets.resources.decision_log import system_time
from sift_assets.resources.ledger import project_ledger
from sift_assets.resources.promotion_key import PromotionKey
from sift_assets.resources.promotion_receipt import ReceiptFile
from sift_assets.resources.seats import seat_workspace
from sift_assets.resources.workspace import Workspace
from sift_assets.workflows.promotion_gate import bindings_of, mint, permit
from sift_assets.workflows.promotion_scratch import Scratch
from sift_assets.workflows.promotion_scratch_folder import OWNER
from sift_assets.workflows.promotion_verdicts import assess

_DEAR = price_per_token(1e-5, 3e-5)
"""As much as a large model takes."""

_PRICED = "openai/gpt-4o-mini"
"""A model whose price is in LiteLLM's table."""

_NOBODYS_ADDRESS = "http://127.0.0.1:9"
"""The port of `discard`: nothing listens there."""

_CAPS = {"promotion": (0.0, 5.0), "collection": (5.0, 0.0)}
"""Which cap is 0, to dollars for promotion and for the collection. Either of the two closes."""


@dataclass
class Watched(Provider):
    """A model that nobody is behind; it counts who reaches it.

    Attributes:
        cost: What it costs, None when nobody knows.
        reached: How often it was called.
    """

    cost: Price | None
    reached: list[ModelRequest] = field(default_factory=list)

    @property
    def name(self) -> str:
        """Of no provider."""
        return "watched/nobody"

    def price(self) -> Price | None:
        """Return what it costs."""
        return self.cost

    def answered_at_most(self, request: ModelRequest) -> int:
        """Return the most tokens that an answer can have."""
        return request.max_tokens

    def call(self, request: ModelRequest) -> ModelAnswer:
        """Count the call."""
        self.reached.append(request)
        return ModelAnswer(text="{}", model=self.name, cost_usd=0.0)


def free_budget(scratch: Scratch) -> CheckResult:
    """Ask models that cost while nothing may be spent, through the ledger of a throw-away Central.

    One that is free is asked as well: a ledger that refuses everything would tell nothing.
    """
    look = Look()
    for closed, (of_promotion, of_collection) in _CAPS.items():
        settings = _capped(scratch.settings, of_promotion, of_collection)
        for name, cost in (("paid", _DEAR), ("unpriced", None)):
            provider = Watched(cost)
            held = _is_held(_model(scratch, settings, provider))
            look.see(held and not provider.reached, f"{name}_call_was_made_at_cap_0_of_{closed}")
        free = Watched(FREE)
        held = _is_held(_model(scratch, settings, free))
        look.see(not held and len(free.reached) == 1, "free_call_was_refused")
    spent = sum(one.nano for one in project_ledger(scratch.root, scratch.settings).spent_on())
    look.see(spent == 0, "something_was_spent")
    return look.result()


def free_assessment(scratch: Scratch) -> CheckResult:
    """Let the engine assess with a model that costs while promotion may spend nothing.

    Without a permit nobody is asked; with one the ledger holds the question back. The model's
    address is one where nobody answers, so what gets that far would be told by its failure.

    Args:
        scratch: A throw-away Central, swept.
    """
    look = Look()
    asking = _capped(scratch.settings, 0.0, 5.0).model_copy(
        update={"models": StageModels(promote=_PRICED), "api_base": _NOBODYS_ADDRESS}
    )
    swept = asking.promotion.model_copy(update={"enabled": True})
    workspace = Workspace(scratch.root, asking.model_copy(update={"promotion": swept}))
    seat = scratch.seat(OWNER)
    for given, reason in (
        (CLOSED, SkipReason.LLM_SCHEDULED_ONLY),
        (_let_through(workspace), SkipReason.BUDGET),
    ):
        outcome = assess(workspace, seat, given)
        found = VerdictSet.from_bytes(
            seat_workspace(workspace, seat).store.get(outcome.provenance.version)
        )
        deferred = [one.reason for one in found.assessments if one.outcome is OutcomeKind.DEFER]
        look.see(deferred == [str(reason)], f"not_held_back_for_{reason}")
    return look.result()


def _let_through(workspace: Workspace) -> Permit:
    """Open the gate of a throw-away Central by its own key, which is that of nothing else."""
    now = system_time()
    receipt = Receipt(
        scope=SCOPE,
        status=PASSED,
        run="scratch",
        evaluated_at=now.isoformat(),
        expires_at=(now + timedelta(hours=1)).isoformat(),
        last_passed_at=now.isoformat(),
        checks=Checks(**{str(name): True for name in CheckName}),
        bindings=bindings_of(workspace),
        data="",
    )
    signed = receipt.signed(PromotionKey(workspace.root).signature)
    ReceiptFile(workspace.local_folder).write(signed)
    return permit(workspace, mint(workspace, now), "scratch", now)


def _capped(settings: Settings, of_promotion: float, of_collection: float) -> Settings:
    promotion = settings.promotion.model_copy(update={"budget_usd": of_promotion})
    update = {
        "promotion": promotion,
        "budget_usd": of_collection,
        "budget_per_run_usd": None,
        "budget_per_day_usd": None,
    }
    return settings.model_copy(update=update)


def _model(scratch: Scratch, settings: Settings, provider: Provider) -> MeteredModel:
    clock = Clock(time.time, lambda _seconds: None, random.random, time.monotonic)
    ledger = project_ledger(scratch.root, settings, PROMOTING)
    return MeteredModel(provider, ledger, Pace(), clock, PROMOTING)


def _is_held(model: MeteredModel) -> bool:
    try:
        model.complete(request_of("Judge.", "Nothing.", {}, 0.0, 256))
    except CallHeldError:
        return True
    return False
