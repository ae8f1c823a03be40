"""An entity is meant by its id or by a name that only one has."""

import pytest

from sift_assets.core.decisions.decision import Act
from sift_assets.core.errors import DecisionError
from sift_assets.core.review.subjects import LISTED, Subjects
from sift_assets_tests.core.decisions.decision_examples import company, decided, person, said
from sift_assets_tests.core.graph.graph_examples import graph_of, mention, relation

TOWN = graph_of(
    {
        "a": [
            mention("PERSON", "Joe Recarey", surface="JOE"),
            mention("PERSON", "Joseph"),
            mention("PERSON", "Mercury"),
            mention("ORGANIZATION", "Mercury"),
            relation("Joe Recarey", "WORKS_FOR", "Mercury", target_type="ORGANIZATION"),
        ],
        "b": [mention("PERSON", f"Smith {number}") for number in range(LISTED + 2)],
    }
)
JOE, JOSEPH, FIRM = person("Joe Recarey").id, person("Joseph").id, company("Mercury").id
WORKS = f"{JOE}|WORKS_FOR|{FIRM}"

PLAIN = Subjects(decided(TOWN))
MERGED = Subjects(
    decided(TOWN, said(Act.MERGE, entities=(person("Joe Recarey"), person("Joseph"))))
)


@pytest.mark.parametrize(
    ("given", "meant"),
    [
        (JOE, JOE),
        (JOE.upper(), JOE),
        ("joe  RECAREY", JOE),
        ("Joe", JOE),  # also called so
        (FIRM, FIRM),
    ],
)
def test_an_entity_is_found_by_id_name_or_another_name(given: str, meant: str) -> None:
    assert PLAIN.entity(given) == meant


def test_one_that_was_merged_is_still_found_by_itself() -> None:
    assert MERGED.entity("Joseph") == JOSEPH
    assert MERGED.entities((JOSEPH, "Joe Recarey")) == (JOSEPH, JOE)


@pytest.mark.parametrize(
    ("given", "message"),
    [
        ("Mercury", "may be any of organization:mercury, person:mercury"),
        ("Recarey", "There is person:joe_recarey"),
        ("Smith", "and 2 more"),
        ("Nobody", "sift export json"),
        ("", "no entity ''"),
    ],
)
def test_a_name_of_several_things_or_of_none_names_candidates(given: str, message: str) -> None:
    with pytest.raises(DecisionError, match=message):
        PLAIN.entity(given)


def test_a_relation_is_found_by_its_id_or_its_parts() -> None:
    assert PLAIN.relation(WORKS) == WORKS
    assert PLAIN.relation(f"joe recarey|works_for|{FIRM}") == WORKS
    assert MERGED.relation(f"Joseph|works_for|{FIRM}") == WORKS
    for wrong in ("joe recarey|OWNS|Joseph", "joe recarey"):
        with pytest.raises(DecisionError, match="no relation"):
            PLAIN.relation(wrong)
