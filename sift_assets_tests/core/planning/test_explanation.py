"""Why something is computed, and what a value was made from."""

from collections.abc import Callable

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from sift_assets.core.planning.explanation import (
    Computation,
    Explained,
    Name,
    Reason,
    computations,
    explain,
    moved_roots,
)
from sift_assets.core.planning.lineage import CHAIN, GRAPH, LINEAGE, ROOTS, SPINE, TELLING
from sift_assets.core.planning.staleness import document_set_version
from sift_assets_tests.core.planning.planned_world import FACETS, World

KEYS = ("a.txt", "b.txt", "c.txt")
CONTENTS = ("Ax", "Ay", "Bx", "By")


def built(**documents: str) -> World:
    world = World(documents={f"{key}.txt": content for key, content in documents.items()})
    world.work()
    world.computed.clear()
    return world


def planned(world: World) -> dict[Name, tuple[Reason, ...]]:
    found = computations(world.plan(), world.observed, world.recorded)
    return {(item.asset, item.partition): item.reasons for item in found}


def explained(world: World, asset: str, partition: str = "", **limits: int) -> Explained:
    found = explain((asset, partition), world.plan(), world.observed, world.recorded, **limits)
    assert found is not None
    return found


def names(value: Explained) -> set[Name]:
    below = {name for read in value.inputs for each in read.values for name in names(each)}
    return {(value.asset, value.partition)} | below


def test_nothing_is_computed_where_everything_is_up_to_date() -> None:
    world = built(a="Ax", b="Bx")
    assert planned(world) == {}
    assert moved_roots(world.plan(), world.recorded) == ()


def test_a_first_plan_calls_everything_new_or_made_of_what_is_to_come() -> None:
    world = World(documents={"a.txt": "Ax"})
    found = planned(world)
    assert found["document_texts", "a.txt"] == (Reason(input="new"),)
    assert found["extractions", "a.txt"] == (Reason(input="document_texts"),)
    assert found["corpus", ""] == (Reason(input="new"),)
    roots = moved_roots(world.plan(), world.recorded)
    assert Reason(input="new", new="Ax") in [
        reason for item in roots if item.asset == "documents" for reason in item.reasons
    ]


def test_an_edited_document_names_both_contents_and_what_follows_is_to_come() -> None:
    world = built(a="Ax", b="Bx")
    text, old_set = world.heads["document_texts"]["a.txt"], document_set_version(world.documents)
    world.documents["a.txt"] = "By"
    found = planned(world)
    new_set = document_set_version(world.documents)
    assert found["document_texts", "a.txt"] == (Reason(input="documents", old="Ax", new="By"),)
    assert found["extractions", "a.txt"] == (Reason(input="document_texts", old=text),)
    assert Reason(input="document_set", old=old_set, new=new_set) in found["corpus", ""]
    corpus = world.heads["corpus"][""]
    assert found["knowledge_graph", ""] == (Reason(input="corpus", old=corpus),)
    assert ("document_texts", "b.txt") not in found


def test_a_text_that_moved_already_is_no_longer_to_come() -> None:
    world = built(a="Ax")
    old = world.heads["document_texts"]["a.txt"]
    world.documents["a.txt"] = "Bx"
    world.report(world.plan())
    world._compute_document("document_texts", "a.txt")
    new = world.heads["document_texts"]["a.txt"]
    assert planned(world)["extractions", "a.txt"] == (
        Reason(input="document_texts", old=old, new=new),
    )


def test_an_edited_facet_is_named_with_both_versions_by_who_reads_it() -> None:
    world = built(a="Ax")
    world.domain["graph"] = "graph 2"
    found = planned(world)
    assert found["knowledge_graph", ""] == (
        Reason(input="domain[graph]", old="graph 1", new="graph 2"),
    )
    assert {asset for asset, _ in found} == set(SPINE) - {"corpus"}
    (root,) = moved_roots(world.plan(), world.recorded)
    assert root == Computation(
        asset="domain",
        partition="graph",
        reasons=(Reason(input="domain[graph]", old="graph 1", new="graph 2"),),
    )


def test_a_raised_code_version_is_named_with_the_old_one(monkeypatch: pytest.MonkeyPatch) -> None:
    world = built(a="Ax")
    from sift_assets.core.planning import lineage

    now = lineage.SPINE["resolved_graph"]
    raised = now.model_copy(update={"code_version": "raised"})
    monkeypatch.setitem(lineage.SPINE, "resolved_graph", raised)
    assert planned(world)["resolved_graph", ""] == (
        Reason(input="code", old=now.code_version, new="raised"),
    )


def test_a_lost_part_of_the_graph_is_computed_because_of_its_partitions() -> None:
    world = built(a="Ax", b="Bx")
    del world.heads["knowledge_graph"]["A"]
    assert planned(world)["knowledge_graph", ""] == (Reason(input="partitions"),)


def test_a_stale_manifest_alone_brings_the_graph_that_it_tells_of() -> None:
    world = built(a="Ax")
    del world.heads["graph_manifest"][""]
    found = planned(world)
    assert found["graph_manifest", ""] == (Reason(input="new"),)
    assert found["knowledge_graph", ""] == (Reason(input="graph_manifest"),)


Edit = Callable[[World], None]


