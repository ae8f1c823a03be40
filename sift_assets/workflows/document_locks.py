"""The locks of what is computed per document: of all of it, or shard by shard.

Runs over disjoint shards go on at the same time. One that begins passes a gate, the lock of the
whole chain, takes its shards in order, and leaves the gate. Whoever needs all documents keeps the
gate, and waits until every shard is free: so only few locks are held at once, and who holds a shard
never waits for the gate.
"""

from collections.abc import Callable, Collection, Iterator
from contextlib import AbstractContextManager, ExitStack, contextmanager

from sift_assets.core.planning.ranges import MAX_SHARDS_PER_RUN
from sift_assets.core.planning.shards import shard_names
from sift_assets.resources.locks import held
from sift_assets.resources.workspace import Workspace

CHAIN_LOCK, CHAIN_WHAT = "documents", "The document chain"
"""The lock of all documents, and how people know it."""

Tell = Callable[[str], None]
"""Is told once, in one sentence, when somebody has to be waited for."""


@contextmanager
def all_documents_held(
    workspace: Workspace, *, wait_seconds: float = -1, on_wait: Tell
) -> Iterator[None]:
    """Hold all documents: no run over any of them goes on.

    Args:
        workspace: The open project.
        wait_seconds: As of `resources.locks.held`: 0 refuses to wait.
        on_wait: Told when a run is waited for.

    Raises:
        LockedError: Somebody is at work, and is not waited for so long.
    """
    with held(
        workspace.lock_path(CHAIN_LOCK), CHAIN_WHAT, wait_seconds=wait_seconds, on_wait=on_wait
    ):
        for shard in shard_names(workspace.settings.shards):
            with _shard_held(workspace, shard, wait_seconds, on_wait):
                pass
        yield


@contextmanager
def partitions_held(
    workspace: Workspace, partitions: Collection[str], on_wait: Tell
) -> Iterator[None]:
    """Hold the partitions of a run over documents; waits for whoever is at work on one of them.

    All documents, where each is a partition, and in a run that somebody has started over more
    shards than are to be locked at once.

    Args:
        workspace: The open project.
        partitions: Of the run.
        on_wait: Told when somebody is waited for.
    """
    if not workspace.settings.shards or len(partitions) > MAX_SHARDS_PER_RUN:
        with all_documents_held(workspace, on_wait=on_wait):
            yield
        return
    with ExitStack() as shards:
        with held(workspace.lock_path(CHAIN_LOCK), CHAIN_WHAT, on_wait=on_wait):
            for shard in sorted(partitions):
                shards.enter_context(_shard_held(workspace, shard, -1, on_wait))
        yield


def _shard_held(
    workspace: Workspace, shard: str, wait_seconds: float, on_wait: Tell
) -> AbstractContextManager[None]:
    path = workspace.lock_path(f"{CHAIN_LOCK}-{shard}")
    return held(path, f"Shard {shard}", wait_seconds=wait_seconds, on_wait=on_wait)
