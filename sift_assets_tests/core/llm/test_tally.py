"""Counting calls, kept answers and money."""

from sift_assets.core.llm.answer_cache import MemoryAnswerCache
from sift_assets.core.llm.model import Message, ModelAnswer, ModelRequest, Role
from sift_assets.core.llm.scripted import ScriptedModel
from sift_assets.core.llm.tally import TalliedAnswers, TalliedModel, Tally

REQUEST = ModelRequest(messages=(Message(role=Role.USER, content="what"),))


def test_answers_are_counted_with_their_cost_and_those_without_a_price_apart() -> None:
    tally = Tally()
    priced = TalliedModel(ScriptedModel({"what": "{}"}, cost_usd=0.25), tally)
    unpriced = TalliedModel(ScriptedModel({"what": "{}"}, cost_usd=None), tally)
    assert priced.complete(REQUEST) == ModelAnswer(text="{}", model="scripted", cost_usd=0.25)
    priced.complete(REQUEST)
    unpriced.complete(REQUEST)
    assert (tally.calls, tally.cost_usd, tally.unpriced) == (3, 0.5, 1)


def test_kept_answers_are_counted_when_they_are_found() -> None:
    tally, answers = Tally(), MemoryAnswerCache()
    tallied = TalliedAnswers(answers, tally)
    assert tallied.get("a") is None
    tallied.put("a", b"answer")
    assert tallied.get("a") == answers.get("a") == b"answer"
    assert (tally.calls, tally.cached) == (0, 1)
