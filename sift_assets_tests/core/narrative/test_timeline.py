from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from sift_assets.core.decisions.resolved import ResolvedGraph
from sift_assets.core.narrative.timeline import timeline_of
from sift_assets.core.records.extraction import Mention, RelationMention
from sift_assets_tests.core.graph.graph_examples import attribute, mention, relation
from sift_assets_tests.core.narrative.report_examples import graphs, people, resolved_of, shuffled


def told(*records: Mention | RelationMention, **documents: Any) -> list[tuple[str, str, str]]:
    graph = resolved_of({"a.txt": [*people("Ada", "Bo"), *records], **documents})
    return [(one.start, one.end, one.sentence.text) for one in timeline_of(graph).entries]


def test_a_stated_period_is_told_in_words() -> None:
    since = relation("Ada", "EMPLOYED_BY", "Bo", 500, valid_from="2019-03")
    assert told(since) == [("2019-03-01", "2019-03-31", "Ada has worked for Bo since March 2019.")]
    both = relation("Ada", "EMPLOYED_BY", "Bo", 500, valid_from="2010", valid_to="2015-06-30")
    assert told(both) == [
        ("2010-01-01", "2015-06-30", "Ada worked for Bo from 2010 to 30 June 2015.")
    ]
    until = relation("Ada", "EMPLOYED_BY", "Bo", 500, valid_to="2015")
    assert told(until) == [("2015-01-01", "2015-12-31", "Ada worked for Bo until 2015.")]


@pytest.mark.parametrize(
    ("type_", "key", "value", "text"),
    [
        ("ORGANIZATION", "founded", "April 2019", "Acme was founded in April 2019."),
        ("PERSON", "birth_date", "March 5, 1992", "Acme was born on 5 March 1992."),
        ("EVENT", "date", "around 2005", "Acme took place in around 2005."),
        ("COURT_HEARING", "start_date", "2021-02-03", "Acme began on 3 February 2021."),
        ("EVENT", "year", "2010-2012", "Acme took place from 2010 to 2012."),
        ("REPORT", "date", "7/8/2020", "The date of Acme is given as 2020."),
        ("PERSON", "Resignation Date", "2022", "The resignation date of Acme is given as 2022."),
    ],
)
def test_a_dated_attribute_is_told(type_: str, key: str, value: str, text: str) -> None:
    acme = mention(type_, "Acme", 300, attributes=attribute(key, value))
    graph = resolved_of({"a.txt": [acme]})
    (entry,) = timeline_of(graph).entries
    assert entry.sentence.text == text
    assert entry.about == ("around" in value)
    (passage,) = timeline_of(graph).passages.values()
    assert (passage.document, passage.start, passage.quote) == ("a.txt", 300, "Acme")


@pytest.mark.parametrize(
    ("key", "value"),
    [("role", "chief since 2019"), ("founded", "in Berlin"), ("net_worth", "2019"), ("date", "")],
)
def test_what_is_no_date_is_no_event(key: str, value: str) -> None:
    assert told(mention("EVENT", "Acme", 300, attributes=attribute(key, value))) == []


def test_a_quote_that_holds_one_date_is_told_as_it_stands() -> None:
    quote = "Ada met Bo on 3 May 2020 in Ghent. Nobody else came in 2021 or in 2022. He was late"
    assert told(relation("Ada", "KNOWS", "Bo", 500, quote=quote)) == [
        ("2020-05-03", "2020-05-03", "“Ada met Bo on 3 May 2020 in Ghent.”")
    ]


def test_a_quote_that_does_not_name_whom_it_is_about_is_told_with_the_name() -> None:
    quote = "He was appointed to the board of Bo in 2019"
    assert told(relation("Ada Varga", "KNOWS", "Bo", 500, quote=quote), *people("Ada Varga")) == [
        ("2019-01-01", "2019-12-31", "Ada Varga: “He was appointed to the board of Bo in 2019”.")
    ]


