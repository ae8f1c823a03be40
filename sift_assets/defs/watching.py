"""One look of the sensor: close dead runs, report, and ask for runs over what is stale.

Level-triggered: nothing is remembered but the sizes and times of files, to see whether a file is
still being written. A missed look, a failed run or an edit during a run are all the same to it:
the next look finds a difference and asks for it.
"""

import json
from collections.abc import Mapping
from datetime import UTC, datetime, timedelta
from pathlib import Path

import dagster as dg

from sift_assets.core.errors import LockedError
from sift_assets.core.planning.folder_state import Look
from sift_assets.core.planning.plan import MAX_ATTEMPTS, work_fingerprint
from sift_assets.core.planning.ranges import KeyRange
from sift_assets.core.records.record import canonical_json
from sift_assets.defs.currency import report_currency
from sift_assets.defs.partitions import ENTITY_TYPES
from sift_assets.defs.reconciling import Comparison, compare
from sift_assets.defs.reporting import carry_over
from sift_assets.defs.step_checks import step_check_keys
from sift_assets.resources.dagster_internals import RANGE_END_TAG, RANGE_START_TAG
from sift_assets.resources.files import write_atomically
from sift_assets.resources.instance import close_orphans, failures, has_open_run
from sift_assets.resources.locks import held
from sift_assets.resources.workspace import Workspace

LAYER_TAG = "sift/layer"
DOCUMENTS_LAYER, GRAPH_LAYER = "documents", "graph"

WORK_TAG = "sift/work"
"""Says what a run is to compute from what, so that work that keeps failing is not asked for again
and again."""

RETRY_AFTER = timedelta(hours=1)
"""A full disk or a missing package is mended by people; after an hour it is worth another try."""


def look(instance: dg.DagsterInstance, workspace: Workspace) -> dg.SensorResult | dg.SkipReason:
    """Compare, report, and return the runs to request.

    Raises:
        ProjectError: The watched folder is missing or unreadable; nothing is concluded from it.
    """
    try:
        with held(run_lock(workspace), "The project", wait_seconds=0, on_wait=_ignore):
            return _look(instance, workspace)
    except LockedError as error:
        return dg.SkipReason(f"{error.message} Looking again when it is done.")


def run_lock(workspace: Workspace) -> Path:
    """Return the lock that `sift run` holds while it works, so that the sensor stays out."""
    return workspace.lock_path("project")


def range_tags(first: str, last: str) -> dict[str, str]:
    """Return the tags of a run over a range of documents."""
    return {RANGE_START_TAG: first, RANGE_END_TAG: last, LAYER_TAG: DOCUMENTS_LAYER}


def graph_tags(instance: dg.DagsterInstance, workspace: Workspace) -> dict[str, str]:
    """Return the tags of a run over the graph: a range over all entity types.

    A partitioned step with a partitioned parent cannot start without a range of partitions that
    exist. Before the first build none does, so those that the domain knows are registered; the
    build then leaves just those that occur.
    """
    name = str(ENTITY_TYPES.name)
    if not instance.get_dynamic_partitions(name):
        domain = workspace.domain if workspace.domain.entity_types else workspace.general_domain
        instance.add_dynamic_partitions(name, sorted(domain.entity_types))
    types = list(instance.get_dynamic_partitions(name))
    return {RANGE_START_TAG: types[0], RANGE_END_TAG: types[-1], LAYER_TAG: GRAPH_LAYER}


def _look(instance: dg.DagsterInstance, workspace: Workspace) -> dg.SensorResult | dg.SkipReason:
    close_orphans(instance)
    earlier = _earlier_looks(workspace)
    comparison = compare(instance, workspace, earlier=earlier)
    _remember_looks(workspace, earlier, comparison.observation.looks)
    everything_reported = carry_over(instance, workspace, comparison)
    report_currency(instance, workspace, comparison)
    requests = _requests(instance, workspace, comparison) if everything_reported else []
    if requests:
        return dg.SensorResult(run_requests=requests)
    return dg.SkipReason(_standing(comparison))


