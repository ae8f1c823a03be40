"""What decisions do to a graph, case by case; the laws are in `test_applying_laws`."""

import pytest

from sift_assets.core.decisions.decision import Act, AttributeRef, Decision, RelationRef
from sift_assets.core.decisions.naming import Naming
from sift_assets.core.domain.facets import review_facet
from sift_assets.core.domain.model import Domain
from sift_assets.core.graph.build import KnowledgeGraph
from sift_assets.core.graph.checks import inconsistencies
from sift_assets.core.graph.review import with_status
from sift_assets_tests.core.decisions.decision_examples import (
    REVIEW,
    TABLES,
    company,
    decided,
    ids,
    joining,
    part,
    person,
    rows,
    said,
    undo,
    verdicts,
)
from sift_assets_tests.core.graph.graph_examples import (
    alias,
    attribute,
    domain,
    entity,
    graph_of,
    mention,
    relation,
    triples,
)

ADA, BO, CY = person("Ada"), person("Bo"), person("Cy")
ACME = company("Acme")

BOTH_WAYS = graph_of(
    {
        "a": [
            mention("PERSON", "Ada"),
            mention("PERSON", "Bo", 10),
            mention("ORGANIZATION", "Acme", 20),
            relation("Ada", "WORKS_FOR", "Acme", 30),
            relation("Bo", "WORKS_FOR", "Acme", 60),
            relation("Ada", "LED_BY", "Bo", 90, quote="Ada and Bo led each other."),
            relation("Bo", "LED_BY", "Ada", 90, quote="Ada and Bo led each other."),
            relation("Ada", "KNOWS", "Bo", 120),
        ],
        "b": [
            mention("PERSON", "Bo"),
            mention("PERSON", "Cy", 10),
            mention("ORGANIZATION", "Acme", 20),
            relation("Cy", "WORKS_FOR", "Acme", 30),
            relation("Cy", "KNOWS", "Bo", 60),
        ],
    }
)


def merge(*entities: object, at: int = 1) -> Decision:
    return said(Act.MERGE, at, entities=entities)


def named(graph: KnowledgeGraph, one: str) -> RelationRef:
    ref = Naming(graph).relation(one)
    assert ref is not None
    return ref


def reject(source: str, name: str, target: str, at: int = 2) -> Decision:
    return said(Act.REJECT, at, relation=joining(person(source), name, person(target)))


def status(graph: KnowledgeGraph, one: str) -> tuple[str, list[str]]:
    (found,) = [row for row in graph.relations.to_pylist() if row["id"] == one]
    return found["status"], found["flags"]


# Merging


def test_two_that_each_absorb_the_other_are_one_and_keep_all_relations() -> None:  # D4
    found = decided(BOTH_WAYS, merge(ADA, BO), merge(BO, ADA, at=2))
    assert ids(found.entities) == ["organization:acme", "person:bo", "person:cy"]
    assert triples(found) == [
        ("person:bo", "KNOWS", "person:cy"),
        ("person:bo", "WORKS_FOR", "organization:acme"),
        ("person:cy", "WORKS_FOR", "organization:acme"),
    ]
    assert rows(found.refused, "relation_id", "cause", "statements") == [
        ("person:bo|KNOWS|person:bo", "self_relation", 1),
        ("person:bo|LED_BY|person:bo", "self_relation", 2),
    ]


def test_a_chain_is_one_entity_with_one_supported_relation() -> None:  # D4, D5
    found = decided(BOTH_WAYS, merge(ADA, BO), merge(BO, CY, at=2))
    assert triples(found) == [("person:ada", "WORKS_FOR", "organization:acme")]
    assert rows(found.relations, "support", "mention_count", "documents") == [(2, 3, ["a", "b"])]
    whole = entity(found, "person:ada")
    assert (whole["name"], whole["aliases"], whole["support"]) == ("Ada", ["Bo", "Cy"], 2)
    assert rows(found.identities, "id", "canonical_id", "name") == [
        ("person:ada", "person:ada", "Ada"),
        ("person:bo", "person:ada", "Bo"),
        ("person:cy", "person:ada", "Cy"),
    ]
    assert inconsistencies(found) == []


