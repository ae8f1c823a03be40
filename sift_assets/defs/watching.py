"""One look of the sensor: close dead runs, report, and ask for runs over what is stale.

Level-triggered: nothing is remembered but the sizes and times of files, to see whether a file is
still being written. A missed look, a failed run or an edit during a run are all the same to it:
the next look finds a difference and asks for it.
"""

import json
import logging
from collections.abc import Mapping
from datetime import UTC, datetime, timedelta
from pathlib import Path

import dagster as dg

from sift_assets.core.errors import LockedError
from sift_assets.core.planning.folder_state import Look
from sift_assets.core.planning.lineage import LAYERS, layers_above
from sift_assets.core.planning.plan import MAX_ATTEMPTS, ranges_beside, work_fingerprint
from sift_assets.core.planning.ranges import KeyRange
from sift_assets.core.records.record import canonical_json
from sift_assets.defs.claims import WORK_TAG, claim, claimed
from sift_assets.defs.currency import report_currency
from sift_assets.defs.forecast import Forecast
from sift_assets.defs.layers import DOCUMENTS, GRAPH, busy_layers, busy_shards
from sift_assets.defs.reconciling import compare, listen
from sift_assets.defs.reporting import carry_over
from sift_assets.defs.run_tags import layer_tags, range_tags
from sift_assets.defs.seats import register_seats
from sift_assets.defs.step_checks import step_check_keys
from sift_assets.resources.files import write_atomically
from sift_assets.resources.instance import close_orphans, failures
from sift_assets.resources.locks import held
from sift_assets.resources.workspace import Workspace
from sift_assets.workflows.comparing import Comparison
from sift_assets.workflows.observing import Observation

ARRIVING = "arriving files"
"""Keeps the graph waiting for one look: a renamed file is gone at once and taken up at its second
look, and the graph would be built twice, the first time without it. Only files that no look has
seen before count, so one that grows for ever keeps nothing waiting."""

RELEASE = (
    "It waits for a person: `sift run --approve`, or materialize the extractions here by hand."
)
"""How a change that is too dear to be made unasked is released. Nothing else does."""

FOUND_IN = frozenset({"communities", "community_map"})
"""What says which graph is shown."""

RETRY_AFTER = timedelta(hours=1)
"""A full disk or a missing package is mended by people; after an hour it is worth another try."""


def look(
    instance: dg.DagsterInstance, workspace: Workspace, log: logging.Logger
) -> dg.SensorResult | dg.SkipReason:
    """Compare, report, and return the runs to request.

    Args:
        instance: Dagster's instance.
        workspace: The project, opened for this look.
        log: Of the tick; told what the requested runs will compute, why, and what they take.

    Raises:
        ProjectError: The watched folder is missing or unreadable; nothing is concluded from it.
    """
    try:
        with held(run_lock(workspace), "The project", wait_seconds=0, on_wait=_ignore):
            found = _look(instance, workspace, log)
            workspace.last_look_file.touch()
            return found
    except LockedError as error:
        return dg.SkipReason(f"{error.message} Looking again when it is done.")


def run_lock(workspace: Workspace) -> Path:
    """Return the lock that `sift run` holds while it works, so that the sensor stays out."""
    return workspace.lock_path("project")


def _look(
    instance: dg.DagsterInstance, workspace: Workspace, log: logging.Logger
) -> dg.SensorResult | dg.SkipReason:
    for run_id in close_orphans(instance):
        log.warning("The process of run %s was gone; it is reported as failed.", run_id)
    now = datetime.now(tz=UTC)
    # Before comparing: a run that ends meanwhile has recorded more than the comparison has seen.
    is_asked_for, busy = claimed(instance, workspace, now), busy_layers(instance)
    busy |= busy_shards(instance, workspace.settings.shards)
    listen(workspace)
    register_seats(instance, workspace)
    earlier = _earlier_looks(workspace)
    comparison = compare(instance, workspace, earlier=earlier)
    _remember_looks(workspace, earlier, comparison.observation.looks)
    forecast = Forecast(workspace, comparison)
    if not _report(instance, forecast, is_idle=not (busy or is_asked_for)):
        return dg.SkipReason("There is more to report before anything runs.")
    if is_asked_for:
        return dg.SkipReason("Runs have just been asked for.")
    if _has_arrivals(comparison.observation, earlier):
        busy.add(ARRIVING)
    return _asked(instance, forecast, busy, now, log)


def _report(instance: dg.DagsterInstance, forecast: Forecast, *, is_idle: bool) -> bool:
    """Report what moved and what is stale; say whether everything was reported.

    While runs go on the stale documents change from look to look; what they take is said before.
    """
    workspace, comparison = forecast.workspace, forecast.comparison
    is_complete = carry_over(instance, workspace, comparison)
    report_currency(instance, workspace, comparison, forecast.facts if is_idle else dict)
    return is_complete


def _has_arrivals(observation: Observation, earlier: Mapping[str, Look]) -> bool:
    """Say whether there are files that no look has seen before."""
    return bool(observation.looks.keys() - earlier.keys() - observation.observed.documents.keys())


