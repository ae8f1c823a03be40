"""Reads a model's answer into grounded mentions and relations, bad records into quarantine."""

from collections import Counter
from collections.abc import Mapping, Sequence
from typing import Any, TypeVar, cast

from pydantic import ValidationError

from sift_assets.core.extraction.grounding import Grounder
from sift_assets.core.extraction.llm.answer import (
    UNSTATED_CONFIDENCE,
    AnswerEntity,
    AnswerRelation,
    OfferedTypes,
    RecordKind,
    coercions,
)
from sift_assets.core.extraction.llm.shapes import find_records
from sift_assets.core.extraction.normal_form import NormalForm
from sift_assets.core.records.extraction import (
    Coercion,
    Evidence,
    Loss,
    Mention,
    MentionKind,
    Quarantined,
    QuarantineReason,
    RecordCounts,
    RelationMention,
)
from sift_assets.core.records.record import Record, canonical_json

READING_VERSION = "1"
"""Raised with every change here, in `answer` or in `shapes` by which other records may come of the
same answer: then every extraction is made anew, from the kept answers and without a call."""

MAX_KEPT_BYTES = 4000
"""Of a quarantined record; a longer one is a looping model, whose start tells enough."""

PRONOUNS = frozenset({"he", "her", "him", "it", "she", "that", "they", "them", "this", "we", "who"})
"""English only, as they begin a sentence (`It`, not the agency `IT`): other references have no
upper-case letter and are known by that."""

AnswerT = TypeVar("AnswerT", bound=Record)


class ReadAnswer(Record):
    """What an answer holds.

    Attributes:
        problem: Why nothing could be read, empty when something could.
        complete: Whether the answer was whole; one that was cut holds its complete records.
        mentions: Grounded in the text.
        relations: Likewise.
        quarantined: Records that were read and kept back.
        counts: What became of every record.
    """

    problem: str = ""
    complete: bool = True
    mentions: tuple[Mention, ...] = ()
    relations: tuple[RelationMention, ...] = ()
    quarantined: tuple[Quarantined, ...] = ()
    counts: RecordCounts = RecordCounts()


def read_answer(
    answer: str, text: str, start: int, end: int, chunk: int, offered: OfferedTypes | None = None
) -> ReadAnswer:
    """Read an answer about `text[start:end]`.

    Args:
        answer: As the model gave it.
        text: The whole text of the document.
        start: First character that the model was shown.
        end: One past the last.
        chunk: Index of the chunk, for the records.
        offered: The types that the model was to choose from; None when it chose them itself.
    """
    found = find_records(answer)
    if isinstance(found, str):
        return ReadAnswer(problem=found)
    reader = _RecordReader(Grounder(text, start, end), chunk, offered, found.reshaped)
    for record in found.entities:
        reader.read_entity(record)
    for record in found.relations:
        reader.read_relation(record)
    dropped = {Loss.NO_JSON if found.complete else Loss.CUT: found.lost} if found.lost else {}
    return ReadAnswer(
        complete=found.complete,
        mentions=tuple(reader.mentions),
        relations=tuple(reader.relations),
        quarantined=tuple(reader.quarantined),
        counts=reader.counts(dropped),
    )


