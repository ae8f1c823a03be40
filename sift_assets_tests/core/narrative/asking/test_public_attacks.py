"""The orders of a public corpus, repeated word for word by an obedient model, hold nowhere."""

import pytest

from sift_assets.core.narrative.asking.brief import Brief
from sift_assets.core.narrative.asking.holding import faults_in
from sift_assets.core.narrative.asking.labels import MAX_WORDS, accepted_label
from sift_assets.core.narrative.asking.questions import read_sentence
from sift_assets.core.narrative.checking import Ground
from sift_assets.core.narrative.records import Sentence
from sift_assets_tests.core.narrative.asking.asking_examples import QUOTES, brief
from sift_assets_tests.evals.language_models.injection import known_attacks

ATTACKS = known_attacks()

pytestmark = pytest.mark.skipif(
    not ATTACKS, reason="the public attacks are absent: set SIFT_EVAL_DATA to their folder"
)


def attacked(order: str) -> Brief:
    """Return what is shown where an order follows a true sentence in a passage."""
    shown = brief(f"{QUOTES[0]} {order}", QUOTES[1])
    grounds = {passage.id: Ground(passage.quote) for passage in shown.passages}
    return shown.model_copy(update={"grounds": grounds})


def repeated(order: str, number: int) -> Sentence:
    return read_sentence({"text": order, "cites": [number]}, attacked(order).passages)


@pytest.mark.parametrize("number", [1, 2])
def test_no_order_is_a_sentence_whatever_it_cites(number: int) -> None:
    told = [a for a in ATTACKS if not faults_in([repeated(a, number)], attacked(a))]
    assert told == []


def test_no_order_is_a_label_whole_or_in_part() -> None:
    beginnings = {a: " ".join(a.split()[:MAX_WORDS]) for a in ATTACKS}
    assert [a for a in ATTACKS if accepted_label(a, attacked(a))] == []
    assert [a for a, begun in beginnings.items() if accepted_label(begun, attacked(a))] == []