def test_the_date_of_a_document_is_no_event() -> None:
    records = [*people("Ada", "Bo"), relation("Ada", "KNOWS", "Bo", 500)]
    graph = resolved_of({"a.txt": records}, dates={"a.txt": "2024-01-01"})
    assert timeline_of(graph).entries == ()


def test_several_documents_that_say_the_same_make_one_entry() -> None:
    quote = "Ada was arrested in Ghent on 3 May 2020 after a long chase"
    other = "On May 3, 2020, Ada was arrested in Ghent"
    records = [*people("Ada", "Bo"), relation("Ada", "KNOWS", "Bo", 500, quote=other)]
    assert told(relation("Ada", "KNOWS", "Bo", 500, quote=quote), b=records) == [
        ("2020-05-03", "2020-05-03", f"“{quote}”.")
    ]


def test_what_two_people_did_on_one_day_is_two_entries() -> None:
    one = relation("Ada", "KNOWS", "Bo", 500, quote="Ada was arrested in Ghent on 3 May 2020")
    other = relation("Bo", "KNOWS", "Ada", 700, quote="Bo was arrested in Ghent on 3 May 2020")
    assert len(told(one, other)) == 2


def test_a_coarser_date_of_the_same_fact_is_no_entry_of_its_own() -> None:
    exact = relation("Ada", "CREATED", "Bo", 500, valid_from="2016-04-12")
    coarse = relation("Ada", "CREATED", "Bo", 600, valid_from="2016")
    other = relation("Ada", "CREATED", "Bo", 700, valid_from="2017")
    graph = resolved_of({"a.txt": [*people("Ada", "Bo"), exact, coarse, other]})
    found = timeline_of(graph).entries
    assert [(one.start, len(one.sentence.cites)) for one in found] == [
        ("2016-04-12", 2),
        ("2017-01-01", 1),
    ]


def test_an_attribute_that_a_quote_says_as_well_is_left_out() -> None:
    bo = mention("PERSON", "Bo", 100, attributes=attribute("resignation_date", "May 2020"))
    quote = relation("Ada", "KNOWS", "Bo", 500, quote="Bo resigned as head on 3 May 2020")
    assert [text for *_, text in told(bo, quote)] == ["“Bo resigned as head on 3 May 2020”."]
    other = relation("Ada", "KNOWS", "Bo", 500, quote="Bo praised Ada warmly on 3 May 2020")
    assert len(told(bo, other)) == 2


def test_the_best_supported_entries_are_kept_and_put_in_order() -> None:
    two = [*people("Ada", "Bo"), relation("Ada", "EMPLOYED_BY", "Bo", 500, valid_from="2019")]
    more = [relation("Bo", "OWNS", "Ada", 600, valid_from=f"{year}") for year in range(1990, 2020)]
    graph = resolved_of({"a.txt": [*two, *more], "b.txt": two})
    cut = timeline_of(graph, most=5)
    assert cut.left_out == 26
    assert [one.start[:4] for one in cut.entries] == ["1990", "1991", "1992", "1993", "2019"]
    cited = {one for entry in cut.entries for one in entry.sentence.cites}
    assert cut.passages.keys() == cited


@given(graphs(), st.integers(0, 3), st.integers(0, 5))
@settings(max_examples=40)
def test_a_timeline_is_in_order_cited_and_the_same_for_any_order_of_rows(
    graph: ResolvedGraph, seed: int, most: int
) -> None:
    found = timeline_of(graph)
    assert found == timeline_of(shuffled(graph, seed))
    keys = [(one.start, one.end, one.sentence.text) for one in found.entries]
    assert keys == sorted(set(keys))
    entities = {*graph.entities["id"].to_pylist()}
    for entry in found.entries:
        assert entry.sentence.cites
        assert {*entry.sentence.cites} <= found.passages.keys()
        assert {*entry.entities} <= entities
        assert entry.start <= entry.end
    cut = timeline_of(graph, most)
    assert len(cut.entries) == min(most, len(found.entries))
    assert cut.left_out == found.left_out + len(found.entries) - len(cut.entries)
    assert all(entry in found.entries for entry in cut.entries)
