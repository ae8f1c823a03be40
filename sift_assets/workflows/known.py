"""What the project itself knows: its own provenance as the planner wants it.

Inside a run the provenance index is believed; whether Dagster's events agree with it is the
planner's question, asked before the run and after it.
"""

import json
from collections.abc import Iterable
from pathlib import Path

from sift_assets.core.decisions.kinds import decision_versions
from sift_assets.core.errors import ProjectError
from sift_assets.core.planning.lineage import CHAIN, SPINE
from sift_assets.core.planning.staleness import FAILED, WAITING
from sift_assets.core.planning.state import Facts, Observed, Provenance, Recorded
from sift_assets.resources.workspace import Workspace
from sift_assets.workflows.allowances import generations, limits_version
from sift_assets.workflows.outcome import Outcome


def known_inputs(workspace: Workspace) -> Observed:
    """Return what counts now: the reported set of documents, the files of domain and settings.

    Raises:
        ConfigError: The domain file is wrong.
        ProjectError: No set of documents has been reported yet.
    """
    provenance = latest(workspace, "document_set")
    documents: dict[str, str] = json.loads(workspace.store.get(provenance.version))
    return Observed(
        documents=documents,
        domain=workspace.domain_versions,
        settings=workspace.stage_versions,
        decisions=decision_versions(workspace.decisions_by_kind),
        generations=generations(workspace, documents),
        limits=limits_version(workspace),
        shards=workspace.settings.shards,
    )


def known_values(workspace: Workspace, assets: Iterable[str] = (*CHAIN, *SPINE)) -> Recorded:
    """Return our provenance of what is computed, believed as it stands.

    Args:
        workspace: The open project.
        assets: Those that are asked for; to read one that has a record per document takes time.
    """
    provenance = {asset: workspace.provenance.read(asset) for asset in assets}
    return Recorded(provenance=provenance).by_our_records(provenance)


def latest(workspace: Workspace, asset: str) -> Provenance:
    """Return the provenance of the latest value of an unpartitioned asset.

    Raises:
        ProjectError: There is none yet.
    """
    found = workspace.provenance.read(asset).get("")
    if found is None:
        raise ProjectError(
            f"There is no {asset} yet.", "Run `sift run`, or materialize it in the Dagster UI."
        )
    return found


def earlier_value(workspace: Workspace, asset: str, entry: Provenance | None) -> bytes | None:
    """Return the value of a record, to compare with or to go on from.

    None where there is no record, where other code made the value, or where it is damaged.
    """
    if entry is None or entry.code_version != SPINE[asset].code_version:
        return None
    return workspace.store.sound(entry.version)


def to_decide(workspace: Workspace) -> Facts:
    """Return the counts of the latest review queue; `open` is 0 where there is none yet."""
    found = workspace.provenance.read("review_queue").get("")
    return {"open": 0, **(found.facts if found else {})}


def told(workspace: Workspace) -> Facts:
    """Return the counts of what is told, and of what is not for want of a budget or an answer."""
    found = {
        asset: entry.facts
        for asset in ("community_map", "narrative_manifest", "narratives", "report")
        if (entry := workspace.provenance.read(asset).get(""))
    }
    written = (found.get("narratives", {}), found.get("report", {}))
    lacks: Facts = {n: sum(int(one.get(n, 0)) for one in written) for n in (WAITING, FAILED)}
    reasons = [one["reason"] for one in written if "reason" in one]
    return {
        "communities": 0,
        "sentences": 0,
        **found.get("community_map", {}),
        **found.get("narrative_manifest", {}),
        **lacks,
        "reason": reasons[0] if reasons else "",
    }


def spine_outcome(
    asset: str,
    version: str,
    inputs: dict[str, str],
    facts: Facts,
    tables: dict[str, list[dict[str, object]]] | None = None,
    files: dict[str, Path] | None = None,
    pictures: dict[str, bytes] | None = None,
    *,
    hit: bool = False,
) -> Outcome:
    """Return the outcome of an asset of the spine."""
    provenance = Provenance(
        version=version, code_version=SPINE[asset].code_version, inputs=inputs, facts=facts
    )
    return Outcome(asset, "", provenance, hit, tables or {}, files or {}, pictures or {})
