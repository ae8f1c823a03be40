"""What is extracted from one document: mentions and relations, each with evidence in the text.

All offsets are character offsets into `DocumentText.text`. An extraction does not know its
document's name, so that a renamed or copied document re-uses it.
"""

from enum import StrEnum
from typing import Any

from pydantic import ConfigDict, SerializerFunctionWrapHandler, model_serializer

from sift_assets.core.records.record import Record


class Alignment(StrEnum):
    """How a quote was found in the text: the grounding of a piece of evidence.

    `exact`: the slice equals the quote. `normalised`: equal but for white space, case, Unicode
    form or quotation marks. `aligned`: found by fuzzy alignment. `ungrounded`: not found; such a
    record is quarantined and never published.
    """

    EXACT = "exact"
    NORMALISED = "normalised"
    ALIGNED = "aligned"
    UNGROUNDED = "ungrounded"


class Evidence(Record):
    """A quote with its place.

    Attributes:
        start: First character.
        end: One past the last character.
        quote: Equals `text[start:end]` of the document's text, whatever the alignment.
        alignment: How the extractor's own words were matched to that slice.
        page: 1-based page, 0 when the format has none.
    """

    start: int
    end: int
    quote: str
    alignment: Alignment = Alignment.EXACT
    page: int = 0


class Attribute(Record):
    """One stated property of an entity or a relation, for example `role` = `chief executive`."""

    key: str
    value: str


class MentionKind(StrEnum):
    """How a mention names its entity: by its full name, another name, or a pronoun or noun."""

    NAME = "name"
    ALIAS = "alias"
    REFERENCE = "reference"


class Mention(Record):
    """A name in a place.

    Attributes:
        type: Entity type of the domain.
        name: The name under which this document's mentions of one entity are gathered: the fullest
            form for the local model, the normalised form for an LLM. Never empty.
        surface: As it stands in the text; equals `evidence.quote`'s part it names, or the slice
            itself.
        evidence: Where it stands. For the local model the span of the surface itself; for an LLM
            the surface inside its quote when found there, else the quote.
        kind: See `MentionKind`. Only `name` and `alias` surfaces become aliases of the entity.
        confidence: 0 to 1, by the extractor's own scale.
        chunk: Index of the chunk that owns it.
        attributes: What the text states of the entity here.
    """

    type: str
    name: str
    surface: str
    evidence: Evidence
    kind: MentionKind = MentionKind.NAME
    confidence: float
    chunk: int = 0
    attributes: tuple[Attribute, ...] = ()


class RelationMention(Record):
    """One statement of a relation.

    Attributes:
        type: Relation type of the domain.
        source: `name` of the mention it goes from (or any surface of it, for an LLM).
        target: `name` of the mention it goes to.
        source_type: Entity type of the source when the extractor knows it, else empty: then the
            graph resolves the name inside the chunk, then the document.
        target_type: Likewise.
        evidence: The sentence that states it.
        confidence: 0 to 1.
        chunk: Index of the chunk that owns it.
        tier: For the local model the rule that found it (`role`, `verb`, …); else empty.
        original_type: What the extractor said before it was mapped to `type`; empty when equal.
        valid_from: Stated start of validity, ISO 8601 with reduced precision allowed, or empty.
        valid_to: Stated end, likewise.
        attributes: What the text states of the relation, for example `role`.
    """

    type: str
    source: str
    target: str
    source_type: str = ""
    target_type: str = ""
    evidence: Evidence
    confidence: float
    chunk: int = 0
    tier: str = ""
    original_type: str = ""
    valid_from: str = ""
    valid_to: str = ""
    attributes: tuple[Attribute, ...] = ()


class QuarantineReason(StrEnum):
    """Why a record is kept out of the graph."""

    UNKNOWN_TYPE = "unknown_type"
    EMPTY_NAME = "empty_name"
    UNGROUNDED = "ungrounded"
    NEGATED = "negated"
    INVALID_RECORD = "invalid_record"
    UNRESOLVED_ENDPOINT = "unresolved_endpoint"
    AMBIGUOUS_ENDPOINT = "ambiguous_endpoint"
    ENDPOINT_TYPES = "endpoint_types"
    SELF_RELATION = "self_relation"


class Quarantined(Record):
    """A record that was read and kept, but is not published.

    Attributes:
        kind: `mention` or `relation`.
        reason: Why.
        detail: One sentence for people.
        chunk: Index of the chunk it came from.
        record: The record as it was given.
    """

    kind: str
    reason: QuarantineReason
    detail: str
    chunk: int = 0
    record: dict[str, Any] = {}


