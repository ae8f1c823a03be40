from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from sift_assets.core.communities.cutting import cut
from sift_assets.core.communities.keys import UNASSIGNED
from sift_assets.core.communities.records import CommunityMap, ProposedLink
from sift_assets.core.decisions.resolved import ResolvedGraph
from sift_assets.core.domain.facets import NarrativeFacet
from sift_assets.core.narrative.records import Narrative, Passage, Report, Sentence
from sift_assets.core.narrative.rendering import render_report
from sift_assets.core.narrative.report import build_report, told_sentences
from sift_assets.core.narrative.report_method import MethodFacts
from sift_assets.core.narrative.report_overview import Told
from sift_assets.core.narrative.settings import NarrativeSettings, NarrativeStage
from sift_assets.core.narrative.timeline import MAX_ENTRIES
from sift_assets.core.narrative.writing.local_writer import write_narrative
from sift_assets.core.records.extraction import Alignment
from sift_assets_tests.core.graph import test_ftx_graph as ftx
from sift_assets_tests.core.graph.graph_examples import extraction, mention, relation
from sift_assets_tests.core.narrative.report_examples import (
    graphs,
    map_of,
    people,
    resolved_of,
    shuffled,
)
from sift_assets_tests.fakes.hash_seeds import printed_under_hash_seeds

FACET = NarrativeFacet(context="", style=())


def narratives_of(
    graph: ResolvedGraph, known: CommunityMap, stage: NarrativeStage
) -> dict[str, Narrative]:
    return {one.key: write_narrative(one, FACET, stage) for one in cut(graph, known.members)}


def report_of(
    graph: ResolvedGraph,
    settings: NarrativeSettings | None = None,
    overview: Told | None = None,
    seed: int | None = None,
) -> Report:
    """Report of a graph with the local writer and its communities.

    With a seed the report reads the rows of the graph in another order.
    """
    stage = NarrativeStage(settings=settings or NarrativeSettings())
    known = map_of(graph)
    told = narratives_of(graph, known, stage)
    labels = {key: f"{one.label} ({key})" for key, one in told.items()}
    read = graph if seed is None else shuffled(graph, seed)
    return build_report(read, known, told, labels, stage, MethodFacts(), overview)


@pytest.fixture(scope="module")
def harbour() -> ResolvedGraph:
    return harbour_graph()


def harbour_graph() -> ResolvedGraph:
    """Two documents of two communities, with a date, a doubtful relation and somebody alone."""
    first = [
        *people("Ada", "Bo", "Cy", "Zoe"),
        mention("ORGANIZATION", "Kestrel", 400),
        relation("Ada", "EMPLOYED_BY", "Kestrel", 500, valid_from="2019"),
        relation("Bo", "EMPLOYED_BY", "Kestrel", 600),
        relation("Cy", "OWNS", "Kestrel", 700, confidence=0.2),
    ]
    second = [
        *people("Eve", "Flo", "Gus", "Ada"),
        relation("Eve", "FOLLOWS", "Flo", 500),
        relation("Flo", "FOLLOWS", "Gus", 600, alignment=Alignment.ALIGNED),
        relation("Gus", "FOLLOWS", "Eve", 700),
        relation("Gus", "FOLLOWS", "Nobody", 800),
    ]
    documents = {
        "a.txt": extraction(*first, extractor="local/en"),
        "b.txt": extraction(*second, extractor="llm"),
    }
    return resolved_of(documents, {"a.txt": "2024-03", "b.txt": "2024-05-02"})


def test_a_report_says_what_there_is(harbour: ResolvedGraph) -> None:
    report = report_of(harbour)
    assert report.title == "What 2 documents tell"
    assert report.counts == {
        "documents": 2,
        "entities": 8,
        "relations": 6,
        "mentions": 9,
        "statements": 6,
        "communities": 2,
        "entities_in_no_community": 1,
        "islands": 2,
        "pending": 2,
        "contradictions": 0,
        "quarantined": 1,
        "dated_facts_left_out": 0,
    }
    assert report.sources == (("a.txt", "", "2024-03"), ("b.txt", "", "2024-05-02"))
    assert [(one.key, one.size) for one in report.communities] == [
        ("organization:kestrel", 4),
        ("person:eve", 3),
        (UNASSIGNED, 1),
    ]
    assert [one.sentence.text for one in report.timeline] == [
        "Ada has worked for Kestrel since 2019."
    ]
    assert report.names["person:ada"] == "Ada"


def test_the_overview_names_the_centre_and_cites_everybody(harbour: ResolvedGraph) -> None:
    report = report_of(harbour)
    texts = [one.text for one in report.overview]
    assert texts[0] == "The documents tell most of Kestrel, Eve, Ada, Bo and Flo."
    assert "Ada has worked for Kestrel since 2019." in texts
    assert "The largest communities centre on Kestrel and Eve." in texts
    assert texts[-1] == "The documents are dated from March 2024 to 2 May 2024."
    quotes = [report.passages[one].quote for one in report.overview[0].cites]
    assert quotes == ["Kestrel", "Eve", "Ada", "Bo", "Flo"]


def test_the_method_names_what_read_and_wrote(harbour: ResolvedGraph) -> None:
    assert report_of(harbour).method == (
        (
            "In 2 documents, 9 mentions of 8 entities and 6 statements of 6 relations were found "
            "by a language model and the local model local/en."
        ),
        "Of 15 quotes, 14 stand in the text word for word and 1 in similar words.",
        "1 record was kept out: with an end that is no entity.",
        "2 communities with 88% of the entities were found by leiden 1 (modularity 0.49).",
        "The text was written by rules, without a language model.",
        "Every sentence names the passages that it rests on.",
    )


