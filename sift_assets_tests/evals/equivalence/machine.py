"""The state machine: any edits and disturbances in any order; after each, equal to a clean build.

incremental ≡ clean, and nothing is computed but what the reference model says
"""

import shutil
from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any, ClassVar

from hypothesis import HealthCheck, Phase, settings
from hypothesis import strategies as st
from hypothesis.stateful import (
    RuleBasedStateMachine,
    initialize,
    precondition,
    rule,
    run_state_machine_as_test,
)

from sift_assets.core.planning.lineage import CHAIN
from sift_assets_tests.evals.equivalence.checking import (
    check_value,
    check_work,
    moved,
    records_of,
    results_of,
)
from sift_assets_tests.evals.equivalence.clean_builds import Built, CleanBuilds
from sift_assets_tests.evals.equivalence.reference import (
    Reference,
    Work,
    extracting,
    graph_work,
    resolving,
)
from sift_assets_tests.evals.equivalence.situation import (
    BODIES,
    ENDINGS,
    FACET_EDITS,
    NAMES,
    SETTING_EDITS,
    Situation,
    content_of,
    without,
    write,
)
from sift_assets_tests.evals.equivalence.subject import Subject
from sift_assets_tests.fakes.direct_project import SPINE_STEPS

CONTENTS = st.builds(content_of, st.sampled_from(BODIES), st.sampled_from(ENDINGS))
DISTURBANCES = ("none", "none", "failed run", "crash", "by hand", "lost index", "lost events")
MOST_EVENTS = 12
"""A crash comes at one of so many first events; a step has three to some thirty."""


@dataclass(frozen=True)
class Proof:
    """What a state machine is to prove.

    Attributes:
        clean: Clean builds.
        made: Makes the project to edit, from the same pattern.
        counts_results: Whether every new result in the store is one of the graph's.
        at_the_end: Called with the project and the clean build when a sequence ends.
        steps: How many steps were made, by edit and by disturbance.
    """

    clean: CleanBuilds
    made: Callable[[], Subject]
    counts_results: bool
    at_the_end: Callable[[Subject, Built], None]
    steps: Counter[str] = field(default_factory=Counter)


