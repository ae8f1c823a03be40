"""Counting what one piece of work took: calls, kept answers, money."""

import threading
from dataclasses import dataclass, field

from sift_assets.core.llm.answer_cache import AnswerCache
from sift_assets.core.llm.model import LanguageModel, ModelAnswer, ModelRequest


@dataclass
class Tally:
    """What was counted. Safe to count from several threads.

    Attributes:
        calls: Answers that were asked for now.
        cached: Answers that were kept from before.
        cost_usd: Of the calls whose price is known.
        unpriced: Calls whose price nobody knows.
    """

    calls: int = 0
    cached: int = 0
    cost_usd: float = 0.0
    unpriced: int = 0
    _lock: threading.Lock = field(default_factory=threading.Lock, repr=False)

    def count_call(self, answer: ModelAnswer) -> None:
        """Count an answer that was asked for."""
        with self._lock:
            self.calls += 1
            self.cost_usd += answer.cost_usd or 0.0
            self.unpriced += answer.cost_usd is None

    def count_kept(self) -> None:
        """Count an answer that was kept from before."""
        with self._lock:
            self.cached += 1


class TalliedModel(LanguageModel):
    """A model whose answers are counted.

    Args:
        model: Answers.
        tally: Counts.
    """

    def __init__(self, model: LanguageModel, tally: Tally) -> None:
        self._model, self._tally = model, tally

    def complete(self, request: ModelRequest) -> ModelAnswer:
        """Answer one request; see `LanguageModel`."""
        answer = self._model.complete(request)
        self._tally.count_call(answer)
        return answer


class TalliedAnswers:
    """Kept answers that are counted when they are found.

    Args:
        answers: Keeps them.
        tally: Counts.
    """

    def __init__(self, answers: AnswerCache, tally: Tally) -> None:
        self._answers, self._tally = answers, tally

    def get(self, key: str) -> bytes | None:
        """Return what was put under a key, None when there is nothing."""
        found = self._answers.get(key)
        if found is not None:
            self._tally.count_kept()
        return found

    def put(self, key: str, data: bytes) -> None:
        """Keep bytes under a key, in place of what was there."""
        self._answers.put(key, data)