def edits() -> st.SearchStrategy[Edit]:
    def writes(key: str, content: str) -> Edit:
        return lambda world: world.documents.update({key: content})

    def removes(key: str) -> Edit:
        def edit(world: World) -> None:
            world.documents.pop(key, None)

        return edit

    def sets(what: str, name: str, version: str) -> Edit:
        return lambda world: getattr(world, what).update({name: version})

    version = st.sampled_from(("one", "two"))
    return st.one_of(
        st.builds(writes, st.sampled_from(KEYS), st.sampled_from(CONTENTS)),
        st.builds(removes, st.sampled_from(KEYS)),
        st.builds(sets, st.just("domain"), st.sampled_from(FACETS[:4]), version),
        st.builds(sets, st.just("settings"), st.sampled_from(("reader", "extraction")), version),
        st.builds(sets, st.just("decisions"), st.sampled_from(("merges", "promotions")), version),
    )


@settings(max_examples=60)
@given(st.lists(edits(), min_size=1, max_size=5), st.lists(edits(), min_size=1, max_size=3))
def test_a_plan_names_all_that_a_run_makes_from_something_else_and_nothing_it_does_not_run(
    before: list[Edit], after: list[Edit]
) -> None:
    world = World(documents={"a.txt": "Ax"})
    for edit in before:
        edit(world)
    world.work()
    for edit in after:
        edit(world)
    found, made = set(planned(world)), dict(world.made)
    world.computed.clear()
    world.work()
    ran = {name for name in world.computed if name[0] in CHAIN or not name[1]}
    changed = {name for name in ran if world.made[name] != made.get(name)}
    cut_off = {
        name for name in found if name[0] not in {*CHAIN, *GRAPH}
    }  # the graph came out the same
    assert changed <= found <= ran | cut_off


def test_a_value_is_explained_down_to_every_root_it_was_made_from() -> None:
    world = built(a="Ax", b="Bx")
    exports, queue = explained(world, "graph_exports"), explained(world, "review_queue")
    report = explained(world, "report")
    assert {asset for asset, _ in names(exports)} == {
        *ROOTS,
        *CHAIN,
        *GRAPH,
        *TELLING,
        "graph_exports",
    } - {"report"}
    reached = set().union(*map(names, (exports, queue, report)))
    reached |= names(explained(world, "viewer")) | names(explained(world, "agent_index"))
    assert {asset for asset, _ in reached} == set(LINEAGE)
    assert {("documents", "a.txt"), ("documents", "b.txt")} <= reached
    assert ("decisions", "promotions") not in reached
    assert not exports.reasons
    assert exports.version == world.heads["graph_exports"][""]


def test_the_proposals_of_a_type_are_explained_by_the_graph_of_that_type() -> None:
    world = built(a="Ax", b="Bx")
    (part, *_) = explained(world, "merge_proposals", "A").inputs
    assert (part.name, part.moved) == ("knowledge_graph", False)
    assert [(value.asset, value.partition) for value in part.values] == [("knowledge_graph", "A")]


@pytest.mark.parametrize(
    ("depth", "assets"),
    [(0, {"extractions"}), (1, {"extractions", "document_texts", "domain", "settings"})],
)
def test_the_depth_limits_the_steps_and_the_inputs_are_named_all_the_same(
    depth: int, assets: set[str]
) -> None:
    value = explained(built(a="Ax"), "extractions", "a.txt", depth=depth)
    assert {asset for asset, _ in names(value)} == assets
    assert [read.name for read in value.inputs] == [
        *("document_texts", "domain[prompt]", "settings[extraction]")
    ]


def test_of_many_partitions_the_stale_ones_are_told_first() -> None:
    world = built(a="Ax", b="Bx", c="Ay")
    world.documents["c.txt"] = "By"
    (read, *_) = explained(world, "corpus", members=1).inputs
    assert (read.name, read.partitions, read.moved) == ("extractions[*]", 3, True)
    assert [(v.partition, bool(v.reasons)) for v in read.values] == [("c.txt", True)]
    (read, *_) = explained(world, "corpus", members=0).inputs
    assert [value.partition for value in read.values] == ["c.txt", "a.txt", "b.txt"]


def test_an_input_that_has_moved_is_not_followed_into_another_value() -> None:
    world = built(a="Ax")
    world.documents["a.txt"] = "Bx"
    world.report(world.plan())
    value = explained(world, "document_texts", "a.txt")
    (document, reader) = value.inputs
    assert (document.version, document.moved, document.values) == ("Ax", True, ())
    assert (reader.moved, len(reader.values)) == (False, 1)
    assert value.reasons == (Reason(input="documents", old="Ax", new="Bx"),)


def test_a_part_of_the_graph_is_as_stale_as_the_graph() -> None:
    world = built(a="Ax")
    world.domain["graph"] = "graph 2"
    assert explained(world, "knowledge_graph", "A").reasons == (
        Reason(input="domain[graph]", old="graph 1", new="graph 2"),
    )


def test_a_record_that_dagster_does_not_confirm_says_so() -> None:
    world = built(a="Ax")
    world.heads["corpus"][""] = "another"
    value = explained(world, "corpus")
    assert not value.confirmed
    assert value.reasons == (Reason(input="new"),)


def test_what_is_not_recorded_is_not_explained() -> None:
    world = World(documents={"a.txt": "Ax"})
    for asset in (*ROOTS, "corpus"):
        assert explain((asset, ""), world.plan(), world.observed, world.recorded) is None
