"""The scores themselves, on answers whose figures are known by hand."""

from sift_assets.core.records.extraction import (
    Evidence,
    Extraction,
    ExtractionStatus,
    Mention,
    RelationMention,
)
from sift_assets_tests.evals.extraction.scoring import (
    LabelledDocument,
    LabelledEntity,
    LabelledPair,
    denied_relations,
    entity_tally,
    exact,
    pair_tally,
    subset,
)

SPOT = Evidence(start=0, end=1, quote="x")
DOCUMENT = LabelledDocument(
    "one",
    "x",
    (
        LabelledEntity("PERSON", ("Sam Lee",)),
        LabelledEntity("ORGANIZATION", ("The Acme Group", "Acme")),
        LabelledEntity("LOCATION", ("Oslo",)),
        LabelledEntity("EVENT", ("fair",)),
    ),
    (LabelledPair(0, 1, frozenset({"OWNS"})), LabelledPair(1, 2, frozenset({"LOCATED_IN"}))),
    (("Sam Lee", "", "Oslo"),),
)


def mention(kind: str, name: str) -> Mention:
    return Mention(type=kind, name=name, surface="x", evidence=SPOT, confidence=1)


def relation(kind: str, source: str, target: str, confidence: float = 0.6) -> RelationMention:
    return RelationMention(
        type=kind,
        source=source,
        target=target,
        source_type="PERSON",
        target_type="ORGANIZATION",
        evidence=SPOT,
        confidence=confidence,
    )


ANSWER = Extraction(
    status=ExtractionStatus.COMPLETE,
    extractor="x",
    mentions=(
        mention("PERSON", "Lee"),
        mention("ORGANIZATION", "Acme"),
        mention("PERSON", "Oslo"),
        mention("EVENT", "fair"),
    ),
    relations=(
        relation("CREATED", "Acme", "Lee"),
        relation("OWNS", "Lee", "Oslo"),
        relation("LOCATED_IN", "Acme", "Oslo", 0.4),
    ),
)


def test_entities_count_by_type_and_name() -> None:
    assert entity_tally(DOCUMENT, ANSWER, exact) == (1, 3, 1, 3)
    assert entity_tally(DOCUMENT, ANSWER, subset) == (2, 3, 2, 3)


def test_pairs_count_without_direction_from_one_half_on() -> None:
    assert pair_tally(DOCUMENT, ANSWER, exact) == (0, 2, 0, 2)
    assert pair_tally(DOCUMENT, ANSWER, subset) == (1, 2, 1, 2)
    assert pair_tally(DOCUMENT, ANSWER, subset, typed=True) == (0, 2, 0, 2)


def test_a_denied_pair_is_named() -> None:
    assert denied_relations(DOCUMENT, ANSWER) == ["Lee OWNS Oslo"]
