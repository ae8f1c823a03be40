"""The locks of documents: disjoint shards at the same time, everything alone, no deadlock."""

import random
import threading
import time
from collections.abc import Callable
from contextlib import AbstractContextManager
from pathlib import Path

import pytest

from sift_assets.core.errors import LockedError
from sift_assets.core.planning.ranges import MAX_SHARDS_PER_RUN
from sift_assets.core.planning.shards import shard_names
from sift_assets.core.settings.model import Settings
from sift_assets.core.settings.partitions import PartitionSettings
from sift_assets.resources.workspace import Workspace
from sift_assets.workflows.document_locks import all_documents_held, partitions_held

SHARDS = 2 * MAX_SHARDS_PER_RUN
ORDER = shard_names(SHARDS)

Tell = Callable[[str], None]


def opened(root: Path, shards: int | None = SHARDS) -> Workspace:
    return Workspace(root, Settings(partitions=PartitionSettings(shards=shards)))


class WaitedError(Exception):
    """Somebody would have to be waited for."""


def refuse(message: str) -> None:
    raise WaitedError(message)


def at_once(workspace: Workspace, *shards: str) -> AbstractContextManager[None]:
    return partitions_held(workspace, shards, refuse)


def test_runs_over_disjoint_shards_go_on_at_the_same_time_and_a_second_on_a_shard_waits(
    tmp_path: Path,
) -> None:
    workspace = opened(tmp_path)
    with (
        at_once(workspace, "000", "001"),
        at_once(workspace, "002"),
        pytest.raises(WaitedError, match="Shard 001 is in use"),
        at_once(workspace, "001"),
    ):
        pass
    with at_once(workspace, "001"):
        pass


def test_whoever_wants_all_documents_is_refused_while_a_shard_is_held_and_keeps_others_out(
    tmp_path: Path,
) -> None:
    workspace = opened(tmp_path)
    with (
        at_once(workspace, ORDER[-1]),
        pytest.raises(LockedError, match=f"Shard {ORDER[-1]} is in use"),
        all_documents_held(workspace, wait_seconds=0, on_wait=refuse),
    ):
        pass
    with (
        all_documents_held(workspace, wait_seconds=0, on_wait=refuse),
        pytest.raises(WaitedError, match="The document chain is in use"),
        at_once(workspace, "000"),
    ):
        pass


@pytest.mark.parametrize(
    ("shards", "partitions"), [(None, ["notes.md"]), (SHARDS, ORDER[: MAX_SHARDS_PER_RUN + 1])]
)
def test_without_shards_and_over_more_than_may_be_locked_a_run_has_all_documents_to_itself(
    tmp_path: Path, shards: int | None, partitions: list[str]
) -> None:
    workspace = opened(tmp_path, shards)
    with (
        partitions_held(workspace, partitions, refuse),
        pytest.raises(WaitedError, match="The document chain is in use"),
        at_once(workspace, ORDER[-1]),
    ):
        pass


def test_many_at_once_over_overlapping_shards_never_meet_in_one_and_all_come_to_an_end(
    tmp_path: Path,
) -> None:
    workspace, inside, met = opened(tmp_path), set[str](), list[str]()
    guard = threading.Lock()

    def work(number: int) -> None:
        chance = random.Random(number)  # noqa: S311 - a seeded sequence
        for _run in range(4):
            wanted = chance.sample(ORDER[:6], chance.randint(1, 4))
            held: Callable[..., AbstractContextManager[None]] = partitions_held
            shards = wanted
            if chance.random() < 0.2:
                held, shards = lambda w, _s, tell: all_documents_held(w, on_wait=tell), ORDER[:6]
            with held(workspace, shards, lambda _message: None):
                with guard:
                    met.extend(inside & set(shards))
                    inside.update(shards)
                time.sleep(0.002)
                with guard:
                    inside.difference_update(shards)

    threads = [threading.Thread(target=work, args=(number,), daemon=True) for number in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join(timeout=60)
    assert not any(thread.is_alive() for thread in threads)
    assert met == []
