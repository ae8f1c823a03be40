"""Extractions of sift-kg as answers that need not be paid for again.

A recorded extraction is played as a language model that is asked about every chunk of the document,
and what it answers is kept as answers of the configured model are. So the graph stays what it is
made of: the next run finds the answers, grounds their quotes in the text and goes on; a chunk that
is edited later, or a domain, asks the real model, and nobody else.
"""

from collections.abc import Mapping
from dataclasses import replace
from pathlib import Path

from sift_assets.core.errors import ConfigError, ProjectError
from sift_assets.core.extraction.figures import Figures, grounding_figures, record_figures
from sift_assets.core.extraction.llm.replay import Recording, ReplayModel
from sift_assets.core.importing.recorded import (
    LEAST_STANDING,
    Recorded,
    document_of,
    read_recorded,
    standing,
)
from sift_assets.core.llm.tally import Tally
from sift_assets.core.records.record import Record, canonical_json
from sift_assets.core.records.text import DocumentText, ReadStatus
from sift_assets.core.settings.model import LOCAL_MODEL, is_local
from sift_assets.core.text.chunking import chunk
from sift_assets.resources.extractors import asking_extractor
from sift_assets.resources.files import write_atomically
from sift_assets.resources.played_models import REPLAY
from sift_assets.resources.readers.process import ReaderProcess
from sift_assets.resources.workspace import Workspace
from sift_assets.workflows.allowances import generations
from sift_assets.workflows.documents import read_document
from sift_assets.workflows.observing import observe

EXTRACTIONS, DISCOVERED = "extractions", "discovered_domain.yaml"
REVIEW_FILES = ("merge_proposals.yaml", "relation_review.yaml")
"""What of an output folder of sift-kg is taken over."""

MADE_ANEW = (
    "graph_data.json",
    "communities.json",
    "entity_descriptions.json",
    "narrative.md",
    "graph.html",
)
"""What is computed here, from what was taken over."""


class Imported(Record):
    """What became of one recorded extraction.

    Attributes:
        document: Key of the document that it is about.
        recorded_by: The model that answered then.
        entities: Recorded.
        relations: Recorded.
        unreadable: Records without a name or an end, left out.
        chunks: Of the document.
        answers: How many chunks are answered by it; the others were answered here before.
        unplaced: Records that stand in no chunk as it is cut here, left out; not counted where
            some chunks were answered before.
        figures: What becomes of the records here, and how their quotes were found.
    """

    document: str
    recorded_by: str
    entities: int
    relations: int
    unreadable: int
    chunks: int
    answers: int
    unplaced: int = 0
    figures: Figures


class ImportedExtractions(Record):
    """What became of all recorded extractions.

    Attributes:
        model: Under whose name the answers are kept.
        documents: Those taken over, by file.
        refused: The others, by file, with the reason.
        domains: Names of the domains that they were made with, as they say.
        without: Documents of which there is no extraction: the model is asked about them.
    """

    model: str
    documents: dict[str, Imported] = {}
    refused: dict[str, str] = {}
    domains: tuple[str, ...] = ()
    without: tuple[str, ...] = ()


def recorded_files(folder: Path) -> dict[str, Recorded | str]:
    """Read every recorded extraction of an output folder of sift-kg.

    Returns:
        File name to the extraction, or to why it cannot be taken over.

    Raises:
        ProjectError: There is none, or a file cannot be read.
    """
    files = sorted((folder / EXTRACTIONS).glob("*.json"))
    if not files:
        raise ProjectError(
            f"{folder / EXTRACTIONS}: holds no extractions.",
            "Give the output folder of sift-kg, in which `extractions/` lies.",
        )
    try:
        return {file.name: read_recorded(file.read_bytes(), file.stem) for file in files}
    except OSError as error:
        raise ProjectError(f"{error.filename}: cannot be read ({error.strerror}).") from error


def import_extractions(
    workspace: Workspace, files: Mapping[str, Recorded | str]
) -> ImportedExtractions:
    """Keep recorded extractions as answers of the configured model; see the module.

    With `model: replay/<folder>` they are written into that folder instead, from which this model
    answers. To be called in the project's folder, by whoever holds the documents.

    Args:
        workspace: The open project.
        files: As `recorded_files` returns them.

    Raises:
        ConfigError: The configured model is the local one, or no domain is in force yet.
        ProjectError: The watched folder cannot be read.
        StoreError: The store cannot be written.
    """
    refuse_local(workspace.settings.extract_model, files)
    if workspace.missing_domain:
        raise ConfigError(workspace.missing_domain, "Give a domain file with --domain.")
    found = _Matching(workspace)
    with ReaderProcess(workspace.settings.reader) as reader:
        for name, recorded in files.items():
            outcome = recorded if isinstance(recorded, str) else found.text_of(reader, recorded)
            if isinstance(outcome, str):
                found.refused[name] = outcome
                continue
            assert isinstance(recorded, Recorded)  # noqa: S101 - else the outcome is the reason
            found.documents[name] = _imported(workspace, name, recorded, *outcome)
    return ImportedExtractions(
        model=workspace.settings.extract_model,
        documents=found.documents,
        refused=found.refused,
        domains=tuple(sorted({one.domain for one in _read(files) if one.domain})),
        without=found.without,
    )


