"""The decisions of a real person on a real graph, kept through everything that changes below them.

The FTX example of sift-kg: nine articles, the recorded answers of a language model, and the file
in which somebody said of 13 groups that they are one and of 2 that they are not.
"""

import json
import shutil
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
import yaml

from sift_assets.core.decisions.resolved import ResolvedGraph
from sift_assets.core.extraction.extractor import Extractor
from sift_assets.core.graph.identity import entity_id
from sift_assets.core.settings.model import Settings
from sift_assets.core.text.settings import ReaderSettings
from sift_assets.resources.extractors import open_extractor
from sift_assets.resources.ledger import project_ledger
from sift_assets.resources.readers.process import ReaderProcess
from sift_assets.resources.workspace import Workspace
from sift_assets.workflows.resolution import load_queue
from sift_assets.workflows.resolved import load_resolved
from sift_assets.workflows.review_files import import_files, read_back, refresh
from sift_assets_tests.evals.extraction.corpora import data_folder
from sift_assets_tests.fakes.counting_reader import CountingReader
from sift_assets_tests.fakes.direct_project import DirectProject
from sift_assets_tests.fakes.project_folder import made_project

FTX = data_folder() / "sift_kg_ftx"
THEIRS = FTX / "merge_proposals.yaml"

pytestmark = pytest.mark.skipif(
    not THEIRS.is_file(), reason="the FTX example is absent: set SIFT_EVAL_DATA to its folder"
)

SETTINGS = """\
domain: ftx
model: {model}
chunk_size: 5000
document_context: false
export_formats: []
"""

RENAMED = {"PERSON": "HUMAN", "ORGANIZATION": "COMPANY", "EVENT": "INCIDENT"}


class Recorded:
    """Opens the recorded model that the settings of a project name."""

    def __init__(self, root: Path) -> None:
        self._root = root
        self._open: dict[str, Extractor] = {}

    def opened(self, settings: Settings) -> Extractor:
        model = settings.extract_model
        if model not in self._open:
            store = Workspace.open(self._root, environment={}).store
            ledger = project_ledger(self._root, settings)
            self._open[model] = open_extractor(settings, store, ledger, self._root / "pace")
        return self._open[model]


class FtxProject(DirectProject):
    """The example in a project folder."""

    def follow(self) -> ResolvedGraph:
        """Do what a run does: read the files, compute, write the files."""
        assert read_back(self.workspace).problems == ()
        self.run()
        graph = load_resolved(self.workspace)
        assert refresh(self.workspace, load_queue(self.workspace), graph).unread == ()
        return graph

    def settings(self, model: Path) -> None:
        (self.root / "sift.yaml").write_text(SETTINGS.format(model=f"replay/{model}"), "utf-8")

    def domain(self, names: dict[str, str]) -> None:
        """Write a domain with all recorded types, some of them under another name."""
        answers = [json.loads(file.read_text("utf-8")) for file in FTX.glob("extractions/*.json")]
        kinds = {one["entity_type"] for answer in answers for one in answer["entities"]}
        relations = {one["relation_type"] for answer in answers for one in answer["relations"]}
        types: dict[str, Any] = {kind: {} for kind in sorted(kinds - names.keys())}
        types |= {new: {"renamed_from": [old]} for old, new in names.items()}
        said = {
            "name": "FTX",
            "entity_types": types,
            "relation_types": {name: {} for name in relations},
        }
        file = self.root / "domains" / "ftx.yaml"
        file.parent.mkdir(exist_ok=True)
        file.write_text(yaml.safe_dump(said), "utf-8")


class Expected:
    """What the person said, and whether a graph keeps to it."""

    def __init__(self) -> None:
        self.groups: list[list[tuple[str, str]]] = []
        self.refused: list[tuple[tuple[str, str], tuple[str, str]]] = []
        for entry in yaml.safe_load(THEIRS.read_text("utf-8"))["proposals"]:
            kind = entry["entity_type"]
            first = (kind, entry["canonical_name"])
            others = [(kind, member["name"]) for member in entry["members"]]
            if entry["status"] == "CONFIRMED":
                self.groups.append([first, *others])
            else:
                self.refused += [(first, other) for other in others]

    def merged(self, graph: ResolvedGraph, names: dict[str, str]) -> int:
        """Return how many members are in their canonical one; all that are there must be."""
        canonical = _canonical(graph)
        count = 0
        for group in self.groups:
            ids = [_id(one, names) for one in group]
            there = [canonical[one] for one in ids if one in canonical]
            assert len({*there}) <= 1, group
            count += max(len(there) - 1, 0)
        return count

    def is_apart(self, graph: ResolvedGraph, names: dict[str, str]) -> bool:
        """Say whether what was refused is two wherever both are there."""
        canonical = _canonical(graph)
        pairs = [[_id(one, names) for one in pair] for pair in self.refused]
        found = [[canonical[one] for one in pair if one in canonical] for pair in pairs]
        return all(len({*pair}) == len(pair) for pair in found)

    def decided(self, names: dict[str, str]) -> set[frozenset[str]]:
        """Return the pairs that need not be asked about again."""
        within = [(first, other) for first, *others in self.groups for other in others]
        return {frozenset(_id(one, names) for one in pair) for pair in (*within, *self.refused)}


