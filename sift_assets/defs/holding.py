"""Having the store to oneself, for whoever removes from it."""

from collections.abc import Iterator
from contextlib import AbstractContextManager, ExitStack, contextmanager
from pathlib import Path

from sift_assets.defs.watching import run_lock
from sift_assets.resources.locks import held
from sift_assets.resources.workspace import Workspace
from sift_assets.workflows.document_locks import all_documents_held

PROMOTING, EVALUATION = "promoting", "evaluation"
"""Locks of what is queued and delivered, and of evaluating: never are two runs at work on one."""

LAYERS = {
    "graph": "The graph",
    "resolution": "The proposals",
    "telling": "The narratives",
    "results": "The exports",
    PROMOTING: "The promotions",
    EVALUATION: "The evaluation",
}
"""The locks under which runs store values, as people know them, beside that of the documents."""


@contextmanager
def held_alone(workspace: Workspace, but: str = "") -> Iterator[None]:
    """Hold the project and every layer of work: nothing is stored by anyone else meanwhile.

    Args:
        workspace: The open project.
        but: A layer that whoever calls holds already; empty for none.

    Raises:
        LockedError: Somebody is at work; nobody is waited for.
    """
    with ExitStack() as stack:
        stack.enter_context(_lock(run_lock(workspace), "The project"))
        stack.enter_context(all_documents_held(workspace, wait_seconds=0, on_wait=print))
        for name, what in LAYERS.items():
            if name != but:
                stack.enter_context(_lock(workspace.lock_path(name), what))
        yield


def _lock(path: Path, what: str) -> AbstractContextManager[None]:
    return held(path, what, wait_seconds=0, on_wait=print)
