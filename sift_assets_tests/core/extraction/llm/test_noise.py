"""Recorded answers with noise: each record is followed into the graph or the list beside it."""

import random
from typing import Any

from sift_assets_tests.evals.language_models.noise import NOISE, TRUE, followed

SENTENCES = [
    [
        "Ada",
        "Berg",
        "founded",
        "the",
        "yard",
        "Norrsund",
        "near",
        "the",
        "harbour",
        "in",
        "1990",
        ".",
    ],
    ["Carl", "Dorn", "later", "bought", "a", "third", "of", "Norrsund", "from", "her", "sons", "."],
]
OTHERS = ["The parliament of the island meets twice every year in a wooden hall ."]


def document(labels: int) -> dict[str, Any]:
    people = [{"name": "Ada Berg", "type": "PER"}, {"name": "Norrsund", "type": "ORG"}]
    return {
        "sents": SENTENCES,
        "vertexSet": [[one] for one in people],
        "labels": [{"h": 0, "t": 1, "evidence": [0]} for _ in range(labels)],
    }


def test_what_is_true_is_published_and_what_is_made_up_is_kept_out_with_the_reason() -> None:
    counts = followed(document(60), OTHERS, random.Random(1))  # noqa: S311 - an example
    for kind in NOISE:
        assert counts[f"{kind} said"] == counts[f"{kind} kept out, with the reason"] == 1
        assert counts[f"{kind} published"] == 0
    assert counts[f"{TRUE} said"] == counts[f"{TRUE} published"] == 1
    assert counts["quotes that are not in the text"] == 0


def test_a_relation_without_evidence_is_not_put_into_the_answer() -> None:
    without = document(1) | {"labels": [{"h": 0, "t": 1, "evidence": []}]}
    counts = followed(without, OTHERS, random.Random(1))  # noqa: S311 - an example
    assert not +counts
