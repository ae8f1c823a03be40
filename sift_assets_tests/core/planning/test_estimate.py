"""What extracting takes: tokens, and money only where a price is known."""

import math

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sift_assets.core.llm.model import Message, ModelRequest, Role
from sift_assets.core.planning.estimate import (
    PAGE_CHARACTERS,
    Prices,
    Work,
    answer_tokens,
    call_work,
    characters_of,
    estimate,
    request_tokens,
    together,
    unread_work,
)


def request(text: str, max_tokens: int = 4096) -> ModelRequest:
    rules = Message(role=Role.SYSTEM, content="r" * 400)
    return ModelRequest(
        messages=(rules, Message(role=Role.USER, content=text)), max_tokens=max_tokens
    )


def works() -> st.SearchStrategy[Work]:
    counts = st.integers(0, 1_000_000)
    return st.builds(Work, **dict.fromkeys(Work.model_fields, counts))


def test_a_call_sends_everything_and_answers_about_the_text_alone() -> None:
    work = call_work(request("t" * 2000), request(""))
    assert work == Work(calls=1, input_tokens=600, output_tokens=1200)


def test_the_schema_of_the_answer_is_sent_as_well() -> None:
    bare = request("")
    with_schema = bare.model_copy(update={"answer_schema": {"type": "object" * 100}})
    assert request_tokens(with_schema) - request_tokens(bare) == math.ceil(611 / 4)


def test_an_answer_is_never_longer_than_it_may_be() -> None:
    assert answer_tokens(10_000, 4096) == 4096
    assert answer_tokens(1_000, 4096) == 600
    assert answer_tokens(0, 4096) == 0


@pytest.mark.parametrize(
    ("size", "suffix", "characters"),
    [
        (1000, ".txt", 1000),
        (1000, ".MD", 1000),
        (1000, ".pdf", 200),
        (7, ".docx", 2),
        (5_000_000, ".png", PAGE_CHARACTERS),
        (0, ".txt", 0),
    ],
)
def test_the_text_of_an_unread_file_is_estimated_by_its_size_and_kind(
    size: int, suffix: str, characters: int
) -> None:
    assert characters_of(size, suffix) == characters


def test_a_question_of_another_kind_is_taken_to_be_answered_at_full_length() -> None:
    other = request("what is it?").model_copy(update={"answer_schema": {"a": 1}, "max_tokens": 70})
    work = call_work(other, request("x" * 1000))
    assert (work.calls, work.output_tokens) == (1, 70)


def test_an_unread_document_takes_one_call_a_chunk_that_it_may_have() -> None:
    work = unread_work(25_000, 10_000, request(""))
    assert (work.chunks_to_run, work.calls, work.unread) == (3, 3, 1)
    assert work.input_tokens == 3 * (100 + math.ceil(8334 / 4))
    assert work.output_tokens == 3 * 4096


def test_an_unread_document_takes_no_call_of_the_local_model() -> None:
    assert unread_work(25_000, 10_000, None) == Work(chunks_to_run=3, unread=1)
    assert unread_work(0, 10_000, request("")) == Work(unread=1)


def test_an_unknown_price_is_an_unknown_cost_and_no_call_costs_nothing() -> None:
    asking = {"a.txt": Work(calls=2, input_tokens=1000, output_tokens=100)}
    assert estimate(asking, None).cost_usd is None
    assert estimate(asking, Prices(sent=0.001, answered=0.01)).cost_usd == pytest.approx(2.0)
    assert estimate({"a.txt": Work(chunks_to_run=4)}, None).cost_usd == 0
    assert estimate({}, None).total == Work()


@given(st.lists(works(), max_size=6), st.randoms(use_true_random=False))
def test_a_sum_of_work_depends_on_no_order(parts: list[Work], random: object) -> None:
    shuffled = sorted(parts, key=lambda _: random.random())  # type: ignore[attr-defined]
    assert together(shuffled) == together(parts)
    assert together([together(parts[:2]), *parts[2:]]) == together(parts)
    assert together(parts).calls == sum(part.calls for part in parts)