def test_the_method_counts_what_models_wrote_and_what_did_not_hold(harbour: ResolvedGraph) -> None:
    stage, known = NarrativeStage(), map_of(harbour)
    told = narratives_of(harbour, known, stage)
    by_model = {"writer": "openai/x", "rewritten": 2, "dropped": 1, "outdated": "no budget"}
    told["person:eve"] = told["person:eve"].model_copy(update=by_model)
    facts = MethodFacts(models=("y", "x", "llm"), overview_writer="openai/z")
    method = build_report(harbour, known, told, {}, stage, facts).method
    assert "(models: x and y)" in method[0]
    assert method[-3:] == (
        "The text was written by openai/x and openai/z; 2 narratives by rules.",
        (
            "Every sentence names the passages that it rests on; of those that did not hold "
            "against them 2 were written once more and 1 left out."
        ),
        "1 narrative could not be told anew; what is shown is earlier text.",
    )


def test_what_is_switched_off_is_not_told(harbour: ResolvedGraph) -> None:
    off = NarrativeSettings(overview=False, timeline=False, story=False, profiles=False)
    report = report_of(harbour, off)
    assert (report.overview, report.timeline) == ((), ())
    assert all((one.story, one.profiles) == ((), ()) for one in report.communities)
    assert report.communities
    assert len(list(told_sentences(report))) == sum(len(one.steps) for one in report.chains) + len(
        report.islands
    )


def test_an_overview_of_somebody_else_takes_the_place_of_ours(harbour: ResolvedGraph) -> None:
    passage = Passage(document="a.txt", page=0, start=0, end=3, quote="Ada")
    uncited = passage.model_copy(update={"end": 2})
    both = {one.id: one for one in (passage, uncited)}
    other = Told((Sentence(text="Ada.", cites=(passage.id,)),), both)
    report = report_of(harbour, overview=other)
    assert report.overview == other.sentences
    assert report.passages[passage.id] == passage
    assert uncited.id not in report.passages


def test_a_proposed_link_is_a_question_that_cites_both(harbour: ResolvedGraph) -> None:
    links = (
        ProposedLink(first="person:ada", second="person:gus", score=0.7, reasons=("x", "y", "z")),
        ProposedLink(first="person:cy", second="person:eve", score=0.6, reasons=()),
        ProposedLink(first="person:gone", second="person:eve", score=0.5, reasons=()),
    )
    known = map_of(harbour).model_copy(update={"proposed_links": links})
    report = build_report(harbour, known, {}, {}, NarrativeStage(), MethodFacts())
    assert [one.sentence.text for one in report.islands] == [
        "No document connects Ada and Gus; a link would rest on x, y and z.",
        "No document connects Cy and Eve.",
    ]
    quotes = [report.passages[one].quote for one in report.islands[0].sentence.cites]
    assert quotes == ["Ada", "Gus"]


def test_a_graph_without_anything_makes_a_report() -> None:
    graph = resolved_of({})
    report = report_of(graph)
    assert list(told_sentences(report)) == []
    assert report.method[:2] == (
        "In 0 documents, 0 mentions of 0 entities and 0 statements of 0 relations were found.",
        "No record was kept out of the graph.",
    )
    assert render_report(report).startswith("# What 0 documents tell\n")


def assert_sound(graph: ResolvedGraph, report: Report) -> None:
    """Every sentence is cited, every citation opens a passage, none is of anything else."""
    told = list(told_sentences(report))
    cited = {one for each in told for one in each.cites}
    assert all(one.cites for one in told)
    assert cited == report.passages.keys()
    documents = {*graph.documents["document"].to_pylist()}
    assert {one.document for one in report.passages.values()} <= documents
    assert all(one.quote.strip() for one in report.passages.values())
    entities = {*graph.entities["id"].to_pylist()}
    assert {one for chain in report.chains for one in chain.entities} <= entities
    order = [(one.start, one.end, one.sentence.text) for one in report.timeline]
    assert order == sorted(order)
    assert report.names.keys() <= entities


@given(graphs(), st.integers(0, 3))
@settings(max_examples=20)
def test_a_report_is_cited_throughout_and_the_same_for_any_order_of_rows(
    graph: ResolvedGraph, seed: int
) -> None:
    report = report_of(graph)
    assert_sound(graph, report)
    assert report_of(graph, seed=seed).to_bytes() == report.to_bytes()


def test_a_report_depends_on_no_hash_seed() -> None:
    code = (
        "from sift_assets_tests.core.narrative.test_report import *;"
        "print(report_of(harbour_graph()).content_hash())"
    )
    assert printed_under_hash_seeds(code) == {report_of(harbour_graph()).content_hash()}


@pytest.mark.skipif(not ftx.FTX.is_dir(), reason="the recorded answers are not beside the tests")
def test_the_ftx_articles_make_a_report_that_is_sound_and_twice_the_same() -> None:
    documents: dict[str, Any] = ftx.answers()
    graph = resolved_of(documents)
    report = report_of(graph)
    assert_sound(graph, report)
    assert len(report.chains) >= 4
    assert len(report.timeline) == MAX_ENTRIES
    assert report.counts["dated_facts_left_out"] > 200
    page = render_report(report)
    again = report_of(graph, seed=1)
    assert again.to_bytes() == report.to_bytes()
    assert render_report(again) == page
    on_that_day = [one.sentence.text for one in report.timeline if one.start == "2022-12-12"]
    assert any("arrested" in text for text in on_that_day)
