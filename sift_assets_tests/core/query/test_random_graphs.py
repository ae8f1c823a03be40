"""Laws of all functions on random graphs: the same filters on every route, and true paths."""

import json
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import networkx as nx
from hypothesis import given, settings

from sift_assets.core.graph.identity import entity_id
from sift_assets.core.query.errors import Code, QueryError
from sift_assets.core.query.neighbourhood import query
from sift_assets.core.query.overview import entity_info, info, topology
from sift_assets.core.query.paths import path
from sift_assets.core.query.proving import evidence, timeline
from sift_assets.core.query.records import Fact
from sift_assets.core.query.searching import search
from sift_assets_tests.core.query.random_world import (
    NAMES,
    PAPERS,
    WORLDS,
    expected_facts,
    in_scope,
    network,
    pairs,
    typed,
)
from sift_assets_tests.core.query.small_world import Papers, Stated, name_type, said, written

World = tuple[Papers, dict[str, Any]]


def stated(fact: Fact) -> Stated:
    return fact.source.name, fact.type, fact.target.name


def said_or_code(file: Path, ask: Any, *given: Any, **more: Any) -> Any:
    """Return a result, or the code of the error."""
    try:
        return said(file, ask, *given, **more)
    except QueryError as error:
        return error.code


@settings(max_examples=30)
@given(WORLDS)
def test_every_function_means_the_same_by_filters(world: World) -> None:
    papers, filters = world
    facts = expected_facts(papers, filters)
    scope = {key for key, one in papers.items() if in_scope(key, one, filters)}
    there = {end for key in scope for fact in papers[key].states for end in (fact[0], fact[2])}
    with TemporaryDirectory() as folder:
        file = written(Path(folder) / "index.sqlite", papers)
        whole = said(file, info, filters=filters)
        assert whole.counts.documents == len(scope)
        assert whole.counts.relations == len(facts)
        assert said(file, topology, filters=filters).relations == len(facts)
        found = {
            one.name for one in said(file, search, "aa bb cc dd ee ff gg", filters=filters).entities
        }
        assert found <= there & {*typed(filters)}
        for name in sorted(there):
            _check_entity(file, name, papers, filters)


def _check_entity(file: Path, name: str, papers: Papers, filters: dict[str, Any]) -> None:
    facts, allowed = expected_facts(papers, filters), {*typed(filters), name}
    own = {f: n for f, n in facts.items() if name in (f[0], f[2]) and {f[0], f[2]} <= allowed}
    around = said(file, query, name, filters=filters)
    assert {stated(one): one.support for one in around.facts} == own
    assert {one.name for one in around.neighbours} == {e for f in own for e in (f[0], f[2])} - {
        name
    }
    places = [*around.facts, said(file, evidence, name, filters=filters)]
    documents = {source.document for one in places for source in one.sources}
    assert all(in_scope(key, papers[key], filters) for key in documents)
    known = said(file, entity_info, name, filters=filters)
    assert sum(known.relations.values()) == sum(name in (f[0], f[2]) for f in facts)


@settings(max_examples=15)
@given(WORLDS)
def test_no_answer_names_what_only_documents_out_of_scope_speak_of(world: World) -> None:
    papers, filters = world
    scope = {key for key, one in papers.items() if in_scope(key, one, filters)}
    inside = {end for key in scope for fact in papers[key].states for end in (fact[0], fact[2])}
    gone = set(NAMES) - inside
    hidden = {key for key in papers if key not in scope} | gone
    hidden |= {entity_id(name_type(name), name) for name in gone}
    with TemporaryDirectory() as folder:
        file = written(Path(folder) / "index.sqlite", papers)
        asked = [(ask, ()) for ask in (info, topology, timeline)]
        asked += [(ask, (n,)) for ask in (query, entity_info, evidence) for n in sorted(inside)]
        asked += [(path, pair) for pair in pairs() if {*pair} <= inside]
        for ask, given_ in [*asked, (search, ("states met owns",))]:
            found = said_or_code(file, ask, *given_, filters=filters)
            text = found if isinstance(found, Code) else json.dumps(found.said)
            assert [one for one in sorted(hidden) if one in text] == []


@settings(max_examples=20)
@given(WORLDS)
def test_paths_are_shortest_real_and_do_not_repeat(world: World) -> None:
    papers, filters = world
    facts = expected_facts(papers, filters)
    with TemporaryDirectory() as folder:
        file = written(Path(folder) / "index.sqlite", papers)
        for source, target in pairs():
            net = network(list(facts), [*typed(filters), source, target])
            found = said_or_code(file, path, source, target, alternatives=4, filters=filters)
            if found is Code.NO_PATH:
                assert not ({source, target} <= {*net} and nx.has_path(net, source, target))
            if isinstance(found, Code):
                assert found in (Code.UNKNOWN_ENTITY, Code.NO_PATH)
                continue
            ways = [one.entities for one in found.paths]
            best = list(nx.shortest_simple_paths(net, source, target))
            assert sorted(map(len, ways)) == sorted(map(len, best))[:4]
            assert len({*ways}) == len(ways)
            for way in found.paths:
                assert len({*way.entities}) == way.length + 1
                for step in way.steps:
                    ends = {step.entity.name, step.next.name}
                    assert step.relations
                    assert all({one.source.name, one.target.name} == ends for one in step.relations)
                    assert all(stated(one) in facts and one.sources for one in step.relations)


@settings(max_examples=8)
@given(PAPERS)
def test_surroundings_reach_as_far_as_they_are_asked_to(papers: Papers) -> None:
    facts = list(expected_facts(papers, {}))
    net = network(facts)
    with TemporaryDirectory() as folder:
        file = written(Path(folder) / "index.sqlite", papers)
        for name in list(net)[:3]:
            for depth in (1, 2, 3):
                around = said(file, query, name, depth=depth)
                lengths = nx.single_source_shortest_path_length(net, name, cutoff=depth)
                assert {one.name: one.distance for one in around.neighbours} == {
                    other: length for other, length in lengths.items() if other != name
                }
