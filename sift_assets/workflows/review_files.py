"""The review files: written from the queue, and read back before anything is written.

What a person changed in them becomes decisions in the log. A file is replaced only when everything
in it has been read.
"""

from collections.abc import Iterator, Sequence
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from pathlib import Path

from sift_assets.core.decisions.decision import Channel, Decision
from sift_assets.core.decisions.naming import Naming
from sift_assets.core.decisions.resolved import ResolvedGraph
from sift_assets.core.domain.facets import graph_facet, review_facet
from sift_assets.core.errors import CorruptObjectError, ProjectError
from sift_assets.core.graph.type_map import type_map
from sift_assets.core.records.record import key_of
from sift_assets.core.review.files.records import Problem
from sift_assets.core.review.files.review_files import (
    Ground,
    ReadFile,
    ReviewFile,
    imported,
    read_changes,
    written,
)
from sift_assets.core.review.records import ReviewQueue
from sift_assets.core.review.signature import Signature
from sift_assets.resources.decision_log import actor
from sift_assets.resources.locks import held
from sift_assets.resources.review_file import StoredReviewFile
from sift_assets.resources.workspace import Workspace
from sift_assets.workflows.resolution import load_queue
from sift_assets.workflows.resolved import load_resolved

NOT_TEXT = "is no text in UTF-8: save it as such."


@dataclass(frozen=True)
class ReadBack:
    """What was read from review files.

    Attributes:
        decisions: What was added to the log.
        problems: What could not be read; everything else was.
        dropped: How many entries people deleted: they decide nothing and come back.
    """

    decisions: tuple[Decision, ...] = ()
    problems: tuple[Problem, ...] = ()
    dropped: int = 0


@dataclass(frozen=True)
class Refreshed:
    """What became of the review files.

    Attributes:
        written: Those that say something new.
        unread: Those that were left alone, because a person's edit in them has not been read.
    """

    written: tuple[str, ...] = ()
    unread: tuple[str, ...] = ()


def read_back(workspace: Workspace) -> ReadBack:
    """Write into the log what people have changed in the review files.

    To be called before the workspace is asked for its decisions, which it asks the log for once.
    Costs next to nothing where no file was touched. May be killed anywhere and called again:
    nothing is lost and nothing said twice.

    Args:
        workspace: The open project.

    Raises:
        ConfigError: The domain file is wrong.
        StoreError: The log or a file cannot be read or written.
    """
    if all(_is_settled(workspace, one) for one in _stored(workspace)):
        return ReadBack(problems=unread_problems(workspace))
    with _held(workspace):
        try:
            parts = [_read_back(workspace, file) for file in ReviewFile]
        except CorruptObjectError:  # the next run mends the graph, the look after it reads on
            return ReadBack()
    return ReadBack(
        decisions=tuple(one for part in parts for one in part.decisions),
        problems=tuple(one for part in parts for one in part.problems),
        dropped=sum(part.dropped for part in parts),
    )


def unread_problems(workspace: Workspace) -> tuple[Problem, ...]:
    """Return what is wrong in the review files as they stand; writes nothing.

    Raises:
        ConfigError: The domain file is wrong.
        CorruptObjectError: The graph is damaged; the next run rebuilds it.
        StoreError: A file or the log cannot be read.
    """
    found: list[Problem] = []
    for file, stored in zip(ReviewFile, _stored(workspace), strict=True):
        if stored.is_clean:
            continue
        if _is_settled(workspace, stored):
            found += stored.state.problems
        else:
            found += _read(workspace, file, stored).changes.problems
    return tuple(found)


def refresh(
    workspace: Workspace, queue: ReviewQueue, graph: ResolvedGraph, *, forget: bool = False
) -> Refreshed:
    """Write the review files anew, but not over an edit that has not been read.

    Args:
        workspace: The open project.
        queue: What is open.
        graph: The resolved graph of the same build.
        forget: Write in any case, and remember nothing of what was written before, for a document
            that is forgotten. What people have changed is to be read back first; an entry that
            could not be read is lost.

    Raises:
        ConfigError: The domain file is wrong.
        StoreError: The log or a file cannot be read, or a file not written.
    """
    threshold = review_facet(workspace.domain).thresholds.llm
    decisions = workspace.decision_log.in_force()
    done: list[str] = []
    unread: list[str] = []
    with _held(workspace):
        for file, stored in zip(ReviewFile, _stored(workspace), strict=True):
            if not (stored.is_clean or forget):
                unread.append(stored.name)
                continue
            before = "" if forget else stored.text or ""
            new = written(file, queue, graph, decisions, threshold, before)
            if stored.replace(new, queue.content_hash(), forget=forget):
                done.append(stored.name)
    return Refreshed(tuple(done), tuple(unread))


