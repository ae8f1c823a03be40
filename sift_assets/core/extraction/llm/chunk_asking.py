"""Asks a model about one chunk, through the kept answers, in halves where an answer was cut."""

from collections.abc import Callable
from typing import NamedTuple, TypeVar

from sift_assets.core.extraction.figures import summed
from sift_assets.core.extraction.llm.answer import OfferedTypes
from sift_assets.core.extraction.llm.asking import Asker, Question, UnansweredError
from sift_assets.core.extraction.llm.reader import ReadAnswer, read_answer
from sift_assets.core.llm.model import FinishReason, ModelAnswer
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


class _Read(NamedTuple):
    """An answer with what it holds."""

    answer: ModelAnswer
    reading: ReadAnswer


class ChunkAsker:
    """Asks about chunks. Safe to call from several threads.

    Args:
        asker: Answers questions, from the kept answers or by a call.
        question_about: Makes the question about a stretch of text, given whether it can be halved.
        offered: The types that the model is to choose from; None when it chooses them itself.
    """

    def __init__(
        self,
        asker: Asker,
        question_about: Callable[[str, bool], Question],
        offered: OfferedTypes | None = None,
    ) -> None:
        self._asker, self._question_about, self._offered = asker, question_about, offered

    def ask(self, text: DocumentText, chunk: Chunk) -> ChunkFindings:
        """Ask about one chunk, or take the kept answer.

        Raises:
            ModelError: The model cannot be used at all.
        """
        found: list[_Read] = []
        try:
            self._read_piece(text, chunk, _Piece(chunk.carried_from, chunk.end), found)
        except UnansweredError as failure:
            report = ChunkReport(
                index=chunk.index,
                status=failure.status,
                reason=str(failure),
                model=_models(found),
                attempts=failure.attempts,
            )
            return ChunkFindings(report=report)
        return _findings(text, chunk, found)

    def _read_piece(
        self, text: DocumentText, chunk: Chunk, piece: _Piece, found: list[_Read]
    ) -> None:
        """Read the answer about a piece; where it was cut, also those about its halves."""
        halves = _halves(text.text, piece)

        def read(answer: ModelAnswer) -> ReadAnswer:
            reading = read_answer(
                answer.text, text.text, piece.start, piece.end, chunk.index, self._offered
            )
            cut = answer.finish_reason is FinishReason.LENGTH or not reading.complete
            return _settled(reading, splittable=bool(halves)) if cut else reading

        question = self._question_about(text.text[piece.start : piece.end], bool(halves))
        answer, reading = self._asker.answer(question, read)
        rest = () if reading.complete else halves
        if rest:
            reading = reading.model_copy(update={"complete": True})
        found.append(_Read(answer, reading))
        for half in rest:
            self._read_piece(text, chunk, half, found)


def _settled(reading: ReadAnswer, *, splittable: bool) -> ReadAnswer:
    """Say of the reading of a cut answer what it is worth: nothing only where nothing follows."""
    empty = not (reading.mentions or reading.relations or reading.quarantined)
    lost = "the answer was cut before its first complete record"
    problem = lost if empty and not splittable else ""
    return reading.model_copy(update={"complete": False, "problem": problem})


def _findings(text: DocumentText, chunk: Chunk, read: list[_Read]) -> ChunkFindings:
    readings = [one.reading for one in read]
    is_whole = all(reading.complete for reading in readings)
    report = ChunkReport(
        index=chunk.index,
        status=ChunkStatus.OK,
        reason="" if is_whole else "an answer was cut; its complete records are kept",
        model=_models(read),
        input_tokens=sum(one.answer.input_tokens for one in read),
        output_tokens=sum(one.answer.output_tokens for one in read),
        counts=summed(reading.counts for reading in readings),
    )
    return ChunkFindings(
        report=report,
        mentions=tuple(_paged(m, text) for reading in readings for m in reading.mentions),
        relations=tuple(_paged(r, text) for reading in readings for r in reading.relations),
        quarantined=tuple(q for reading in readings for q in reading.quarantined),
    )


StatedT = TypeVar("StatedT", Mention, RelationMention)


def _paged(stated: StatedT, text: DocumentText) -> StatedT:
    page = text.page_at(stated.evidence.start)
    evidence = stated.evidence.model_copy(update={"page": page})
    return stated.model_copy(update={"evidence": evidence})


def _models(read: list[_Read]) -> str:
    return ", ".join(sorted({one.answer.model for one in read if one.answer.model}))


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
