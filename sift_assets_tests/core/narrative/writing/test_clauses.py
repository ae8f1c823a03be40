from collections.abc import Sequence
from typing import Any

import pytest

from sift_assets.core.narrative.material import profile_material
from sift_assets.core.narrative.writing.clauses import clauses_of
from sift_assets.core.narrative.writing.profiles import sentences_of
from sift_assets.core.records.extraction import Attribute, RelationMention
from sift_assets_tests.core.graph.graph_examples import mention, relation
from sift_assets_tests.core.narrative.narrative_examples import material

NAMES = (
    *(("PERSON", name) for name in ("Ada", "Bo", "Cy", "Di", "Ed", "Flo")),
    *(("ORGANIZATION", name) for name in ("Acme", "Bolt", "Core")),
    ("EVENT", "Ada"),
    ("LOCATION", "Oslo"),
)


def stated(source: str, type_: str, target: str, **fields: Any) -> RelationMention:
    return relation(source, type_, target, fields.pop("start", 0), **fields)


def clauses(relations: Sequence[RelationMention], entity: str = "organization:acme") -> list[str]:
    rows = [
        one.model_copy(
            update={
                "evidence": one.evidence.model_copy(
                    update={"start": 1000 * at, "end": 1000 * at + len(one.evidence.quote)}
                )
            }
        )
        for at, one in enumerate(relations, start=1)
    ]
    named = [mention(type_, name, 20 * at) for at, (type_, name) in enumerate(NAMES)]
    told = profile_material(material({"a.txt": [*named, *rows]}), entity)
    found = clauses_of(told.member, told.relations)
    return [one.text for one in sentences_of(found, told.member.name, "It")]


def test_relations_of_one_kind_are_one_clause_and_long_rows_are_cut() -> None:
    works = [
        stated(name, "EMPLOYED_BY", "Acme", source_type="PERSON", quote=f"{name} is there.")
        for name in ("Ada", "Bo", "Cy", "Di", "Ed", "Flo")
    ]
    assert clauses(works) == ["Acme employs Ada, Bo, Cy, Di, and 2 more"]


def test_what_has_no_words_from_this_side_is_said_from_the_other() -> None:
    reports = [stated(name, "REPORTS_TO", "Acme") for name in ("Bo", "Cy")]
    assert clauses([*reports, stated("Acme", "OWNS", "Bolt")]) == [
        "Acme owns Bolt",
        "Bo and Cy report to Acme",
    ]


def test_what_differs_in_its_period_is_said_apart() -> None:
    owned = [
        stated("Acme", "OWNS", "Bolt", valid_from="2010"),
        stated("Acme", "OWNS", "Core"),
    ]
    assert clauses(owned) == ["Acme owns Core and has owned Bolt since 2010"]


@pytest.mark.parametrize(
    ("quote", "said"),
    [
        ("Bo is the director of Acme.", "Acme employs Bo"),
        ("Bo, a former director of Acme, left.", "Acme employed Bo"),
        ("Bo was a director of Acme.", "Acme employed Bo"),
        ("Bo of Acme, he said.", "Acme has employed Bo"),
        ("Bo, formerly of Acme, now works for it.", "Acme employs Bo"),
    ],
)
def test_the_tense_is_that_of_the_quotes(quote: str, said: str) -> None:
    assert clauses([stated("Bo", "EMPLOYED_BY", "Acme", quote=quote)]) == [said]


def test_a_vague_relation_is_left_out_where_another_says_what_it_is() -> None:
    both = [
        stated("Acme", "ASSOCIATED_WITH", "Bolt"),
        stated("Acme", "OWNS", "Bolt"),
        stated("Acme", "RELATED_TO", "Core"),
        stated("Acme", "ASSOCIATED_WITH", "Core"),
    ]
    assert clauses(both) == ["Acme owns Bolt and is connected with Core"]


def test_what_waits_for_a_person_is_marked_and_comes_last() -> None:
    doubtful = stated("Acme", "OWNS", "Bolt", confidence=0.1)
    sure = stated("Acme", "ASSOCIATED_WITH", "Core")
    assert clauses([doubtful, sure]) == ["Acme is connected with Core and owns Bolt (unconfirmed)"]


def test_roles_stand_beside_whom_they_belong_to() -> None:
    role = (Attribute(key="role", value="chief engineer"),)
    works = stated("Bo", "EMPLOYED_BY", "Acme", quote="Bo is there.", attributes=role)
    assert clauses([works]) == ["Acme employs Bo (chief engineer)"]
    assert clauses([works], "person:bo") == ["Bo works for Acme as chief engineer"]
    wife = (Attribute(key="role", value="wife"),)
    related = stated("Bo", "RELATED_TO", "Cy", attributes=wife)
    assert clauses([related], "person:bo") == ["Bo is related to Cy (“wife”)"]


def test_an_entity_of_the_same_name_is_told_apart_by_what_it_is() -> None:
    took = stated("Ada", "PARTICIPATED_IN", "Ada", source_type="PERSON", target_type="EVENT")
    assert clauses([took], "person:ada") == ["Ada took part in the event Ada"]


def test_a_sentence_has_no_more_names_than_one_can_read() -> None:
    owned = [stated("Acme", "OWNS", name) for name in ("Bolt", "Core")]
    works = [stated(n, "MEMBER_OF", "Acme") for n in ("Bo", "Cy", "Di", "Ed")]
    place = [stated("Acme", "LOCATED_IN", "Oslo")]
    assert clauses([*owned, *works, *place]) == [
        "Acme has the members Bo, Cy, Di and Ed, and owns Bolt and Core",
        "It is located in Oslo",
    ]