def refuse_local(model: str, files: Mapping[str, Recorded | str]) -> None:
    """Refuse a model that would not use what is recorded.

    Args:
        model: The configured one.
        files: As `recorded_files` returns them.

    Raises:
        ConfigError: It is the local one; the message names the model that answered then.
    """
    if is_local(model):
        models = {one.model for one in _read(files)} - {""}
        recorded_by = sorted(models)[0] if models else "openai/gpt-4o-mini"
        raise ConfigError(
            f"`model: {LOCAL_MODEL}` never asks, so it would not use the recorded answers.",
            f"Give --model {recorded_by}, which then is asked about what is new or edited; or "
            "--model replay/recordings, which knows what is recorded and nothing else.",
        )


def _read(files: Mapping[str, Recorded | str]) -> list[Recorded]:
    return [one for one in files.values() if isinstance(one, Recorded)]


class _Matching:
    """Finds documents for recorded extractions, and gathers what became of these."""

    def __init__(self, workspace: Workspace) -> None:
        # As for the local model, since reading asks for no language model's key.
        self._reading = replace(workspace, settings=workspace.settings.with_model(LOCAL_MODEL))
        self._keys = tuple(observe(self._reading, {}, remember=False).observed.documents)
        self.documents: dict[str, Imported] = {}
        self.refused: dict[str, str] = {}

    @property
    def without(self) -> tuple[str, ...]:
        """Documents that no extraction was found for."""
        return tuple(sorted({*self._keys} - {one.document for one in self.documents.values()}))

    def text_of(self, reader: ReaderProcess, recorded: Recorded) -> tuple[str, DocumentText] | str:
        """Return a document and its text, or in words why it is not the one extracted from."""
        key = document_of(recorded, self._keys)
        if isinstance(key, list):
            several = f"may be about {len(key)} documents: {', '.join(key)}"
            return several if key else f"there is no document `{recorded.document_id}` here"
        if key in {one.document for one in self.documents.values()}:
            return f"{key} has an extraction already"
        outcome = read_document(self._reading, reader, key)
        if outcome is None:
            return f"{key} is gone"
        data = self._reading.store.get(outcome.provenance.version)
        text = DocumentText.from_bytes(data)
        if text.status is not ReadStatus.TEXT:
            return f"{key} has no text ({text.status})"
        share = standing(recorded, text.text)
        if share < LEAST_STANDING:
            return f"of its quotes {share:.0%} stand in {key}: it is about another text"
        return key, text


def _imported(
    workspace: Workspace, name: str, recorded: Recorded, key: str, text: DocumentText
) -> Imported:
    settings = workspace.settings
    recording = recorded.on(text.text)
    chunks = chunk(text.text, settings.chunk_size, settings.overlap)
    answers, unplaced, figures = len(chunks), 0, Figures()
    if settings.extract_model.startswith(REPLAY):
        folder = workspace.root / settings.extract_model.removeprefix(REPLAY)
        _write(folder, name.removesuffix(".json"), recording)
    else:
        tally = Tally()
        played = ReplayModel([recording])
        asked = asking_extractor(settings, played, workspace.store)
        extractor = asked.for_one(generations(workspace, [key]).get(key, 0), tally)
        extraction = extractor.extract(text, chunks, workspace.extraction_prompt)
        figures = record_figures(extraction) | grounding_figures(extraction)
        answers = tally.calls
        unplaced = played.unserved if answers == len(chunks) else 0
    return Imported(
        document=key,
        recorded_by=recording.model,
        entities=len(recorded.entities),
        relations=len(recorded.relations),
        unreadable=recorded.unreadable,
        chunks=len(chunks),
        answers=answers,
        unplaced=unplaced,
        figures=figures,
    )


def _write(folder: Path, stem: str, recording: Recording) -> None:
    """Write a recording as `model: replay/<folder>` reads it."""
    said = recording.model_dump(mode="json", include={"entities", "relations"})
    write_atomically(folder / "docs" / f"{stem}.txt", recording.text.encode())
    answers = canonical_json(said | {"model_used": recording.model})
    write_atomically(folder / EXTRACTIONS / f"{stem}.json", answers)
