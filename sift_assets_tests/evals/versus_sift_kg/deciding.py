"""The decisions of a person on the FTX example, kept through what changes below them."""

import shutil
from pathlib import Path
from typing import Any

import yaml

from sift_assets.core.decisions.resolved import ResolvedGraph
from sift_assets.core.text.settings import ReaderSettings
from sift_assets.resources.readers.process import ReaderProcess
from sift_assets.workflows.resolved import load_resolved
from sift_assets.workflows.review_files import import_files
from sift_assets_tests.evals.versus_sift_kg.comparing import Kept, Program, held
from sift_assets_tests.evals.versus_sift_kg.peer_run import REFUSED
from sift_assets_tests.fakes.counting_reader import CountingReader
from sift_assets_tests.fakes.project_folder import made_project
from sift_assets_tests.whole.test_ftx_decisions import FTX, THEIRS, Expected, FtxProject, Recorded


def confirmed() -> list[tuple[str, str]]:
    """Return the merges that the person confirmed, by the peer's ids: who stays, who goes."""
    proposals = yaml.safe_load(THEIRS.read_text("utf-8"))["proposals"]
    return [
        (one["canonical_id"], member["id"])
        for one in proposals
        if one["status"] == "CONFIRMED"
        for member in one["members"]
    ]


def of_the_peer(peer: Program) -> Kept:
    """Return what the peer keeps to."""
    pairs = confirmed()
    built, applied, again = peer.ids
    refused, returned, returned_again = peer.refused
    lost = tuple(len(pairs) - held(pairs, built, later) for later in (applied, again))
    return Kept(len(pairs), (lost[0], lost[1]), refused, (returned, returned_again))


def of_ours(folder: Path) -> Kept:
    """Take the same file over and refuse as many relations; edit a document, build all anew.

    Args:
        folder: Where the project may be made.
    """
    pairs, expected = confirmed(), Expected()
    documents = {file.name: file.read_text("utf-8") for file in FTX.glob("docs/*.txt")}
    root = made_project(folder / "project", documents)
    with ReaderProcess(ReaderSettings()) as process:
        project = _project(root, process)
        project.follow()
        import_files(project.workspace, [THEIRS])
        refused = _refuse(root)
        applied = project.follow()
        edited = root / "documents" / "ftx_company.txt"
        edited.write_text(edited.read_text("utf-8") + "\n\nThere was no comment.\n", "utf-8")
        shutil.rmtree(root / ".sift")
        anew = _project(root, process)
        anew.run()
        again = load_resolved(anew.workspace)
    lost = [len(pairs) - expected.merged(graph, {}) for graph in (applied, again)]
    returned = [len(refused & _relations(graph)) for graph in (applied, again)]
    return Kept(len(pairs), (lost[0], lost[1]), len(refused), (returned[0], returned[1]))


def _refuse(root: Path) -> set[tuple[str, str, str]]:
    """Refuse the first of the relations that wait for a person, in the file."""
    file = root / "decisions" / "relation_review.yaml"
    text = file.read_text("utf-8").replace(": DRAFT", ": REJECTED", REFUSED)
    file.write_text(text, "utf-8")
    entries = yaml.safe_load(text)["relations"][:REFUSED]
    return {(one["source_id"], one["relation_type"], one["target_id"]) for one in entries}


def _relations(graph: ResolvedGraph) -> set[tuple[str, str, str]]:
    columns = (graph.relations[name].to_pylist() for name in ("source_id", "type", "target_id"))
    return set(zip(*columns, strict=True))


def _project(root: Path, process: ReaderProcess) -> FtxProject:
    model: Any = Recorded(root)
    made = FtxProject(root, CountingReader(process), model)
    made.settings(FTX)
    made.domain({})
    return made
