"""The work of one run over documents: what it holds, what it computes, what failed.

A failure is remembered with what it was tried on, so that a document is not asked for again and
again.
"""

import traceback
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path

import dagster as dg

from sift_assets.core.errors import SiftError
from sift_assets.core.planning.plan import (
    MAX_ATTEMPTS,
    attempt_fingerprint,
    is_left,
    waiting_fingerprint,
)
from sift_assets.core.planning.shards import documents_of
from sift_assets.core.planning.state import Attempt, Observed
from sift_assets.defs.layers import LAYER_TAG
from sift_assets.defs.partitions import refuse_other_partitions
from sift_assets.resources.workspace import Workspace
from sift_assets.workflows.document_locks import partitions_held
from sift_assets.workflows.known import known_inputs


@dataclass
class DocumentWork:
    """What one run carries along.

    Attributes:
        context: Dagster's.
        workspace: The open project.
        asset: The asset that is computed.
        observed: What counts now, for counting attempts.
        inside: Partition of the range, in Dagster's order, to the documents to be computed in it.
        failed: Document to the reason why it failed by a fault of ours.
        unfinished: Documents to try again: failed, or with chunks that failed or wait.
        ended: Documents that the run is done with, failed ones too.
    """

    context: dg.AssetExecutionContext
    workspace: Workspace
    asset: str
    observed: Observed
    inside: dict[str, tuple[str, ...]]
    failed: dict[str, str] = field(default_factory=dict)
    unfinished: set[str] = field(default_factory=set)
    ended: set[str] = field(default_factory=set)

    @property
    def keys(self) -> list[str]:
        """The documents of the range, partition by partition."""
        return [key for keys in self.inside.values() for key in keys]

    def fail(self, key: str, error: Exception) -> None:
        """Note a failure; one that was given up already does not turn the run red again."""
        reason = in_short(error)
        if self.count_attempt(key, reason) <= MAX_ATTEMPTS:
            self.failed[key] = reason

    def wait(self, key: str, reason: str) -> None:
        """Note that a document waits for a budget: no failure, and more of it is a new try."""
        self.unfinished.add(key)
        fingerprint = waiting_fingerprint(key, self.observed)
        attempt = Attempt(fingerprint=fingerprint, count=0, reason=reason, waits=True)
        self.workspace.provenance.record_attempt(key, attempt)

    def count_attempt(self, key: str, reason: str) -> int:
        """Note that a document is to be tried again; return how often it was on the same inputs."""
        self.unfinished.add(key)
        fingerprint = attempt_fingerprint(key, self.observed)
        before = self.workspace.provenance.attempts().get(key)
        count = before.count if before and before.fingerprint == fingerprint else 0
        attempt = Attempt(fingerprint=fingerprint, count=count + 1, reason=reason)
        self.workspace.provenance.record_attempt(key, attempt)
        return attempt.count


@contextmanager
def held_work(
    context: dg.AssetExecutionContext, workspace: Workspace, asset: str
) -> Iterator[DocumentWork]:
    """Hold the partitions of a run, and find the documents in them.

    Raises:
        ConfigError: The settings want other partitions than Dagster has loaded.
        ProjectError: No set of documents has been reported yet.
    """
    partitions = list(context.partition_keys)
    refuse_other_partitions(context.assets_def.partitions_def, workspace.settings)
    with (
        partitions_held(workspace, partitions, on_wait=context.log.info),
        workspace.provenance.kept_open(),
    ):
        observed = known_inputs(workspace)
        wanted = sorted(observed.documents.keys() - _left(context, workspace, observed))
        inside = documents_of(partitions, wanted, observed.shards)
        yield DocumentWork(context, workspace, asset, observed, inside)


def in_short(error: Exception) -> str:
    """Say what failed and where. The message of a foreign error may quote the document."""
    if isinstance(error, SiftError):
        return str(error)
    frames = traceback.extract_tb(error.__traceback__)
    where = f" in {Path(frames[-1].filename).name}:{frames[-1].lineno}" if frames else ""
    return f"{type(error).__name__}{where}"


def _left(context: dg.AssetExecutionContext, workspace: Workspace, observed: Observed) -> set[str]:
    """Return the documents that a plan has passed over; a person who starts a run means them too.

    A shard is run for others in it. They may be tried again when something changes, and not as
    often as a neighbour does.
    """
    if not observed.shards or LAYER_TAG not in context.run.tags:
        return set()
    attempts = workspace.provenance.attempts().items()
    return {key for key, attempt in attempts if is_left(attempt, key, observed)}
