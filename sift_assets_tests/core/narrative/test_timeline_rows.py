from hypothesis import given, settings
from hypothesis import strategies as st

from sift_assets.core.decisions.resolved import ResolvedGraph
from sift_assets.core.narrative.timeline_rows import dated_rows
from sift_assets_tests.core.graph.graph_examples import attribute, mention, relation
from sift_assets_tests.core.narrative.report_examples import graphs, people, resolved_of, shuffled

STATED = "Ada met Bo again on 3 May 2020 in Ghent."


def test_what_may_hold_a_date_is_read() -> None:
    records = [
        *people("Ada", "Bo"),
        relation("Ada", "OWNS", "Bo", 500, valid_from="2019", quote=STATED),
        relation("Ada", "KNOWS", "Bo", 600, quote=STATED),
        relation("Bo", "KNOWS", "Ada", 700, quote="Bo has known Ada for 20 years."),
        mention("PERSON", "Ada", 800, attributes=attribute("birth_date", "March 1992")),
        mention("PERSON", "Bo", 900, attributes=attribute("role", "chief of staff")),
    ]
    found = dated_rows(resolved_of({"a.txt": records}), {})
    assert found.periods["start"].to_pylist() == [500]
    assert found.quotes["start"].to_pylist() == [600]
    assert found.attributes["start"].to_pylist() == [800]
    assert found.unread == 0


def test_of_too_many_those_of_more_documents_are_read_first() -> None:
    twice = [*people("Ada", "Bo", "Cy"), relation("Ada", "KNOWS", "Bo", 500, quote=STATED)]
    once = [relation("Cy", "KNOWS", "Bo", 700, quote="Cy met Bo again on 4 May 2020.")]
    graph = resolved_of({"a.txt": [*twice, *once], "b.txt": twice})
    found = dated_rows(graph, {"person:cy": 9.0}, most=2)
    assert found.quotes["source_id"].to_pylist() == ["person:ada", "person:ada"]
    assert found.unread == 1


def test_of_as_well_supported_ones_those_about_central_entities_are_read() -> None:
    stated = [relation(one, "KNOWS", "Bo", 500, quote=STATED) for one in ("Ada", "Cy")]
    born = [
        mention("PERSON", one, 900, attributes=attribute("born", "1992")) for one in ("Ada", "Cy")
    ]
    graph = resolved_of({"a.txt": [*people("Ada", "Bo", "Cy"), *stated, *born]})
    found = dated_rows(graph, {"person:cy": 1.0}, most=1)
    assert found.quotes["source_id"].to_pylist() == ["person:cy"]
    assert found.attributes["entity_id"].to_pylist() == ["person:cy"]
    assert found.unread == 2


@settings(max_examples=25)
@given(graphs(), st.integers(0, 5), st.integers(0, 10_000))
def test_which_rows_are_read_does_not_depend_on_their_order(
    graph: ResolvedGraph, most: int, seed: int
) -> None:
    weights = {one: float(len(one) % 3) for one in graph.entities["id"].to_pylist()}
    first, second = (dated_rows(one, weights, most) for one in (graph, shuffled(graph, seed)))
    assert first.unread == second.unread
    for one, other in zip(first[:3], second[:3], strict=True):
        assert sorted(map(repr, one.to_pylist())) == sorted(map(repr, other.to_pylist()))
        assert len(one) <= most
