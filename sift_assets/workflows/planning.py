"""What carrying out a plan takes: which chunks are extracted from anew, and what that costs."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cached_property
from pathlib import PurePosixPath
from typing import NamedTuple

from sift_assets.core.domain.facets import PromptFacet, prompt_facet
from sift_assets.core.errors import CorruptObjectError, ModelKeyError
from sift_assets.core.extraction.llm.context import context_request
from sift_assets.core.extraction.llm.extractor import LanguageModelExtractor
from sift_assets.core.extraction.llm.prompt import extraction_request
from sift_assets.core.llm.held import HeldModel
from sift_assets.core.llm.model import ModelRequest
from sift_assets.core.planning.estimate import (
    Estimate,
    Prices,
    Work,
    call_work,
    characters_of,
    estimate,
    together,
    unread_work,
)
from sift_assets.core.planning.keys import document_path
from sift_assets.core.planning.plan import Plan, plan
from sift_assets.core.planning.state import Observed, Recorded
from sift_assets.core.records.extraction import ChunkStatus, Extraction
from sift_assets.core.records.text import Chunk, DocumentText, ReadStatus
from sift_assets.core.settings.model import is_local
from sift_assets.core.text.chunking import chunk
from sift_assets.resources.extractors import asking_extractor, extractor_version
from sift_assets.resources.language_model_prices import known_price, price_at
from sift_assets.resources.played_models import is_played
from sift_assets.resources.store import Computed
from sift_assets.resources.workspace import Workspace, extraction_engine
from sift_assets.workflows.documents import stored_text
from sift_assets.workflows.extracting import extraction_inputs, extraction_key

HELD = "a plan makes no calls"
"""Why the calls of a plan are held back."""


class SupposedWorkspace(Workspace):
    """A project as it would be under other settings: nothing is asked, so no key is needed."""

    @property
    def extracting_engine(self) -> str:
        """Version of the extractor that would be configured."""
        return extractor_version(self.settings, needs_key=False)


def missing_key(workspace: Workspace) -> str:
    """Return why a run cannot ask the configured model, empty when it can."""
    try:
        extraction_engine(workspace.settings)
    except ModelKeyError as error:
        return str(error)
    return ""


def whole_plan(todo: Plan, observed: Observed, recorded: Recorded) -> Plan:
    """Return a plan that tries again what was given up, as a person's `sift run` does."""
    if not (todo.given_up or todo.waiting):
        return todo
    return plan(observed, recorded.model_copy(update={"attempts": {}}))


def estimated(
    workspace: Workspace,
    todo: Plan,
    observed: Observed,
    recorded: Recorded,
    sizes: Mapping[str, int],
) -> Estimate:
    """Say what extracting from the stale documents of a plan takes.

    Nothing is read or asked, and nothing is written. That an answer comes back cut, and is asked
    for again in halves, cannot be foreseen.

    Args:
        workspace: The project that the plan is for.
        todo: The plan.
        observed: What the plan was made from.
        recorded: Likewise.
        sizes: Document to bytes of its file.

    Raises:
        ConfigError: The domain is wrong.
    """
    survey = _Survey(workspace)
    unread = {item.partition for item in todo.documents if item.asset == "document_texts"}
    works: dict[str, Work] = {}
    for item in todo.documents:
        if item.asset == "extractions":
            key = item.partition
            head = "" if key in unread else recorded.head("document_texts", key)
            text = _Text(observed.documents[key], head, observed.generations.get(key, 0))
            works[key] = survey.work(key, text, sizes.get(key, 0))
    return _priced(workspace, works)


def estimated_by_size(workspace: Workspace, todo: Plan, sizes: Mapping[str, int]) -> Estimate:
    """Say roughly what extracting takes, for more documents than can be looked up.

    Args:
        workspace: The project that the plan is for.
        todo: The plan.
        sizes: Document to bytes of its file.

    Raises:
        ConfigError: The domain is wrong.
    """
    survey = _Survey(workspace)
    keys = [item.partition for item in todo.documents if item.asset == "extractions"]
    works = {key: survey.rough_work(key, sizes.get(key, 0)) for key in keys}
    return _priced(workspace, works)