def _id(one: tuple[str, str], names: dict[str, str]) -> str:
    kind, name = one
    return entity_id(names.get(kind, kind), name)


def _canonical(graph: ResolvedGraph) -> dict[str, str]:
    own = {one: one for one in graph.entities["id"].to_pylist()}
    return own | {row["id"]: row["canonical_id"] for row in graph.identities.to_pylist()}


@pytest.fixture
def project(tmp_path: Path, own_surroundings: None) -> Iterator[FtxProject]:  # noqa: ARG001
    docs = {file.name: file.read_text("utf-8") for file in sorted(FTX.glob("docs/*.txt"))}
    root = made_project(tmp_path / "project", docs)
    with ReaderProcess(ReaderSettings()) as process:
        model: Any = Recorded(root)
        made = FtxProject(root, CountingReader(process), model)
        made.settings(FTX)
        made.domain({})
        yield made


def holding(
    project: FtxProject, expected: Expected, names: dict[str, str] | None = None
) -> tuple[int, int]:
    """Run; return how many members are merged and how many decisions wait for their subject."""
    graph = project.follow()
    renamed = names or {}
    assert expected.is_apart(graph, renamed)
    queue = load_queue(project.workspace)
    asked = {frozenset({pair.left, pair.right}) for one in queue.merges for pair in one.pairs}
    assert asked & expected.decided(renamed) == set()
    standings = graph.unapplied["standing"].to_pylist()
    assert "conflict" not in standings
    return expected.merged(graph, renamed), len(standings)


def test_what_a_person_decided_holds_through_every_change(project: FtxProject) -> None:
    expected = Expected()
    assert (len(expected.groups), len(expected.refused)) == (13, 3)
    project.follow()
    asked = load_queue(project.workspace)
    found = import_files(project.workspace, [THEIRS])
    assert (len(found.decisions), found.problems) == (16, ())
    assert import_files(project.workspace, [THEIRS]).decisions == ()
    assert holding(project, expected) == (17, 0)
    assert len(load_queue(project.workspace).merges) < len(asked.merges)
    log = (project.root / "decisions" / "log.jsonl").read_bytes()
    documents = project.root / "documents"

    article = (FTX / "docs" / "sam_bankman_fried.txt").read_text("utf-8")
    (documents / "second edition.txt").write_text("Second edition.\n\n" + article[:20_000], "utf-8")
    edited = documents / "ftx_company.txt"
    text = edited.read_text("utf-8")
    at = text.index("\n", len(text) // 2)
    edited.write_text(f"{text[:at]} A spokesman had no comment.{text[at:]}", "utf-8")
    assert holding(project, expected) == (17, 0)

    gone = documents / "caroline_ellison.txt"
    text = gone.read_text("utf-8")
    gone.unlink()
    merged, parked = holding(project, expected)
    assert (merged < 17, parked > 0) == (True, True)
    gone.write_text(text, "utf-8")
    assert holding(project, expected) == (17, 0)

    project.domain(RENAMED)
    assert holding(project, expected, RENAMED) == (17, 0)

    project.domain({})
    other = project.root / "other model"
    shutil.copytree(FTX, other)
    _forget_everywhere(other, "MIT")
    project.settings(other)
    assert holding(project, expected) == (16, 1)
    project.settings(FTX)
    assert holding(project, expected) == (17, 0)
    assert (project.root / "decisions" / "log.jsonl").read_bytes() == log


def _forget_everywhere(folder: Path, name: str) -> None:
    """Let a model find everything but one name."""
    for file in folder.glob("extractions/*.json"):
        answer = json.loads(file.read_text("utf-8"))
        answer["entities"] = [one for one in answer["entities"] if one["name"] != name]
        answer["relations"] = [
            one
            for one in answer["relations"]
            if name not in (one["source_entity"], one["target_entity"])
        ]
        file.write_text(json.dumps(answer), "utf-8")
