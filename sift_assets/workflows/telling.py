"""From communities to narratives, one each."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import cached_property

from sift_assets.core.communities.records import Community
from sift_assets.core.domain.facets import NarrativeFacet, narrative_facet
from sift_assets.core.errors import CorruptObjectError
from sift_assets.core.narrative.records import Narrative, all_sentences
from sift_assets.core.narrative.settings import NarrativeStage
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
from sift_assets.workflows.known import earlier_value
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


@dataclass(frozen=True)
class ToldNarratives:
    """What is told of all communities, and the outcomes of `narratives` by community."""

    narratives: tuple[Narrative, ...]
    made: Parts


def tell(
    workspace: Workspace, inputs: dict[str, str], *, limits: str = "", approved: bool = False
) -> ToldNarratives:
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
    facts = _facts_of_all(teller.before.get(""), told.values(), read)
    outcomes = (told[name].outcome for name in versions)
    return ToldNarratives(
        narratives=tuple(told[name].narrative for name in versions),
        made=in_parts("narratives", outcomes, waiting_inputs(read, facts, limits), facts),
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

    @cached_property
    def before(self) -> dict[str, Provenance]:
        """The records of what was told last, by partition; of the whole under an empty one."""
        return self.workspace.provenance.read("narratives")

    @cached_property
    def _facet(self) -> NarrativeFacet:
        return narrative_facet(self.workspace.domain)

    @cached_property
    def _stage(self) -> NarrativeStage:
        return narrative_stage(self.workspace.settings)

    @cached_property
    def _shaping(self) -> tuple[str, str]:
        """The hashes of what shapes every narrative beside its community."""
        return self._facet.content_hash(), self._stage.content_hash()

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
        narrative = write_narrative(self.community(version), self._facet, self._stage)
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
        return key_of("narrative", SPINE["narratives"].code_version, version, *self._shaping)

    def community(self, version: str) -> Community:
        """Return a stored community."""
        return Community.from_bytes(self.workspace.store.get(version))

    def _earlier(self, name: str) -> Narrative | None:
        """Return what was told of a community last; None where that cannot be read."""
        data = earlier_value(self.workspace, "narratives", self.before.get(name))
        return Narrative.from_bytes(data) if data is not None else None


def narrative_file(community: str) -> str:
    """Return the file of a narrative below the exports folder, named by a hash, not by a name."""
    return f"narratives/{content_hash(community.encode())[:FILE_DIGITS]}.md"


def _facts(narrative: Narrative, said: Told | None) -> Facts:
    facts: Facts = {
        "sentences": len(all_sentences(narrative.story, narrative.profiles)),
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


def _facts_of_all(
    before: Provenance | None, told: Iterable[_Made], read: Mapping[str, str]
) -> Facts:
    """Count what all together lack, so that it is asked for again: a bounded number of times."""
    said = [one.said for one in told if one.said is not None]
    waiting = sum(one.waiting for one in said)
    failed = sum(one.failed for one in said if not one.is_final)
    reasons = [one.reason for one in said if one.reason]
    facts: Facts = {WAITING: waiting} if waiting else {}
    facts |= {"reason": reasons[-1]} if reasons else {}
    if not failed:
        return facts
    is_again = before is not None and {**before.inputs, **read} == before.inputs
    attempts = 1 + (int(before.facts.get(ATTEMPTS, 0)) if before and is_again else 0)
    again: Facts = {INCOMPLETE: True} if attempts < MAX_ATTEMPTS else {}
    return facts | {FAILED: failed, ATTEMPTS: attempts} | again