def _priced(workspace: Workspace, works: Mapping[str, Work]) -> Estimate:
    """Add up what documents take; prices are looked up only where something is asked."""
    asks = any(work.calls for work in works.values())
    return estimate(works, prices_of(workspace) if asks else None)


def prices_of(workspace: Workspace) -> Prices | None:
    """Return what the configured model costs, None when nobody knows."""
    settings = workspace.settings
    if is_played(settings.extract_model):
        return Prices(sent=0, answered=0)
    most = price_at(settings.extract_model, settings.api_base)
    if most is not None and most.is_free:
        return Prices(sent=0, answered=0)
    found = known_price(settings.extract_model)
    return Prices(sent=found[0], answered=found[1]) if found else None


class _Text(NamedTuple):
    """What is known of a document's text: its content's hash, the text's version if it is read."""

    content: str
    version: str
    generation: int


@dataclass
class _Survey:
    """Finds out what documents take, one by one; equal requests are counted once."""

    workspace: Workspace
    seen: set[str] = field(default_factory=set)

    def work(self, key: str, wanted: "_Text", size: int) -> Work:
        suffix = PurePosixPath(document_path(key)).suffix.lower()
        found = self._text(wanted.content, suffix, wanted.version)
        if found is None:
            return self.rough_work(key, size)
        inputs = extraction_inputs(self.workspace, found.version, wanted.generation)
        kept = self.workspace.store.cached(extraction_key(inputs))
        if kept is not None:
            return Work(chunks_cached=len(Extraction.from_bytes(kept.data).chunks))
        text = DocumentText.from_bytes(found.data)
        if text.status is not ReadStatus.TEXT:
            return Work()
        settings = self.workspace.settings
        chunks = chunk(text.text, settings.chunk_size, settings.overlap)
        if self._empty is None:
            return Work(chunks_to_run=len(chunks))
        return self._asked(text, chunks, wanted.generation, self._empty)

    def rough_work(self, key: str, size: int) -> Work:
        suffix = PurePosixPath(document_path(key)).suffix.lower()
        characters, settings = characters_of(size, suffix), self.workspace.settings
        work = unread_work(characters, settings.chunk_size, self._empty)
        if self._empty is None or work.calls <= 1 or not settings.document_context:
            return work
        beginning = context_request("x" * settings.chunk_size, settings.temperature)
        return together((work, call_work(beginning, self._empty)))

    def _text(self, content: str, suffix: str, version: str) -> Computed | None:
        if not version:
            return stored_text(self.workspace, content, suffix)
        try:
            return Computed(version, self.workspace.store.get(version), hit=True)
        except CorruptObjectError:
            return None  # the run reads it again

    def _asked(
        self, text: DocumentText, chunks: tuple[Chunk, ...], generation: int, empty: ModelRequest
    ) -> Work:
        self._held.held.clear()
        reports = self._asking.for_one(generation).extract(text, chunks, self._prompt).chunks
        cached = sum(report.status is ChunkStatus.OK for report in reports)
        counts = Work(chunks_to_run=len(reports) - cached, chunks_cached=cached)
        return together((counts, *(call_work(request, empty) for request in self._new())))

    def _new(self) -> list[ModelRequest]:
        by_key = {request.content_hash(): request for request in self._held.held}
        new = [request for key, request in by_key.items() if key not in self.seen]
        self.seen |= by_key.keys()
        return new

    @cached_property
    def _held(self) -> HeldModel:
        return HeldModel(HELD)

    @cached_property
    def _asking(self) -> LanguageModelExtractor:
        return asking_extractor(self.workspace.settings, self._held, self.workspace.store)

    @cached_property
    def _prompt(self) -> PromptFacet:
        return prompt_facet(self.workspace.extraction_domain)

    @cached_property
    def _empty(self) -> ModelRequest | None:
        """What would be asked about no text; None when nothing is asked at all."""
        settings = self.workspace.settings
        if is_local(settings.extract_model) or self.workspace.missing_domain:
            return None
        tokens, temperature = settings.max_output_tokens, settings.temperature
        return extraction_request("", self._prompt, temperature, tokens)
