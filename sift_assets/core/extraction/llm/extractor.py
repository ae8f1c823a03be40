"""The extractor that asks a language model: one call a chunk, each answer kept when it arrives."""

from collections.abc import Callable, Iterable, Sequence
from functools import partial
from typing import TypeVar

from pydantic import Field

from sift_assets.core.domain.facets import PromptFacet
from sift_assets.core.extraction.extractor import Extractor
from sift_assets.core.extraction.llm.answer import offered_types
from sift_assets.core.extraction.llm.asking import Asker, Question
from sift_assets.core.extraction.llm.chunk_asking import ChunkAsker, ChunkFindings
from sift_assets.core.extraction.llm.context import CONTEXT_VERSION, context_request
from sift_assets.core.extraction.llm.context_asking import DocumentContext, asked_context
from sift_assets.core.extraction.llm.prompt import PROMPT_VERSION, extraction_request
from sift_assets.core.extraction.llm.reader import READING_VERSION
from sift_assets.core.extraction.llm.sharing import SharedCalls
from sift_assets.core.llm.answer_cache import AnswerCache, answer_key
from sift_assets.core.llm.fence import UNSENT_NONCE
from sift_assets.core.llm.model import DEFAULT_MAX_TOKENS, LanguageModel, ModelRequest
from sift_assets.core.llm.tally import TalliedAnswers, TalliedModel, Tally
from sift_assets.core.records.extraction import (
    ChunkStatus,
    Extraction,
    ExtractionStatus,
    Mention,
    RelationMention,
)
from sift_assets.core.records.record import Record, key_of
from sift_assets.core.records.text import Chunk, DocumentText

LANGUAGE_MODEL = "llm"
"""How an extraction names what extracted it; see `Extraction.extractor`."""

MAX_CONCURRENCY = 64
"""More threads than this wait for the provider's limit, not for answers."""

_LEAST_CHUNKS = 2
"""A document of one chunk is its own context: a call for it would double what it costs."""


class CallSettings(Record):
    """How the extractor calls its model.

    Attributes:
        temperature: See `ModelRequest`; shapes answers.
        max_tokens: See `ModelRequest`; shapes answers.
        document_context: Whether the chunks of a longer document are told what it is about.
        concurrency: Calls that may run at once, of all documents; shapes nothing.
        generation: Raised by a person who wants to be answered anew; part of every key.
    """

    temperature: float | None = 0.0
    max_tokens: int = Field(default=DEFAULT_MAX_TOKENS, ge=1)
    document_context: bool = True
    concurrency: int = Field(default=4, ge=1, le=MAX_CONCURRENCY)
    generation: int = Field(default=0, ge=0)