def test_a_member_that_leaves_takes_its_own_back() -> None:  # D21
    graph = graph_of(
        {
            "a": [mention("PERSON", "Ada", attributes=attribute("role", "chief"))],
            "b": [
                mention("ORGANIZATION", "Bo", attributes=attribute("role", "clerk")),
                alias("ORGANIZATION", "Bo", "Bobby", 10),
            ],
        }
    )
    merged = merge(ADA, company("Bo"))
    whole = entity(decided(graph, merged), "person:ada")
    roles = [(one["key"], one["value"], one["document"]) for one in whole["attributes"]]
    assert roles == [("role", "chief", "a"), ("role", "clerk", "b")]
    assert (whole["type"], whole["aliases"]) == ("PERSON", ["Bo", "Bobby"])
    types = rows(decided(graph, merged).mentions, "document", "type", "original_type")
    assert types == [("a", "PERSON", ""), *[("b", "PERSON", "ORGANIZATION")] * 2]
    parted = decided(graph, merged, said(Act.NOT_SAME, 2, entities=(ADA, company("Bo"))))
    built = with_status(graph, REVIEW)
    assert all(getattr(parted, name) == getattr(built, name) for name in TABLES)


def test_a_type_that_an_extractor_had_said_stays_through_a_merge_across_types() -> None:
    listed = domain(
        entity_types={"PERSON": {}, "PLACE": {"vocabulary": ["Rome"]}}, relation_types={}
    )
    graph = graph_of({"a": [mention("PERSON", "Ada"), mention("PERSON", "Rome", 10)]}, listed)
    assert rows(graph.mentions, "type", "original_type") == [("PERSON", ""), ("PLACE", "PERSON")]
    pair = (ADA, ADA.model_copy(update={"type": "PLACE", "name": "Rome"}))
    found = decided(graph, merge(*pair), facet=listed)
    assert rows(found.mentions, "type", "original_type") == [("PERSON", ""), ("PERSON", "PERSON")]


def test_who_is_canonical_does_not_move_when_documents_are_added() -> None:  # C2
    more = graph_of(
        {
            "a": [mention("PERSON", "Ada"), mention("PERSON", "Bo", 10)],
            **{
                f"b{n}": [mention("PERSON", "Detective Bo Aal"), mention("PERSON", "Bo", 30)]
                for n in range(4)
            },
        }
    )
    fewer = graph_of({"a": [mention("PERSON", "Ada"), mention("PERSON", "Bo", 10)]})
    for graph in (fewer, more):
        found = decided(graph, merge(ADA, BO))
        assert entity(found, "person:ada")["name"] == "Ada"
        assert "person:bo" not in ids(found.entities)


def test_a_conflict_leaves_its_entities_apart_and_lists_all_its_decisions() -> None:
    decisions = [
        merge(ADA, BO),
        merge(BO, CY, at=2),
        said(Act.NOT_SAME, 3, entities=(ADA, CY)),
    ]
    found = decided(BOTH_WAYS, *decisions)
    assert ids(found.entities) == ids(BOTH_WAYS.entities)
    assert rows(found.unapplied, "decision", "standing") == [
        (one.id, "conflict") for one in decisions
    ]
    (reason,) = set(found.unapplied["reason"].to_pylist())
    assert reason == (
        "person:ada, person:bo, person:cy would be one, "
        "but person:ada and person:cy are called different"
    )
    assert rows(found.links, "first", "second", "same") == [
        ("person:ada", "person:bo", True),
        ("person:ada", "person:cy", False),
        ("person:bo", "person:cy", True),
    ]


def test_a_merge_of_what_is_one_already_is_parked() -> None:
    graph = graph_of({"a": [mention("PERSON", "Ada"), alias("PERSON", "Ada", "Countess", 10)]})
    found = decided(graph, merge(ADA, person("Countess")))
    assert found.unapplied["reason"].to_pylist() == ["its subjects are all person:ada now"]


