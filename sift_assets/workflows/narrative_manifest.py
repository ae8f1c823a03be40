"""The narratives that were told last: which of each community, and under which name."""

from collections.abc import Iterable

from sift_assets.core.narrative.records import (
    Narrative,
    NarrativeManifest,
    ToldCommunity,
    all_sentences,
)
from sift_assets.core.narrative.report_labels import unique_labels
from sift_assets.core.planning.lineage import input_name
from sift_assets.core.planning.staleness import ALL
from sift_assets.resources.workspace import Workspace
from sift_assets.workflows.findings import SHOWN
from sift_assets.workflows.known import earlier_value, latest, spine_outcome
from sift_assets.workflows.outcome import Outcome

ASSET = "narrative_manifest"


def narratives_of_latest(workspace: Workspace) -> Outcome:
    """Gather the narratives that were told last, and give each a label of its own.

    Raises:
        ProjectError: Nothing has been told yet.
        CorruptObjectError: A narrative is damaged; it is told anew at the next run.
    """
    whole = latest(workspace, "narratives")
    versions = _versions_told(workspace)
    told = _narratives(workspace, versions)
    labels = unique_labels(
        {one.community: (one.label, [profile.name for profile in one.profiles]) for one in told}
    )
    manifest = NarrativeManifest(
        narratives={
            one.community: ToldCommunity(version=version, label=labels[one.community])
            for version, one in zip(versions, told, strict=True)
        },
        sentences=sum(len(all_sentences(one.story, one.profiles)) for one in told),
        rewritten=sum(one.rewritten for one in told),
        dropped=sum(one.dropped for one in told),
        outdated=sum(bool(one.outdated) for one in told),
    )
    return spine_outcome(
        ASSET,
        workspace.store.put(manifest.to_bytes()),
        {
            input_name("narratives", ALL): whole.version,
            input_name("communities", ALL): latest(workspace, "communities").version,
        },
        facts={"narratives": len(told)}
        | manifest.model_dump(include={"sentences", "rewritten", "dropped", "outdated"}),
        tables={"changes": _changed(workspace, manifest)},
    )


def load_manifest(workspace: Workspace) -> NarrativeManifest:
    """Return the latest manifest of narratives.

    Raises:
        ProjectError: There is none yet.
        CorruptObjectError: It is damaged; the next run makes it anew.
    """
    found = latest(workspace, ASSET)
    return NarrativeManifest.from_bytes(workspace.store.get(found.version))


def load_narratives(workspace: Workspace) -> tuple[Narrative, ...]:
    """Return the latest narratives, in order of partition.

    Raises:
        CorruptObjectError: One is damaged; it is told anew at the next run.
    """
    return _narratives(workspace, _versions_told(workspace))


def _versions_told(workspace: Workspace) -> list[str]:
    entries = sorted(workspace.provenance.read("narratives").items())
    return [entry.version for name, entry in entries if name]


def _narratives(workspace: Workspace, versions: Iterable[str]) -> tuple[Narrative, ...]:
    return tuple(Narrative.from_bytes(workspace.store.get(version)) for version in versions)


def _changed(workspace: Workspace, now: NarrativeManifest) -> list[dict[str, object]]:
    """Say how the narratives differ from those of the manifest before, for Dagster's page."""
    data = earlier_value(workspace, ASSET, workspace.provenance.read(ASSET).get(""))
    before = NarrativeManifest.from_bytes(data).narratives if data is not None else {}
    keys = sorted(before.keys() | now.narratives.keys())
    rows: list[dict[str, object]] = [
        {"community": key, "change": _change(before.get(key), now.narratives.get(key))}
        for key in keys
    ]
    return [row for row in rows if row["change"]][:SHOWN]


def _change(before: ToldCommunity | None, now: ToldCommunity | None) -> str:
    if before is None or now is None:
        return "new" if before is None else "gone"
    return "told anew" if before.version != now.version else ""
