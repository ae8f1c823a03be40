import pytest

from sift_assets.core.errors import ModelCallError
from sift_assets.core.llm.model import FinishReason, Message, ModelAnswer, ModelRequest, Role
from sift_assets.core.llm.scripted import ScriptedModel


def asking(text: str) -> ModelRequest:
    system = Message(role=Role.SYSTEM, content="apples")
    return ModelRequest(messages=(system, Message(role=Role.USER, content=text)))


def test_the_first_key_in_the_users_message_decides_the_answer() -> None:
    model = ScriptedModel({"apples": "a", "pears": "p"}, name="fruit", cost_usd=None)
    answer = model.complete(asking("two pears"))
    assert answer == ModelAnswer(text="p", model="fruit", cost_usd=None)
    assert model.calls == [asking("two pears")]


def test_a_function_may_answer_and_whole_answers_pass_through() -> None:
    whole = ModelAnswer(text="x", finish_reason=FinishReason.LENGTH)
    model = ScriptedModel(lambda request: whole if len(request.messages) == 2 else "short")
    assert model.complete(asking("anything")) is whole


def test_scripted_errors_are_raised_and_gaps_are_errors() -> None:
    model = ScriptedModel({"pears": ModelCallError("no key", "fatal")})
    with pytest.raises(ModelCallError, match="no key"):
        model.complete(asking("pears"))
    with pytest.raises(ModelCallError, match="no answer"):
        model.complete(asking("plums"))
    assert len(model.calls) == 2