# Relations


def test_a_rejection_follows_its_ends_through_a_merge() -> None:  # D6
    refused = said(Act.REJECT, 2, relation=joining(BO, "WORKS_FOR", ACME))
    for decisions in ([merge(ADA, BO), refused], [refused, merge(ADA, BO, at=3)]):
        found = decided(BOTH_WAYS, *decisions)
        assert triples(found) == [
            ("person:ada", "KNOWS", "person:cy"),
            ("person:cy", "WORKS_FOR", "organization:acme"),
        ]
        kept_out = rows(found.refused, "relation_id", "cause", "decision", "statements")
        assert ("person:ada|WORKS_FOR|organization:acme", "rejected", refused.id, 2) in kept_out


def test_a_rejection_of_a_directed_relation_leaves_the_reverse_one() -> None:  # D7
    found = decided(BOTH_WAYS, reject("Ada", "LED_BY", "Bo"))
    assert ("person:bo", "LED_BY", "person:ada") in triples(found)
    assert ("person:ada", "LED_BY", "person:bo") not in triples(found)


def test_nor_does_it_turn_when_its_own_direction_is_no_longer_stated() -> None:  # D7
    ref = named(BOTH_WAYS, "person:ada|LED_BY|person:bo")
    reverse = graph_of(
        {
            "a": [
                mention("PERSON", "Ada"),
                mention("PERSON", "Bo", 10),
                relation("Bo", "LED_BY", "Ada", 90, quote="Ada and Bo led each other."),
            ]
        }
    )
    for act in (Act.REJECT, Act.CONFIRM):
        found = decided(reverse, said(act, 2, relation=ref))
        assert triples(found) == [("person:bo", "LED_BY", "person:ada")]
        assert status(found, "person:bo|LED_BY|person:ada") == ("single_source", [])


@pytest.mark.parametrize("ends", [("Ada", "Bo"), ("Bo", "Ada")])
def test_a_rejection_of_a_symmetric_relation_holds_both_ways(ends: tuple[str, str]) -> None:
    found = decided(BOTH_WAYS, reject(ends[0], "KNOWS", ends[1]))
    assert set(triples(BOTH_WAYS)) - set(triples(found)) == {("person:ada", "KNOWS", "person:bo")}


def test_a_relation_is_named_by_an_inverse_or_an_earlier_name_of_its_type() -> None:
    graph = graph_of(
        {
            "a": [
                mention("PERSON", "Ada"),
                mention("PERSON", "Bo", 10),
                relation("Ada", "PROPOSED_BY", "Bo"),
                relation("Ada", "LED_BY", "Bo", 30),
            ]
        }
    )
    found = decided(graph, reject("Bo", "PROPOSES", "Ada"), reject("Ada", "RUN_BY", "Bo"))
    assert triples(found) == []
    assert found.unapplied.num_rows == 0


def test_an_added_relation_stays_through_rebuilds_and_is_of_no_document() -> None:  # D8
    add = said(Act.ADD, 1, relation=joining(ADA, "EXTENDS", ACME))
    for graph in (
        BOTH_WAYS,
        graph_of({"c": [mention("PERSON", "Ada"), mention("ORGANIZATION", "Acme", 9)]}),
    ):
        found = decided(graph, add)
        (row,) = [row for row in found.relations.to_pylist() if row["type"] == "EXTENDS"]
        assert (row["source_id"], row["target_id"]) == ("person:ada", "organization:acme")
        assert (row["status"], row["confidence"]) == ("confirmed", 1.0)
        assert (row["documents"], row["support"], row["best_document"]) == ([], 0, "")
        assert row["extractors"] == ["decision"]
        assert inconsistencies(found) == []
    assert decided(BOTH_WAYS, add, undo(add, 2)).to_bytes() == decided(BOTH_WAYS).to_bytes()


