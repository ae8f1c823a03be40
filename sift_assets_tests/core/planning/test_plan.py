"""The plan is exactly the difference, whatever was edited in whatever order."""

import pytest
from hypothesis import HealthCheck, settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, precondition, rule

from sift_assets.core.planning.lineage import CHAIN, LAYERS, LINEAGE, RESULTS, SPINE, TELLING
from sift_assets.core.planning.plan import (
    MAX_ATTEMPTS,
    attempt_fingerprint,
    plan,
    ranges_beside,
    work_fingerprint,
)
from sift_assets.core.planning.shards import partition_of
from sift_assets.core.planning.staleness import (
    INCOMPLETE,
    current_documents,
    document_set_version,
    spine_inputs,
)
from sift_assets.core.planning.state import Attempt
from sift_assets_tests.core.planning.planned_world import FACETS, KINDS, STAGES, World

KEYS = st.sampled_from([f"{name}.txt" for name in "abcdef"])
CONTENTS = st.sampled_from([text + space for text in "xyz" for space in "12"])
COMPUTED = (*CHAIN, *SPINE)

RESOLVED = ("resolved_graph", *TELLING, *RESULTS)
PROPOSED = ("merge_proposals", "cross_type_proposals", "proposal_manifest", "review_queue")
BELOW_CORPUS = ("corpus", "knowledge_graph", "graph_manifest", *RESOLVED, *PROPOSED)
REVIEWED = (*RESOLVED, "review_queue")


READERS_OF_PARTS = {
    "knowledge_graph": ("graph_manifest", "merge_proposals"),
    "merge_proposals": ("proposal_manifest",),
    "communities": ("community_map", "narratives", "narrative_manifest"),
    "narratives": ("narrative_manifest",),
}


class Editing(RuleBasedStateMachine):
    """Any sequence of edits, with work done at any time in between."""

    @initialize()
    def begin(self) -> None:
        self.world = World()
        self.codes = dict(LINEAGE)

    def teardown(self) -> None:
        for asset in COMPUTED:
            self._set_code(asset, self.codes[asset].code_version)

    @rule(key=KEYS, content=CONTENTS)
    def add_edit_or_revert(self, key: str, content: str) -> None:
        self.world.documents[key] = content

    @precondition(lambda self: self.world.documents)
    @rule(data=st.data())
    def delete(self, data: st.DataObject) -> None:
        del self.world.documents[data.draw(st.sampled_from(sorted(self.world.documents)))]

    @precondition(lambda self: self.world.documents)
    @rule(data=st.data(), new_name=KEYS, keep=st.booleans())
    def rename_or_copy(self, data: st.DataObject, new_name: str, keep: bool) -> None:
        source = data.draw(st.sampled_from(sorted(self.world.documents)))
        documents = self.world.documents
        documents[new_name] = documents[source] if keep else documents.pop(source)

    @rule(facet=st.sampled_from(FACETS), number=st.integers(1, 2))
    def edit_the_domain(self, facet: str, number: int) -> None:
        self.world.domain[facet] = f"{facet} {number}"

    @rule(stage=st.sampled_from(STAGES), number=st.integers(1, 2))
    def edit_the_settings(self, stage: str, number: int) -> None:
        self.world.settings[stage] = f"{stage} {number}"

    @rule(kind=st.sampled_from(KINDS), number=st.integers(1, 2))
    def decide(self, kind: str, number: int) -> None:
        self.world.decisions[kind] = f"{kind} {number}"

    @rule(asset=st.sampled_from(COMPUTED), version=st.sampled_from(["1", "2"]))
    def change_code(self, asset: str, version: str) -> None:
        self._set_code(asset, version)

    @precondition(lambda self: self.world.made)
    @rule(data=st.data())
    def lose_a_record(self, data: st.DataObject) -> None:
        asset, partition = data.draw(st.sampled_from(sorted(self.world.made)))
        self.world.provenance[asset].pop(partition, None)
        del self.world.made[asset, partition]

    @rule()
    def look_and_report_only(self) -> None:
        self.world.report(self.world.plan())

    @rule()
    def work(self) -> None:
        self.world.work()
        again = self.world.plan()
        assert again.nothing_to_do
        assert again.documents == ()
        assert again.spine == ()

    @invariant()
    def exactly_the_stale_documents_are_asked_for(self) -> None:
        expected = {n for n in self.world.stale_by_reference() if n[0] in CHAIN}
        todo = self.world.plan()
        assert {(item.asset, item.partition) for item in todo.documents} == expected
        asked = [key for piece in todo.ranges for key in piece.keys]
        assert sorted(asked) == sorted({key for _, key in expected})
        assert set(todo.chain) == {asset for asset, _ in expected}

    @invariant()
    def exactly_the_stale_assets_of_the_spine_are_asked_for(self) -> None:
        expected = {asset for asset, _ in self.world.stale_by_reference() if asset in SPINE}
        todo = self.world.plan()
        stale = {item.asset for item in todo.spine}
        for asset, readers in READERS_OF_PARTS.items():
            # a lost part shows in the whole, by which the planner goes
            lost = any((asset, name) not in self.world.made for name in self.world.heads[asset])
            expected |= {asset, *readers} if lost else set()
        assert stale == expected
        assert stale <= set(todo.spine_assets)
        assert tuple(a for layer in LAYERS for a in todo.layer_assets(layer)) == todo.spine_assets

    def _set_code(self, asset: str, version: str) -> None:
        table = CHAIN if asset in CHAIN else SPINE
        table[asset] = table[asset].model_copy(update={"code_version": version})
        LINEAGE[asset] = table[asset]


