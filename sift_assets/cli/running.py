"""Carrying out plans in this process until nothing is stale: documents first, then the graph."""

from collections.abc import Collection
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path

import click
import dagster as dg

from sift_assets.cli.executing import execute
from sift_assets.cli.progress import Progress
from sift_assets.core.errors import (
    ApprovalError,
    ConfigError,
    CorruptObjectError,
    ProjectError,
    SiftError,
)
from sift_assets.core.planning.approval import without_extracting
from sift_assets.core.planning.folder_state import FolderState
from sift_assets.core.planning.lineage import below
from sift_assets.core.planning.plan import Plan
from sift_assets.core.planning.ranges import KeyRange
from sift_assets.core.planning.staleness import FAILED, WAITING, whole_origin
from sift_assets.defs.currency import report_currency
from sift_assets.defs.layers import APPROVED_TAG, GRAPH, RESOLUTION, RESULTS, TELLING
from sift_assets.defs.reconciling import compare, listen
from sift_assets.defs.reporting import carry_over
from sift_assets.defs.run_tags import layer_tags, range_tags
from sift_assets.defs.told_runs import told_at_the_end
from sift_assets.defs.watching import run_lock
from sift_assets.resources.instance import close_orphans
from sift_assets.resources.locks import held
from sift_assets.resources.workspace import Workspace
from sift_assets.workflows.allowances import ask_anew
from sift_assets.workflows.comparing import Comparison
from sift_assets.workflows.document_locks import all_documents_held

MAX_ROUNDS = 12
"""A round is a look and the runs that follow from it. A clean build takes seven; more than this
means that something is stale again and again, which is a fault of ours and not to be hidden."""


ASKING = {"review_queue": RESOLUTION, "narratives": TELLING, "report": TELLING}
"""Asset below the documents that asks a language model to its layer."""

_DOING = {
    GRAPH: "Building the graph",
    RESOLUTION: "Looking for duplicates",
    TELLING: "Telling what the graph holds",
    RESULTS: "Writing files",
}


@dataclass
class RunReport:
    """What a command did.

    Attributes:
        documents: Number of documents computed or looked up.
        assets: Assets of the spine that were computed.
        failures: What failed in the last runs, one line each.
        repaired: Damaged objects that were found and computed again.
        comparison: The last look.
    """

    documents: int = 0
    assets: list[str] = field(default_factory=list)
    failures: list[str] = field(default_factory=list)
    repaired: list[str] = field(default_factory=list)
    comparison: Comparison | None = None

    @property
    def succeeded(self) -> bool:
        """Whether everything is up to date, nothing was given up and nothing waits."""
        if self.failures or self.comparison is None:
            return not self.failures
        return not (self.comparison.plan.given_up or self.comparison.plan.waiting)


def bring_up_to_date(
    instance: dg.DagsterInstance,
    root: Path,
    progress: Progress,
    *,
    allow_mass_deletion: bool = False,
    approve: bool | None = False,
    again: Collection[str] = (),
    leave_out: Collection[str] = (),
) -> RunReport:
    """Look, compute what is stale, and look again, until nothing is left.

    Args:
        instance: The project's.
        root: The project's folder.
        progress: Is told of the work.
        allow_mass_deletion: Whether a person has confirmed that many documents are gone.
        approve: Whether a person has agreed to what a language model costs; None leaves out what
            they would have to agree to, and builds the graph without it.
        again: Documents about which a language model is asked anew.
        leave_out: Assets of the spine that stay as they are, with nothing below them but these.

    Raises:
        ApprovalError: What is stale would cost more than may be spent unasked.
        ConfigError: The domain or the settings are wrong; nothing is computed.
        LockedError: Another `sift run` is at work.
        ProjectError: The watched folder is missing, or has never held a document.
    """
    workspace = Workspace.open(root)
    with (
        held(run_lock(workspace), "The project", wait_seconds=0, on_wait=print),
        told_at_the_end(instance, workspace, partial(click.echo, err=True)),
    ):
        close_orphans(instance)
        # Whoever asks for a run has perhaps mended what made documents fail: a key, a server.
        workspace.provenance.clear_attempts(list(workspace.provenance.attempts()))
        if again:
            with all_documents_held(workspace, on_wait=print):
                ask_anew(workspace, again)
        return _rounds(instance, root, progress, allow_mass_deletion, approve, leave_out)


