"""The settings of a project: the model of `sift.yaml`.

What belongs here: fields, defaults and bounds. Reading a file and the environment is in
`loading`; what each step sees of them is in `stages`.
"""

import re
from collections.abc import Sequence
from enum import StrEnum
from typing import Annotated, Self

from pydantic import Field, StringConstraints, field_validator, model_validator

from sift_assets.core.communities.settings import CommunitySettings
from sift_assets.core.config.text_rules import NOT_BLANK
from sift_assets.core.narrative.settings import NarrativeSettings
from sift_assets.core.operations.freshness import FreshnessSettings
from sift_assets.core.operations.settings import (
    ADDRESS,
    AlertSettings,
    LineageSettings,
    LogFormat,
    TelemetrySettings,
)
from sift_assets.core.promotion.settings import Principal, PromotionSettings, Seat
from sift_assets.core.records.record import Record
from sift_assets.core.resolution.settings import ResolutionSettings
from sift_assets.core.settings.partitions import PartitionSettings
from sift_assets.core.text.chunking import CARRY_SENTENCES
from sift_assets.core.text.settings import ReaderSettings

DEFAULT_STORE = ".sift"
"""Folder of the store when nothing else is said; not a document's, because it is hidden."""

LOCAL_MODEL = "local"
"""The name of the model that needs no key and no network."""

MIN_CHUNK_SIZE = 500
"""Shorter chunks cut most sentences from their context and multiply the calls."""

MAX_CHUNK_SIZE = 1_000_000
"""More than any model reads; a larger number is a slip of the hand."""

MAX_CONCURRENCY = 64
"""More calls at a time wait for the provider's limits, not for answers."""

MAX_OVERLAP = 20
"""Sentences; more would show, and pay for, most of a small chunk twice."""

MAX_TIMEOUT_SECONDS = 3600
"""A call that has not been answered within an hour will not be."""

MAX_OUTPUT_TOKENS = 1_000_000
"""More than any model answers; a larger number is a slip of the hand."""

MAX_USD = 1_000_000
"""A larger sum is a slip of the hand."""

_SCHEME = re.compile(r"[A-Za-z][A-Za-z0-9+.-]+")
"""What a URL begins with; two characters at least, for `C:` is a drive."""

_SCHEMA_NAME = re.compile(r"[a-z][a-z0-9_]{0,39}")
"""Needs no quotes in SQL; what further schemas are called after it fits into Postgres' 63."""

Dollars = Annotated[float, Field(ge=0, le=MAX_USD, allow_inf_nan=False)]
"""A sum of US dollars; 0 is a sum like any other and never means "no limit"."""

NonBlank = Annotated[str, StringConstraints(min_length=1, pattern=NOT_BLANK)]
"""Text with something in it."""


class MassDelete(StrEnum):
    """What happens when many documents disappear at once; see `core.planning.folder_state`.

    `ask`: they stay in the graph until a person agrees. `allow`: they go.
    """

    ASK = "ask"
    ALLOW = "allow"


class DiscoveredDomain(StrEnum):
    """Which discovered domain a language model extracts with, where the domain is schema-free.

    `approved`: only one that a person has approved. `proposed`: the file as it stands.
    """

    APPROVED = "approved"
    PROPOSED = "proposed"


class ExportFormat(StrEnum):
    """A file format of the exported graph."""

    JSON = "json"
    GRAPHML = "graphml"
    GEXF = "gexf"
    CSV = "csv"
    SQLITE = "sqlite"
    PARQUET = "parquet"
    DUCKDB = "duckdb"
    NEO4J = "neo4j"
    JSON_LD = "json-ld"
    OBSIDIAN = "obsidian"
    SIFT_KG = "sift-kg"


DEFAULT_FORMATS = (ExportFormat.JSON, ExportFormat.GRAPHML, ExportFormat.CSV)
"""For programs, for viewers of graphs, for spreadsheets. Each of the others costs every run time
that only who reads it should pay."""


class StageModels(Record):
    """Models for single stages; a stage without one uses `Settings.model`.

    Attributes:
        extract: Finds mentions and relations in documents.
        resolve: Judges doubtful pairs of names.
        narrate: Writes the narratives.
        promote: Judges what may leave a seat.
    """

    extract: NonBlank | None = None
    resolve: NonBlank | None = None
    narrate: NonBlank | None = None
    promote: NonBlank | None = None