def _asked(
    instance: dg.DagsterInstance,
    forecast: Forecast,
    busy: set[str],
    now: datetime,
    log: logging.Logger,
) -> dg.SensorResult | dg.SkipReason:
    unasked = Forecast(forecast.workspace, forecast.comparison.while_waiting())
    requests = _requests(instance, unasked, busy, now)
    if not requests:
        return dg.SkipReason(_standing(forecast.comparison, busy))
    claim(instance, forecast.workspace, requests, now)
    unasked.tell(log)
    return dg.SensorResult(run_requests=requests)


def _requests(
    instance: dg.DagsterInstance, forecast: Forecast, busy: set[str], now: datetime
) -> list[dg.RunRequest]:
    """Ask for documents first, for the graph when no document is left, then for what hangs on it.

    Never for two runs of one layer at once, but for runs over documents of disjoint shards. Those
    below the graph hold nothing up: one over documents or over the graph is asked for beside them,
    and what they say is compared anew.
    """
    todo = forecast.comparison.plan
    wanted: list[dg.RunRequest] = []
    if DOCUMENTS in busy or todo.ranges:
        observed = forecast.comparison.observation.observed
        pieces = ranges_beside(todo, observed, busy if DOCUMENTS in busy else frozenset())
        wanted = [_documents_request(forecast, piece) for piece in pieces]
    elif forecast.comparison.holds_nothing_yet:
        pass  # files are taken up at their second look; a graph of nothing would be built
    elif {GRAPH, ARRIVING} & busy:
        pass
    elif todo.layer_assets(GRAPH):
        wanted = [_spine_request(instance, forecast, GRAPH)]
    else:
        return _requests_below_graph(instance, forecast, busy, now)
    return [request for request in wanted if not _has_failed_often(instance, request, now)]


def _requests_below_graph(
    instance: dg.DagsterInstance, forecast: Forecast, busy: set[str], now: datetime
) -> list[dg.RunRequest]:
    """Ask for every layer whose layers above have nothing to compute.

    One that failed often is passed over, with what only hangs on it: whatever is wrong with a
    narrative, the graph is exported. Without its communities nothing is: files for readers show
    the graph that those were found in, and would be asked for again and again.
    """
    wanted: list[dg.RunRequest] = []
    pending = set(busy)
    for layer in LAYERS:
        if not forecast.comparison.plan.layer_assets(layer) or pending & {
            layer,
            *layers_above(layer),
        }:
            continue
        request = _spine_request(instance, forecast, layer)
        if not _has_failed_often(instance, request, now):
            wanted.append(request)
        elif FOUND_IN.isdisjoint(item.asset for item in forecast.comparison.plan.spine):
            forecast = forecast.without(LAYERS[layer])
            continue
        pending.add(layer)
    return wanted


def _documents_request(forecast: Forecast, piece: KeyRange) -> dg.RunRequest:
    todo, observed = forecast.comparison.plan, forecast.comparison.observation.observed
    return dg.RunRequest(
        asset_selection=[dg.AssetKey(name) for name in todo.chain],
        asset_check_keys=step_check_keys(todo.chain),
        tags=range_tags(piece.first, piece.last)
        | {WORK_TAG: work_fingerprint(todo, observed, piece.keys)}
        | forecast.tags(todo.chain),
    )


def _spine_request(instance: dg.DagsterInstance, forecast: Forecast, layer: str) -> dg.RunRequest:
    todo, observed = forecast.comparison.plan, forecast.comparison.observation.observed
    assets = todo.layer_assets(layer)
    return dg.RunRequest(
        asset_selection=[dg.AssetKey(name) for name in assets],
        asset_check_keys=step_check_keys(assets),
        tags=layer_tags(instance, forecast.workspace, layer, assets)
        | {WORK_TAG: work_fingerprint(todo, observed, layer=layer)}
        | forecast.tags(assets),
    )


def _has_failed_often(instance: dg.DagsterInstance, request: dg.RunRequest, now: datetime) -> bool:
    """Say whether the same work failed as often as it is tried, within the last hour."""
    work = {WORK_TAG: request.tags[WORK_TAG]}
    return failures(instance, work, now - RETRY_AFTER) >= MAX_ATTEMPTS


def _standing(comparison: Comparison, busy: set[str]) -> str:
    """Say in one sentence why no run is asked for."""
    todo, observation = comparison.plan, comparison.observation
    if todo.blocked:
        return "Nothing can run: " + " ".join(todo.blocked)
    if observation.held_back:
        return (
            f"{len(observation.held_back)} documents are gone at once; run `sift run "
            "--allow-mass-delete` if they are to be forgotten."
        )
    if comparison.holds_nothing_yet:
        return "There is no document yet."
    if comparison.approval:
        return f"{comparison.approval.in_words()} {RELEASE}"
    if todo.ranges or todo.spine_assets:
        failed = "Runs failed repeatedly within the last hour: see the failed runs."
        if busy == {ARRIVING}:
            return "New files have come; the graph waits until they are taken up."
        return "Runs are under way." if busy else failed
    if todo.given_up:
        return f"{len(todo.given_up)} documents failed repeatedly and wait for a change."
    if todo.waiting:
        return f"{len(todo.waiting)} documents wait: {next(iter(todo.waiting.values()))}."
    return "Everything is up to date."


def _looks_file(workspace: Workspace) -> Path:
    return workspace.local_folder / "looks.json"


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
