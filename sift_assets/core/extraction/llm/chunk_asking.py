"""Asks a model about one chunk, through the kept answers, in halves where an answer was cut."""

import threading
from collections.abc import Callable
from typing import NamedTuple, TypeVar

from sift_assets.core.errors import CallHeldError, ModelCallError, ModelError
from sift_assets.core.extraction.llm.reader import ReadAnswer, read_answer
from sift_assets.core.llm.answer_cache import AnswerCache, stored_answer
from sift_assets.core.llm.model import FinishReason, LanguageModel, ModelAnswer, ModelRequest
from sift_assets.core.records.extraction import (
    ChunkReport,
    ChunkStatus,
    Mention,
    Quarantined,
    RelationMention,
)
from sift_assets.core.records.record import Record
from sift_assets.core.records.text import Chunk, DocumentText

MIN_SPLIT_CHARACTERS = 1500
"""A cut answer to less text than this comes from a loop, not from much to say: asking about half
of it would be cut again. A default chunk is halved at most three times."""


class ChunkFindings(Record):
    """What one chunk yields; nothing but a report where it failed."""

    report: ChunkReport
    mentions: tuple[Mention, ...] = ()
    relations: tuple[RelationMention, ...] = ()
    quarantined: tuple[Quarantined, ...] = ()


class _Piece(NamedTuple):
    """A stretch of a chunk that one call is about; the cut runs through at most one sentence."""

    start: int
    end: int


class _PieceError(Exception):
    """One piece could not be read; the message is the chunk's reason."""

    def __init__(self, reason: str, status: ChunkStatus = ChunkStatus.FAILED) -> None:
        super().__init__(reason)
        self.status = status


class ChunkAsker:
    """Asks about chunks. Safe to call from several threads.

    Args:
        model: Answers.
        answers: Where answers are kept.
        request_for: Makes the request about a stretch of text.
        key_for: Returns the key under which the answer to a request is kept.
    """

    def __init__(
        self,
        model: LanguageModel,
        answers: AnswerCache,
        request_for: Callable[[str], ModelRequest],
        key_for: Callable[[ModelRequest], str],
    ) -> None:
        self._model, self._answers = model, answers
        self._request_for, self._key_for = request_for, key_for
        self._stopped = threading.Event()
        self._asking: dict[str, threading.Lock] = {}

    def ask(self, text: DocumentText, chunk: Chunk) -> ChunkFindings:
        """Ask about one chunk, or take the kept answer.

        Raises:
            ModelError: The model cannot be used at all.
        """
        readings: list[tuple[ReadAnswer, str]] = []
        try:
            self._read_piece(text, chunk, _Piece(chunk.carried_from, chunk.end), readings)
        except _PieceError as failure:
            report = ChunkReport(
                index=chunk.index,
                status=failure.status,
                reason=str(failure),
                model=_models(readings),
            )
            return ChunkFindings(report=report)
        except BaseException:
            self._stopped.set()
            raise
        return _findings(text, chunk, readings)

    def _read_piece(
        self,
        text: DocumentText,
        chunk: Chunk,
        piece: _Piece,
        readings: list[tuple[ReadAnswer, str]],
    ) -> None:
        """Read the answer about a piece; where it was cut, also those about its halves."""
        halves = _halves(text.text, piece)

        def read(answer: ModelAnswer) -> ReadAnswer:
            reading = read_answer(answer.text, text.text, piece.start, piece.end, chunk.index)
            cut = answer.finish_reason is FinishReason.LENGTH or not reading.complete
            return _settled(reading, splittable=bool(halves)) if cut else reading

        answer, reading = self._answered(text.text[piece.start : piece.end], read)
        if reading.problem:
            raise _PieceError(reading.problem)
        rest = () if reading.complete else halves
        if rest:
            reading = reading.model_copy(update={"complete": True})
        readings.append((reading, answer.model))
        for half in rest:
            self._read_piece(text, chunk, half, readings)

    def _answered(
        self, shown: str, read: Callable[[ModelAnswer], ReadAnswer]
    ) -> tuple[ModelAnswer, ReadAnswer]:
        """Return the kept answer if it can be read, else ask and keep what comes."""
        request = self._request_for(shown)
        key = self._key_for(request)
        with self._asking.setdefault(key, threading.Lock()):  # equal chunks share one call
            kept = stored_answer(self._answers, key)
            reading = read(kept) if kept is not None else None
            if kept and reading and not (reading.problem or _is_withheld(kept)):
                return kept, reading
            answer = self._called(request)
            self._answers.put(key, answer.to_bytes())
        if _is_withheld(answer):
            raise _PieceError("the provider withheld the answer (content filter)")
        return answer, read(answer)

    def _called(self, request: ModelRequest) -> ModelAnswer:
        if self._stopped.is_set():
            raise _PieceError("stopped: the model cannot be used")
        try:
            return self._model.complete(request)
        except CallHeldError as error:
            raise _PieceError(error.message, ChunkStatus.PENDING) from error
        except ModelError as error:
            if isinstance(error, ModelCallError) and error.kind == "transient":
                raise _PieceError(error.message) from error
            raise


def _is_withheld(answer: ModelAnswer) -> bool:
    return answer.finish_reason is FinishReason.FILTERED


def _settled(reading: ReadAnswer, *, splittable: bool) -> ReadAnswer:
    """Say of the reading of a cut answer what it is worth: nothing only where nothing follows."""
    empty = not (reading.mentions or reading.relations or reading.quarantined)
    lost = "the answer was cut before its first complete record"
    problem = lost if empty and not splittable else ""
    return reading.model_copy(update={"complete": False, "problem": problem})


def _findings(
    text: DocumentText, chunk: Chunk, readings: list[tuple[ReadAnswer, str]]
) -> ChunkFindings:
    notes: list[str] = []
    if not all(reading.complete for reading, _ in readings):
        notes.append("an answer was cut; its complete records are kept")
    unstated = sum(reading.unstated for reading, _ in readings)
    if unstated:
        notes.append(f"{unstated} records without a usable confidence")
    report = ChunkReport(
        index=chunk.index, status=ChunkStatus.OK, reason="; ".join(notes), model=_models(readings)
    )
    return ChunkFindings(
        report=report,
        mentions=tuple(_paged(m, text) for reading, _ in readings for m in reading.mentions),
        relations=tuple(_paged(r, text) for reading, _ in readings for r in reading.relations),
        quarantined=tuple(q for reading, _ in readings for q in reading.quarantined),
    )


StatedT = TypeVar("StatedT", Mention, RelationMention)


def _paged(stated: StatedT, text: DocumentText) -> StatedT:
    page = text.page_at(stated.evidence.start)
    evidence = stated.evidence.model_copy(update={"page": page})
    return stated.model_copy(update={"evidence": evidence})


def _models(readings: list[tuple[ReadAnswer, str]]) -> str:
    return ", ".join(sorted({model for _, model in readings if model}))


def _halves(text: str, piece: _Piece) -> tuple[_Piece, ...]:
    """Cut a piece near its middle, at the best boundary there is; nothing below the least size."""
    length = piece.end - piece.start
    if length < MIN_SPLIT_CHARACTERS:
        return ()
    middle, reach = piece.start + length // 2, length // 4
    for boundary in ("\n\n", "\n", ". ", " "):
        at = text.find(boundary, middle, middle + reach)
        if at >= 0:
            middle = at + len(boundary)
            break
    return (_Piece(piece.start, middle), _Piece(middle, piece.end))
