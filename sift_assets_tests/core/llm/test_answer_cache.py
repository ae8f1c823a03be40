from typing import Any

import pytest

from sift_assets.core.llm.answer_cache import (
    MemoryAnswerCache,
    answer_key,
    attempt_key,
    kept_answers,
    stored_answer,
)
from sift_assets.core.llm.model import FinishReason, Message, ModelAnswer, ModelRequest, Role

REQUEST = ModelRequest(messages=(Message(role=Role.USER, content="text"),))


def key(**changes: Any) -> str:
    parts = {"stage": "extract", "prompt_version": "1", "model_name": "m", "request": REQUEST}
    return answer_key(**{**parts, **changes})


@pytest.mark.parametrize(
    "changes",
    [
        {"stage": "resolve"},
        {"prompt_version": "2"},
        {"model_name": "n"},
        {"generation": 1},
        {"request": REQUEST.model_copy(update={"temperature": 0.5})},
        {"request": REQUEST.model_copy(update={"temperature": None})},
        {"request": REQUEST.model_copy(update={"max_tokens": 7})},
        {"request": REQUEST.model_copy(update={"answer_schema": {"type": "object"}})},
        {"request": ModelRequest(messages=(Message(role=Role.USER, content="texts"),))},
        {"request": ModelRequest(messages=(Message(role=Role.SYSTEM, content="text"),))},
    ],
)
def test_whatever_shapes_an_answer_changes_its_key(changes: dict[str, Any]) -> None:
    assert key(**changes) != key()


def test_the_same_question_has_the_same_key() -> None:
    again = ModelRequest.from_bytes(REQUEST.to_bytes())
    assert key(request=again) == key()


def test_a_kept_answer_comes_back_whole() -> None:
    answers = MemoryAnswerCache()
    answer = ModelAnswer(
        text="é", model="m", input_tokens=1, finish_reason=FinishReason.LENGTH, cost_usd=None
    )
    answers.put("k", answer.to_bytes())
    assert stored_answer(answers, "k") == answer


def test_damaged_bytes_count_as_no_answer() -> None:
    answers = MemoryAnswerCache()
    answers.put("k", ModelAnswer(text="hello").to_bytes()[:-5])
    assert stored_answer(answers, "k") is None
    assert stored_answer(answers, "other") is None


def test_answers_to_one_question_are_kept_in_order_and_the_first_lies_under_its_own_key() -> None:
    answers = MemoryAnswerCache()
    given = [ModelAnswer(text=text) for text in ("no", "nor this", "yes")]
    for number, answer in enumerate(given):
        answers.put(attempt_key("k", number), answer.to_bytes())
    assert stored_answer(answers, "k") == given[0]
    assert list(kept_answers(answers, "k")) == given
    assert list(kept_answers(answers, "other")) == []