Editing.TestCase.settings = settings(
    max_examples=40,
    stateful_step_count=25,
    deadline=None,
    suppress_health_check=[HealthCheck.too_slow],
)
TestEditing = Editing.TestCase


@pytest.fixture
def world() -> World:
    """Return a world with three documents in which all work is done."""
    world = World(documents={"a.txt": "x1", "b.txt": "y1", "c.txt": "x1"})
    world.work()
    world.computed.clear()
    return world


def computed_by(world: World) -> set[str]:
    """Do the work and return what was computed, documents by key and the spine by asset."""
    world.work()
    return {f"{a}[{p}]" if a in CHAIN else a for a, p in world.computed}


@pytest.mark.parametrize(
    ("facet", "reached"),
    [
        ("prompt", (*(f"extractions[{key}.txt]" for key in "abc"), *BELOW_CORPUS)),
        ("graph", BELOW_CORPUS[1:]),
        ("review", REVIEWED),
        ("resolution", ("merge_proposals", "proposal_manifest", "review_queue")),
        ("narrative", ("narratives", "narrative_manifest", "report", *RESULTS)),
    ],
)
def test_a_facet_reaches_its_readers_only(
    world: World, facet: str, reached: tuple[str, ...]
) -> None:
    world.domain[facet] = "edited"
    assert [(r.asset, r.partition) for r in world.plan().reports] == [("domain", facet)]
    assert computed_by(world) == set(reached)


@pytest.mark.parametrize(
    ("stage", "reached"),
    [
        (
            "reader",
            (*(f"{asset}[{k}.txt]" for asset in CHAIN for k in "abc"), *BELOW_CORPUS),
        ),
        ("extraction", (*(f"extractions[{key}.txt]" for key in "abc"), *BELOW_CORPUS)),
        ("export", ("graph_exports",)),
        ("search", ("agent_index",)),
        ("resolution", ("merge_proposals", "proposal_manifest", "review_queue")),
        ("community", (*TELLING, *RESULTS)),
        ("narrative", ("narratives", "narrative_manifest", "report", *RESULTS)),
    ],
)
def test_a_setting_reaches_its_readers_only(
    world: World, stage: str, reached: tuple[str, ...]
) -> None:
    world.settings[stage] = "edited"
    assert computed_by(world) == set(reached)


@pytest.mark.parametrize(
    ("kind", "reached"),
    [
        ("merges", REVIEWED),
        ("relations", REVIEWED),
        ("facts", REVIEWED),
        ("promotions", ()),
    ],
)
def test_a_decision_reaches_the_queue_and_the_resolved_graph_and_a_promotion_nothing(
    world: World, kind: str, reached: tuple[str, ...]
) -> None:
    world.decisions[kind] = "edited"
    assert computed_by(world) == set(reached)


def test_a_deletion_needs_no_run_over_documents(world: World) -> None:
    del world.documents["b.txt"]
    todo = world.plan()
    assert todo.remove == ("b.txt",)
    assert (todo.ranges, todo.chain, todo.documents) == ((), (), ())
    assert todo.spine_assets == tuple(SPINE)
    assert computed_by(world) == set(SPINE)


def test_records_of_a_document_that_dagster_has_no_partition_of_are_removed(world: World) -> None:
    del world.documents["b.txt"]
    world.partitions.remove("b.txt")  # and here it was killed, or Dagster's storage was lost
    assert world.plan().remove == ("b.txt",)
    world.work()
    assert "b.txt" not in world.provenance["document_texts"]
    assert world.plan().nothing_to_do