def test_an_added_relation_that_a_document_states_is_shown_by_that() -> None:
    ref = joining(ADA, "WORKS_FOR", ACME)
    found = decided(BOTH_WAYS, said(Act.ADD, 1, relation=ref))
    (row,) = [
        row
        for row in found.relations.to_pylist()
        if row["source_id"] == "person:ada" and row["type"] == "WORKS_FOR"
    ]
    assert (row["status"], row["support"], row["extractors"]) == ("confirmed", 1, ["llm"])
    assert row["best_quote"] == "Ada WORKS_FOR Acme"


def test_a_confirmed_relation_is_not_flagged_again() -> None:  # D22
    one = "person:ada|KNOWS|person:bo"
    assert status(decided(BOTH_WAYS), one) == ("pending", ["review_required"])
    confirm = said(Act.CONFIRM, 1, relation=named(BOTH_WAYS, one))
    found = decided(BOTH_WAYS, confirm)
    assert status(found, one) == ("confirmed", [])
    assert status(found, "person:bo|KNOWS|person:cy") == ("pending", ["review_required"])
    assert rows(found.decided, "subject", "verdict", "decision", "actor", "channel") == [
        (one, "confirmed", confirm.id, "Ada", "command")
    ]


def spread_over(*documents: str) -> KnowledgeGraph:
    stated = [
        mention("PERSON", "Ada"),
        mention("PERSON", "Bo", 10),
        relation("Ada", "LED_BY", "Bo"),
    ]
    return graph_of(dict.fromkeys(documents, stated))


LED = "person:ada|LED_BY|person:bo"


@pytest.mark.parametrize("act", [Act.CONFIRM, Act.REJECT])
def test_what_states_a_decided_relation_since_is_listed(act: Act) -> None:
    decision = said(act, 1, relation=named(spread_over("a", "b"), LED))
    for documents, new in ((("a", "b"), []), (("a",), []), (("a", "b", "c", "d"), ["c", "d"])):
        found = decided(spread_over(*documents), decision)
        assert found.decided["new_documents"].to_pylist() == [new]
        assert triples(found) == ([] if act is Act.REJECT else triples(spread_over("a")))


@pytest.mark.parametrize("act", [Act.CONFIRM, Act.REJECT])
def test_enough_new_documents_open_it_again_where_the_domain_says_so(act: Act) -> None:
    review = review_facet(Domain.model_validate({"review": {"reopen_after": 2}}))
    decision = said(act, 1, relation=named(spread_over("a"), LED))
    still = decided(spread_over("a", "b"), decision, review=review)
    again = decided(spread_over("a", "b", "c"), decision, review=review)
    assert triples(still) == ([] if act is Act.REJECT else triples(again))
    assert status(again, LED) == ("pending", ["new_evidence"])
    assert again.decided["new_documents"].to_pylist() == [["b", "c"]]


def test_of_several_words_about_a_relation_the_last_counts() -> None:
    ref = joining(ADA, "LED_BY", BO)
    words = [said(act, at, relation=ref) for at, act in enumerate((Act.REJECT, Act.CONFIRM))]
    assert status(decided(BOTH_WAYS, *words), LED) == ("confirmed", [])
    later = said(Act.REJECT, 5, relation=ref)
    assert LED not in ids(decided(BOTH_WAYS, *words, later).relations)
    assert status(decided(BOTH_WAYS, *words, later, undo(later, 6)), LED) == ("confirmed", [])


BORN = graph_of(
    {
        key: [
            mention("PERSON", "Ada"),
            mention("LOCATION", place, 10),
            relation("Ada", "BORN_IN", place, 20),
        ]
        for key, place in (("a", "Rome"), ("b", "Oslo"))
    }
)


def born_in(*places: str) -> tuple[RelationRef, ...]:
    return tuple(named(BORN, f"person:ada|BORN_IN|location:{place}") for place in places)


def test_a_resolved_contradiction_leaves_what_stands() -> None:  # C28
    assert BORN.relations["conflict"].to_pylist() == [True, True]
    one = said(Act.RESOLVE, stands=born_in("rome"), falls=born_in("oslo"))
    found = decided(BORN, one)
    assert rows(found.relations, "target_id", "conflict", "status", "flags") == [
        ("location:rome", False, "confirmed", [])
    ]
    both = decided(BORN, said(Act.RESOLVE, stands=born_in("rome", "oslo")))
    assert both.relations["status"].to_pylist() == ["confirmed", "confirmed"]


