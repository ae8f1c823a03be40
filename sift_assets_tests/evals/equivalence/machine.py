"""The state machine: any edits and disturbances in any order; after each, equal to a clean build.

incremental ≡ clean, and nothing is computed but what the reference model says
"""

import shutil
from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any, ClassVar

from hypothesis import HealthCheck, Phase, seed, settings
from hypothesis import strategies as st
from hypothesis.stateful import (
    RuleBasedStateMachine,
    initialize,
    precondition,
    rule,
    run_state_machine_as_test,
)

from sift_assets.core.decisions.decision import Act, EntityRef
from sift_assets_tests.evals.equivalence.bringing_in import (
    ALIKE,
    VERDICTS,
    log_with_imported,
    propose,
)
from sift_assets_tests.evals.equivalence.checking import (
    Inputs,
    check_value,
    check_work,
    moved,
    records_of,
    results_of,
)
from sift_assets_tests.evals.equivalence.clean_builds import Built, CleanBuilds
from sift_assets_tests.evals.equivalence.deciding import (
    DETAILS,
    by_a_careless_hand,
    decided,
    decisions_in,
    merged_otherwise,
    taken_back,
    torn,
)
from sift_assets_tests.evals.equivalence.disturbing import DISTURBANCES, DRAWN, NONE, Step
from sift_assets_tests.evals.equivalence.reference import Reference
from sift_assets_tests.evals.equivalence.situation import (
    BODIES,
    ENDINGS,
    FACET_EDITS,
    NAMES,
    SETTING_EDITS,
    SHARDS,
    Situation,
    content_of,
    twin_of,
    without,
    write,
)
from sift_assets_tests.evals.equivalence.subject import Subject

CONTENTS = st.builds(content_of, st.sampled_from(BODIES), st.sampled_from(ENDINGS))
FIRST_DOCUMENTS = st.dictionaries(st.sampled_from(NAMES), CONTENTS, min_size=1, max_size=3)
TWO_NAMES = st.lists(st.sampled_from(NAMES), min_size=2, max_size=2, unique=True)


@dataclass(frozen=True)
class Proof:
    """What a state machine is to prove.

    Attributes:
        clean: Clean builds.
        made: Makes the project to edit, from the same pattern.
        counts_results: Whether every result in the store is one of the graph's.
        against_clean: Called with the project and the clean build when a sequence ends, and
            before that after every so many steps.
        clean_every: After how many steps; 0 for at the end only.
        steps: How many steps were made, by edit and by disturbance.
    """

    clean: CleanBuilds
    made: Callable[[], Subject]
    counts_results: bool
    against_clean: Callable[[Subject, Built], None]
    clean_every: int
    steps: Counter[str] = field(default_factory=Counter)


