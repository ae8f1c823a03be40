"""From communities to narratives, one each, and the manifest that names them."""

from collections.abc import Iterable, Mapping
from contextlib import suppress
from dataclasses import dataclass

from sift_assets.core.communities.records import Community
from sift_assets.core.domain.facets import narrative_facet
from sift_assets.core.errors import CorruptObjectError, ProjectError
from sift_assets.core.narrative.records import Narrative, NarrativeManifest, ToldCommunity
from sift_assets.core.narrative.report_labels import unique_labels
from sift_assets.core.narrative.writing.local_writer import write_narrative
from sift_assets.core.planning.estimate import Estimate
from sift_assets.core.planning.lineage import SPINE, input_name
from sift_assets.core.planning.plan import MAX_ATTEMPTS
from sift_assets.core.planning.staleness import (
    ALL,
    FAILED,
    INCOMPLETE,
    WAITING,
    merkle,
    waiting_inputs,
)
from sift_assets.core.planning.state import Facts, Provenance
from sift_assets.core.records.record import content_hash, key_of
from sift_assets.core.settings.stages import narrative_stage
from sift_assets.resources.workspace import Workspace
from sift_assets.workflows.findings import SHOWN
from sift_assets.workflows.known import latest, spine_outcome
from sift_assets.workflows.outcome import Outcome, Parts, in_parts
from sift_assets.workflows.telling_by_model import estimated_telling, tell_all
from sift_assets.workflows.telling_drafts import Told, Untold, is_told_by_model

ATTEMPTS = "attempts"
"""A fact of narratives that a language model failed to write: how often it was asked in vain."""

FILE_DIGITS = 16
"""Digits of the hash that names a narrative's file."""

CENTS_SHOWN = 6
"""Digits of dollars: a short answer costs less than a cent."""

NARRATIVE_FILES = f"narratives/{'[0-9a-f]' * FILE_DIGITS}.md"
"""Pattern of the names of narratives' files below the exports folder."""

PARENT, ALL_PARENTS = "communities", input_name("communities", ALL)


def tell(
    workspace: Workspace, inputs: dict[str, str], *, limits: str = "", approved: bool = False
) -> Parts:
    """Tell of every community; of one that is the same as before what was told is looked up.

    Args:
        workspace: The open project.
        inputs: Versions of everything that `narratives` reads. Those of the communities are read
            anew, together.
        limits: Version of what may be spent on language models.
        approved: Whether a person has agreed to what asking one costs.

    Raises:
        CorruptObjectError: A community is damaged; it is made anew at the next run.
    """
    found = workspace.provenance.read(PARENT)
    versions = {name: entry.version for name, entry in sorted(found.items()) if name}
    shared = {name: version for name, version in inputs.items() if name != ALL_PARENTS}
    teller = _Teller(workspace, shared)
    told = teller.kept(versions)
    told |= teller.written({n: v for n, v in versions.items() if n not in told}, approved)
    read = shared | {ALL_PARENTS: merkle(versions)}
    facts = _facts_of_all(workspace, told.values(), read)
    return in_parts(
        "narratives",
        (told[name].outcome for name in versions),
        waiting_inputs(read, facts, limits),
        facts,
    )