def test_an_edit_that_leaves_the_text_alone_reaches_the_corpus_at_most(world: World) -> None:
    before = dict(world.heads["extractions"]), world.heads["corpus"][""]
    world.documents["b.txt"] = "y2"
    computed_by(world)
    assert (dict(world.heads["extractions"]), world.heads["corpus"][""]) == before


def test_an_edit_taken_back_before_anyone_looked_is_no_work(world: World) -> None:
    world.documents["b.txt"] = "z1"
    world.documents["b.txt"] = "y1"
    assert world.plan().nothing_to_do


def test_the_reasons_name_the_inputs_that_moved(world: World) -> None:
    world.documents["a.txt"] = "z1"
    world.documents["new.txt"] = "z1"
    world.domain["prompt"] = "edited"
    because = {(s.asset, s.partition): s.because for s in world.plan().documents}
    assert because["document_texts", "a.txt"] == ("documents",)
    assert because["extractions", "a.txt"] == ("document_texts",)
    assert because["extractions", "b.txt"] == ("domain[prompt]",)
    assert because["document_texts", "new.txt"] == ("new",)
    assert ("document_texts", "b.txt") not in because


def test_an_event_that_our_record_does_not_confirm_is_not_believed(world: World) -> None:
    world.heads["extractions"]["a.txt"] = "written by somebody else"
    stale = world.plan().documents
    assert [(s.asset, s.partition, s.because) for s in stale] == [
        ("extractions", "a.txt", ("new",))
    ]


@pytest.mark.parametrize(("asset", "partition"), [("document_set", ""), ("domain", "prompt")])
def test_a_root_whose_own_record_is_lost_is_reported_again(
    world: World, asset: str, partition: str
) -> None:
    version = world.provenance[asset].pop(partition).version
    (report,) = world.plan().reports
    assert (report.asset, report.partition, report.version) == (asset, partition, version)
    assert computed_by(world) == set()


def test_a_part_of_the_graph_that_is_lost_is_built_again(world: World) -> None:
    del world.heads["knowledge_graph"]["x"]
    first = world.plan().spine[0]
    assert (first.asset, first.because) == ("knowledge_graph", ("partitions",))
    world.work()
    assert set(world.heads["knowledge_graph"]) == {"x", "y"}


def test_a_document_whose_new_content_is_not_extracted_contributes_nothing_old(
    world: World,
) -> None:
    world.documents["a.txt"] = "z1"
    current = current_documents(world.observed, world.recorded)["extractions"]
    assert current["a.txt"] == ""
    assert current["b.txt"] == world.heads["extractions"]["b.txt"]


def test_events_of_a_document_that_came_back_and_fails_do_not_count_in_the_corpus(
    world: World,
) -> None:
    del world.documents["b.txt"]
    world.work()
    world.documents["b.txt"] = "z1"
    world.attempts["b.txt"] = failed(world, "b.txt", MAX_ATTEMPTS)
    world.report(world.plan())
    assert world.heads["extractions"]["b.txt"]  # of the one that was deleted
    assert_a_run_sees_the_corpus_as_the_plan_does(world)


def test_events_that_were_lost_of_a_document_that_fails_now_do_not_matter_to_the_corpus(
    world: World,
) -> None:
    world.heads["extractions"].clear()
    world.attempts["b.txt"] = failed(world, "b.txt", MAX_ATTEMPTS)
    assert_a_run_sees_the_corpus_as_the_plan_does(world)
    assert world.plan().spine == ()


def assert_a_run_sees_the_corpus_as_the_plan_does(world: World) -> None:
    """A run goes by our records alone; were its inputs others, the corpus would stay stale."""
    recorded = world.recorded
    in_a_run = recorded.by_our_records(recorded.provenance)
    planned = spine_inputs("corpus", world.observed, recorded)
    assert planned == spine_inputs("corpus", world.observed, in_a_run)


def test_while_something_is_blocked_versions_are_reported_and_nothing_runs(world: World) -> None:
    world.documents["a.txt"] = "z1"
    world.domain["prompt"] = "invalid"
    world.blocked = ("domains/x.yaml:3: is wrong",)
    todo = world.plan()
    assert (todo.ranges, todo.spine_assets, todo.blocked) == ((), (), world.blocked)
    assert {(r.asset, r.partition) for r in todo.reports} == {
        ("documents", "a.txt"),
        ("document_set", ""),
        ("domain", "prompt"),
    }
    assert len(todo.documents) == 4  # shown as stale all the same