class LanguageModelExtractor(Extractor):
    """Extracts with a language model.

    Args:
        model: Answers the calls.
        model_name: As configured; part of every key, so that a change of model asks anew.
        answers: Where answers are kept. Only chunks without a readable one are asked.
        settings: See `CallSettings`.
        nonce: Returns a fresh nonce for the fences of one request; see `Asker`.
        calls: Shared with others that extract at the same time.

    Attributes:
        calls: The same.
    """

    def __init__(
        self,
        model: LanguageModel,
        model_name: str,
        answers: AnswerCache,
        settings: CallSettings | None = None,
        nonce: Callable[[], str] | None = None,
        calls: SharedCalls | None = None,
    ) -> None:
        self._model, self._model_name, self._answers = model, model_name, answers
        self._settings, self._nonce = settings or CallSettings(), nonce
        self.calls = calls or SharedCalls(self._settings.concurrency)

    @property
    def version(self) -> str:
        """Name, model, versions of prompt and reader, and the parameters that shape answers."""
        chosen = self._settings
        context = CONTEXT_VERSION if chosen.document_context else ""
        shaping = key_of(chosen.temperature, chosen.max_tokens, chosen.generation, context)
        code = f"prompt-{PROMPT_VERSION}/reader-{READING_VERSION}"
        return f"llm/{self._model_name}/{code}/{shaping[:8]}"

    def for_one(self, generation: int, tally: Tally | None = None) -> "LanguageModelExtractor":
        """Return the same extractor for one document: asked so often anew, and counted.

        It shares its calls with this one and may extract at the same time.
        """
        model, answers = self._model, self._answers
        if tally is not None:
            model, answers = TalliedModel(model, tally), TalliedAnswers(answers, tally)
        settings = self._settings.model_copy(update={"generation": generation})
        return LanguageModelExtractor(
            model, self._model_name, answers, settings, self._nonce, self.calls
        )

    def extract(
        self, text: DocumentText, chunks: Sequence[Chunk], prompt: PromptFacet
    ) -> Extraction:
        """Extract from one document; see `Extractor`.

        Raises:
            ModelError: The model cannot be used at all. Answers that came before are kept.
        """
        context = self._context(text, chunks)
        asker = ChunkAsker(
            Asker(context.model, context.answers, self._nonce, self.calls),
            self._questions(prompt, context.summary),
            offered_types(prompt),
        )
        findings = self.calls.made([partial(asker.ask, text, chunk) for chunk in chunks])
        return Extraction(
            status=_status(findings),
            extractor=LANGUAGE_MODEL,
            model=self._model_name,
            title=text.title,
            document_date=text.document_date,
            read_status=str(text.status),
            context=context.report,
            chunks=tuple(f.report for f in findings),
            mentions=merged_mentions(m for f in findings for m in f.mentions),
            relations=merged_relations(r for f in findings for r in f.relations),
            quarantined=tuple(q for f in findings for q in f.quarantined),
        )

    def _context(self, text: DocumentText, chunks: Sequence[Chunk]) -> DocumentContext:
        """Ask what the document is about; one chunk needs no context beside itself."""
        if not self._settings.document_context or len(chunks) < _LEAST_CHUNKS:
            return DocumentContext(self._model, self._answers)
        beginning = text.text[chunks[0].start : chunks[0].end]
        temperature = self._settings.temperature

        def request(nonce: str) -> ModelRequest:
            return context_request(beginning, temperature, nonce=nonce)

        key = self._key("context", CONTEXT_VERSION, request(UNSENT_NONCE))
        asked = partial(
            asked_context,
            Question(key, request),
            self._model,
            self._answers,
            self._nonce,
            self.calls,
        )
        (context,) = self.calls.made([asked])
        return context

    def _questions(self, prompt: PromptFacet, context: str) -> Callable[[str, bool], Question]:
        chosen = self._settings

        def question(shown: str, splits: bool) -> Question:
            def request(nonce: str) -> ModelRequest:
                return extraction_request(
                    shown,
                    prompt,
                    chosen.temperature,
                    chosen.max_tokens,
                    context=context,
                    nonce=nonce,
                )

            key = self._key("extract", PROMPT_VERSION, request(UNSENT_NONCE))
            return Question(key, request, splits)

        return question

    def _key(self, stage: str, prompt_version: str, request: ModelRequest) -> str:
        generation = self._settings.generation
        return answer_key(stage, prompt_version, self._model_name, request, generation)


def merged_mentions(mentions: Iterable[Mention]) -> tuple[Mention, ...]:
    """Make one mention of those with one span, type and name (chunks overlap); sorted.

    The first chunk's record stands, with the highest confidence and all attributes.
    """
    merged: dict[tuple[int, int, str, str], Mention] = {}
    for mention in mentions:
        key = (mention.evidence.start, mention.evidence.end, mention.type, mention.name)
        merged[key] = _joined(merged.get(key, mention), mention)
    return tuple(merged[key] for key in sorted(merged))


def merged_relations(relations: Iterable[RelationMention]) -> tuple[RelationMention, ...]:
    """Make one of those relations that say the same with one span; sorted."""
    merged: dict[tuple[int, int, str, str, str, str, str], RelationMention] = {}
    for rel in relations:
        says = (rel.type, rel.source, rel.target, rel.valid_from, rel.valid_to)
        key = (rel.evidence.start, rel.evidence.end, *says)
        merged[key] = _joined(merged.get(key, rel), rel)
    return tuple(merged[key] for key in sorted(merged))


StatedT = TypeVar("StatedT", Mention, RelationMention)


def _joined(first: StatedT, other: StatedT) -> StatedT:
    if first is other:
        return first
    stated = {(a.key, a.value): a for a in (*first.attributes, *other.attributes)}
    return first.model_copy(
        update={
            "confidence": max(first.confidence, other.confidence),
            "attributes": tuple(stated[key] for key in sorted(stated)),
        }
    )


def _status(findings: Sequence[ChunkFindings]) -> ExtractionStatus:
    statuses = {f.report.status for f in findings}
    if statuses <= {ChunkStatus.OK}:
        return ExtractionStatus.COMPLETE
    return ExtractionStatus.FAILED if statuses == {ChunkStatus.FAILED} else ExtractionStatus.PARTIAL