def test_what_stands_and_what_falls_may_become_one() -> None:
    rome, oslo = (ref.target for ref in born_in("rome", "oslo"))
    one = said(Act.RESOLVE, stands=born_in("rome"), falls=born_in("oslo"))
    found = decided(BORN, one, merge(rome, oslo, at=2))
    assert rows(found.relations, "target_id", "support", "status") == [
        ("location:rome", 2, "confirmed")
    ]


# Splits


def test_a_split_tells_entities_apart_by_document() -> None:
    graph = graph_of(
        {
            key: [
                mention("PERSON", "John Smith"),
                mention("PERSON", "Bo", 20),
                relation("John Smith", "KNOWS", "Bo", 30),
            ]
            for key in ("a", "b", "c")
        }
    )
    smith = person("John Smith")
    parts = (part("judge", "a", name="Judge Smith"), part("actor", "b", "elsewhere"))
    found = decided(graph, said(Act.SPLIT, entities=(smith,), parts=parts))
    assert rows(found.entities, "id", "name", "documents") == [
        ("person:bo", "Bo", ["a", "b", "c"]),
        ("person:john_smith", "John Smith", ["c"]),
        ("person:john_smith/actor", "John Smith (actor)", ["b"]),
        ("person:john_smith/judge", "Judge Smith", ["a"]),
    ]
    assert [one[2] for one in triples(found)] == [
        "person:john_smith",
        "person:john_smith/actor",
        "person:john_smith/judge",
    ]
    assert verdicts(found) == [
        ("person:john_smith", "split"),
        ("person:john_smith/actor", "split"),
        ("person:john_smith/judge", "split"),
    ]
    assert inconsistencies(found) == []


def test_parts_can_be_merged_renamed_and_rejected_like_others() -> None:
    whole = person("Bo")
    cut = said(Act.SPLIT, 1, entities=(whole,), parts=(part("1", "a"), part("2", "b")))
    first, second = person("Bo", part="1"), person("Bo", part="2")
    found = decided(
        BOTH_WAYS,
        cut,
        merge(CY, second, at=2),
        said(Act.REJECT, 3, relation=joining(first, "WORKS_FOR", ACME)),
        said(Act.NAME, 4, entities=(first,), name=" Bo of A "),
    )
    assert found.unapplied.num_rows == 0
    assert rows(found.entities, "id", "name") == [
        ("organization:acme", "Acme"),
        ("person:ada", "Ada"),
        ("person:bo/1", "Bo of A"),
        ("person:cy", "Cy"),
    ]
    assert ("person:bo/1", "WORKS_FOR", "organization:acme") not in triples(found)
    assert found.canonical_id("person:bo/2") == "person:cy"
    renamed = said(
        Act.SPLIT, 1, entities=(company("Acme"),), parts=(part("1", "a"), part("2", "b"))
    )
    firm = RelationRef(
        source=ADA, type="WORKS_FOR", target=ACME.model_copy(update={"type": "FIRM", "part": "1"})
    )
    again = decided(BOTH_WAYS, renamed, said(Act.REJECT, 2, relation=firm))
    assert again.unapplied.num_rows == 0
    assert ("person:ada", "WORKS_FOR", "organization:acme/1") not in triples(again)


def test_a_split_of_which_no_document_names_it_is_parked_and_a_later_word_counts() -> None:
    nowhere = said(Act.SPLIT, 1, entities=(ADA,), parts=(part("1", "x"), part("2", "y")))
    gone = said(Act.SPLIT, 2, entities=(person("Zoe"),), parts=(part("1", "a"), part("2", "b")))
    cut = said(Act.SPLIT, 3, entities=(BO,), parts=(part("1", "a"), part("2", "b")))
    whole = said(Act.WHOLE, 4, entities=(BO,))
    found = decided(BOTH_WAYS, nowhere, gone, cut, whole)
    assert ids(found.entities) == ids(BOTH_WAYS.entities)
    assert rows(found.unapplied, "decision", "standing", "reason") == [
        (nowhere.id, "parked", "no document of a part names person:ada"),
        (gone.id, "parked", "PERSON 'Zoe' is not in the graph"),
    ]