def failed(world: World, key: str, count: int) -> Attempt:
    fingerprint = attempt_fingerprint(key, world.observed)
    return Attempt(fingerprint=fingerprint, count=count, reason="it fell over")


def test_a_failing_document_is_tried_again_and_then_given_up_until_an_input_changes(
    world: World,
) -> None:
    world.documents["a.txt"] = "z1"
    world.attempts["a.txt"] = failed(world, "a.txt", MAX_ATTEMPTS - 1)
    assert {s.partition for s in world.plan().documents} == {"a.txt"}
    world.attempts["a.txt"] = failed(world, "a.txt", MAX_ATTEMPTS)
    todo = world.plan()
    assert (todo.documents, todo.ranges, todo.given_up) == ((), (), {"a.txt": "it fell over"})
    world.domain["prompt"] = "edited"
    todo = world.plan()
    assert "a.txt" in {s.partition for s in todo.documents}
    assert todo.given_up == {}


def test_a_document_that_is_well_is_not_given_up_for_an_old_failure(world: World) -> None:
    world.attempts["a.txt"] = failed(world, "a.txt", MAX_ATTEMPTS)
    assert world.plan().given_up == {}


def test_an_incomplete_extraction_counts_and_is_tried_again(world: World) -> None:
    entry = world.provenance["extractions"]["a.txt"]
    facts = {INCOMPLETE: True, "reason": "one chunk failed"}
    world.provenance["extractions"]["a.txt"] = entry.model_copy(update={"facts": facts})
    todo = world.plan()
    assert [(s.asset, s.partition, s.because) for s in todo.documents] == [
        ("extractions", "a.txt", (INCOMPLETE,))
    ]
    assert todo.spine == ()
    current = current_documents(world.observed, world.recorded)["extractions"]
    assert current["a.txt"] == entry.version


def test_new_documents_come_last_in_the_order_of_ranges(world: World) -> None:
    world.documents |= {"0.txt": "x1", "1.txt": "x1"}
    (piece,) = world.plan().ranges
    assert (piece.first, piece.last) == ("0.txt", "1.txt")
    world.work()
    assert world.partitions == ["a.txt", "b.txt", "c.txt", "0.txt", "1.txt"]


def test_the_set_of_documents_depends_on_keys_and_contents_not_on_order() -> None:
    one, other = {"a": "1", "b": "2"}, {"b": "2", "a": "1"}
    assert document_set_version(one) == document_set_version(other)
    assert document_set_version(one) != document_set_version({"a": "2", "b": "1"})


def test_planning_reads_only(world: World) -> None:
    world.documents["a.txt"] = "z1"
    observed, recorded = world.observed, world.recorded
    assert plan(observed, recorded) == plan(observed, recorded)
    assert (observed, recorded) == (world.observed, world.recorded)


def test_work_is_told_apart_by_what_it_is_about(world: World) -> None:
    def fingerprint(keys: tuple[str, ...]) -> str:
        return work_fingerprint(world.plan(), world.observed, keys)

    world.documents["a.txt"] = "z1"
    first = fingerprint(("a.txt",))
    assert fingerprint(("a.txt",)) == first
    assert fingerprint(("b.txt",)) != first
    assert fingerprint(()) != first
    world.documents["b.txt"] = "z2"
    assert fingerprint(("a.txt",)) == first
    world.documents["a.txt"] = "z2"
    assert fingerprint(("a.txt",)) != first
    graph = fingerprint(())
    world.settings["export"] = "edited"
    edited = fingerprint(())
    world.settings["export"] = "edited again"
    assert len({graph, edited, fingerprint(())}) == 3


def test_beside_runs_at_work_only_idle_shards_are_asked_for_and_no_document_as_a_partition() -> (
    None
):
    world = World(documents={f"{name}.txt": "x1" for name in "abcdefgh"})
    by_document = world.plan()
    assert ranges_beside(by_document, world.observed, set()) == by_document.ranges
    assert ranges_beside(by_document, world.observed, {"documents"}) == ()
    observed = world.observed.model_copy(update={"shards": 4})
    todo = plan(observed, world.recorded)
    assert {key for piece in todo.ranges for key in piece.keys} == set(world.documents)
    assert ranges_beside(todo, observed, set()) == todo.ranges
    busy = partition_of("a.txt", 4)
    beside = ranges_beside(todo, observed, {"documents", busy})
    idle = {key for key in world.documents if partition_of(key, 4) != busy}
    assert {key for piece in beside for key in piece.keys} == idle
    assert not any(piece.first <= busy <= piece.last for piece in beside)
