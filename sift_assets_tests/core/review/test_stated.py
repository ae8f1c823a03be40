"""What is added fits the domain, and what is taken away is really stated."""

import pytest

from sift_assets.core.errors import DecisionError
from sift_assets.core.graph.type_map import type_map
from sift_assets.core.records.extraction import Attribute
from sift_assets.core.review.said import Grounds
from sift_assets.core.review.stated import check_relation, stated_value
from sift_assets_tests.core.decisions.decision_examples import company, decided, person
from sift_assets_tests.core.graph.graph_examples import GENERAL, domain, graph_of, mention

BORN = tuple(Attribute(key="Born", value=value) for value in ("1970", "1980"))
ROLE = Attribute(key="role", value="Director")
GRAPH = decided(
    graph_of(
        {
            "a": [
                mention("PERSON", "Ada", attributes=(*BORN, ROLE)),
                mention("ORGANIZATION", "Kestrel"),
                mention("PERSON", "Bo"),
            ]
        }
    )
)
ADA, BO, FIRM = person("Ada").id, person("Bo").id, company("Kestrel").id
GROUNDS = Grounds(GRAPH, type_map(GENERAL))


def test_a_property_is_found_in_any_spelling_and_its_only_value_needs_no_name() -> None:
    assert stated_value(GRAPH, ADA, "ROLE", "") == ("role", "Director")
    assert stated_value(GRAPH, ADA, "born", " 1980") == ("Born", "1980")


@pytest.mark.parametrize(
    ("entity", "key", "value", "message"),
    [
        (ADA, "born", "", "has the values '1970', '1980'"),
        (ADA, "born", "1990", "has the values"),
        (ADA, "height", "", "Stated are: Born, role"),
        (BO, "born", "", "It has no properties"),
    ],
)
def test_what_is_not_stated_cannot_be_taken_away(
    entity: str, key: str, value: str, message: str
) -> None:
    with pytest.raises(DecisionError, match=message):
        stated_value(GRAPH, entity, key, value)


def test_a_relation_type_is_one_of_the_domain_between_ends_that_it_joins() -> None:
    assert check_relation(GROUNDS, ADA, "works for", FIRM) == "WORKS_FOR"
    assert check_relation(GROUNDS, ADA, "proposes", BO) == "PROPOSES"  # the inverse of one
    assert check_relation(GROUNDS, FIRM, "EXTENDS", ADA) == "EXTENDS"
    with pytest.raises(DecisionError, match="no relation type 'LOVES'"):
        check_relation(GROUNDS, ADA, "LOVES", BO)
    with pytest.raises(DecisionError, match="WORKS_FOR does not join ORGANIZATION to PERSON"):
        check_relation(GROUNDS, FIRM, "WORKS_FOR", ADA)


def test_without_a_schema_any_type_that_can_be_one_will_do() -> None:
    free = Grounds(GRAPH, type_map(domain(schema_free=True)))
    assert check_relation(free, ADA, "loves", BO) == "LOVES"
    with pytest.raises(DecisionError, match="no relation type"):
        check_relation(free, ADA, "♥", BO)