# Names, retractions, parking


def test_a_name_given_last_is_shown_and_the_others_stay_findable() -> None:
    names = [
        said(Act.NAME, 1, entities=(ADA,), name="Countess"),
        said(Act.NAME, 2, entities=(BO,), name="Bobby"),
        said(Act.NAME, 3, entities=(ADA,), name="Lady Ada"),
    ]
    found = decided(BOTH_WAYS, *names, merge(BO, ADA, at=4))
    whole = entity(found, "person:bo")
    assert (whole["name"], whole["aliases"]) == ("Lady Ada", ["Ada", "Bo"])
    assert "Lady Ada" in found.relations["source_name"].to_pylist()
    assert inconsistencies(found) == []


def test_a_retracted_entity_takes_its_relations_along_and_one_of_many_only_its_own() -> None:
    wrong = said(Act.RETRACT, 5, entities=(BO,))
    found = decided(BOTH_WAYS, wrong)
    assert ids(found.entities) == ["organization:acme", "person:ada", "person:cy"]
    assert [one[1] for one in triples(found)] == ["WORKS_FOR", "WORKS_FOR"]
    assert set(found.refused["cause"].to_pylist()) == {"retracted"}
    member = decided(BOTH_WAYS, merge(ADA, BO), wrong)
    assert "person:ada" in ids(member.entities)
    assert entity(member, "person:ada")["documents"] == ["a"]
    whole = decided(BOTH_WAYS, merge(BO, ADA), wrong)
    assert ids(whole.entities) == ["organization:acme", "person:cy"]
    later = decided(BOTH_WAYS, wrong, merge(BO, ADA, at=6))
    assert ids(later.entities) == ["organization:acme", "person:ada", "person:cy"]
    assert later.unapplied["reason"].to_pylist() == ["person:bo is called wrong"]
    add = said(Act.ADD, 6, relation=joining(CY, "KNOWS", BO))
    parked = decided(BOTH_WAYS, wrong, add)
    assert rows(parked.unapplied, "decision", "reason") == [(add.id, "person:bo is called wrong")]


def test_a_retracted_property_is_told_by_key_and_value_whatever_their_spelling() -> None:
    graph = graph_of(
        {
            "a": [mention("PERSON", "Ada", attributes=attribute("Birth Date", "1815"))],
            "b": [mention("PERSON", "Ada", attributes=attribute("birth date", "1816"))],
        }
    )

    def wrong(key: str, value: str) -> Decision:
        return said(Act.RETRACT, attribute=AttributeRef(entity=ADA, key=key, value=value))

    found = decided(graph, wrong("birth  date", "1815"))
    assert [one["value"] for one in entity(found, "person:ada")["attributes"]] == ["1816"]
    assert verdicts(found) == [("person:ada", "attribute_retracted")]
    none = decided(graph, wrong("birth date", "1900"))
    reason = "no document states this 'birth date' of person:ada"
    assert none.unapplied["reason"].to_pylist() == [reason]


PARKED = [
    (merge(ADA, person("Zoe")), "PERSON 'Zoe' is not in the graph"),
    (said(Act.NOT_SAME, entities=(ADA, person("Zoe"))), "PERSON 'Zoe' is not in the graph"),
    (said(Act.NAME, entities=(person("Zoe"),), name="Z"), "PERSON 'Zoe' is not in the graph"),
    (said(Act.RETRACT, entities=(person("Zoe"),)), "PERSON 'Zoe' is not in the graph"),
    (said(Act.CONFIRM, relation=joining(ADA, "LED_BY", person("Zoe"))), "'Zoe' is not in"),
    (said(Act.CONFIRM, relation=joining(CY, "LED_BY", ADA)), "states 'Cy' LED_BY 'Ada'"),
    (said(Act.ADD, relation=joining(ADA, "HATES", BO)), "the domain has no relation type HATES"),
    (said(Act.ADD, relation=joining(ADA, "KNOWS", ADA)), "both ends are person:ada now"),
]


