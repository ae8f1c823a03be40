"""An open project: its settings, its domain, its store. What every workflow is handed."""

import os
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import Any

from sift_assets.core.bibliography.entries import Bibliography
from sift_assets.core.decisions.decision import Decision
from sift_assets.core.decisions.folding import by_kind, in_force
from sift_assets.core.decisions.kinds import Kind
from sift_assets.core.decisions.log import ReadLog
from sift_assets.core.domain.facets import (
    Facet,
    PromptFacet,
    facet_versions,
    facets_of,
    prompt_facet,
)
from sift_assets.core.domain.model import Domain
from sift_assets.core.errors import ProjectError
from sift_assets.core.records.record import Record, canonical_json, content_hash
from sift_assets.core.settings.loading import overridden, read_settings
from sift_assets.core.settings.model import Settings, is_local, is_url
from sift_assets.core.settings.stages import Stage, stage_facets
from sift_assets.core.text.settings import READER_VERSION
from sift_assets.resources.bibliography_file import load_bibliography
from sift_assets.resources.decision_log import DecisionLog
from sift_assets.resources.discovered_domain import DiscoveredFile
from sift_assets.resources.domain_files import find_domain, load_domain
from sift_assets.resources.places import elsewhere
from sift_assets.resources.project import DECISIONS_FOLDER, SETTINGS_FILE
from sift_assets.resources.project_places import ProjectPlaces
from sift_assets.resources.provenance import ProvenanceIndex
from sift_assets.resources.store import Store
from sift_assets.resources.tombstones import Tombstones