class Editing(RuleBasedStateMachine):
    """Edits of everything that a graph depends on."""

    proof: ClassVar[Proof]

    @initialize(documents=FIRST_DOCUMENTS, shards=st.sampled_from(SHARDS))
    def begin(self, documents: dict[str, str], shards: int) -> None:
        self.subject = self.proof.made()
        self.reference = Reference()
        self.gone: dict[str, str] = {}
        self.situation = Situation(documents=documents, shards=shards)
        self.made_steps = 0
        self.records: Inputs = {}
        self._bring_to(self.situation, NONE, None)

    def teardown(self) -> None:
        if hasattr(self, "subject"):
            self._hold_against_clean()
            self.subject.close()
            shutil.rmtree(self.subject.root, ignore_errors=True)

    @property
    def documents(self) -> dict[str, str]:
        return self.situation.documents

    @rule(path=st.sampled_from(NAMES), content=CONTENTS, data=st.data())
    def add_or_edit(self, path: str, content: str, data: st.DataObject) -> None:
        self._step("add or edit", data, documents={**self.documents, path: content})

    @rule(paths=TWO_NAMES, content=CONTENTS, data=st.data())
    def add_the_same_twice(self, paths: list[str], content: str, data: st.DataObject) -> None:
        both = dict.fromkeys(paths, content)
        self._step("add the same twice", data, documents={**self.documents, **both})

    @precondition(lambda self: self.documents)
    @rule(new=st.sampled_from(NAMES), data=st.data())
    def rename_or_move(self, new: str, data: st.DataObject) -> None:
        old = data.draw(st.sampled_from(sorted(self.documents)))
        renamed = {**without(self.documents, old), new: self.documents[old]}
        self._step("rename or move", data, documents=renamed)

    @precondition(lambda self: self.documents)
    @rule(new=st.sampled_from(NAMES), data=st.data())
    def copy(self, new: str, data: st.DataObject) -> None:
        old = data.draw(st.sampled_from(sorted(self.documents)))
        self._step("copy", data, documents={**self.documents, new: self.documents[old]})

    @precondition(lambda self: any(map(twin_of, self.documents)))
    @rule(stays=st.booleans(), data=st.data())
    def write_otherwise(self, stays: bool, data: st.DataObject) -> None:
        """Rename a document to a name of other case or Unicode form, or copy it there."""
        old = data.draw(st.sampled_from(sorted(filter(twin_of, self.documents))))
        others = self.documents if stays else without(self.documents, old)
        twins = {**others, twin_of(old): self.documents[old]}
        self._step("write otherwise", data, documents=twins)

    @precondition(lambda self: self.documents)
    @rule(data=st.data())
    def delete(self, data: st.DataObject) -> None:
        path = data.draw(st.sampled_from(sorted(self.documents)))
        self.gone[path] = self.documents[path]
        self._step("delete", data, documents=without(self.documents, path))

    @precondition(lambda self: self.documents)
    @rule(data=st.data())
    def delete_all(self, data: st.DataObject) -> None:
        self.gone |= self.documents
        self._step("delete all", data, documents={})

    @precondition(lambda self: self.gone)
    @rule(everything=st.booleans(), data=st.data())
    def return_what_was_deleted(self, everything: bool, data: st.DataObject) -> None:
        path = data.draw(st.sampled_from(sorted(self.gone)))
        paths = sorted(self.gone) if everything else [path]
        returned = {path: self.gone.pop(path) for path in paths}
        self._step("return", data, documents={**self.documents, **returned})

    @rule(facet=st.sampled_from(sorted(FACET_EDITS)), data=st.data())
    def edit_the_domain(self, facet: str, data: st.DataObject) -> None:
        number = data.draw(st.integers(0, len(FACET_EDITS[facet][1]) - 1))
        facets = {**self.situation.facets, facet: number}
        self._step(f"edit facet {facet}", data, facets=facets)

    @rule(stage=st.sampled_from(sorted(SETTING_EDITS)), data=st.data())
    def edit_the_settings(self, stage: str, data: st.DataObject) -> None:
        number = data.draw(st.integers(0, len(SETTING_EDITS[stage]) - 1))
        self._step(f"edit {stage} settings", data, stages={**self.situation.stages, stage: number})

    @rule(shards=st.sampled_from(SHARDS), data=st.data())
    def partition_documents_otherwise(self, shards: int, data: st.DataObject) -> None:
        self._step("partition otherwise", data, shards=shards)

    @rule(act=st.sampled_from(sorted(DETAILS)), data=st.data())
    def decide(self, act: Act, data: st.DataObject) -> None:
        details = data.draw(DETAILS[act])
        self._step(f"decide to {act}", data, log=decided(self.situation.log, act, details))

    @precondition(lambda self: bool(decisions_in(self.situation.log)))
    @rule(data=st.data())
    def undo_a_decision(self, data: st.DataObject) -> None:
        count = len(decisions_in(self.situation.log))
        log = taken_back(self.situation.log, data.draw(st.integers(0, count - 1)))
        self._step("undo", data, log=log)

    @rule(number=st.integers(0, 5), data=st.data())
    def write_a_bad_line_into_the_log(self, number: int, data: st.DataObject) -> None:
        self._step("bad line", data, log=by_a_careless_hand(self.situation.log, number))

    @rule(data=st.data())
    def tear_the_last_line_of_the_log(self, data: st.DataObject) -> None:
        self._step("torn line", data, log=torn(self.situation.log))

    @precondition(lambda self: self.situation.log)
    @rule(data=st.data())
    def merge_the_log_with_git(self, data: st.DataObject) -> None:
        self._step("log in another order", data, log=merged_otherwise(self.situation.log))

    @rule(pair=ALIKE, verdict=VERDICTS, data=st.data())
    def import_review_file(self, pair: list[EntityRef], verdict: str, data: st.DataObject) -> None:
        self._step("import", data, log=log_with_imported(self.subject, pair, verdict))

    @rule(pair=ALIKE, data=st.data())
    def let_an_agent_propose(self, pair: list[EntityRef], data: st.DataObject) -> None:
        """Which decides nothing, so that nothing is computed."""
        propose(self.subject, pair)
        self._step("agent proposes", data)

    @rule(data=st.data())
    def change_nothing(self, data: st.DataObject) -> None:
        self._step("no edit", data)

    def _step(self, what: str, data: st.DataObject, **changes: Any) -> None:
        disturbance = data.draw(st.sampled_from(DRAWN), label="disturbance")
        self.proof.steps[what] += 1
        self.proof.steps[f"with {disturbance}"] += 1
        self._bring_to(self.situation.edited(**changes), disturbance, data)
        self.made_steps += 1
        if self.proof.clean_every and self.made_steps % self.proof.clean_every == 0:
            self._hold_against_clean()

    def _hold_against_clean(self) -> None:
        self.proof.against_clean(self.subject, self.proof.clean.of(self.situation))

    def _bring_to(self, new: Situation, disturbance: str, data: st.DataObject | None) -> None:
        subject, clean = self.subject, self.proof.clean
        records = self.records
        subject.reader.seen.clear()
        subject.extractor.seen.clear()
        write(subject.root, new)
        also = {}
        if data is not None and disturbance != NONE:
            step = Step(subject, clean, self.reference, self.situation, new, data)
            also = DISTURBANCES[disturbance](step)
        if not self.reference.made:
            records = {}  # everything is recorded anew
        subject.run()
        now = clean.of(new)
        expected = self.reference.bring_to(new, now, also)
        self.situation = new
        subject.extractor.failures = 0
        self.records = records_of(check_value(subject, now))
        check_work(subject, expected, moved(records, self.records))
        if self.proof.counts_results:
            assert results_of(subject) == expected.results


