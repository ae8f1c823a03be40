"""How many tokens a request is: about, and never more than."""

from hypothesis import given
from hypothesis import strategies as st

from sift_assets.core.llm.model import Message, ModelRequest, Role
from sift_assets.core.llm.tokens import FRAME_TOKENS, tokens_about, tokens_at_most

SCHEMA = {"type": "object", "properties": {"entities": {"type": "array"}}}


def request(*said: str, **more: object) -> ModelRequest:
    messages = tuple(Message(role=Role.USER, content=text) for text in said)
    return ModelRequest.model_validate({"messages": messages, **more})


def test_a_quarter_of_the_characters_is_about_the_tokens() -> None:
    assert tokens_about(request("x" * 400, "y" * 40)) == 110
    assert tokens_about(request("")) == 0


def test_the_schema_is_sent_too() -> None:
    plain, with_schema = request("x"), request("x", answer_schema=SCHEMA)
    assert tokens_about(with_schema) > tokens_about(plain)
    assert tokens_at_most(with_schema) > tokens_at_most(plain)


@given(st.text(max_size=200))
def test_there_are_never_more_tokens_than_bytes(text: str) -> None:
    assert tokens_at_most(request(text)) == len(text.encode()) + FRAME_TOKENS
    assert tokens_about(request(text)) <= tokens_at_most(request(text))
