"""Which entities a stated relation joins."""

import itertools

import pytest

from sift_assets.core.domain.facets import GraphFacet
from sift_assets.core.records.extraction import Mention, MentionKind, RelationMention
from sift_assets_tests.core.graph.graph_examples import (
    GENERAL,
    alias,
    domain,
    fragment,
    mention,
    relation,
)

TIM = mention("PERSON", "Tim", 0)
FIRM = mention("ORGANIZATION", "Apple", 10)
FRUIT = mention("FRUIT", "Apple", 20)


def resolved(
    source: str,
    type_: str,
    target: str,
    *mentions: Mention,
    facet: GraphFacet = GENERAL,
    **types: str,
) -> str:
    """Return `source → target` as ids, or the reason why not."""
    part = fragment(*mentions, relation(source, type_, target, 0, **types), facet=facet)
    refused = part.quarantine["reason"].to_pylist()
    rows = part.evidence.select(["source_id", "target_id"]).to_pylist()
    (found,) = [*refused, *(" → ".join(row.values()) for row in rows)]
    return found


def test_endpoint_types_choose_between_things_of_one_name() -> None:  # C6
    for order in itertools.permutations((TIM, FIRM, FRUIT)):
        assert resolved("Tim", "WORKS_FOR", "Apple", *order) == "person:tim → organization:apple"


def test_what_types_cannot_choose_is_ambiguous() -> None:  # C6
    assert resolved("Tim", "LED_BY", "Apple", TIM, FIRM, FRUIT) == "ambiguous_endpoint"


def test_a_stated_type_is_exact() -> None:
    found = resolved("Tim", "LED_BY", "Apple", TIM, FIRM, FRUIT, target_type="FRUIT")
    assert found == "person:tim → fruit:apple"
    missing = resolved("Tim", "LED_BY", "Apple", TIM, FIRM, target_type="FRUIT")
    assert missing == "unresolved_endpoint"


def test_the_chunk_comes_before_the_document() -> None:  # C6
    elsewhere = FRUIT.model_copy(update={"chunk": 1})
    assert resolved("Tim", "LED_BY", "Apple", TIM, FIRM, elsewhere) == (
        "person:tim → organization:apple"
    )


def test_the_document_helps_where_the_chunk_has_no_fitting_one() -> None:
    elsewhere = FIRM.model_copy(update={"chunk": 1})
    mentions = (TIM, FRUIT, elsewhere)
    assert resolved("Tim", "WORKS_FOR", "Apple", *mentions) == "person:tim → organization:apple"
    assert resolved("Tim", "WORKS_FOR", "Apple", TIM, elsewhere) == (
        "person:tim → organization:apple"
    )


def test_any_surface_or_alias_of_a_mention_resolves() -> None:
    mentions = (alias("PERSON", "Timothy Cook", "Tim"), FIRM)
    for name in ("tim", "Timothy Cook", " TIMOTHY  cook"):
        assert resolved(name, "WORKS_FOR", "Apple", *mentions) == (
            "person:timothy_cook → organization:apple"
        )


def test_a_full_name_wins_over_a_reference_of_that_form() -> None:
    reference = mention("PERSON", "Ada", 5, surface="Apple", kind=MentionKind.REFERENCE)
    assert resolved("Tim", "LED_BY", "Apple", TIM, FIRM, reference) == (
        "person:tim → organization:apple"
    )
    assert resolved("Tim", "LED_BY", "Apple", TIM, reference) == "person:tim → person:ada"


def test_turning_needs_both_lists_to_fit() -> None:
    assert resolved("Apple", "WORKS_FOR", "Tim", TIM, FIRM) == "person:tim → organization:apple"
    assert resolved("Apple", "WORKS_FOR", "Tim", TIM, FRUIT) == "endpoint_types"


def test_a_name_on_both_ends_takes_the_pair_that_fits() -> None:
    person = mention("PERSON", "Apple", 30)
    assert resolved("Apple", "WORKS_FOR", "Apple", FIRM, person) == (
        "person:apple → organization:apple"
    )
    assert resolved("Apple", "LED_BY", "Apple", FIRM) == "self_relation"


@pytest.mark.parametrize(
    ("stated", "detail"),
    [
        (
            relation("Tim", "WORKS_FOR", "Acme", target_type="ORGANIZATION"),
            "No mention of type ORGANIZATION in the document is called 'Acme'.",
        ),
        (relation("Bo", "WORKS_FOR", "Apple"), "No mention in the document is called 'Bo'."),
        (
            relation("Tim", "LED_BY", "Apple"),
            "LED_BY may join person:tim → fruit:apple, person:tim → organization:apple.",
        ),
        (
            relation("Tim", "WORKS_FOR", "Lima"),
            "The domain does not let WORKS_FOR go from PERSON to LOCATION.",
        ),
        (relation("Tim", "KNOWS", "tim"), "Both ends of KNOWS are 'Tim'."),
    ],
)
def test_the_detail_names_what_people_can_act_on(stated: RelationMention, detail: str) -> None:
    part = fragment(TIM, FIRM, FRUIT, mention("LOCATION", "Lima", 40), stated)
    assert part.quarantine["detail"].to_pylist() == [detail]


def test_a_type_stated_before_a_vocabulary_moved_the_mention_still_finds_it() -> None:
    facet = domain(
        entity_types={"DEPARTMENT": {"vocabulary": ["Legal"]}, "ORGANIZATION": {}, "PERSON": {}},
        relation_types={"WORKS_FOR": {}},
    )
    mentions = (TIM, mention("ORGANIZATION", "Legal", 9))
    stated = {"source_type": "PERSON", "target_type": "ORGANIZATION"}
    assert resolved("Tim", "WORKS_FOR", "Legal", *mentions, facet=facet, **stated) == (
        "person:tim → department:legal"
    )


def test_a_full_name_in_the_document_does_not_hide_a_reference_in_the_chunk() -> None:
    """It does where the chunk has none that fits: then the document is asked, names first."""
    person = mention("PERSON", "Ada", 5, surface="Apple", kind=MentionKind.REFERENCE)
    firm = FIRM.model_copy(update={"chunk": 1})
    assert resolved("Tim", "KNOWS", "Apple", TIM, person, firm) == "person:ada → person:tim"
    assert resolved("Tim", "WORKS_FOR", "Apple", TIM, person, firm) == (
        "person:tim → organization:apple"
    )
