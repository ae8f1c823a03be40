"""Who may call models, fill the queue and deliver."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sift_assets.core.promotion.gate import DISABLED, NonceState, in_words, permit_of
from sift_assets.core.promotion.receipts import ReceiptProblem
from sift_assets.core.promotion.settings import PromotionSettings

VALID = ReceiptProblem.NONE


@pytest.mark.parametrize(
    ("nonce", "receipt", "fields", "reason"),
    [
        (NonceState.VALID, VALID, {"enabled": True}, ""),
        (NonceState.VALID, VALID, {}, DISABLED),
        (NonceState.VALID, ReceiptProblem.MISSING, {"enabled": True}, "no_receipt"),
        (NonceState.VALID, ReceiptProblem.EXPIRED, {"enabled": True}, "receipt_expired"),
        (NonceState.NONE, VALID, {"enabled": True}, "LLM_SCHEDULED_ONLY"),
        (NonceState.NONE, VALID, {"unscheduled": True}, ""),
        (NonceState.NONE, ReceiptProblem.EDITED, {"unscheduled": True}, "receipt_edited"),
        (NonceState.USED, VALID, {"enabled": True, "unscheduled": True}, "nonce_used"),
        (NonceState.EXPIRED, VALID, {"enabled": True, "unscheduled": True}, "nonce_expired"),
        (NonceState.FORGED, VALID, {"enabled": True, "unscheduled": True}, "nonce_forged"),
    ],
)
def test_the_gate_says_why_it_stays_closed(
    nonce: NonceState, receipt: ReceiptProblem, fields: dict[str, bool], reason: str
):
    found = permit_of(PromotionSettings.model_validate(fields), nonce, receipt, "run")
    assert (found.permitted, found.reason) == (not reason, reason)
    assert not reason or in_words(reason) != reason


@given(
    st.sampled_from(NonceState),
    st.sampled_from(ReceiptProblem),
    st.booleans(),
    st.booleans(),
    st.booleans(),
)
def test_nothing_but_the_schedules_word_or_the_settings_opens_it_and_never_without_a_receipt(
    nonce: NonceState, receipt: ReceiptProblem, enabled: bool, unscheduled: bool, dry_run: bool
):
    settings = PromotionSettings(enabled=enabled, unscheduled=unscheduled, dry_run=dry_run)
    found = permit_of(settings, nonce, receipt, "run")
    by_schedule = nonce is NonceState.VALID and enabled
    by_hand = nonce is NonceState.NONE and unscheduled
    assert found.permitted == ((by_schedule or by_hand) and receipt is VALID)
    assert found.permitted == (not found.reason)
    assert found.delivers == (found.permitted and not dry_run)


def test_promotion_is_off_and_dry_until_the_settings_say_otherwise():
    found = permit_of(PromotionSettings(), NonceState.VALID, VALID, "run")
    assert (found.permitted, found.dry_run) == (False, True)
