"""Asks one question: the first kept answer that is of use, else a call whose answer is kept.

Every answer is kept the moment it arrives, before it is read, under its question's key and its
number. So one that is of no use is not lost: it is read again at every try, which costs nothing,
and a better reader may make something of it. Only then the question is asked once more.
"""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Protocol, TypeVar

from sift_assets.core.errors import CallHeldError, ModelCallError, SiftError
from sift_assets.core.extraction.llm.sharing import SharedCalls
from sift_assets.core.llm.answer_cache import AnswerCache, attempt_key, kept_answers
from sift_assets.core.llm.fence import nonce_of
from sift_assets.core.llm.model import FinishReason, LanguageModel, ModelAnswer, ModelRequest
from sift_assets.core.llm.tally import TalliedAnswers, TalliedModel, Tally
from sift_assets.core.records.extraction import ChunkStatus

TOO_LONG = ModelAnswer(text="", finish_reason=FinishReason.LENGTH)
"""Kept in the place of an answer where the model cannot read so much at once: later runs ask in
halves without being refused again."""

MAX_ANSWERS = 4
"""Answers of no use to one question that are paid for: a document is tried twice by itself, and
twice more when a person runs it again. A fifth of the same kind would tell nothing new."""

WITHHELD = "the provider withheld the answer (content filter)"


class UnansweredError(Exception):
    """A question has no usable answer; the message is the reason, without document text.

    Args:
        reason: For people.
        status: Whether it failed or waits.
        kept: Answers to it that are kept, all of no use.
        attempts: Those, and the call that failed if one did.
    """

    def __init__(
        self,
        reason: str,
        status: ChunkStatus = ChunkStatus.FAILED,
        *,
        kept: int = 0,
        attempts: int = 0,
    ) -> None:
        super().__init__(reason)
        self.status, self.kept, self.attempts = status, kept, attempts


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
        calls: Shared with whoever else asks at the same time.
    """

    def __init__(
        self,
        model: LanguageModel,
        answers: AnswerCache,
        nonce: Callable[[], str] | None = None,
        calls: SharedCalls | None = None,
    ) -> None:
        self._model, self._answers, self._nonce = model, answers, nonce
        self._calls = calls or SharedCalls(concurrency=1)

    def counted(self, tally: Tally) -> "Asker":
        """Return the same with its answers counted; both know what the other asks and ended."""
        model, answers = TalliedModel(self._model, tally), TalliedAnswers(self._answers, tally)
        return Asker(model, answers, self._nonce, self._calls)

    def answer(
        self, question: Question, read: Callable[[ModelAnswer], ReadingT]
    ) -> tuple[ModelAnswer, ReadingT]:
        """Return the first kept answer that is of use, else ask, keep what comes, and read it.

        Raises:
            UnansweredError: The call failed or was held back, or no answer is of use.
            ModelError: The model cannot be used at all.
        """
        with self._calls.asking(question.key):
            try:
                return self._answered(question, read)
            except UnansweredError as failure:
                if failure.status is ChunkStatus.FAILED:
                    self._calls.note_failed(question.key, failure)
                raise

    def _answered(
        self, question: Question, read: Callable[[ModelAnswer], ReadingT]
    ) -> tuple[ModelAnswer, ReadingT]:
        kept, problem = 0, ""
        for answer in kept_answers(self._answers, question.key):
            reading = read(answer)
            problem = _problem(answer, reading)
            if not problem:
                return answer, reading
            kept += 1
        if kept < MAX_ANSWERS:
            answer = self._asked(question, kept)
            kept, reading = kept + 1, read(answer)
            problem = _problem(answer, reading)
            if not problem:
                return answer, reading
        raise UnansweredError(_in_full(problem, kept), kept=kept, attempts=kept)

    def _asked(self, question: Question, kept: int) -> ModelAnswer:
        """Ask, and keep what comes before anything else is done with it."""
        try:
            answer = self._called(question, kept)
            self._answers.put(attempt_key(question.key, kept), answer.to_bytes())
        except SiftError as error:
            self._calls.end(error)
            raise
        return answer

    def _called(self, question: Question, kept: int) -> ModelAnswer:
        self._calls.check()
        nonce = self._nonce() if self._nonce else nonce_of(question.key)
        try:
            return self._model.complete(question.request(nonce))
        except CallHeldError as error:
            raise UnansweredError(error.message, ChunkStatus.PENDING, kept=kept) from error
        except ModelCallError as error:
            if error.kind == "context" and question.splits:
                return TOO_LONG
            if error.kind != "fatal":
                raise UnansweredError(error.message, kept=kept, attempts=kept + 1) from error
            raise


def _problem(answer: ModelAnswer, reading: Reading) -> str:
    return WITHHELD if answer.finish_reason is FinishReason.FILTERED else reading.problem


def _in_full(problem: str, kept: int) -> str:
    """Say why there is no answer; the same whether the last one came now or long ago."""
    if kept < MAX_ANSWERS:
        return problem
    return f"{problem}; {kept} answers were of no use, so it is asked again only on demand"
