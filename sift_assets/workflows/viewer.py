"""From the resolved graph and what is told of it to the viewer, one page for people."""

from pathlib import Path
from typing import NamedTuple

from sift_assets.core.narrative.told_graph import ToldGraph
from sift_assets.core.viewing.choice import Choice
from sift_assets.core.viewing.choosing import chosen
from sift_assets.core.viewing.page import page
from sift_assets.core.viewing.shown import cited_documents, named, view_data
from sift_assets.resources.collector import collector_paused
from sift_assets.resources.files import write_atomically
from sift_assets.resources.workspace import Workspace
from sift_assets.viewer.parts import page_parts
from sift_assets.workflows.corpus import extracted_texts, load_corpus
from sift_assets.workflows.known import spine_outcome
from sift_assets.workflows.outcome import Outcome
from sift_assets.workflows.told_graph import load_told_graph
from sift_assets.workflows.written_files import write_files
from sift_assets.workflows.written_viewer import VIEWER_FILE

ASSET = "viewer"

PAGES_OF_PARTS = "viewer-*.html"
"""Pages that `sift view` has written beside it. What they say would never change again, however
much is refused or deleted: they go when the viewer is written anew."""

EVERYTHING = Choice()


class ViewerPage(NamedTuple):
    """A page, and how much it shows.

    Attributes:
        data: Its bytes.
        counts: Entities, relations, documents and passages on it, and entities left out.
    """

    data: bytes
    counts: dict[str, int]


def write_viewer(workspace: Workspace, inputs: dict[str, str]) -> Outcome:
    """Write the viewer into the exports folder.

    Args:
        workspace: The open project.
        inputs: Versions of everything that `viewer` reads.

    Raises:
        ProjectError: There are no communities yet.
        CorruptObjectError: Something it is made from is damaged; the next run makes it anew.
    """
    told = load_told_graph(workspace)
    made = _made(workspace, told, EVERYTHING)
    path = workspace.exports_folder / VIEWER_FILE
    written = write_files(workspace, ASSET, {VIEWER_FILE: made.data}, PAGES_OF_PARTS)
    return spine_outcome(
        ASSET,
        workspace.store.put(written),
        inputs | {"resolved_graph": told.version},
        facts={**made.counts, "bytes": len(made.data)},
        files={"viewer": path},
    )


def viewer_page(workspace: Workspace, choice: Choice = EVERYTHING) -> ViewerPage:
    """Return the viewer of the latest graph that is told of, or of a part of it.

    Args:
        workspace: The open project.
        choice: Which part.

    Raises:
        ProjectError: There are no communities yet.
        ChoiceError: What is chosen is not there.
        CorruptObjectError: Something it is made from is damaged; the next run makes it anew.
    """
    return _made(workspace, load_told_graph(workspace), choice)


def write_page(
    workspace: Workspace, choice: Choice, output: Path | None
) -> tuple[Path, dict[str, int]]:
    """Write a page that a person asks for; one in the exports folder goes with the graph.

    Args:
        workspace: The open project.
        choice: What is to be on it.
        output: A file; None for one of its own in the exports folder.

    Returns:
        Where it is, and the counts of `ViewerPage`.

    Raises:
        ProjectError: There are no communities yet.
        ChoiceError: What is chosen is not there.
        StoreError: The file cannot be written.
    """
    made = viewer_page(workspace, choice)
    path = output or workspace.exports_folder / choice.file_name
    write_atomically(path, made.data)
    return path, made.counts


def _made(workspace: Workspace, told: ToldGraph, choice: Choice) -> ViewerPage:
    shown = chosen(told.graph, named(told), choice)
    with collector_paused():
        cited = cited_documents(shown.graph)
        texts = dict(extracted_texts(workspace, load_corpus(workspace), cited))
        data = view_data(told, choice, shown, texts)
    counts = {
        "entities": len(data["entities"]["id"]),
        "relations": len(data["relations"]["id"]),
        "documents": len(data["documents"]),
        "passages": len(data["passages"]),
        "left_out": shown.left_out,
    }
    return ViewerPage(page(page_parts(), data), counts)
