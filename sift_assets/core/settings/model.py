"""The settings of a project: the model of `sift.yaml`.

What belongs here: fields, defaults and bounds. Reading a file and the environment is in
`loading`; what each step sees of them is in `stages`.
"""

from enum import StrEnum
from typing import Annotated

from pydantic import Field, StringConstraints, field_validator

from sift_assets.core.config.text_rules import NOT_BLANK
from sift_assets.core.records.record import Record
from sift_assets.core.text.settings import ReaderSettings

LOCAL_MODEL = "local"
"""The name of the model that needs no key and no network."""

MIN_CHUNK_SIZE = 500
"""Shorter chunks cut most sentences from their context and multiply the calls."""

MAX_CHUNK_SIZE = 1_000_000
"""More than any model reads; a larger number is a slip of the hand."""

MAX_CONCURRENCY = 256
"""More calls at a time than any provider allows by default."""

NonBlank = Annotated[str, StringConstraints(min_length=1, pattern=NOT_BLANK)]
"""Text with something in it."""


class MassDelete(StrEnum):
    """What happens when many documents disappear at once; see `core.planning.folder_state`."""

    ASK = "ask"
    ALLOW = "allow"


class ExportFormat(StrEnum):
    """A file format of the exported graph."""

    JSON = "json"
    GRAPHML = "graphml"
    CSV = "csv"


class StageModels(Record):
    """Models for single stages; a stage without one uses `Settings.model`.

    Attributes:
        extract: Finds mentions and relations in documents.
        resolve: Judges doubtful pairs of names.
        narrate: Writes the narratives.
    """

    extract: NonBlank | None = None
    resolve: NonBlank | None = None
    narrate: NonBlank | None = None


class Settings(Record):
    """Everything that `sift.yaml` may say. Paths are relative to the project's folder.

    Attributes:
        documents: The watched folder.
        domain: Name of a domain (`osint`), or path of a domain file.
        store: Folder or URL of the stored results.
        exports: Folder of the exported files.
        model: `local`, or a model as LiteLLM names it, for example `openai/gpt-4o-mini`.
        models: Models for single stages.
        api_base: URL of the model's server, empty for the provider's own.
        temperature: Of a language model.
        max_output_tokens: Of one answer of a language model.
        timeout_seconds: Of one call to a language model.
        concurrency: Calls to a language model at a time.
        chunk_size: Characters in a chunk, at most.
        reader: How documents are read.
        ignore: Globs of files and folders that are no documents.
        mass_delete: `ask` or `allow`.
        export_formats: What is exported.
    """

    documents: NonBlank = "documents"
    domain: NonBlank = "general"
    store: NonBlank = ".sift"
    exports: NonBlank = "exports"
    model: NonBlank = LOCAL_MODEL
    models: StageModels = StageModels()
    api_base: str = ""
    temperature: float = Field(default=0.0, ge=0, le=2, allow_inf_nan=False)
    max_output_tokens: int = Field(default=4096, ge=256)
    timeout_seconds: float = Field(default=120, gt=0, allow_inf_nan=False)
    concurrency: int = Field(default=4, ge=1, le=MAX_CONCURRENCY)
    chunk_size: int = Field(default=10_000, ge=MIN_CHUNK_SIZE, le=MAX_CHUNK_SIZE)
    reader: ReaderSettings = ReaderSettings()
    ignore: tuple[NonBlank, ...] = ()
    mass_delete: MassDelete = MassDelete.ASK
    export_formats: tuple[ExportFormat, ...] = tuple(ExportFormat)

    @property
    def extract_model(self) -> str:
        """The model that extracts."""
        return self.models.extract or self.model

    @property
    def resolve_model(self) -> str:
        """The model that judges doubtful pairs."""
        return self.models.resolve or self.model

    @property
    def narrate_model(self) -> str:
        """The model that writes narratives."""
        return self.models.narrate or self.model

    @field_validator("ignore")
    @classmethod
    def _no_exceptions(cls, globs: tuple[str, ...]) -> tuple[str, ...]:
        if any(glob.startswith("!") for glob in globs):
            raise ValueError("has a glob with `!`; write globs of what is to be ignored only")
        return globs


def is_local(model: str) -> bool:
    """Return whether a model is the local one (`local`, `local/en`), which needs no network."""
    return model == LOCAL_MODEL or model.startswith(f"{LOCAL_MODEL}/")