@dataclass(frozen=True)
class Workspace(ProjectPlaces):
    """A project opened for work; see `ProjectPlaces` for its attributes."""

    @classmethod
    def open(
        cls, root: Path, environment: Mapping[str, str] | None = None, **flags: object
    ) -> "Workspace":
        """Read the settings of a project.

        Args:
            root: The project's folder.
            environment: Instead of the process's own.
            **flags: Settings given on the command line; they win.

        Raises:
            ConfigError: The settings are wrong; it names the line and the field.
        """
        file = root / SETTINGS_FILE
        try:
            text = file.read_text(encoding="utf-8")
        except (OSError, UnicodeDecodeError) as error:
            raise ProjectError(f"{file}: cannot be read as UTF-8 text ({error}).") from error
        found = os.environ if environment is None else environment
        settings = overridden(read_settings(text, SETTINGS_FILE, found), **flags)
        if settings.seats:
            from sift_assets.resources.opaque_seats import with_opaque_seats

            settings = with_opaque_seats(root, settings)
        return cls(root, settings)

    @cached_property
    def store(self) -> Store:
        """The content-addressed store.

        Raises:
            ConfigError: The settings name a place of a kind that is not known.
            MissingEngineError: What reaches that place is not installed.
        """
        place = self.settings.store
        root = elsewhere(place) if is_url(place) else self.root / place
        return Store(root, {1: self.tombstones.moved})

    @cached_property
    def provenance(self) -> ProvenanceIndex:
        """The provenance index."""
        return ProvenanceIndex(self.local_folder / "provenance.sqlite")

    @cached_property
    def tombstones(self) -> Tombstones:
        """What has been forgotten and must not be taken up again."""
        file = "tombstones.jsonl"
        return Tombstones(self.root / DECISIONS_FOLDER / file, self.local_folder / file)

    @cached_property
    def decision_log(self) -> DecisionLog:
        """What people have decided."""
        return DecisionLog(self.root, self.lock_path("decisions"))

    @cached_property
    def read_decisions(self) -> ReadLog:
        """The decision log as it was when it was first asked for.

        Raises:
            StoreError: It cannot be read.
        """
        return self.decision_log.read()

    @cached_property
    def decisions(self) -> tuple[Decision, ...]:
        """The decisions in force, in order of time, likewise.

        Raises:
            StoreError: The log cannot be read.
        """
        return in_force(self.read_decisions.decisions)

    @property
    def decisions_by_kind(self) -> dict[Kind, tuple[Decision, ...]]:
        """The same by the partition of `decisions` that they belong to."""
        return by_kind(self.decisions)

    @cached_property
    def domain_file(self) -> Path:
        """The domain file that the settings name.

        A bundled or local name is looked up before a path, so that a folder of that name does
        not hide it.

        Raises:
            ConfigError: There is no such domain; it lists the known ones.
        """
        return find_domain(self.root, self.settings.domain)

    @cached_property
    def named_domain(self) -> Domain:
        """The domain that the settings name.

        Raises:
            ConfigError: The file is wrong; it names the line and the field.
        """
        return load_domain(self.domain_file)

    @cached_property
    def domain(self) -> Domain:
        """The domain in force; see `named_domain` and `domain_file_in_force`."""
        return load_domain(self.domain_file_in_force)

    @cached_property
    def domain_file_in_force(self) -> Path:
        """Its file: for a language model the discovered one in the place of a schema-free one."""
        if not self._wants_discovered:
            return self.domain_file
        found = DiscoveredFile(self.root).in_force(self.settings.discovered_domain)
        return found or self.domain_file

    @property
    def missing_domain(self) -> str:
        """Why a language model cannot extract yet: no discovered domain counts. Empty when it can.

        Raises:
            ConfigError: The domain is wrong.
        """
        is_there = self.domain_file_in_force != self.domain_file
        return DiscoveredFile(self.root).missing if self._wants_discovered and not is_there else ""

    @property
    def _wants_discovered(self) -> bool:
        return not is_local(self.settings.extract_model) and self.named_domain.schema_free

    @cached_property
    def general_domain(self) -> Domain:
        """The domain `general`, which stands in where a domain has no types of its own."""
        return load_domain(find_domain(self.root, "general"))

    @cached_property
    def extraction_domain(self) -> Domain:
        """The domain that the extractor works with.

        The local model cannot invent types, so under a domain without any it uses `general`.
        """
        is_enough = self.domain.entity_types or not is_local(self.settings.extract_model)
        return self.domain if is_enough else self.general_domain

    @cached_property
    def extraction_prompt(self) -> PromptFacet:
        """What the extractor sees of its domain; asked for with every document."""
        return prompt_facet(self.extraction_domain)

    @cached_property
    def domain_versions(self) -> dict[str, str]:
        """Facet to version of the domain as the file now says it."""
        return facet_versions(self.domain_facets)

    @cached_property
    def domain_facets(self) -> dict[str, Record]:
        """Facet to what its readers see of the domain."""
        return {**facets_of(self.domain), str(Facet.PROMPT): self.extraction_prompt}

    @cached_property
    def stage_values(self) -> dict[str, dict[str, Any]]:
        """Stage to what shapes a value there: what the settings say and what is installed.

        Installing Tesseract changes what reading gives, another spaCy model changes what
        extraction gives; so both are part of the value.
        """
        engines = {
            Stage.READER: f"{READER_VERSION} {self.reading_engine}",
            Stage.EXTRACTION: self.extracting_engine,
        }
        values: dict[str, dict[str, Any]] = {
            str(stage): {
                "settings": facet.model_dump(mode="json"),
                "engine": engines.get(stage, ""),
            }
            for stage, facet in stage_facets(self.settings).items()
        }
        if self.bibliography_file is not None:
            read = self.bibliography.content_hash
            values[Stage.READER] |= {"bibliography": read}
        return values

    @property
    def bibliography_file(self) -> Path | None:
        """The file that says what documents are, None when there is none."""
        name = self.settings.bibliography
        return self.root / name if name else None

    @cached_property
    def bibliography(self) -> Bibliography:
        """What is known of documents from outside; nothing without a file.

        Raises:
            ConfigError: The file cannot be read, or is wrong; names the line.
        """
        return load_bibliography(self.bibliography_file, self.documents_folder)

    @cached_property
    def reading_engine(self) -> str:
        """Name and version of the OCR engine that is installed."""
        from sift_assets.resources.readers.ocr.engines import engine_version

        return engine_version(self.settings.reader)

    @property
    def extracting_engine(self) -> str:
        """Version of the configured extractor.

        Raises:
            ModelKeyError: The key of the configured model is not in the environment.
        """
        return extraction_engine(self.settings)

    @cached_property
    def stage_versions(self) -> dict[str, str]:
        """Stage to version of the settings."""
        values = self.stage_values.items()
        return {stage: content_hash(canonical_json(value)) for stage, value in values}


def extraction_engine(settings: Settings) -> str:
    """Return the version of the configured extractor."""
    from sift_assets.resources.extractors import extractor_version

    return extractor_version(settings)