def _rounds(
    instance: dg.DagsterInstance,
    root: Path,
    progress: Progress,
    allow_mass_deletion: bool,
    approve: bool | None,
    leave_out: Collection[str],
) -> RunReport:
    report = RunReport()
    folder: FolderState | None = None  # as seen a moment ago, while no document is read
    rounds = 0
    while rounds < MAX_ROUNDS:
        progress.begin("Looking at the folder", 0)
        workspace = Workspace.open(root)
        listen(workspace)
        report.comparison = compare(
            instance, workspace, allow_mass_deletion=allow_mass_deletion, folder=folder
        )
        is_last_look, folder = folder is None, None
        todo = report.comparison.plan
        if report.comparison.approval is not None and approve is None:
            todo = without_extracting(todo, with_graph=True)
        todo = todo.without(leave_out)
        report_currency(instance, workspace, report.comparison)
        _refuse(workspace, report.comparison, approve)
        reported = carry_over(instance, workspace, report.comparison)
        if not (reported and report.comparison.observation.complete):
            continue  # a large folder takes several looks, each of which gets further
        if todo.ranges:
            for piece in todo.ranges:
                _run_documents(instance, todo, piece, progress, report)
        elif layer := todo.next_layer:
            folder = report.comparison.observation.folder
            progress.begin(_DOING[layer], 0)
            _run_layer(instance, workspace, layer, todo.layer_assets(layer), report, approve)
        elif asking := _asset_to_ask_for(report, leave_out, bool(approve)):
            progress.begin(_DOING[ASKING[asking]], 0)
            _run_layer(instance, workspace, ASKING[asking], below({asking}), report, approve)
        elif todo.nothing_to_do and is_last_look:
            return report
        rounds += 1
    raise SiftError(f"Something is still stale after {MAX_ROUNDS} rounds.", "See `sift status`.")


def _asset_to_ask_for(report: RunReport, leave_out: Collection[str], approve: bool) -> str:
    """Return an asset whose language model is worth another question, empty for none.

    Because a person has agreed to what waits, or asks for what has failed; not twice in a command.
    """
    for asset in ASKING:
        if report.comparison is not None and asset not in {*report.assets, *leave_out}:
            latest = whole_origin(asset, report.comparison.recorded)
            facts = latest.facts if latest else {}
            if (approve and facts.get(WAITING)) or facts.get(FAILED):
                return asset
    return ""


def _refuse(workspace: Workspace, comparison: Comparison, approve: bool | None) -> None:
    observation = comparison.observation
    if comparison.plan.blocked:
        raise ConfigError(" ".join(comparison.plan.blocked))
    if observation.held_back:
        raise ProjectError(
            f"{len(observation.held_back)} documents are gone from {workspace.documents_folder}.",
            "If that is meant, run `sift run --allow-mass-delete`; else bring the folder back.",
        )
    if comparison.holds_nothing_yet:
        raise ProjectError(
            f"{workspace.documents_folder}: holds no documents; "
            f"{len(observation.folder.skipped)} files were skipped.",
            "Put some files there, or set `documents` in sift.yaml.",
        )
    if comparison.approval is not None and approve is False:
        raise ApprovalError(
            comparison.approval.in_words(),
            "See `sift plan`; then run `sift run --approve`, or raise confirm_above_usd.",
        )


def _run_documents(
    instance: dg.DagsterInstance,
    todo: Plan,
    piece: KeyRange,
    progress: Progress,
    report: RunReport,
) -> None:
    progress.begin("Reading and extracting", len(piece.keys) * len(todo.chain))
    try:
        execute(instance, todo.chain, range_tags(piece.first, piece.last))
    except dg.Failure as failure:
        # The good documents are recorded; the failed ones are asked for again, a bounded number
        # of times, and then stand in the plan as given up.
        report.failures.append(str(failure.description))
    else:
        report.failures.clear()
    report.documents += len(piece.keys)


def _run_layer(
    instance: dg.DagsterInstance,
    workspace: Workspace,
    layer: str,
    assets: tuple[str, ...],
    report: RunReport,
    approve: bool | None,
) -> None:
    approval = {APPROVED_TAG: "yes"} if approve and layer in ASKING.values() else {}
    _run_spine(instance, assets, layer_tags(instance, workspace, layer, assets) | approval, report)


def _run_spine(
    instance: dg.DagsterInstance, assets: tuple[str, ...], tags: dict[str, str], report: RunReport
) -> None:
    try:
        execute(instance, assets, tags)
    except CorruptObjectError as error:
        # It was forgotten when it was found; the next round computes it again.
        report.repaired.append(str(error))
    else:
        report.assets += assets