@pytest.mark.parametrize(("decision", "reason"), PARKED, ids=[str(one.act) for one, _ in PARKED])
def test_a_decision_whose_subject_is_not_there_is_parked_and_changes_nothing(
    decision: Decision, reason: str
) -> None:
    found = decided(BOTH_WAYS, decision)
    ((one, act, standing, why),) = rows(found.unapplied, *found.unapplied.column_names)
    assert (one, act, standing) == (decision.id, str(decision.act), "parked")
    assert reason in why
    built = with_status(BOTH_WAYS, REVIEW)
    assert all(getattr(found, name) == getattr(built, name) for name in TABLES)


def test_a_parked_decision_counts_again_when_its_subject_returns() -> None:
    documents = {
        "a": [
            mention("PERSON", "Ada"),
            mention("PERSON", "Bo", 10),
            relation("Ada", "KNOWS", "Bo"),
        ],
        "b": [mention("PERSON", "Ada")],
    }
    with_both, without = graph_of(documents), graph_of({"b": documents["b"]})
    decisions = [
        said(Act.REJECT, 1, relation=named(with_both, "person:ada|KNOWS|person:bo")),
        merge(ADA, person("Bo"), at=2),
    ]
    parked = decided(without, *decisions)
    assert parked.unapplied["standing"].to_pylist() == ["parked", "parked"]
    assert ids(decided(with_both, *decisions).entities) == ["person:ada"]
    assert decided(with_both, *decisions).unapplied["act"].to_pylist() == ["reject"]
    assert triples(decided(with_both, decisions[0])) == []


def test_a_refused_suggestion_stands_though_no_document_states_it() -> None:
    refused = said(Act.REJECT, 1, relation=joining(ADA, "EXTENDS", CY))
    found = decided(BOTH_WAYS, refused)
    assert verdicts(found) == [("person:ada|EXTENDS|person:cy", "rejected")]
    assert found.unapplied.num_rows == 0


# Through retyping and rewording


def test_a_verdict_follows_its_quote_to_another_type_or_another_end() -> None:
    quote = "Ada was led by Bo all her life."

    def stated(name: str, target: str) -> KnowledgeGraph:
        people = [mention("PERSON", "Ada"), mention("PERSON", target, 20)]
        return graph_of({"a": [*people, relation("Ada", name, target, 40, quote=quote)]})

    refused = said(Act.REJECT, 1, relation=named(stated("LED_BY", "Bo"), LED))
    for now in (stated("KNOWS", "Bo"), stated("LED_BY", "Robert Bo")):
        found = decided(now, refused)
        assert triples(found) == []
        assert found.unapplied.num_rows == 0
    elsewhere = decided(stated("KNOWS", "Cy"), refused)
    assert triples(elsewhere) == [("person:ada", "KNOWS", "person:cy")]
    assert elsewhere.unapplied["reason"].to_pylist() == ["PERSON 'Bo' is not in the graph"]


def test_a_verdict_stays_away_from_a_quote_that_states_several_things() -> None:
    quote = "Ada was led by Bo and by Cy."
    ends = [mention("PERSON", name, 10 * at) for at, name in enumerate(("Ada", "Bo", "Cy"))]
    stated = {name: relation("Ada", "LED_BY", name, 40, quote=quote) for name in ("Bo", "Cy")}
    confirmed = said(Act.CONFIRM, 1, relation=named(graph_of({"a": [*ends, stated["Bo"]]}), LED))
    others = [mention("PERSON", "Di", 50), relation("Ada", "LED_BY", "Di", 40, quote=quote)]
    found = decided(graph_of({"a": [ends[0], ends[2], stated["Cy"], *others]}), confirmed)
    assert found.unapplied["standing"].to_pylist() == ["parked"]
