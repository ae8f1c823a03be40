"""What each stage sees of the settings: only what shapes a value, so that nothing else re-runs it.

The address of a server, limits of time, rate and money, folders and the question before a mass
deletion shape no value. Sampling and the document's context shape only a language model's answers.
"""

from enum import StrEnum

from sift_assets.core.communities.settings import ALGORITHM_VERSIONS, CommunityStage
from sift_assets.core.narrative.settings import NarrativeStage
from sift_assets.core.promotion.settings import Seat, TrackedProject
from sift_assets.core.records.record import Record
from sift_assets.core.resolution.settings import (
    ENCODER_VERSIONS,
    EncoderName,
    ResolutionStage,
)
from sift_assets.core.settings.model import ExportFormat, Settings, is_local
from sift_assets.core.text.settings import OcrEngine, ReaderName, ReaderSettings


class Stage(StrEnum):
    """The partition keys of the asset `settings`."""

    READER = "reader"
    EXTRACTION = "extraction"
    RESOLUTION = "resolution"
    COMMUNITY = "community"
    NARRATIVE = "narrative"
    EXPORT = "export"
    SEARCH = "search"
    PROMOTION = "promotion"


class ReaderStage(Record):
    """What shapes a document's text; see `ReaderSettings`. Without OCR its engine does not."""

    reader: ReaderName
    readers: dict[str, ReaderName]
    ocr: bool
    ocr_engine: OcrEngine | None
    ocr_language: str
    ocr_cloud: bool
    max_megabytes: float


class ExtractionStage(Record):
    """What shapes an extraction; what only a language model is told is None for the local one."""

    model: str
    chunk_size: int
    overlap: int
    document_context: bool | None
    temperature: float | None
    max_output_tokens: int | None


class SearchStage(Record):
    """What shapes the vectors that are searched by meaning; without an encoder there are none.

    A stage of its own: what else shapes proposals leaves the index as it is.
    """

    encoder: EncoderName
    encoder_version: str


class ExportStage(Record):
    """What shapes the exported files. Formats are sorted: their order means nothing."""

    formats: tuple[ExportFormat, ...]


class PromotionStage(Record):
    """What shapes promotion: rules, seats, and the model that judges; when it runs does not."""

    seats: tuple[Seat, ...]
    threshold: float
    sampled: float
    tracked: tuple[TrackedProject, ...]
    model: str
    temperature: float | None
    max_output_tokens: int | None


def reader_stage(reader: ReaderSettings) -> ReaderStage:
    """Cut out what shapes a document's text."""
    shaping = reader.shaping()
    if not reader.ocr:
        shaping |= {"ocr_engine": None, "ocr_language": "", "ocr_cloud": False}
    return ReaderStage.model_validate(shaping)


def extraction_stage(settings: Settings) -> ExtractionStage:
    """Cut out what shapes an extraction."""
    local = is_local(settings.extract_model)
    return ExtractionStage(
        model=settings.extract_model,
        chunk_size=settings.chunk_size,
        overlap=settings.overlap,
        document_context=None if local else settings.document_context,
        temperature=None if local else settings.temperature,
        max_output_tokens=None if local else settings.max_output_tokens,
    )


def resolution_stage(settings: Settings) -> ResolutionStage:
    """Cut out what shapes merge proposals."""
    encoder = settings.resolution.encoder
    return ResolutionStage(
        encoder=encoder,
        encoder_version=ENCODER_VERSIONS[encoder],
        propose_from=settings.resolution.propose_from,
    )


def search_stage(settings: Settings) -> SearchStage:
    """Cut out what shapes the vectors of an index."""
    encoder = settings.resolution.encoder
    return SearchStage(encoder=encoder, encoder_version=ENCODER_VERSIONS[encoder])


class JudgingStage(Record):
    """What shapes a language model's opinions on pairs; None where the local one is configured."""

    model: str | None
    temperature: float | None
    max_output_tokens: int | None


class ProposingStage(Record):
    """What shapes the review queue beside decisions: how pairs are found, and who judges them."""

    proposing: ResolutionStage
    judging: JudgingStage


def judging_stage(settings: Settings) -> JudgingStage:
    """Cut out what shapes opinions on pairs."""
    local = is_local(settings.resolve_model)
    return JudgingStage(
        model=None if local else settings.resolve_model,
        temperature=None if local else settings.temperature,
        max_output_tokens=None if local else settings.max_output_tokens,
    )


def community_stage(settings: Settings) -> CommunityStage:
    """Cut out what shapes communities."""
    version = ALGORITHM_VERSIONS[settings.community.algorithm]
    return CommunityStage(settings=settings.community, version=version)


def narrative_stage(settings: Settings) -> NarrativeStage:
    """Cut out what shapes narratives."""
    if is_local(settings.narrate_model):
        return NarrativeStage(settings=settings.narrative)
    # Here, not above: every look reads the stages, and this imports pyarrow.
    from sift_assets.core.narrative.asking.version import telling_version

    return NarrativeStage(
        settings=settings.narrative,
        model=settings.narrate_model,
        temperature=settings.temperature,
        max_output_tokens=settings.max_output_tokens,
        version=telling_version(),
    )


def promotion_stage(settings: Settings) -> PromotionStage:
    """Cut out what shapes promotion."""
    local = is_local(settings.promote_model)
    return PromotionStage(
        seats=settings.seats,
        threshold=settings.promotion.threshold,
        sampled=settings.promotion.sampled,
        tracked=settings.promotion.tracked,
        model=settings.promote_model,
        temperature=None if local else settings.temperature,
        max_output_tokens=None if local else settings.max_output_tokens,
    )


def stage_facets(settings: Settings) -> dict[Stage, Record]:
    """Return what each stage sees of the settings."""
    return {
        Stage.READER: reader_stage(settings.reader),
        Stage.EXTRACTION: extraction_stage(settings),
        Stage.RESOLUTION: ProposingStage(
            proposing=resolution_stage(settings), judging=judging_stage(settings)
        ),
        Stage.COMMUNITY: community_stage(settings),
        Stage.NARRATIVE: narrative_stage(settings),
        Stage.EXPORT: ExportStage(formats=tuple(sorted(set(settings.export_formats)))),
        Stage.SEARCH: search_stage(settings),
        Stage.PROMOTION: promotion_stage(settings),
    }


def stage_versions(settings: Settings) -> dict[str, str]:
    """Return the data version of every stage's settings: the hash of what the stage sees."""
    return {str(stage): facet.content_hash() for stage, facet in stage_facets(settings).items()}
