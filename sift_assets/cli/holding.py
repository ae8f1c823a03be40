"""Having the store to oneself, for commands that remove from it."""

from collections.abc import Iterator
from contextlib import AbstractContextManager, ExitStack, contextmanager
from pathlib import Path

from sift_assets.defs.watching import run_lock
from sift_assets.resources.locks import held
from sift_assets.resources.workspace import Workspace

LAYERS = {
    "documents": "The document chain",
    "graph": "The graph",
    "resolution": "The proposals",
    "telling": "The narratives",
    "results": "The exports",
}
"""The locks under which runs store values, as people know them."""


@contextmanager
def held_alone(workspace: Workspace) -> Iterator[None]:
    """Hold the project and every layer of work: nothing is stored by anyone else meanwhile.

    Raises:
        LockedError: Somebody is at work; nobody is waited for.
    """
    with ExitStack() as stack:
        stack.enter_context(_lock(run_lock(workspace), "The project"))
        for name, what in LAYERS.items():
            stack.enter_context(_lock(workspace.lock_path(name), what))
        yield


def _lock(path: Path, what: str) -> AbstractContextManager[None]:
    return held(path, what, wait_seconds=0, on_wait=print)
