"""Asks one question: the kept answer if there is a usable one, else a call whose answer is kept."""

import threading
from collections.abc import Callable
from dataclasses import dataclass
from typing import Protocol, TypeVar

from sift_assets.core.errors import CallHeldError, ModelCallError
from sift_assets.core.llm.answer_cache import AnswerCache, stored_answer
from sift_assets.core.llm.fence import nonce_of
from sift_assets.core.llm.model import FinishReason, LanguageModel, ModelAnswer, ModelRequest
from sift_assets.core.records.extraction import ChunkStatus

TOO_LONG = ModelAnswer(text="", finish_reason=FinishReason.LENGTH)
"""Kept in the place of an answer where the model cannot read so much at once: later runs ask in
halves without being refused again."""

WITHHELD = "the provider withheld the answer (content filter)"
STOPPED = "stopped: the model cannot be used"


class UnansweredError(Exception):
    """A question has no usable answer; the message is the reason, without document text."""

    def __init__(self, reason: str, status: ChunkStatus = ChunkStatus.FAILED) -> None:
        super().__init__(reason)
        self.status = status


@dataclass(frozen=True)
class Question:
    """What is asked.

    Attributes:
        key: Where its answer is kept: the hash of everything that shapes it.
        request: Makes the request with a nonce for its fences, which shapes nothing.
        splits: Whether halves of it can be asked instead.
    """

    key: str
    request: Callable[[str], ModelRequest]
    splits: bool = False


class Reading(Protocol):
    """What was read of an answer."""

    @property
    def problem(self) -> str:
        """Why the answer is of no use, empty when it is."""
        ...


ReadingT = TypeVar("ReadingT", bound=Reading)


class Asker:
    """Answers questions. Safe to call from several threads.

    Args:
        model: Answers.
        answers: Where answers are kept.
        nonce: Returns a fresh nonce; None derives it from the question's key.
    """

    def __init__(
        self, model: LanguageModel, answers: AnswerCache, nonce: Callable[[], str] | None = None
    ) -> None:
        self._model, self._answers, self._nonce = model, answers, nonce
        self._stopped = threading.Event()
        self._asking: dict[str, threading.Lock] = {}

    def answer(
        self,
        question: Question,
        read: Callable[[ModelAnswer], ReadingT],
        on_call: Callable[[], None] = lambda: None,
    ) -> tuple[ModelAnswer, ReadingT]:
        """Return the kept answer if it can be read, else ask and keep what comes.

        Args:
            question: What is asked.
            read: Reads an answer.
            on_call: Called before each call.

        Raises:
            UnansweredError: The call failed, was held back, or its answer was withheld.
            ModelError: The model cannot be used at all.
        """
        with self._asking.setdefault(question.key, threading.Lock()):  # equal ones share one call
            kept = stored_answer(self._answers, question.key)
            reading = read(kept) if kept is not None else None
            if kept and reading and not (reading.problem or _is_withheld(kept)):
                return kept, reading
            on_call()
            try:
                answer = self._called(question)
                self._answers.put(question.key, answer.to_bytes())
            except UnansweredError:
                raise
            except BaseException:
                self._stopped.set()
                raise
        if _is_withheld(answer):
            raise UnansweredError(WITHHELD)
        return answer, read(answer)

    def _called(self, question: Question) -> ModelAnswer:
        if self._stopped.is_set():
            raise UnansweredError(STOPPED)
        nonce = self._nonce() if self._nonce else nonce_of(question.key)
        try:
            return self._model.complete(question.request(nonce))
        except CallHeldError as error:
            raise UnansweredError(error.message, ChunkStatus.PENDING) from error
        except ModelCallError as error:
            if error.kind == "context" and question.splits:
                return TOO_LONG
            if error.kind != "fatal":
                raise UnansweredError(error.message) from error
            raise


def _is_withheld(answer: ModelAnswer) -> bool:
    return answer.finish_reason is FinishReason.FILTERED