def _requests(
    instance: dg.DagsterInstance, workspace: Workspace, comparison: Comparison
) -> list[dg.RunRequest]:
    """Ask for documents first, and for the graph when no document is left: never both."""
    todo = comparison.plan
    if has_open_run(instance, {LAYER_TAG: DOCUMENTS_LAYER}):
        return []
    if todo.ranges:
        wanted = (_documents_request(comparison, piece) for piece in todo.ranges)
        return [request for request in wanted if not _has_failed_often(instance, request)]
    if _holds_nothing_yet(comparison):
        return []
    if todo.spine_assets and not has_open_run(instance, {LAYER_TAG: GRAPH_LAYER}):
        request = _graph_request(instance, workspace, comparison)
        return [] if _has_failed_often(instance, request) else [request]
    return []


def _holds_nothing_yet(comparison: Comparison) -> bool:
    """Say whether there has never been a document: files are taken up at their second look.

    A graph of nothing would be built at the first look at every new project.
    """
    is_new = not comparison.recorded.head("corpus")
    return is_new and not comparison.observation.observed.documents


def _documents_request(comparison: Comparison, piece: KeyRange) -> dg.RunRequest:
    todo, observed = comparison.plan, comparison.observation.observed
    return dg.RunRequest(
        asset_selection=[dg.AssetKey(name) for name in todo.chain],
        asset_check_keys=step_check_keys(todo.chain),
        tags=range_tags(piece.first, piece.last)
        | {WORK_TAG: work_fingerprint(todo, observed, piece.keys)},
    )


def _graph_request(
    instance: dg.DagsterInstance, workspace: Workspace, comparison: Comparison
) -> dg.RunRequest:
    todo, observed = comparison.plan, comparison.observation.observed
    return dg.RunRequest(
        asset_selection=[dg.AssetKey(name) for name in todo.spine_assets],
        asset_check_keys=step_check_keys(todo.spine_assets),
        tags=graph_tags(instance, workspace) | {WORK_TAG: work_fingerprint(todo, observed)},
    )


def _has_failed_often(instance: dg.DagsterInstance, request: dg.RunRequest) -> bool:
    """Say whether the same work failed as often as it is tried, within the last hour."""
    since = datetime.now(tz=UTC) - RETRY_AFTER
    return failures(instance, {WORK_TAG: request.tags[WORK_TAG]}, since) >= MAX_ATTEMPTS


def _standing(comparison: Comparison) -> str:
    """Say in one sentence why no run is asked for."""
    todo, observation = comparison.plan, comparison.observation
    if todo.blocked:
        return "Nothing can run: " + " ".join(todo.blocked)
    if observation.held_back:
        return (
            f"{len(observation.held_back)} documents are gone at once; run `sift run "
            "--allow-mass-delete` if they are to be forgotten."
        )
    if todo.given_up:
        return f"{len(todo.given_up)} documents failed repeatedly and wait for a change."
    if _holds_nothing_yet(comparison):
        return "There is no document yet."
    if todo.ranges or todo.spine_assets:
        return "Runs are under way, or failed repeatedly within the last hour: see the failed runs."
    return "Everything is up to date."


def _looks_file(workspace: Workspace) -> Path:
    return workspace.root / workspace.settings.store / "looks.json"


def _earlier_looks(workspace: Workspace) -> dict[str, Look]:
    try:
        rows = json.loads(_looks_file(workspace).read_bytes())
        return {key: Look(size=size, mtime_ns=mtime) for key, (size, mtime) in rows.items()}
    except (OSError, ValueError, TypeError, AttributeError):
        return {}  # a lost memory costs one more look


def _remember_looks(
    workspace: Workspace, earlier: Mapping[str, Look], now: Mapping[str, Look]
) -> None:
    if earlier != now:
        rows = {key: [seen.size, seen.mtime_ns] for key, seen in now.items()}
        write_atomically(_looks_file(workspace), canonical_json(rows))


def _ignore(_message: str) -> None:
    """The sensor does not wait."""
