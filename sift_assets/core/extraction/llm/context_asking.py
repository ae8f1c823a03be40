"""Asks what a document is about, and says what its chunks are asked with.

Without the answer nobody knows what the chunks are to be told. So where it is held back, they wait
with it. Where it failed, they go without, and as soon as one of them is answered the failure is
kept like an answer: a context that came later would have every chunk asked, and paid for, again.
"""

from collections.abc import Callable
from dataclasses import dataclass

from sift_assets.core.errors import CallHeldError
from sift_assets.core.extraction.llm.asking import Asker, Question, UnansweredError
from sift_assets.core.extraction.llm.context import MAX_CONTEXT_CHARACTERS, read_context
from sift_assets.core.extraction.llm.sharing import SharedCalls
from sift_assets.core.llm.answer_cache import AnswerCache, MemoryAnswerCache, attempt_key
from sift_assets.core.llm.held import HeldModel
from sift_assets.core.llm.model import FinishReason, LanguageModel, ModelAnswer
from sift_assets.core.records.extraction import ChunkStatus, ContextReport

NO_SUMMARY = "the answer holds no summary"
GIVEN_UP = "no usable summary was answered; the chunks were asked without one"
"""One reason for every failure, so that a value does not depend on when it was computed."""

STAND_IN = "…" * MAX_CONTEXT_CHARACTERS
"""Stands for a context that is not known yet where a plan counts what its chunks take."""

_GIVEN_UP = ModelAnswer(text="", finish_reason=FinishReason.OTHER)
"""Kept after the answers of no use, as one that says: there is no summary, and none is wanted."""

_FAILED = ContextReport(status=ChunkStatus.FAILED, reason=GIVEN_UP)


@dataclass(frozen=True)
class DocumentContext:
    """What the chunks of a document are asked with.

    Attributes:
        model: Asked about the chunks.
        answers: Where their answers are kept.
        summary: What the document is about, empty when that is not told.
        report: What became of the question; None when it was not asked.
    """

    model: LanguageModel
    answers: AnswerCache
    summary: str = ""
    report: ContextReport | None = None


@dataclass(frozen=True)
class _Summary:
    text: str
    problem: str = ""
    is_given_up: bool = False


def asked_context(
    question: Question,
    model: LanguageModel,
    answers: AnswerCache,
    nonce: Callable[[], str] | None = None,
    calls: SharedCalls | None = None,
) -> DocumentContext:
    """Ask what a document is about, or take the kept answer.

    Args:
        question: The question.
        model: Answers.
        answers: Where answers are kept.
        nonce: See `Asker`.
        calls: See `Asker`.

    Raises:
        ModelError: The model cannot be used at all.
    """
    try:
        answer, summary = Asker(model, answers, nonce, calls).answer(question, _read)
    except UnansweredError as error:
        if error.status is ChunkStatus.PENDING:
            return _waiting(model, error)
        giving_up = _GivingUp(answers, attempt_key(question.key, error.kept))
        return DocumentContext(model, giving_up, report=_FAILED)
    if summary.is_given_up:
        return DocumentContext(model, answers, report=_FAILED)
    report = ContextReport(status=ChunkStatus.OK, model=answer.model)
    return DocumentContext(model, answers, summary.text, report)


def _read(answer: ModelAnswer) -> _Summary:
    if answer == _GIVEN_UP:
        return _Summary("", is_given_up=True)
    summary = read_context(answer.text)
    return _Summary(summary, "" if summary else NO_SUMMARY)


def _waiting(model: LanguageModel, held: UnansweredError) -> DocumentContext:
    """Let the chunks wait too. A model that makes no call at all notes what they will be asked."""
    is_safe = isinstance(held.__cause__, CallHeldError) and held.__cause__.always
    waits = model if is_safe else HeldModel(str(held))
    report = ContextReport(status=ChunkStatus.PENDING, reason=str(held))
    return DocumentContext(waits, MemoryAnswerCache(), STAND_IN, report)


class _GivingUp(AnswerCache):
    """Keeps answers of chunks that went without a context, and first that it is given up.

    Args:
        answers: Where answers are kept.
        key: Where that is kept: behind the answers of no use to the question of the context.
    """

    def __init__(self, answers: AnswerCache, key: str) -> None:
        self._answers, self._key = answers, key

    def get(self, key: str) -> bytes | None:
        """Return what was put under a key."""
        return self._answers.get(key)

    def put(self, key: str, data: bytes) -> None:
        """Keep bytes under a key."""
        self._answers.put(self._key, _GIVEN_UP.to_bytes())
        self._answers.put(key, data)