def catch_up(workspace: Workspace) -> Refreshed:
    """Write the files that people deleted, or that could not be replaced when the queue was new.

    Costs next to nothing where there are none. To be called after `read_back`.

    Args:
        workspace: The open project.

    Raises:
        ConfigError: The domain file is wrong.
        StoreError: A file cannot be read or written.
    """
    recorded = workspace.provenance.read("review_queue").get("")
    behind = [
        one
        for one in _stored(workspace)
        if recorded and one.is_clean and one.is_behind(recorded.version)
    ]
    if not behind:
        return Refreshed()
    try:
        return refresh(workspace, load_queue(workspace), load_resolved(workspace))
    except (CorruptObjectError, ProjectError):  # the next run makes both anew, and refreshes
        return Refreshed()


def forget_written(workspace: Workspace) -> None:
    """Leave nothing in the review files, and in what is remembered of them, but the latest queue.

    For a document that is forgotten, once everything is built without it. Where the queue is not
    (its run failed, or it is damaged), the files are removed; they are written again with the next
    one. An edit that could not be read is lost.

    Args:
        workspace: The open project.

    Raises:
        ConfigError: The domain file is wrong.
        StoreError: A file cannot be written.
    """
    queue = workspace.provenance.read("review_queue").get("")
    manifest = workspace.provenance.read("graph_manifest").get("")
    if queue and manifest and queue.inputs.get("graph_manifest") == manifest.version:
        with suppress(CorruptObjectError):
            refresh(workspace, load_queue(workspace), load_resolved(workspace), forget=True)
            return
    with _held(workspace):
        for stored in _stored(workspace):
            stored.remove()


def import_files(workspace: Workspace, paths: Sequence[Path]) -> ReadBack:
    """Take over decisions from review files of elsewhere, each once.

    Args:
        workspace: The open project.
        paths: Files in the shape of ours, which is sift-kg's.

    Raises:
        ConfigError: The domain file is wrong.
        CorruptObjectError: The graph is damaged; the next run rebuilds it.
        ProjectError: A file cannot be read as text.
        StoreError: The log cannot be read or written.
    """
    texts = [(str(path), _foreign(path)) for path in paths]
    with _held(workspace):
        found = imported(texts, _ground(workspace, Channel.IMPORT))
        return ReadBack(workspace.decision_log.append(found.decisions), found.problems)


def _stored(workspace: Workspace) -> list[StoredReviewFile]:
    folders = workspace.root, workspace.local_folder
    return [StoredReviewFile(*folders, file) for file in ReviewFile]


@contextmanager
def _held(workspace: Workspace) -> Iterator[None]:
    """Let one process at a time read or write the files: two would say the same twice."""
    lock = workspace.lock_path("review_files")
    with held(lock, "The review files", on_wait=lambda _: None):  # it is for a moment
        yield


def _is_settled(workspace: Workspace, stored: StoredReviewFile) -> bool:
    """Say whether a file has been read as it stands, against the graph as it is."""
    return stored.is_clean or stored.state.seen == _seen(workspace, stored)


def _seen(workspace: Workspace, stored: StoredReviewFile) -> str:
    graph = workspace.provenance.read("resolved_graph").get("")
    return key_of("seen", stored.hash, graph.version if graph else "")


def _read_back(workspace: Workspace, file: ReviewFile) -> ReadBack:
    """Read one file, under the lock; the log first, so that a crash after it loses nothing."""
    stored = StoredReviewFile(workspace.root, workspace.local_folder, file)
    if _is_settled(workspace, stored):
        return ReadBack(problems=() if stored.is_clean else stored.state.problems)
    read = _read(workspace, file, stored)
    decisions = workspace.decision_log.append(read.changes.decisions)
    stored.remember_read(
        read.snapshots(stored.snapshots, decisions),
        _seen(workspace, stored),
        read.changes.problems,
    )
    return ReadBack(decisions, read.changes.problems, read.changes.dropped)


def _read(workspace: Workspace, file: ReviewFile, stored: StoredReviewFile) -> ReadFile:
    if stored.text is None:
        return ReadFile.unreadable(Problem(file=stored.name, line=0, message=NOT_TEXT))
    ground = _ground(workspace, Channel.FILE)
    return read_changes(file, stored.text, stored.snapshots, stored.name, ground)


def _ground(workspace: Workspace, channel: Channel) -> Ground:
    is_built = "" in workspace.provenance.read("resolved_graph")
    return Ground(
        log=workspace.decision_log.read().decisions,
        naming=Naming(load_resolved(workspace)) if is_built else None,
        types=type_map(graph_facet(workspace.domain)),
        signature=Signature(actor=actor(), channel=channel),
    )


def _foreign(path: Path) -> str:
    try:
        return path.read_text(encoding="utf-8-sig")
    except (OSError, UnicodeDecodeError) as error:
        raise ProjectError(f"{path}: cannot be read as UTF-8 text ({error}).") from error