def estimated(workspace: Workspace) -> Estimate | None:
    """Say what telling takes of the communities that were found last; asks and writes nothing.

    What other communities a new graph will have is not known before it is built.

    Returns:
        The work by key of community, None where no language model writes or nothing is known.
    """
    found = workspace.provenance.read(PARENT)
    if not is_told_by_model(workspace) or not found:
        return None
    teller = _Teller(workspace, {})
    versions = {name: entry.version for name, entry in found.items() if name}
    kept = teller.kept(versions)
    try:
        untold = [teller.community(v) for n, v in versions.items() if n not in kept]
    except CorruptObjectError:
        return None  # the run makes it anew
    return estimated_telling(workspace, untold)


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
        sentences=sum(map(_sentences, told)),
        rewritten=sum(one.rewritten for one in told),
        dropped=sum(one.dropped for one in told),
        outdated=sum(bool(one.outdated) for one in told),
    )
    return spine_outcome(
        "narrative_manifest",
        workspace.store.put(manifest.to_bytes()),
        {
            input_name("narratives", ALL): whole.version,
            ALL_PARENTS: latest(workspace, PARENT).version,
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
    found = latest(workspace, "narrative_manifest")
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
    before: dict[str, ToldCommunity] = {}
    with suppress(ProjectError, CorruptObjectError, ValueError):
        before = load_manifest(workspace).narratives
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


@dataclass(frozen=True)
class _Made:
    """A narrative, what was counted of it, and the outcome that records it."""

    narrative: Narrative
    outcome: Outcome
    said: Told | None = None


@dataclass(frozen=True)
class _Teller:
    """Tells of communities, each under the hash of all that its narrative is made from.

    Attributes:
        workspace: The open project.
        shared: Versions of what every narrative reads beside its community.
    """

    workspace: Workspace
    shared: Mapping[str, str]

    def kept(self, versions: Mapping[str, str]) -> dict[str, _Made]:
        """Return what has been told of communities before, by partition."""
        found: dict[str, _Made] = {}
        for name, version in versions.items():
            kept = self.workspace.store.cached(self._key(version))
            if kept is not None:
                narrative = Narrative.from_bytes(kept.data)
                found[name] = self._made(name, version, narrative, kept.version, hit=True)
        return found

    def written(self, versions: Mapping[str, str], approved: bool) -> dict[str, _Made]:
        """Write about communities, by partition; each is kept the moment it is written."""
        if not is_told_by_model(self.workspace):
            return {name: self._by_rule(name, version) for name, version in versions.items()}
        untold = [Untold(self.community(v), self._earlier(n)) for n, v in versions.items()]
        told = tell_all(self.workspace, untold, approved=approved)
        return {
            name: self._by_model(name, version, said)
            for (name, version), said in zip(versions.items(), told, strict=True)
        }

    def _by_rule(self, name: str, version: str) -> _Made:
        facet = narrative_facet(self.workspace.domain)
        stage = narrative_stage(self.workspace.settings)
        narrative = write_narrative(self.community(version), facet, stage)
        kept = self.workspace.store.keep(self._key(version), narrative.to_bytes())
        return self._made(name, version, narrative, kept)

    def _by_model(self, name: str, version: str, said: Told) -> _Made:
        data, store = said.narrative.to_bytes(), self.workspace.store
        kept = store.keep(self._key(version), data) if said.is_final else store.put(data)
        return self._made(name, version, said.narrative, kept, said=said)

    def _made(
        self,
        name: str,
        version: str,
        narrative: Narrative,
        stored: str,
        *,
        hit: bool = False,
        said: Told | None = None,
    ) -> _Made:
        provenance = Provenance(
            version=stored,
            code_version=SPINE["narratives"].code_version,
            inputs={PARENT: version, **self.shared},
            facts=_facts(narrative, said),
        )
        file = self.workspace.exports_folder / narrative_file(narrative.community)
        outcome = Outcome("narratives", name, provenance, hit, files={"narrative": file})
        return _Made(narrative, outcome, said)

    def _key(self, version: str) -> str:
        code = SPINE["narratives"].code_version
        facet = narrative_facet(self.workspace.domain).content_hash()
        stage = narrative_stage(self.workspace.settings).content_hash()
        return key_of("narrative", code, version, facet, stage)

    def community(self, version: str) -> Community:
        """Return a stored community."""
        return Community.from_bytes(self.workspace.store.get(version))

    def _earlier(self, name: str) -> Narrative | None:
        """Return what was told of a community last; None where that cannot be read."""
        entry = self.workspace.provenance.read("narratives").get(name)
        if entry is None or entry.code_version != SPINE["narratives"].code_version:
            return None
        try:
            return Narrative.from_bytes(self.workspace.store.get(entry.version))
        except CorruptObjectError:
            return None


def narrative_file(community: str) -> str:
    """Return the file of a narrative below the exports folder, named by a hash, not by a name."""
    return f"narratives/{content_hash(community.encode())[:FILE_DIGITS]}.md"


def _facts(narrative: Narrative, said: Told | None) -> Facts:
    facts: Facts = {
        "sentences": _sentences(narrative),
        "profiles": len(narrative.profiles),
        "passages": len(narrative.passages),
        "rewritten": narrative.rewritten,
        "dropped": narrative.dropped,
        "writer": narrative.writer,
    }
    if narrative.outdated:
        facts["outdated"] = True
    if said is not None:
        facts |= {"calls": said.tally.calls, "cached_answers": said.tally.cached}
        facts["cost_usd"] = round(said.tally.cost_usd, CENTS_SHOWN)
    return facts


def _facts_of_all(workspace: Workspace, told: Iterable[_Made], read: Mapping[str, str]) -> Facts:
    """Count what all together lack, so that it is asked for again: a bounded number of times."""
    said = [one.said for one in told if one.said is not None]
    waiting = sum(one.waiting for one in said)
    failed = sum(one.failed for one in said if not one.is_final)
    reasons = [one.reason for one in said if one.reason]
    facts: Facts = {WAITING: waiting} if waiting else {}
    facts |= {"reason": reasons[-1]} if reasons else {}
    if not failed:
        return facts
    before = workspace.provenance.read("narratives").get("")
    is_again = before is not None and {**before.inputs, **read} == before.inputs
    attempts = 1 + (int(before.facts.get(ATTEMPTS, 0)) if before and is_again else 0)
    again: Facts = {INCOMPLETE: True} if attempts < MAX_ATTEMPTS else {}
    return facts | {FAILED: failed, ATTEMPTS: attempts} | again


def _sentences(narrative: Narrative) -> int:
    return len(narrative.story) + sum(len(one.sentences) for one in narrative.profiles)