class Editing(RuleBasedStateMachine):
    """Edits of everything that a graph depends on."""

    proof: ClassVar[Proof]

    @initialize(documents=st.dictionaries(st.sampled_from(NAMES), CONTENTS, min_size=1, max_size=3))
    def begin(self, documents: dict[str, str]) -> None:
        self.subject = self.proof.made()
        self.reference = Reference()
        self.gone: dict[str, str] = {}
        self.situation = Situation(documents=documents)
        self._bring_to(self.situation, "none", None)

    def teardown(self) -> None:
        if hasattr(self, "subject"):
            self.proof.at_the_end(self.subject, self.proof.clean.of(self.situation))
            self.subject.close()
            shutil.rmtree(self.subject.root, ignore_errors=True)

    @rule(path=st.sampled_from(NAMES), content=CONTENTS, data=st.data())
    def add_or_edit(self, path: str, content: str, data: st.DataObject) -> None:
        self._step("add or edit", data, documents={**self.situation.documents, path: content})

    @precondition(lambda self: self.situation.documents)
    @rule(new=st.sampled_from(NAMES), data=st.data())
    def rename_or_move(self, new: str, data: st.DataObject) -> None:
        documents = self.situation.documents
        old = data.draw(st.sampled_from(sorted(documents)))
        moved = {**without(documents, old), new: documents[old]}
        self._step("rename or move", data, documents=moved)

    @precondition(lambda self: self.situation.documents)
    @rule(new=st.sampled_from(NAMES), data=st.data())
    def copy(self, new: str, data: st.DataObject) -> None:
        documents = self.situation.documents
        old = data.draw(st.sampled_from(sorted(documents)))
        self._step("copy", data, documents={**documents, new: documents[old]})

    @precondition(lambda self: len(self.situation.documents) > 1)
    @rule(data=st.data())
    def delete(self, data: st.DataObject) -> None:
        documents = self.situation.documents
        path = data.draw(st.sampled_from(sorted(documents)))
        self.gone[path] = documents[path]
        self._step("delete", data, documents=without(documents, path))

    @precondition(lambda self: self.gone)
    @rule(data=st.data())
    def return_what_was_deleted(self, data: st.DataObject) -> None:
        path = data.draw(st.sampled_from(sorted(self.gone)))
        documents = {**self.situation.documents, path: self.gone.pop(path)}
        self._step("return", data, documents=documents)

    @rule(facet=st.sampled_from(sorted(FACET_EDITS)), data=st.data())
    def edit_the_domain(self, facet: str, data: st.DataObject) -> None:
        number = data.draw(st.integers(0, len(FACET_EDITS[facet][1]) - 1))
        facets = {**self.situation.facets, facet: number}
        self._step(f"edit facet {facet}", data, facets=facets)

    @rule(stage=st.sampled_from(sorted(SETTING_EDITS)), data=st.data())
    def edit_the_settings(self, stage: str, data: st.DataObject) -> None:
        number = data.draw(st.integers(0, len(SETTING_EDITS[stage]) - 1))
        self._step(f"edit {stage} settings", data, stages={**self.situation.stages, stage: number})

    @rule(data=st.data())
    def change_nothing(self, data: st.DataObject) -> None:
        self._step("no edit", data)

    def _step(self, what: str, data: st.DataObject, **changes: Any) -> None:
        disturbance = data.draw(st.sampled_from(DISTURBANCES), label="disturbance")
        self.proof.steps[what] += 1
        self.proof.steps[f"with {disturbance}"] += 1
        self._bring_to(self.situation.edited(**changes), disturbance, data)

    def _bring_to(self, new: Situation, disturbance: str, data: st.DataObject | None) -> None:
        before, now = self.proof.clean.of(self.situation), self.proof.clean.of(new)
        subject = self.subject
        records, results = records_of(subject.recorded()), results_of(subject)
        subject.reader.seen.clear()
        subject.extractor.seen.clear()
        write(subject.root, new)
        also: frozenset[Work] = frozenset()
        if data is not None:
            also = self._disturb(disturbance, data, before, now)
            records = records if self.reference.made else {}  # everything is recorded anew
        subject.run()
        expected = self.reference.bring_to(new, now, also)
        self.situation = new
        recorded = subject.recorded()
        subject.extractor.failures = 0
        check_value(subject, recorded, now)
        check_work(subject, expected, moved(records, records_of(recorded)))
        if self.proof.counts_results:
            assert results_of(subject) - results == expected.results

    def _disturb(
        self, disturbance: str, data: st.DataObject, before: Built, now: Built
    ) -> frozenset[Work]:
        """Disturb the run to come; return what is computed beside what is needed."""
        subject = self.subject
        if disturbance == "failed run":
            subject.extractor.failures = 1
        elif disturbance == "crash":
            subject.run_and_die(data.draw(st.integers(1, MOST_EVENTS), label="at event"))
        elif disturbance == "by hand":
            return self._materialize_by_hand(data, before, now)
        elif disturbance == "lost index":
            subject.workspace.provenance.path.unlink()
            self.reference.lose_records()
        elif disturbance == "lost events" and subject.lose_events():
            self.reference.lose_records()
        return frozenset()

    def _materialize_by_hand(
        self, data: st.DataObject, before: Built, now: Built
    ) -> frozenset[Work]:
        """Materialize something before the planner has looked: from what was reported last."""
        asset = data.draw(st.sampled_from((*CHAIN, *SPINE_STEPS)), label="by hand")
        key = ""
        if asset in CHAIN:
            keys = sorted(k for a, k in before.values if a == "documents")
            key = data.draw(st.sampled_from(keys), label="document")
        self.subject.materialize(asset, [key])
        if asset == "extractions":
            text = before.version("document_texts", key)
            return frozenset({extracting(self.situation.content(key), text, now)})
        if asset == "knowledge_graph":
            return graph_work(before, now)
        return frozenset({resolving(before, now)}) if asset == "resolved_graph" else frozenset()


def prove(
    clean: CleanBuilds,
    made: Callable[[], Subject],
    *,
    sequences: int,
    steps: int,
    counts_results: bool = True,
    at_the_end: Callable[[Subject, Built], None] = lambda _subject, _built: None,
) -> Counter[str]:
    """Try random sequences of edits; return how many steps of each kind were made.

    Raises:
        AssertionError: A sequence ends otherwise than a clean build; Hypothesis prints a short one.
    """

    class Proving(Editing):
        proof = Proof(clean, made, counts_results, at_the_end)

    run_state_machine_as_test(
        Proving,
        settings=settings(
            max_examples=sequences,
            stateful_step_count=steps,
            deadline=None,
            derandomize=True,
            phases=[
                Phase.generate
            ],  # a failing sequence is short as it is; shrinking takes minutes
            database=None,
            suppress_health_check=[HealthCheck.too_slow, HealthCheck.data_too_large],
        ),
    )
    return Proving.proof.steps
