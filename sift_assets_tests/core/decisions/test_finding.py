"""The ladder by which subjects of decisions are found again."""

import pytest

from sift_assets.core.decisions.decision import Act, EntityRef
from sift_assets.core.decisions.finding import Finder, Found, Lost, Rung
from sift_assets.core.decisions.splitting import split
from sift_assets.core.graph.build import KnowledgeGraph
from sift_assets.core.graph.type_map import type_map
from sift_assets.core.records.extraction import MentionKind
from sift_assets_tests.core.decisions.decision_examples import anchor, company, part, person, said
from sift_assets_tests.core.graph.graph_examples import (
    GENERAL,
    alias,
    graph_of,
    mention,
    relation,
)

TYPES = type_map(GENERAL)

GRAPH = graph_of(
    {
        "a": [
            mention("PERSON", "Ada King"),
            alias("PERSON", "Ada King", "Countess of Lovelace", 20),
            mention("ORGANIZATION", "Acme", 40),
            mention("LOCATION", "Washington", 60),
            mention("ORGANIZATION", "Mercury", 80),
            mention("LOCATION", "Mercury", 100),
        ],
        "b": [
            mention("PERSON", "John Smith"),
            alias("PERSON", "John Smith", "J. Smith", 20),
            mention("PERSON", "Jane Smith", 40),
            alias("PERSON", "Jane Smith", "J. Smith", 60),
            mention("LOCATION", "Washington", 80),
            mention("PERSON", "Bo", 90, surface="he", kind=MentionKind.REFERENCE),
        ],
    }
)


def found(ref: EntityRef, graph: KnowledgeGraph = GRAPH) -> Found | Lost:
    return Finder(graph, TYPES).entity(ref)


def place(name: str, *documents: str) -> EntityRef:
    return person(name, anchors=tuple(anchor(document, name) for document in documents))


@pytest.mark.parametrize(
    ("ref", "one", "rung"),
    [
        (person("ada  KING"), "person:ada_king", Rung.KEY),
        (EntityRef(type="FIRM", name="Acme"), "organization:acme", Rung.RENAMED_TYPE),
        (EntityRef(type="COMPANY", name="Acme"), "organization:acme", Rung.RENAMED_TYPE),
        (place("Washington", "b"), "location:washington", Rung.OTHER_TYPE),
        (person("Countess of Lovelace"), "person:ada_king", Rung.ALIAS),
        (person("Lady Ada", aliases=("Ada King",)), "person:ada_king", Rung.ALIAS),
        (
            person("Lady Ada", aliases=("Lovelace", "countess of lovelace")),
            "person:ada_king",
            Rung.ALIAS,
        ),
        (
            person("Lady Ada", anchors=(anchor("a", "Countess of Lovelace"),)),
            "person:ada_king",
            Rung.ANCHOR,
        ),
        (
            person("J. Smith", anchors=(anchor("b", "J. Smith"), anchor("b", "Jane Smith"))),
            "person:jane_smith",
            Rung.ALIAS,
        ),
        (
            EntityRef(type="FRUIT", name="Mercury", anchors=(anchor("a", "Mercury"),)),
            None,
            None,
        ),
    ],
    ids=str,
)
def test_a_subject_is_found_by_the_first_rung_on_which_one_thing_answers(
    ref: EntityRef, one: str | None, rung: Rung | None
) -> None:
    answer = found(ref)
    if one is None or rung is None:
        assert answer == Lost(
            "FRUIT 'Mercury' may be any of location:mercury, organization:mercury"
        )
    else:
        assert answer == Found(one, rung)


@pytest.mark.parametrize(
    ("ref", "reason"),
    [
        (person("Nobody"), "PERSON 'Nobody' is not in the graph"),
        (person("Washington"), "PERSON 'Washington' is not in the graph"),
        (place("Washington", "c"), "PERSON 'Washington' is not in the graph"),
        (company("Lovelace Ltd", aliases=("Ada King",)), "is not in the graph"),
        (person("J. Smith"), "may be any of person:jane_smith, person:john_smith"),
        (person("Ada King", part="1"), "there is no part '1' of 'Ada King'"),
    ],
    ids=str,
)
def test_what_cannot_be_told_is_lost_with_a_reason(ref: EntityRef, reason: str) -> None:
    answer = found(ref)
    assert isinstance(answer, Lost)
    assert reason in answer.reason


def test_a_namesake_of_another_type_is_taken_only_where_an_anchor_says_so() -> None:
    """Washington the person is gone, the place is there, in other documents and in the same."""
    assert isinstance(found(place("Washington", "c")), Lost)
    assert found(place("Washington", "c", "a")) == Found("location:washington", Rung.OTHER_TYPE)


def test_a_subject_of_its_own_type_comes_before_one_of_another() -> None:
    graph = graph_of(
        {
            "a": [
                mention("PERSON", "Ada"),
                alias("PERSON", "Ada", "Orion", 10),
                mention("LOCATION", "Orion", 20),
            ]
        }
    )
    assert found(person("Orion"), graph) == Found("person:ada", Rung.ALIAS)


def test_a_part_is_found_by_its_label_whatever_the_whole_is_called_now() -> None:
    graph = graph_of({key: [mention("PERSON", "Ada King")] for key in ("a", "b", "c")})
    cut = said(Act.SPLIT, entities=(person("Ada King"),), parts=(part("1", "a"), part("2", "b")))
    parted = split(graph, [cut], TYPES).graph
    one = person("Ada Byron", part="1", anchors=(anchor("a", "Ada King"),))
    assert found(one, parted) == Found("person:ada_king/1", Rung.ANCHOR)
    other = one.model_copy(update={"part": "2"})
    assert found(other, parted) == Lost("there is no part '2' of 'Ada Byron'")
    whole = person("Ada King", anchors=(anchor("b", "Ada King"),))
    assert found(whole, parted) == Found("person:ada_king", Rung.KEY)
    nothing_left = split(
        graph,
        [
            said(
                Act.SPLIT,
                entities=(person("Ada King"),),
                parts=(part("1", "a", "c"), part("2", "b")),
            )
        ],
        TYPES,
    ).graph
    assert found(whole, nothing_left) == Found("person:ada_king/2", Rung.OTHER_TYPE)
    assert isinstance(found(person("Ada King"), nothing_left), Lost)


def test_quotes_are_found_by_document_and_words() -> None:
    graph = graph_of(
        {
            key: [
                mention("PERSON", "Ada"),
                mention("PERSON", "Bo", 10),
                relation("Ada", "KNOWS", "Bo", quote=f"Ada knows Bo in {key}."),
                relation("Ada", "LED_BY", "Bo", quote=f"Ada knows Bo in {key}."),
            ]
            for key in ("a", "b")
        }
    )
    finder = Finder(graph, TYPES)
    both = {"person:ada|KNOWS|person:bo", "person:ada|LED_BY|person:bo"}
    assert finder.quoted([anchor("a", "ADA knows Bo  in a.")]) == both
    assert finder.quoted([anchor("b", "Ada knows Bo in a."), anchor("c", "x")]) == frozenset()
    assert finder.quoted([]) == frozenset()