class ChunkStatus(StrEnum):
    """Whether a chunk was extracted. Only `ok` chunks count; the others are tried again."""

    OK = "ok"
    FAILED = "failed"
    PENDING = "pending"


class Coercion(StrEnum):
    """What was put right in a record of an answer that is kept."""

    CONFIDENCE_MISSING = "confidence_missing"
    CONFIDENCE_RESCALED = "confidence_rescaled"
    TYPE_RESPELLED = "type_respelled"
    QUOTE_NOT_FOUND = "quote_not_found"
    SHAPE = "shape"


class Loss(StrEnum):
    """Why something of an answer could not be read as a record at all."""

    CUT = "cut"
    NO_JSON = "no_json"


class RecordCounts(Record):
    """What became of the records in the answers about one chunk.

    Each is kept, quarantined or dropped. One that both halves of a chunk repeat counts twice.

    Attributes:
        kept: Records that became mentions or relations.
        coerced: Of those, how often something was put right, by `Coercion`.
        off_schema: Of those, how many have a type that the domain does not list; the graph maps
            it by the domain's synonyms or quarantines the record.
        quarantined: By `QuarantineReason`.
        dropped: By `Loss`.
    """

    kept: int = 0
    coerced: dict[str, int] = {}
    off_schema: int = 0
    quarantined: dict[str, int] = {}
    dropped: dict[str, int] = {}


class ChunkReport(Record):
    """What became of one chunk.

    Attributes:
        index: The chunk's index.
        status: See `ChunkStatus`.
        reason: Why it failed or waits, without document text.
        model: The model that really answered, as the provider names it.
        attempts: Of a chunk that failed: the answers of no use to the question that failed it,
            whenever they came, and the call that was not answered, if it was that. Else 0.
        input_tokens: Of all answers that the chunk rests on, whenever they were paid for.
        output_tokens: Likewise.
        counts: What became of the records; None where no language model answered.
    """

    index: int
    status: ChunkStatus
    reason: str = ""
    model: str = ""
    attempts: int = 0
    input_tokens: int = 0
    output_tokens: int = 0
    counts: RecordCounts | None = None


class ContextReport(Record):
    """What became of a document's context, which its chunks were told.

    Attributes:
        status: See `ChunkStatus`; the chunks of a document whose context failed go without.
        reason: Why it failed or waits, without document text.
        model: The model that really answered.
    """

    status: ChunkStatus
    reason: str = ""
    model: str = ""


class ExtractionStatus(StrEnum):
    """How much of a document was extracted.

    `complete`: every chunk is ok. `partial`: some are, or wait. `failed`: all failed. `no_text`:
    there is nothing to extract from; the document's text says why.
    """

    COMPLETE = "complete"
    PARTIAL = "partial"
    FAILED = "failed"
    NO_TEXT = "no_text"


class Extraction(Record):
    """Everything extracted from one document, with what the graph must know of the document.

    Attributes:
        status: See `ExtractionStatus`.
        extractor: What extracted it, for example `local/en` or `llm`; shown as provenance.
        model: The configured model, for example `en_core_web_sm-3.8.0` or `openai/gpt-4o-mini`.
        title: Of the document.
        document_date: Of the document, see `DocumentText.document_date`.
        read_status: Of the document's text.
        context: Report on the document's context; None when none was asked for.
        chunks: One report per chunk, in order.
        mentions: Sorted by (start, end, type, name).
        relations: Sorted by (start, end, type, source, target).
        quarantined: In order of chunk.
        tags: Of the document, see `DocumentText.tags`.
    """

    status: ExtractionStatus
    extractor: str
    model: str = ""
    title: str = ""
    document_date: str = ""
    read_status: str = ""
    context: ContextReport | None = None
    chunks: tuple[ChunkReport, ...] = ()
    mentions: tuple[Mention, ...] = ()
    relations: tuple[RelationMention, ...] = ()
    quarantined: tuple[Quarantined, ...] = ()
    tags: tuple[str, ...] = ()

    @model_serializer(mode="wrap")
    def _without_empty_tags(self, written: SerializerFunctionWrapHandler) -> dict[str, Any]:
        """Leave tags out where there are none: such a value has the bytes it had without them."""
        fields: dict[str, Any] = written(self)
        return {name: one for name, one in fields.items() if one or name != "tags"}


class ExtractionHead(Record):
    """What the corpus must know of an extraction; read without its records, which are many.

    Attributes:
        status: As in `Extraction`, like all the others.
        title: Likewise.
        document_date: Likewise.
        read_status: Likewise.
        tags: Likewise.
    """

    model_config = ConfigDict(extra="ignore")

    status: ExtractionStatus
    title: str
    document_date: str
    read_status: str
    tags: tuple[str, ...] = ()
