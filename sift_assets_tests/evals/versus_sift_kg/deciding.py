"""The decisions of a person on the FTX example, kept through what changes below them."""

import shutil
from pathlib import Path
from typing import Any

import yaml

from sift_assets.core.text.settings import ReaderSettings
from sift_assets.resources.readers.process import ReaderProcess
from sift_assets.workflows.resolved import load_resolved
from sift_assets.workflows.review_files import import_files
from sift_assets_tests.evals.versus_sift_kg.comparing import Program, held
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


def of_the_peer(peer: Program) -> tuple[int, int]:
    """Return how many merges hold when applied, and how many after the next build."""
    built, applied, again = peer.ids
    return held(confirmed(), built, applied), held(confirmed(), built, again)


def of_ours(folder: Path) -> tuple[int, int]:
    """Take the same file over; then edit a document and build everything anew from an empty store.

    Args:
        folder: Where the project may be made.

    Returns:
        How many merges hold, before and after.
    """
    expected = Expected()
    documents = {file.name: file.read_text("utf-8") for file in FTX.glob("docs/*.txt")}
    root = made_project(folder / "project", documents)
    with ReaderProcess(ReaderSettings()) as process:
        project = _project(root, process)
        project.follow()
        import_files(project.workspace, [THEIRS])
        applied = expected.merged(project.follow(), {})
        edited = root / "documents" / "ftx_company.txt"
        edited.write_text(edited.read_text("utf-8") + "\n\nThere was no comment.\n", "utf-8")
        shutil.rmtree(root / ".sift")
        anew = _project(root, process)
        anew.run()
        return applied, expected.merged(load_resolved(anew.workspace), {})


def _project(root: Path, process: ReaderProcess) -> FtxProject:
    model: Any = Recorded(root)
    made = FtxProject(root, CountingReader(process), model)
    made.settings(FTX)
    made.domain({})
    return made
