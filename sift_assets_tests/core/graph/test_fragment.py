"""One document's extraction in the domain's terms."""

import json
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sift_assets.core.graph.fragment import Fragment
from sift_assets.core.records.extraction import (
    Alignment,
    Extraction,
    ExtractionStatus,
    Mention,
    MentionKind,
    Quarantined,
    QuarantineReason,
    RelationMention,
)
from sift_assets_tests.core.graph.graph_examples import (
    alias,
    attribute,
    domain,
    extraction,
    extractions,
    fragment,
    fragment_of,
    graph_of,
    mention,
    reasons,
    relation,
)

ADA = mention("PERSON", "Ada", 0)
BO = mention("PERSON", "Bo", 10)
ACME = mention("ORGANIZATION", "Acme", 20)


def joined(part: Fragment) -> list[str]:
    rows = part.evidence.select(["source_id", "type", "target_id"]).to_pylist()
    return [" ".join(row.values()) for row in rows]


def test_off_schema_types_are_quarantined_with_the_record_as_it_was() -> None:  # A24
    ship = mention("Spaceship", "Rocinante")
    part = fragment(ship)
    assert len(part.mentions) == 0
    (row,) = part.quarantine.to_pylist()
    assert (row["kind"], row["reason"]) == ("mention", "unknown_type")
    assert Mention.model_validate(json.loads(row["record"])) == ship


def test_types_in_any_case_and_by_synonym_are_mapped() -> None:  # A24, B8
    rows = fragment(mention("company", "Acme"), mention("Person", "Ada", 9)).mentions.to_pylist()
    assert [(row["entity_id"], row["type"], row["original_type"]) for row in rows] == [
        ("organization:acme", "ORGANIZATION", "COMPANY"),
        ("person:ada", "PERSON", ""),
    ]


@pytest.mark.parametrize(
    ("record", "reason"),
    [
        (mention("PERSON", "Ada", alignment=Alignment.UNGROUNDED), "ungrounded"),
        (mention("PERSON", "\u200b "), "empty_name"),
        (mention("PERSON", "Ada", confidence=1.5), "invalid_record"),
        (mention("PERSON", "Ada", confidence=-1e-9), "invalid_record"),
        (relation("Ada", "WORKS_FOR", "Acme", alignment=Alignment.UNGROUNDED), "ungrounded"),
        (relation("Ada", "WORKS_FOR", "Acme", confidence=-0.1), "invalid_record"),
        (relation("Ada", "LED_ON_BY", "Acme"), "unknown_type"),
        (relation("Ada", "WORKS_FOR", "Nobody Inc"), "unresolved_endpoint"),  # C7
        (relation("Nobody", "WORKS_FOR", "Acme"), "unresolved_endpoint"),
        (relation("Ada", "KNOWS", "ADA"), "self_relation"),
        (relation("Ada", "WORKS_FOR", "Bo"), "endpoint_types"),  # C21
        (relation("Acme", "BORN_IN", "Ada"), "endpoint_types"),
    ],
)
def test_what_cannot_be_published_is_kept_with_its_reason(
    record: Mention | RelationMention, reason: str
) -> None:
    part = fragment(ADA, BO, ACME, record)
    kind = "mention" if isinstance(record, Mention) else "relation"
    assert reasons(part) == [(kind, reason)]
    assert len(part.mentions) == 3
    assert len(part.evidence) == 0


def test_what_the_extractor_quarantined_is_carried_along_once() -> None:
    one = Quarantined(kind="mention", reason=QuarantineReason.NEGATED, detail="Said not to be.")
    whole = Extraction(status=ExtractionStatus.COMPLETE, extractor="llm", quarantined=(one, one))
    assert reasons(fragment_of({"a": whole})) == [("mention", "negated")]


def test_one_sentence_read_in_two_chunks_counts_once() -> None:  # A27
    twice = [
        record.model_copy(update={"chunk": chunk})
        for chunk in (0, 1)
        for record in (ADA, ACME, relation("Ada", "WORKS_FOR", "Acme", confidence=0.5))
    ]
    part = fragment(*twice)
    assert part.mentions["chunk"].to_pylist() == [0, 0]
    assert part.evidence["confidence"].to_pylist() == [0.5]