class Settings(Record):
    """Everything that `sift.yaml` may say. Paths are relative to the project's folder.

    Attributes:
        documents: The watched folder.
        domain: Name of a domain (`osint`), or path of a domain file.
        discovered_domain: Which discovered domain a language model extracts with.
        store: Folder of the stored results, or a URL that fsspec reaches (`s3://bucket/folder`).
        exports: Folder of the exported files.
        database_schema: Schema of the project's tables and locks in the database that the variable
            `SIFT_DATABASE` names, for a project on several machines; without it they are files.
        model: `local`, or a model as LiteLLM names it, for example `openai/gpt-4o-mini`.
        models: Models for single stages.
        api_base: URL of the model's server, empty for the provider's own.
        temperature: Of a language model.
        max_output_tokens: Of one answer of a language model.
        timeout_seconds: Of one call to a language model.
        concurrency: Calls to a language model at a time.
        rpm: Calls a minute, at most; without it as many as the provider takes.
        tpm: Tokens a minute, sent and answered, at most; likewise.
        budget_usd: What the collection may spend on language models, in all, until it is raised;
            0 allows no call that costs.
        budget_per_run_usd: What one run may spend of it; without it all.
        budget_per_day_usd: What one day (UTC) may spend of it; without it all.
        confirm_above_usd: A change that would cost more waits for a person.
        chunk_size: Characters in a chunk, at most.
        overlap: Sentences of the chunk before that are shown again with a chunk.
        document_context: Whether a language model is told what the whole document is about.
        reader: How documents are read.
        resolution: How entities that may be one are found.
        community: How communities are found.
        narrative: What is told of them.
        ignore: Globs of files and folders that are no documents.
        bibliography: A file in CSL JSON, RIS or BibTeX that says what documents are: their titles,
            dates, authors and keywords. Empty for none.
        mass_delete: What happens when many documents disappear at once.
        partitions: `document`, or `{shards: 256}`; see `PartitionSettings`.
        dagster_ui: Where the Dagster UI is; the review page links to it.
        alerts: Whom a failed run is told to.
        freshness: How long the graph may go without being seen up to date.
        openlineage: Where runs are told as OpenLineage events.
        telemetry: Where runs and calls of language models are told as OpenTelemetry spans.
        log_format: `text` or `json`.
        export_formats: What every run exports; `sift export` writes any format at any time.
        seats: Personal folders from which documents may be promoted.
        principals: Who may read which seats, and who may decide.
        promotion: What is promoted, when, and by whose word.
    """

    documents: NonBlank = "documents"
    domain: NonBlank = "general"
    discovered_domain: DiscoveredDomain = DiscoveredDomain.APPROVED
    store: NonBlank = DEFAULT_STORE
    exports: NonBlank = "exports"
    database_schema: str = ""
    model: NonBlank = LOCAL_MODEL
    models: StageModels = StageModels()
    api_base: str = ""
    temperature: float = Field(default=0.0, ge=0, le=2, allow_inf_nan=False)
    max_output_tokens: int = Field(default=4096, ge=256, le=MAX_OUTPUT_TOKENS)
    timeout_seconds: float = Field(default=120, gt=0, le=MAX_TIMEOUT_SECONDS, allow_inf_nan=False)
    concurrency: int = Field(default=4, ge=1, le=MAX_CONCURRENCY)
    rpm: int | None = Field(default=None, ge=1)
    tpm: int | None = Field(default=None, ge=1)
    budget_usd: Dollars = 5.0
    budget_per_run_usd: Dollars | None = None
    budget_per_day_usd: Dollars | None = None
    confirm_above_usd: Dollars = 1.0
    chunk_size: int = Field(default=10_000, ge=MIN_CHUNK_SIZE, le=MAX_CHUNK_SIZE)
    overlap: int = Field(default=CARRY_SENTENCES, ge=0, le=MAX_OVERLAP)
    document_context: bool = True
    reader: ReaderSettings = ReaderSettings()
    resolution: ResolutionSettings = ResolutionSettings()
    community: CommunitySettings = CommunitySettings()
    narrative: NarrativeSettings = NarrativeSettings()
    ignore: tuple[NonBlank, ...] = ()
    bibliography: str = ""
    mass_delete: MassDelete = MassDelete.ASK
    partitions: PartitionSettings = PartitionSettings()
    dagster_ui: str = "http://127.0.0.1:3000"
    alerts: AlertSettings = AlertSettings()
    freshness: FreshnessSettings = FreshnessSettings()
    openlineage: LineageSettings = LineageSettings()
    telemetry: TelemetrySettings = TelemetrySettings()
    log_format: LogFormat = LogFormat.TEXT
    export_formats: tuple[ExportFormat, ...] = DEFAULT_FORMATS
    seats: tuple[Seat, ...] = ()
    principals: tuple[Principal, ...] = ()
    promotion: PromotionSettings = PromotionSettings()

    @property
    def shards(self) -> int:
        """How many shards documents are partitioned into; 0 for a partition each."""
        return self.partitions.shards or 0

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

    @property
    def promote_model(self) -> str:
        """The model that judges what may leave a seat."""
        return self.models.promote or self.model

    def with_model(self, model: str) -> "Settings":
        """Return the same with one model for every stage: for a stage that has one of its own."""
        return self.model_copy(update={"model": model, "models": StageModels()})

    @field_validator("database_schema")
    @classmethod
    def _name_a_schema(cls, name: str) -> str:
        if name and not is_schema_name(name):
            raise ValueError("small letters, digits and _, a letter first, at most 40 characters")
        return name

    @field_validator("store")
    @classmethod
    def _a_folder_or_a_url(cls, place: str) -> str:
        scheme, is_like_one, rest = place.partition(":")
        if not (is_url(place) or (is_like_one and _SCHEME.fullmatch(scheme))):
            return place
        if not (_SCHEME.fullmatch(scheme) and rest.startswith("//") and rest.strip("/")):
            raise ValueError("is no folder and no URL; write for example s3://bucket/folder")
        if "@" in rest and ":" in rest.rpartition("@")[0]:
            raise ValueError("holds a password; credentials belong into the environment")
        return place

    @field_validator("dagster_ui")
    @classmethod
    def _an_address(cls, address: str) -> str:
        if not ADDRESS.fullmatch(address):
            raise ValueError("is no address; write for example http://127.0.0.1:3000")
        return address.rstrip("/")

    @field_validator("seats")
    @classmethod
    def _seats_apart(cls, seats: tuple[Seat, ...]) -> tuple[Seat, ...]:
        twice = repeated([one.name for one in seats])
        if twice:
            raise ValueError(f"names two seats {twice}; give each a name of its own")
        return seats

    @field_validator("principals")
    @classmethod
    def _principals_apart(cls, principals: tuple[Principal, ...]) -> tuple[Principal, ...]:
        twice = repeated([one.name for one in principals])
        if twice:
            raise ValueError(f"names {twice} twice; give each a name of its own")
        return principals

    @model_validator(mode="after")
    def _seats_have_principals(self) -> Self:
        known = {one.name for one in self.principals}
        for seat in self.seats:
            if seat.owner not in known:
                raise ValueError(f"seat {seat.name}: `principals` does not name {seat.owner}")
        seats = {seat.name for seat in self.seats}
        for principal in self.principals:
            unknown = sorted(set(principal.seats) - seats)
            if unknown:
                raise ValueError(f"principal {principal.name}: there is no seat {unknown[0]}")
        return self

    @field_validator("ignore")
    @classmethod
    def _no_exceptions(cls, globs: tuple[str, ...]) -> tuple[str, ...]:
        if any(glob.startswith("!") for glob in globs):
            raise ValueError("has a glob with `!`; write globs of what is to be ignored only")
        return globs


def repeated(names: Sequence[str]) -> str:
    """Return the first name that is there twice; empty for none."""
    return next((name for at, name in enumerate(names) if name in names[:at]), "")


def is_url(place: str) -> bool:
    """Return whether a place is given by its URL, not as a folder."""
    return "://" in place


def is_schema_name(name: str) -> bool:
    """Say whether this is a name that a schema of a database may have."""
    return _SCHEMA_NAME.fullmatch(name) is not None


def is_local(model: str) -> bool:
    """Return whether a model is the local one (`local`, `local/en`), which needs no network."""
    return model == LOCAL_MODEL or model.startswith(f"{LOCAL_MODEL}/")
