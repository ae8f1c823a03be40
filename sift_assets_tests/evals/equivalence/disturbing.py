"""What comes between an edit and the run over it, and what is computed because of that.

The files of the project say already what they are edited to when something disturbs the run.
"""

from collections.abc import Callable
from dataclasses import dataclass

from hypothesis import strategies as st

from sift_assets.core.planning.lineage import CHAIN
from sift_assets.core.planning.shards import partition_of
from sift_assets.workflows.verifying import repair, verify
from sift_assets_tests.evals.equivalence.checking import UNSTORED, check_value
from sift_assets_tests.evals.equivalence.clean_builds import Built, CleanBuilds, believed, exported
from sift_assets_tests.evals.equivalence.reference import (
    Reference,
    Work,
    extracting,
    graph_building,
    mapping,
    proposing,
    resolving,
    spine_work,
    telling,
    work_of,
)
from sift_assets_tests.evals.equivalence.situation import (
    BODIES,
    BROKEN,
    DOMAIN_FILE,
    NAMES,
    Situation,
    write,
)
from sift_assets_tests.evals.equivalence.subject import Subject
from sift_assets_tests.fakes.direct_project import SPINE_STEPS

MOST_EVENTS = 12
"""A crash comes at one of so many first events; a step has three to some thirty."""

FOR_EVER = 1000
"""More failures than anyone tries."""

Also = dict[Work, str]
"""What is computed beside what is needed."""


@dataclass(frozen=True)
class Step:
    """A step that is disturbed.

    Attributes:
        subject: The project, its files edited already.
        clean: Clean builds.
        reference: What has been computed before.
        old: What the project was up to date with.
        new: What its files say.
        data: Draws.
    """

    subject: Subject
    clean: CleanBuilds
    reference: Reference
    old: Situation
    new: Situation
    data: st.DataObject

    @property
    def before(self) -> Built:
        """The clean build of what was."""
        return self.clean.of(self.old)

    @property
    def now(self) -> Built:
        """The clean build of what is to be."""
        return self.clean.of(self.new)


def one_failure(step: Step) -> Also:
    """Let the extractor fail once: the document is tried again in the same run."""
    step.subject.extractor.failures = 1
    return {}


def given_up(step: Step) -> Also:
    """Let the extractor fail until everything is given up; perhaps lose Dagster's events then.

    The graph is built without what failed.
    """
    step.subject.extractor.failures = FOR_EVER
    step.subject.run_in_vain()
    step.subject.extractor.failures = 0
    recorded = step.subject.standing()[1]
    there = believed(recorded)  # Dagster tells of partitions that are gone as well
    types, communities = (
        [key for name, key in there if name == asset]
        for asset in ("knowledge_graph", "communities")
    )
    works = spine_work(recorded.head, types, communities)
    if step.data.draw(st.booleans(), label="lose events"):
        lost_events(step)
    return works


def crash(step: Step) -> Also:
    """Die between a record and its event."""
    step.subject.run_and_die(step.data.draw(st.integers(1, MOST_EVENTS), label="at event"))
    return {}


def crash_before_another_edit(step: Step) -> Also:
    """Die in a run over another edit, which then turns out to have been a slip.

    How far that run came is not known, so the slip is made once more and taken back: all in all
    nothing may have been computed twice.
    """
    path = step.data.draw(st.sampled_from(NAMES), label="slip")
    content = step.data.draw(st.sampled_from(BODIES), label="content")
    slip = step.new.edited(documents={**step.new.documents, path: content})
    write(step.subject.root, slip)
    crash(step)
    write(step.subject.root, step.new)
    step.subject.run()
    check_value(step.subject, step.now)
    write(step.subject.root, slip)
    step.subject.run()
    write(step.subject.root, step.new)
    return work_of(slip, step.clean.of(slip))


def by_hand(step: Step) -> Also:
    """Materialize something before the planner has looked: from what was reported last."""
    asset = step.data.draw(st.sampled_from((*CHAIN, *SPINE_STEPS)), label="by hand")
    if asset in CHAIN:
        return _document_by_hand(step, asset)
    step.subject.materialize(asset, [""])
    before, now = step.before, step.now
    if asset == "knowledge_graph":
        return {graph_building(before.version, now.version): ""}
    if asset == "merge_proposals":
        return dict.fromkeys(proposing(before.version, now.version, before.types), "")
    if asset in ("communities", "community_map"):
        return {mapping(before.version, now.version): ""}
    if asset == "narratives":
        return dict.fromkeys(telling(before.version, now.version, before.communities), "")
    looks_at_what_is_resolved = asset in ("resolved_graph", "review_queue")
    return {resolving(before.version, now.version): ""} if looks_at_what_is_resolved else {}


