"""The gate: who may call models for promotion, fill the queue and deliver; all others run dry.

It opens for the schedule, which hands its run a word that counts once, and for nobody else unless
the settings say so; and for neither without a valid receipt. It is asked inside the engine, so
that no other way in, a click or a call from Python, is a way around it.
"""

from collections.abc import Mapping
from enum import StrEnum

from sift_assets.core.promotion.receipts import IN_WORDS, ReceiptProblem
from sift_assets.core.promotion.records import SkipReason
from sift_assets.core.promotion.settings import PromotionSettings
from sift_assets.core.records.record import Record


class NonceState(StrEnum):
    """What the word is worth that a run brings.

    `none`: it brings none. `valid`: the schedule's, and nobody else has used it. The others are
    refused: another run has used it, it is too old, or nobody gave it.
    """

    NONE = "none"
    VALID = "valid"
    USED = "used"
    EXPIRED = "expired"
    FORGED = "forged"


DISABLED = "disabled"
"""The settings do not let the schedule sweep (`promotion.enabled`)."""

_NONCE_REASONS: Mapping[NonceState, str] = {
    NonceState.NONE: str(SkipReason.LLM_SCHEDULED_ONLY),
    NonceState.USED: "nonce_used",
    NonceState.EXPIRED: "nonce_expired",
    NonceState.FORGED: "nonce_forged",
}


class Permit(Record):
    """What a run may do.

    Attributes:
        permitted: Whether it may call models, fill the queue and deliver.
        dry_run: Whether the settings want it only said what would be done: models may be asked,
            nothing is queued and nothing delivered.
        reason: Why not, as a code; empty when it may.
        run: The run that it was given to.
        seal: What only the project's own gate can have put on it.
    """

    permitted: bool = False
    dry_run: bool = True
    reason: str
    run: str = ""
    seal: str = ""

    @property
    def delivers(self) -> bool:
        """Whether it fills the queue and delivers."""
        return self.permitted and not self.dry_run


CLOSED = Permit(reason=str(SkipReason.LLM_SCHEDULED_ONLY))
"""What who has asked nobody may do: look, and say what would be asked."""


def permit_of(
    settings: PromotionSettings, nonce: NonceState, receipt: ReceiptProblem, run: str
) -> Permit:
    """Say what a run may do.

    Args:
        settings: Of promotion.
        nonce: What the word is worth that it brings.
        receipt: What is wrong with the receipt.
        run: Its id.
    """
    reason = _refusal(settings, nonce) or str(receipt)
    return Permit(permitted=not reason, dry_run=settings.dry_run, reason=reason, run=run)


def in_words(reason: str) -> str:
    """Return a reason for people."""
    known = {str(problem): words for problem, words in IN_WORDS.items() if problem}
    if reason in known:
        return f"the receipt of the evaluation opens nothing: {known[reason]}"
    return _IN_WORDS.get(reason, reason)


_IN_WORDS = {
    DISABLED: "promotion is not enabled (`promotion.enabled`)",
    str(SkipReason.LLM_SCHEDULED_ONLY): (
        "only the schedule may call models, fill the queue and deliver (`promotion.unscheduled`)"
    ),
    "nonce_used": "another run has used the schedule's word",
    "nonce_expired": "the schedule's word is too old",
    "nonce_forged": "the schedule has given no such word",
}


def _refusal(settings: PromotionSettings, nonce: NonceState) -> str:
    if nonce is NonceState.VALID:
        return "" if settings.enabled else DISABLED
    if nonce is NonceState.NONE and settings.unscheduled:
        return ""
    return _NONCE_REASONS[nonce]
