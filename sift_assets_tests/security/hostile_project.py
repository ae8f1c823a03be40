"""A project whose folder holds every hostile file, name and link, brought up to date."""

import os
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from sift_assets.core.domain.facets import PromptFacet
from sift_assets.core.records.extraction import (
    ChunkReport,
    ChunkStatus,
    Evidence,
    Extraction,
    ExtractionStatus,
    Mention,
    RelationMention,
)
from sift_assets.core.records.text import Chunk, DocumentText
from sift_assets.core.settings.model import ExportFormat
from sift_assets.core.text.settings import ReaderSettings
from sift_assets.resources.readers.process import ReaderProcess
from sift_assets.resources.workspace import Workspace
from sift_assets_tests.fakes.counting_reader import CountingReader
from sift_assets_tests.fakes.direct_project import DirectProject
from sift_assets_tests.fakes.project_folder import made_project
from sift_assets_tests.fakes.steered_extractor import SteeredExtractor
from sift_assets_tests.security.hostile_files import SMUGGLED, HostileFile, hostile_files
from sift_assets_tests.security.hostile_names import NAMES, all_names

FIRM = "Kestrel Ltd"
"""Everybody in the folder works for it."""

LINES = 40
"""Lines of a document that are taken for names: of endless ones no more is needed."""

LONGEST_LINE = 6000
"""Characters of a line that is taken for a name."""

LONGEST_NAME = 255
"""Bytes of the name of a file."""


@dataclass(frozen=True)
class HostileProject:
    """The project with what was put into it.

    Attributes:
        root: Its folder.
        outside: The folder beside it, of which nothing may be read or written.
        files: The hostile files, by key of the document.
    """

    root: Path
    outside: Path
    files: dict[str, HostileFile]

    @property
    def workspace(self) -> Workspace:
        """The project as its files say now."""
        return Workspace.open(self.root, environment={})


class LineExtractor(SteeredExtractor):
    """Takes every line for the name of a person who works for the same firm, word for word."""

    version = "lines 1"

    def extract(
        self,
        text: DocumentText,
        chunks: Sequence[Chunk],
        prompt: PromptFacet,  # noqa: ARG002 - the protocol's signature
    ) -> Extraction:
        """Return what a model says that obeys whoever wrote the document."""
        mentions: list[Mention] = []
        relations: list[RelationMention] = []
        at = 0
        for line in text.text.split("\n")[:LINES]:
            name = line.strip()
            if name and len(name) <= LONGEST_LINE:
                start = at + line.index(name)
                place = Evidence(start=start, end=start + len(name), quote=name)
                kind = "ORGANIZATION" if name == FIRM else "PERSON"
                mentions.append(
                    Mention(type=kind, name=name, surface=name, evidence=place, confidence=0.9)
                )
                relations.append(_works_for_the_firm(name, place))
            at += len(line) + 1
        return Extraction(
            status=ExtractionStatus.COMPLETE,
            extractor="lines",
            read_status=text.status,
            title=text.title,
            chunks=tuple(ChunkReport(index=c.index, status=ChunkStatus.OK) for c in chunks),
            mentions=tuple(mentions),
            relations=tuple(one for one in relations if one.source != FIRM),
        )


def _works_for_the_firm(name: str, place: Evidence) -> RelationMention:
    return RelationMention(
        type="EMPLOYED_BY",
        source=name,
        target=FIRM,
        source_type="PERSON",
        target_type="ORGANIZATION",
        evidence=place,
        confidence=0.6,
    )


def hostile_project(folder: Path) -> HostileProject:
    """Make the project below a folder, and bring it up to date without Dagster."""
    root, outside = made_project(folder / "project", {}), folder / "outside"
    outside.mkdir()
    secret = outside / "secret.txt"
    secret.write_text(SMUGGLED)
    documents = root / "documents"
    files = hostile_files(str(secret))
    for file in files:
        (documents / file.name).write_bytes(file.data)
    for kind, names in NAMES.items():
        told = "\n".join((FIRM, *(name.replace("\n", " ") for name in names)))
        (documents / f"{kind}.txt").write_bytes(told.encode("utf-8", "surrogatepass"))
    _name_files(documents)
    _link(documents, outside)
    formats = ", ".join(form.value for form in ExportFormat)
    with (root / "sift.yaml").open("a", encoding="utf-8") as settings:
        settings.write(f"\nexport_formats: [{formats}]\nreader: {{ocr: false}}\n")
    with ReaderProcess(ReaderSettings()) as process:
        DirectProject(root, CountingReader(process), LineExtractor()).run()
    return HostileProject(root, outside, {file.name.replace(" ", "%20"): file for file in files})


def _name_files(documents: Path) -> None:
    """Call files by every name that a file system takes."""
    for name in all_names():
        file = documents / f"{name}.txt"
        fits = len(os.fsencode(file.name)) <= LONGEST_NAME
        if "/" not in name and fits:
            file.write_text(f"{FIRM}\nBo Named By File\n")


def _link(documents: Path, outside: Path) -> None:
    for name, target in {
        "out.txt": outside / "secret.txt",
        "folder out": outside,
        "root": Path("/"),
        "zeros": Path("/dev/zero"),
        "loop": Path("loop"),
        "above": Path(".."),
        "self": Path(),
    }.items():
        (documents / name).symlink_to(target)
    os.mkfifo(documents / "pipe.txt")