def no_second_look(_subject: Subject, _built: Built) -> None:
    """Hold a project against nothing but the clean build that it was held against already."""


def prove(
    clean: CleanBuilds,
    made: Callable[[], Subject],
    *,
    sequences: int,
    steps: int,
    start: int = 0,
    counts_results: bool = True,
    against_clean: Callable[[Subject, Built], None] = no_second_look,
    clean_every: int = 0,
) -> Counter[str]:
    """Try random sequences of edits; return how many steps of each kind were made.

    Args:
        clean: Clean builds.
        made: Makes the project to edit.
        sequences: How many.
        steps: Of each sequence, at most.
        start: Seed; another one gives other sequences.
        counts_results: See `Proof`.
        against_clean: See `Proof`.
        clean_every: See `Proof`.

    Raises:
        AssertionError: A sequence ends otherwise than a clean build; Hypothesis prints it.
    """

    @seed(start)
    class Proving(Editing):
        proof = Proof(clean, made, counts_results, against_clean, clean_every)

    run_state_machine_as_test(
        Proving,
        settings=settings(
            max_examples=sequences,
            stateful_step_count=steps,
            deadline=None,
            # a failing sequence is short as it is; shrinking takes minutes
            phases=[Phase.generate],
            database=None,
            suppress_health_check=[HealthCheck.too_slow, HealthCheck.data_too_large],
        ),
    )
    return Proving.proof.steps
