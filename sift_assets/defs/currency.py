"""Whether every partition is of today's inputs: what Dagster's own badges cannot show.

Dagster computes no staleness for a partitioned asset as a whole. So each has a check that lists
its stale partitions with the input that moved, and the files that people write have one that says
whether they can be read. The reconciler reports them whenever they change, without a run; a click
on "Execute" in the UI looks again.
"""

from collections.abc import Callable
from dataclasses import replace
from datetime import UTC, datetime

import dagster as dg

from sift_assets.core.planning.lineage import LINEAGE, SPINE
from sift_assets.core.planning.plan import MAX_ATTEMPTS, attempt_fingerprint
from sift_assets.core.planning.staleness import Stale, stale_parts
from sift_assets.core.planning.state import Facts, Provenance
from sift_assets.core.records.record import key_of
from sift_assets.defs.emission import check_result
from sift_assets.defs.freshness import report_current_graph
from sift_assets.resources.dagster_internals import check_target
from sift_assets.resources.workspace import Workspace
from sift_assets.workflows.comparing import Comparison
from sift_assets.workflows.findings import SHOWN, CheckFinding
from sift_assets.workflows.observing import INVALID

REPORTED = "checks"
"""Name under which the provenance index remembers what was reported last."""


def _documents(asset: str) -> Callable[[Comparison], CheckFinding]:
    def finding(comparison: Comparison) -> CheckFinding:
        stale = [item for item in comparison.plan.documents if item.asset == asset]
        rows = [_row(item.partition, item) | _failed(item, comparison) for item in stale]
        rows += [
            {"partition": key, "because": f"failed repeatedly: {reason}"}
            for key, reason in comparison.plan.given_up.items()
        ]
        rows += [{"partition": k, "because": why} for k, why in comparison.plan.waiting.items()]
        return _finding(rows, len(comparison.observation.observed.documents))

    return finding


def _approved(comparison: Comparison) -> CheckFinding:
    """Say whether what is stale may be extracted from unasked, or what it would cost."""
    stale = [item for item in comparison.plan.documents if item.asset == "extractions"]
    approval = comparison.approval
    if approval is None:
        return CheckFinding(True, "Nothing waits to be approved.", len(stale))
    row = {name: str(value) for name, value in approval.model_dump().items()}
    summary = f"{approval.in_words()} It waits for `sift run --approve` or a run by hand."
    return CheckFinding(False, summary, len(stale), [row])


def _parts(asset: str) -> Callable[[Comparison], CheckFinding]:
    partitioning = LINEAGE[asset].partitioning
    first = next(name for name, one in SPINE.items() if one.partitioning is partitioning)

    def finding(comparison: Comparison) -> CheckFinding:
        parts = comparison.recorded.heads.get(first, {})
        stale = next((item for item in comparison.plan.spine if item.asset == asset), None)
        found: dict[str, tuple[str, ...]] = {}
        if stale is not None:
            observed = comparison.observation.observed
            found = stale_parts(asset, observed, comparison.recorded) or {"(all)": stale.because}
        rows = [{"partition": k, "because": ", ".join(why)} for k, why in sorted(found.items())]
        return _finding(rows, len(parts))

    return finding


def _decisions(comparison: Comparison) -> CheckFinding:
    bad = comparison.observation.bad_decisions
    rows = [{"line": str(one.number), "problem": one.problem} for one in bad]
    summary = f"{len(bad)} lines are no decision; see `sift decisions fsck`." if bad else "All are."
    return CheckFinding(not bad, summary, len(bad), rows[:SHOWN])


def _review_files(comparison: Comparison) -> CheckFinding:
    unread = comparison.observation.unread_edits
    rows = [{"file": f"{one.file}:{one.line}"} for one in unread]  # what is wrong may quote names
    summary = f"{len(unread)} edits do not count; see `sift status`." if unread else "All are read."
    return CheckFinding(not unread, summary, len(unread), rows[:SHOWN])


def _readable(root: str) -> Callable[[Comparison], CheckFinding]:
    def finding(comparison: Comparison) -> CheckFinding:
        versions: dict[str, str] = getattr(comparison.observation.observed, root)
        broken = any(version.startswith(INVALID) for version in versions.values())
        blocked = comparison.plan.blocked if broken else ()
        rows = [{"problem": problem} for problem in blocked]
        summary = " ".join(blocked) if broken else "It can be read."
        return CheckFinding(not broken, summary, len(versions), rows)

    return finding


CURRENCY_CHECKS: dict[tuple[str, str], Callable[[Comparison], CheckFinding]] = {
    ("domain", "domain_is_valid"): _readable("domain"),
    ("settings", "settings_are_valid"): _readable("settings"),
    ("decisions", "decisions_are_readable"): _decisions,
    ("document_texts", "document_texts_is_current"): _documents("document_texts"),
    ("extractions", "extractions_is_current"): _documents("extractions"),
    ("extractions", "cost_is_approved"): _approved,
    ("knowledge_graph", "knowledge_graph_is_current"): _parts("knowledge_graph"),
    ("review_queue", "review_files_are_read"): _review_files,
    ("merge_proposals", "merge_proposals_is_current"): _parts("merge_proposals"),
    ("communities", "communities_is_current"): _parts("communities"),
    ("narratives", "narratives_is_current"): _parts("narratives"),
}
"""Asset and check to how it is found from a comparison."""


def report_currency(
    instance: dg.DagsterInstance,
    workspace: Workspace,
    comparison: Comparison,
    takes: Callable[[], Facts] = dict,
) -> None:
    """Report every check whose finding, or what it is of, is not what was reported last.

    And, where a policy of freshness is wanted, that nothing is left to do.

    Args:
        instance: Dagster's instance.
        workspace: The project.
        comparison: A look.
        takes: Says what extracting from the stale documents takes, when that is to be reported.
    """
    reported = workspace.provenance.read(REPORTED)
    for (asset, name), find in CURRENCY_CHECKS.items():
        finding = find(comparison)
        target = check_target(instance, asset)
        of = target.storage_id if target else 0
        version = key_of(finding.passed, finding.summary, finding.rows, of)
        if name in reported and reported[name].version == version:
            continue
        if asset == "extractions" and finding.rows:
            finding = replace(finding, facts=takes())
        result = check_result(asset, name, finding)
        instance.report_runless_asset_event(
            dg.AssetCheckEvaluation(
                asset_key=dg.AssetKey(asset),
                check_name=name,
                passed=result.passed,
                severity=result.severity,
                description=result.description,
                metadata=result.metadata,
                target_materialization_data=target,
            )
        )
        entry = Provenance(version=version, code_version="1")
        workspace.provenance.record(REPORTED, {name: entry})
    report_current_graph(instance, workspace, comparison, datetime.now(tz=UTC))


def _failed(item: Stale, comparison: Comparison) -> dict[str, str]:
    """Say how often a document has failed on what it is to be computed from now."""
    attempt = comparison.recorded.attempts.get(item.partition)
    observed = comparison.observation.observed
    if attempt is None or attempt.fingerprint != attempt_fingerprint(item.partition, observed):
        return {}
    return {"failed": f"{attempt.count} of {MAX_ATTEMPTS} times: {attempt.reason}"}


def _row(partition: str, item: Stale) -> dict[str, str]:
    return {"partition": partition, "because": ", ".join(item.because)}


def _finding(rows: list[dict[str, str]], checked: int) -> CheckFinding:
    summary = f"{len(rows)} of {checked} are stale." if rows else f"All {checked} are current."
    return CheckFinding(not rows, summary, checked, rows[:SHOWN])
