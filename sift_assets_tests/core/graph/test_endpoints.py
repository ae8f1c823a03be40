"""Which entities a stated relation joins."""

import itertools

from sift_assets.core.graph.endpoints import Claim, Joined, NameIndex, Unjoined, resolve
from sift_assets.core.graph.settling import settle
from sift_assets.core.graph.type_map import type_map
from sift_assets.core.records.extraction import Mention, MentionKind, QuarantineReason
from sift_assets_tests.core.graph.graph_examples import GENERAL, alias, domain, mention

TYPES = type_map(GENERAL)
TIM = mention("PERSON", "Tim", 0)
FIRM = mention("ORGANIZATION", "Apple", 10)
FRUIT = mention("FRUIT", "Apple", 20)


def index_of(*mentions: Mention) -> NameIndex:
    settled, refused = settle(mentions, TYPES)
    assert not refused
    return NameIndex(settled)


def resolved(
    source: str, relation: str, target: str, *mentions: Mention, chunk: int = 0, **types: str
) -> str:
    """Return `source → target` as ids, or the reason why not."""
    claim = Claim(
        relation, source, target, types.get("source_type", ""), types.get("target_type", ""), chunk
    )
    found = resolve(claim, index_of(*mentions), TYPES)
    if isinstance(found, Unjoined):
        return str(found.reason)
    return f"{found.source.entity_id} → {found.target.entity_id}"


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


def test_the_detail_names_what_people_can_act_on() -> None:
    claim = Claim("WORKS_FOR", "Tim", "Acme", "", "ORGANIZATION", 0)
    found = resolve(claim, index_of(TIM), TYPES)
    assert found == Unjoined(
        QuarantineReason.UNRESOLVED_ENDPOINT,
        "No mention of type ORGANIZATION in the document is called 'Acme'.",
    )


def test_a_type_stated_before_a_vocabulary_moved_the_mention_still_finds_it() -> None:
    facet = domain(
        entity_types={"DEPARTMENT": {"vocabulary": ["Legal"]}, "ORGANIZATION": {}, "PERSON": {}},
        relation_types={"WORKS_FOR": {}},
    )
    types = type_map(facet)
    settled, _ = settle((TIM, mention("ORGANIZATION", "Legal", 9)), types)
    claim = Claim("WORKS_FOR", "Tim", "Legal", "PERSON", "ORGANIZATION", 0)
    found = resolve(claim, NameIndex(settled), types)
    assert isinstance(found, Joined)
    assert found.target.entity_id == "department:legal"