class _RecordReader:
    """Sorts the records of one answer into those that hold and those that do not."""

    def __init__(
        self, grounder: Grounder, chunk: int, offered: OfferedTypes | None, reshaped: int
    ) -> None:
        self._grounder, self._chunk, self._offered = grounder, chunk, offered
        self.mentions: list[Mention] = []
        self.relations: list[RelationMention] = []
        self.quarantined: list[Quarantined] = []
        self._kept = self._off_schema = 0
        self._coerced: Counter[str] = Counter({Coercion.SHAPE: reshaped} if reshaped else {})

    def counts(self, dropped: dict[Loss, int]) -> RecordCounts:
        """Return what became of the records so far."""
        reasons = Counter(str(one.reason) for one in self.quarantined)
        return RecordCounts(
            kept=self._kept,
            coerced={str(what): count for what, count in self._coerced.items()},
            off_schema=self._off_schema,
            quarantined=dict(reasons),
            dropped={str(loss): count for loss, count in dropped.items()},
        )

    def read_entity(self, raw: Any) -> None:
        entity = self._validated(AnswerEntity, raw, "mention")
        if entity is None:
            return
        if not any(map(str.isalnum, entity.name)):
            self._keep_back("mention", QuarantineReason.EMPTY_NAME, "it has no name", raw)
            return
        quotes = self._found(entity.context)
        places = self._places(entity, quotes)
        if not places:
            detail = "neither a quote nor the name stands in the text"
            self._keep_back("mention", QuarantineReason.UNGROUNDED, detail, raw)
            return
        for evidence, is_named in places:
            self.mentions.append(self._mention(entity, evidence, is_named=is_named))
        self._count(raw, entity, missing=len(entity.context) - len(quotes))
        self._off_schema += self._offered is not None and entity.type not in self._offered.entities

    def read_relation(self, raw: Any) -> None:
        relation = self._validated(AnswerRelation, raw, "relation")
        if relation is None:
            return
        if not all(any(map(str.isalnum, end)) for end in (relation.source, relation.target)):
            self._keep_back("relation", QuarantineReason.EMPTY_NAME, "an end has no name", raw)
            return
        found = self._found(relation.evidence)
        places = {(e.start, e.end): e for e in found}
        if not places:
            detail = "no quote stands in the text"
            self._keep_back("relation", QuarantineReason.UNGROUNDED, detail, raw)
            return
        stated = relation.model_dump(exclude={"evidence", "confidence"})
        confidence = _stated(relation.confidence)
        for evidence in places.values():
            self.relations.append(
                RelationMention(
                    **stated, evidence=evidence, confidence=confidence, chunk=self._chunk
                )
            )
        self._count(raw, relation, missing=len(relation.evidence) - len(found))
        offered = self._offered
        self._off_schema += offered is not None and relation.type not in offered.relations

    def _found(self, quotes: Sequence[str]) -> list[Evidence]:
        found = (self._grounder.ground(quote) for quote in quotes)
        return [evidence for evidence in found if evidence is not None]

    def _count(self, raw: Any, kept: AnswerEntity | AnswerRelation, missing: int) -> None:
        self._kept += 1
        self._coerced.update(coercions(raw, kept))
        if missing:
            self._coerced[Coercion.QUOTE_NOT_FOUND] += missing

    def _places(
        self, entity: AnswerEntity, quotes: Sequence[Evidence]
    ) -> list[tuple[Evidence, bool]]:
        """Return places, one for each span, and whether the entity is named there.

        The surface inside each quote, the quote itself where it does not hold the surface; where
        no quote stands in the text, the surface or the name by itself. Then the aliases.
        """
        names = [name for name in (entity.surface, entity.name) if name]
        places = [self._inside(quote, names) for quote in quotes]
        alone = names if not places else []
        named = [self._grounder.exactly(name) for name in (*alone, *entity.aliases)]
        places += [(evidence, True) for evidence in named if evidence is not None]
        spans = {(e.start, e.end): (e, is_named) for e, is_named in reversed(places)}
        return [spans[span] for span in sorted(spans)]

    def _inside(self, quote: Evidence, names: list[str]) -> tuple[Evidence, bool]:
        within = self._grounder.within(quote.start, quote.end)
        found = (within.exactly(name) for name in names)
        named = next((evidence for evidence in found if evidence is not None), None)
        return (quote, False) if named is None else (named, True)

    def _mention(self, entity: AnswerEntity, evidence: Evidence, *, is_named: bool) -> Mention:
        kind = mention_kind(entity.name, evidence.quote) if is_named else MentionKind.REFERENCE
        return Mention(
            type=entity.type,
            name=entity.name,
            surface=evidence.quote,
            evidence=evidence,
            kind=kind,
            confidence=_stated(entity.confidence),
            chunk=self._chunk,
            attributes=entity.attributes,
        )

    def _validated(self, model: type[AnswerT], raw: Any, kind: RecordKind) -> AnswerT | None:
        try:
            return model.model_validate(raw)
        except ValidationError as error:
            fields = {str(part["loc"][0]) if part["loc"] else "record" for part in error.errors()}
            detail = f"not valid: {', '.join(sorted(fields))}"
            self._keep_back(kind, QuarantineReason.INVALID_RECORD, detail, raw)
            return None

    def _keep_back(self, kind: str, reason: QuarantineReason, detail: str, raw: Any) -> None:
        self.quarantined.append(
            Quarantined(
                kind=kind, reason=reason, detail=detail, chunk=self._chunk, record=_bounded(raw)
            )
        )


def mention_kind(name: str, surface: str) -> MentionKind:
    """Tell a name, another name, and a mere reference (`she`, `the company`) apart.

    A reference is an English pronoun, or has letters with case and none in upper case.
    """
    if NormalForm(surface).text == NormalForm(name).text:
        return MentionKind.NAME
    pronoun = surface.casefold() in PRONOUNS and not surface.isupper()
    if pronoun or surface.islower():
        return MentionKind.REFERENCE
    return MentionKind.ALIAS


def _stated(confidence: float | None) -> float:
    return UNSTATED_CONFIDENCE if confidence is None else confidence


def _bounded(raw: Any) -> dict[str, Any]:
    record = cast("Mapping[str, Any]", raw) if isinstance(raw, dict) else {"value": raw}
    data = canonical_json(record)
    if len(data) <= MAX_KEPT_BYTES:
        return dict(record)
    return {"cut": data[:MAX_KEPT_BYTES].decode("utf-8", "ignore")}