def test_repeats_keep_the_attributes_of_all() -> None:  # A29
    part = fragment(
        mention("PERSON", "Ada", attributes=attribute("role", "chief"), confidence=0.9),
        mention("PERSON", "Ada", attributes=attribute("role", "founder"), confidence=0.4),
    )
    (row,) = part.mentions.to_pylist()
    assert [item["value"] for item in row["attributes"]] == ["chief", "founder"]
    assert row["confidence"] == 0.9


@pytest.mark.parametrize("confidences", [(0.9, 0.4), (0.4, 0.9)])
def test_of_repeats_the_surest_speaks(confidences: tuple[float, float]) -> None:
    people = [
        mention("PERSON", "Ada", confidence=sure, page=int(10 * sure)) for sure in confidences
    ]
    stated = [
        relation("Ada", "KNOWS", "Bo", confidence=sure, tier=f"t{sure}") for sure in confidences
    ]
    part = fragment(*people, BO, *stated)
    assert part.mentions.select(["confidence", "page"]).to_pylist()[0] == {
        "confidence": 0.9,
        "page": 9,
    }
    assert part.evidence.select(["confidence", "tier"]).to_pylist() == [
        {"confidence": 0.9, "tier": "t0.9"}
    ]


def test_different_quotes_of_one_relation_stay_two_statements() -> None:  # A29
    statements = [relation("Ada", "KNOWS", "Bo", at, quote=f"quote {at} || x") for at in (0, 40)]
    quotes = fragment(ADA, BO, *statements).evidence["quote"].to_pylist()
    assert quotes == ["quote 0 || x", "quote 40 || x"]


def test_two_stated_periods_are_two_statements() -> None:
    periods = [relation("Ada", "WORKS_FOR", "Acme", valid_from=year) for year in ("2001", "2010")]
    part = fragment(ADA, ACME, *periods)
    assert part.evidence["valid_from"].to_pylist() == ["2001", "2010"]


def test_two_original_types_of_one_fallback_are_two_statements() -> None:  # C13
    facet = domain(
        entity_types={"PERSON": {}}, relation_types={"LINKED": {}}, fallback_relation="LINKED"
    )
    stated = [relation("Ada", said, "Bo", quote="Ada taught Bo") for said in ("TAUGHT", "ADVISED")]
    part = fragment(ADA, BO, *stated, facet=facet)
    assert part.evidence["original_type"].to_pylist() == ["ADVISED", "TAUGHT"]


def test_the_inverse_is_turned_and_its_name_kept() -> None:  # C11
    part = fragment(ADA, ACME, relation("Ada", "PROPOSES", "Acme"))
    assert joined(part) == ["organization:acme PROPOSED_BY person:ada"]
    assert part.evidence["original_type"].to_pylist() == ["PROPOSES"]


def test_a_schema_type_that_looks_passive_is_left_as_it_is() -> None:  # C11
    part = fragment(ADA, ACME, relation("Acme", "LED_BY", "Ada"))
    assert joined(part) == ["organization:acme LED_BY person:ada"]
    assert part.evidence["original_type"].to_pylist() == [""]


def test_a_relation_and_its_inverse_become_one() -> None:  # C12
    part = fragment(
        ADA, ACME, relation("Ada", "PROPOSES", "Acme"), relation("Acme", "PROPOSED_BY", "Ada", 50)
    )
    assert set(joined(part)) == {"organization:acme PROPOSED_BY person:ada"}


@pytest.mark.parametrize(("source", "target"), [("Ada", "Bo"), ("Bo", "Ada")])
def test_symmetric_relations_have_one_order(source: str, target: str) -> None:  # C20
    part = fragment(ADA, BO, relation(source, "KNOWS", target))
    assert joined(part) == ["person:ada KNOWS person:bo"]