def _document_by_hand(step: Step, asset: str) -> Also:
    keys = sorted(k for a, k in step.before.values if a == "documents")
    if not keys or step.old.shards > 0 == step.new.shards:  # no document is registered yet
        return {}
    key = step.data.draw(st.sampled_from(keys), label="document")
    step.subject.materialize(asset, [key])
    if asset == "document_texts":
        return {}
    shards = step.new.shards
    shard = partition_of(key, shards)
    computed = [one for one in keys if partition_of(one, shards) == shard]
    texts = {one: step.before.version("document_texts", one) for one in computed}
    return {extracting(step.old.content(one), texts[one], step.now): "" for one in computed}


def lost_index(step: Step) -> Also:
    """Delete the provenance index."""
    step.subject.workspace.provenance.path.unlink()
    step.reference.lose_records()
    return {}


def lost_events(step: Step) -> Also:
    """Delete Dagster's storage."""
    step.subject.lose_events()
    step.reference.lose_records()
    return {}


def lost_store(step: Step) -> Also:
    """Delete the store; with it goes the memory of which exported files are ours."""
    if step.old.stages["export"] == step.new.stages["export"]:
        step.subject.lose_store()
        step.reference.lose_store()
    return {}


def broken_domain(step: Step) -> Also:
    """Break the domain file, let the sensor look, and mend it: the last good graph stays."""
    domain = step.subject.root / DOMAIN_FILE
    domain.write_text(BROKEN, encoding="utf-8")
    step.subject.look()
    assert step.subject.standing()[0].blocked
    assert exported(step.subject.root) == step.before.exports
    write(step.subject.root, step.new)
    return {}


def damaged_object(step: Step) -> Also:
    """Damage a stored value, which a run or `sift fsck` finds."""
    subject, reference = step.subject, step.reference
    values = step.before.values.items()
    stored = sorted({entry.version for (asset, _), entry in values if asset not in UNSTORED})
    version = step.data.draw(st.sampled_from(stored), label="damaged")
    givers = len(reference.works_giving(version))
    if givers != sum(row.version == version for row in subject.workspace.store.results()):
        return {}  # it was computed by hand as well, and the reference does not know from what
    how = step.data.draw(st.sampled_from(sorted(DAMAGES)), label="how")
    DAMAGES[how](subject, version)
    works = {**reference.computed, **work_of(step.new, step.now)}
    reference.lose_object(version)
    # When several computations give the object, the first that is made again makes it whole, and
    # the others are found again.
    if sum(given == version for given in works.values()) <= 1 and step.data.draw(
        st.booleans(), label="run first"
    ):
        subject.run()
    heads = subject.standing()[1].heads
    repair(subject.workspace, verify(subject.workspace, heads).faults)
    return {}


def _flip(subject: Subject, version: str) -> None:
    path = subject.workspace.store.path_of(version)
    data = bytearray(path.read_bytes())
    data[len(data) // 2] ^= 1
    path.write_bytes(bytes(data))


def _cut(subject: Subject, version: str) -> None:
    path = subject.workspace.store.path_of(version)
    path.write_bytes(path.read_bytes()[:-1])


def _remove(subject: Subject, version: str) -> None:
    subject.workspace.store.path_of(version).unlink()


DAMAGES: dict[str, Callable[[Subject, str], None]] = {
    "flipped": _flip,
    "cut": _cut,
    "removed": _remove,
}

DISTURBANCES: dict[str, Callable[[Step], Also]] = {
    "one failure": one_failure,
    "given up": given_up,
    "crash": crash,
    "crash before another edit": crash_before_another_edit,
    "by hand": by_hand,
    "lost index": lost_index,
    "lost events": lost_events,
    "lost store": lost_store,
    "broken domain": broken_domain,
    "damaged object": damaged_object,
}

NONE = "none"

DRAWN = (*[NONE] * 3, *DISTURBANCES)
"""A fourth of the steps are undisturbed."""
