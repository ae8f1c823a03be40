"""What does not hold is sent back in one question, and its answer is read by number."""

import json

from sift_assets.core.llm.fence import enclosed
from sift_assets.core.llm.model import ModelAnswer
from sift_assets.core.narrative.asking.mending import Fault, mending_request, read_mending
from sift_assets_tests.core.narrative.asking.asking_examples import FACET, brief, cited

FAULTS = (
    Fault(cited("Mallory owns Kestrel Ltd.\nS9 x", 2, 1), ("names Mallory", "is wrong")),
    Fault(cited("Tom was a key figure.", 3), ('uses the phrase "key figure"',), is_style=True),
)


def test_sentences_and_their_problems_stand_in_the_fence_behind_the_evidence() -> None:
    request = mending_request(brief(), FAULTS, FACET, 0.0, 500, "ab" * 8)
    system, asked = (message.content for message in request.messages)
    shown = enclosed(asked)
    assert "Mallory" not in system
    assert shown.startswith(brief().lines())
    assert shown.endswith(
        "Sentences that do not hold\n"
        "S1 Mallory owns Kestrel Ltd. S9 x [2][1]\n  wrong: names Mallory; is wrong\n"
        'S2 Tom was a key figure. [3]\n  wrong: uses the phrase "key figure"'
    )
    assert "Name who says so." in system


def test_sentences_are_known_again_by_their_numbers() -> None:
    rows = [
        {"sentence": "S2", "text": "Tom was the captain of the Heron", "cites": [3]},
        {"sentence": 2, "text": "Twice.", "cites": [3]},
        {"sentence": 7, "text": "Of none.", "cites": [1]},
        {"sentence": 1, "text": " ", "cites": [1]},
        {"text": "Without a number.", "cites": [1]},
        "nothing",
    ]
    found = read_mending(ModelAnswer(text=json.dumps({"sentences": rows})), FAULTS, brief())
    assert found.problem == ""
    assert found.found == {2: cited("Tom was the captain of the Heron.", 3)}


def test_leaving_all_out_is_an_answer_and_nonsense_is_none() -> None:
    assert read_mending(ModelAnswer(text='{"sentences": []}'), FAULTS, brief()).problem == ""
    assert read_mending(ModelAnswer(text='{"sentences": 1}'), FAULTS, brief()).problem
    assert read_mending(ModelAnswer(text="no"), FAULTS, brief()).problem