@pytest.mark.parametrize("said", ["WORKS_FOR", "works_for", "Works for"])
def test_a_reversed_relation_is_repaired_by_its_endpoint_types(said: str) -> None:  # B8
    part = fragment(ADA, ACME, relation("Acme", said, "Ada"))
    assert joined(part) == ["person:ada WORKS_FOR organization:acme"]


def test_unknown_relation_types_take_the_domains_fallback_and_keep_their_name() -> None:  # C13
    facet = domain(
        entity_types={"PERSON": {}}, relation_types={"LINKED": {}}, fallback_relation="LINKED"
    )
    part = fragment(ADA, BO, relation("Ada", "travelled from", "Bo"), facet=facet)
    assert joined(part) == ["person:ada LINKED person:bo"]
    assert part.evidence["original_type"].to_pylist() == ["TRAVELLED_FROM"]


def test_without_a_fallback_unknown_relation_types_are_quarantined() -> None:  # C13
    assert reasons(fragment(ADA, BO, relation("Ada", "TRAVELED_FROM", "Bo"))) == [
        ("relation", "unknown_type")
    ]


def test_an_earlier_mapping_by_the_extractor_is_remembered() -> None:
    part = fragment(ADA, BO, relation("Ada", "KNOWS", "Bo", original_type="MET"))
    assert part.evidence["original_type"].to_pylist() == ["MET"]


def test_extends_is_built_in_and_joins_any_types() -> None:
    part = fragment(ADA, ACME, relation("Acme", "extends", "Ada"))
    assert joined(part) == ["organization:acme EXTENDS person:ada"]


def test_a_name_listed_by_another_types_vocabulary_is_retyped() -> None:  # B13
    facet = domain(entity_types={"DEPARTMENT": {"vocabulary": ["Engineering"]}, "ORGANIZATION": {}})
    (row,) = fragment(mention("ORGANIZATION", "ENGINEERING"), facet=facet).mentions.to_pylist()
    assert row["entity_id"] == "department:engineering"
    assert (row["name"], row["surface"]) == ("Engineering", "ENGINEERING")
    assert row["original_type"] == "ORGANIZATION"


def test_a_name_that_several_other_types_list_falls_back_like_one_that_none_lists() -> None:
    lists = {name: {"vocabulary": ["Big Orange"]} for name in ("COLOUR", "FRUIT")}
    falling = {"DEPARTMENT": {"vocabulary": ["Legal"], "fallback_type": "ORGANIZATION"}}
    facet = domain(entity_types=lists | falling | {"ORGANIZATION": {}})
    found = fragment(
        mention("DEPARTMENT", " big  ORANGE", 0),
        mention("DEPARTMENT", "Small  Lime", 20),
        facet=facet,
    )
    assert [(row["entity_id"], row["name"]) for row in found.mentions.to_pylist()] == [
        ("organization:big_orange", "big ORANGE"),
        ("organization:small_lime", "Small Lime"),
    ]


def test_vocabulary_names_nobody_mentions_are_not_created() -> None:  # B12
    facet = domain(entity_types={"DEPARTMENT": {"vocabulary": ["Engineering", "Legal"]}})
    part = fragment(mention("DEPARTMENT", "legal"), facet=facet)
    assert part.mentions["entity_id"].to_pylist() == ["department:legal"]


def test_a_stated_alias_joins_mentions_inside_the_document() -> None:
    part = fragment(alias("PERSON", "Sam Bankman-Fried", "SBF", 0), mention("PERSON", "sbf", 50))
    rows = part.mentions.to_pylist()
    assert {row["entity_id"] for row in rows} == {"person:sam_bankman-fried"}
    assert [(row["name"], row["surface"], row["kind"]) for row in rows] == [
        ("Sam Bankman-Fried", "SBF", "alias"),
        ("Sam Bankman-Fried", "sbf", "alias"),
    ]


def test_an_alias_that_its_quote_does_not_hold_joins_nothing() -> None:
    claimed = alias("PERSON", "Ann Lee", "Queen of Spain")
    unwritten = claimed.model_copy(
        update={"evidence": claimed.evidence.model_copy(update={"quote": "Ann Lee spoke."})}
    )
    part = fragment(unwritten, mention("PERSON", "Queen of Spain", 50))
    assert part.mentions["entity_id"].to_pylist() == ["person:ann_lee", "person:queen_of_spain"]
    assert part.mentions["kind"].to_pylist() == ["reference", "name"]


def test_an_alias_of_an_alias_is_followed() -> None:
    part = fragment(
        alias("PERSON", "Robert", "Bob", 0),
        alias("PERSON", "Bob", "Bobby", 10),
        mention("PERSON", "Bobby", 20),
    )
    assert set(part.mentions["entity_id"].to_pylist()) == {"person:robert"}


def test_names_that_stand_for_each_other_stay_apart() -> None:
    circle = [alias("PERSON", "Robert", "Bob", 0), alias("PERSON", "Bob", "Robert", 10)]
    part = fragment(*circle)
    assert set(part.mentions["entity_id"].to_pylist()) == {"person:bob", "person:robert"}
    third = [alias("PERSON", "Bob", "Bobby", 20), mention("PERSON", "Bobby", 30)]
    part = fragment(*circle, *third)
    assert "person:bobby" in part.mentions["entity_id"].to_pylist()


def test_a_name_given_as_its_own_alias_is_no_second_meaning() -> None:
    part = fragment(
        alias("PERSON", "Ann Lee", "AL", 0),
        alias("PERSON", "AL", "al", 10),
    )
    assert set(part.mentions["entity_id"].to_pylist()) == {"person:ann_lee"}


def test_an_alias_of_two_entities_or_of_another_type_joins_nothing() -> None:
    part = fragment(
        alias("PERSON", "Ann Lee", "AL", 0),
        alias("PERSON", "Abe Lim", "AL", 10),
        alias("ORGANIZATION", "Acme Ltd", "Acme", 20),
        mention("PERSON", "AL", 30),
        mention("PERSON", "Acme", 40),
    )
    ids = part.mentions["entity_id"].to_pylist()
    assert "person:al" in ids
    assert "person:acme" in ids


def test_the_surface_is_kept_beside_the_name() -> None:  # A31
    (row,) = fragment(mention("LOCATION", "Beijing", surface="北京")).mentions.to_pylist()
    assert (row["name"], row["surface"]) == ("Beijing", "北京")


def test_page_chunk_and_span_are_kept() -> None:  # A26
    (row,) = fragment(mention("PERSON", "Ada", 7, page=3, chunk=2)).mentions.to_pylist()
    assert (row["page"], row["chunk"], row["start"], row["end"]) == (3, 2, 7, 10)


def test_a_full_name_at_a_place_outweighs_a_reference_there() -> None:
    reference = mention("PERSON", "Ada", kind=MentionKind.REFERENCE, confidence=0.9)
    (row,) = fragment(reference, mention("PERSON", "Ada", confidence=0.5)).mentions.to_pylist()
    assert (row["kind"], row["confidence"]) == ("name", 0.9)


@given(extractions(), st.randoms(use_true_random=False))
def test_the_order_of_records_does_not_matter(whole: Extraction, random: Random) -> None:
    mentions, relations = list(whole.mentions), list(whole.relations)
    random.shuffle(mentions)
    random.shuffle(relations)
    mixed = extraction(*mentions, *relations, extractor=whole.extractor)
    assert graph_of({"a": mixed}) == graph_of({"a": whole})


@given(extractions())
def test_stating_everything_twice_changes_nothing(whole: Extraction) -> None:
    twice = extraction(
        *whole.mentions,
        *whole.mentions,
        *whole.relations,
        *whole.relations,
        extractor=whole.extractor,
    )
    assert graph_of({"a": twice}) == graph_of({"a": whole})


@given(extractions())
def test_every_record_ends_in_the_graph_or_in_quarantine(whole: Extraction) -> None:
    part = fragment_of({"a": whole})
    assert bool(whole.mentions or whole.relations) == bool(
        len(part.mentions) + len(part.evidence) + len(part.quarantine)
    )
    published = set(part.mentions["entity_id"].to_pylist())
    for end in ("source_id", "target_id"):
        assert set(part.evidence[end].to_pylist()) <= published
