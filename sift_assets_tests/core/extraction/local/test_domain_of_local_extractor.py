import time
from collections.abc import Callable

import pytest

from sift_assets.core.domain.facets import PromptFacet, prompt_facet
from sift_assets.core.domain.loading import read_domain
from sift_assets.core.domain.model import Domain, EntityType, LocalPattern, RelationType
from sift_assets.core.errors import ConfigError
from sift_assets.core.records.extraction import Extraction
from sift_assets_tests.evals.extraction.corpora import own_documents
from sift_assets_tests.evals.extraction.domain import GENERAL

DOMAINS = GENERAL.parent

Read = Callable[[str, PromptFacet], Extraction]


def prompt(
    entity_types: dict[str, EntityType],
    relation_types: dict[str, RelationType] | None = None,
    fallback: str | None = None,
) -> PromptFacet:
    return prompt_facet(
        Domain(
            entity_types=entity_types,
            relation_types=relation_types or {},
            fallback_relation=fallback,
        )
    )


def found(extraction: Extraction) -> set[tuple[str, str]]:
    return {(m.type, m.name) for m in extraction.mentions}


TEXT = "Tomas Wray works for Halvard Energy in Dublin."


def test_types_of_the_usual_names_need_no_labels(read: Read) -> None:
    types = {"PERSON": EntityType(), "ORGANIZATION": EntityType(), "LOCATION": EntityType()}
    assert found(read(TEXT, prompt(types))) == {
        ("PERSON", "Tomas Wray"),
        ("ORGANIZATION", "Halvard Energy"),
        ("LOCATION", "Dublin"),
    }


def test_a_domain_without_a_type_does_not_yield_it(read: Read) -> None:
    assert found(read(TEXT, prompt({"PERSON": EntityType()}))) == {("PERSON", "Tomas Wray")}
    assert found(read(TEXT, prompt({}))) == set()


def test_labels_map_the_models_names_to_own_types(read: Read) -> None:
    types = {"RESEARCHER": EntityType(labels=("PERSON",)), "SITE": EntityType(labels=("GPE",))}
    assert found(read(TEXT, prompt(types))) == {("RESEARCHER", "Tomas Wray"), ("SITE", "Dublin")}


def test_gazetteer_entries_are_found_as_whole_words_only(read: Read) -> None:
    types = {"SYSTEM": EntityType(gazetteer=("BERT", "C++", "word2vec"))}
    text = "BERT and C++ beat word2vec; RoBERTa and BERTs differ."
    mentions = read(text, prompt(types)).mentions
    assert [m.surface for m in mentions] == ["BERT", "C++", "word2vec"]


def test_a_gazetteer_outweighs_the_model(read: Read) -> None:
    types = {"PERSON": EntityType(), "SHELL_COMPANY": EntityType(gazetteer=("Tomas Wray",))}
    assert found(read(TEXT, prompt(types))) == {("SHELL_COMPANY", "Tomas Wray")}


def test_patterns_find_their_type_and_may_name_it(read: Read) -> None:
    account = EntityType(patterns=(LocalPattern(pattern=r"\bDE\d{20}\b"),))
    ship = EntityType(
        patterns=(LocalPattern(pattern=r"[Tt]he (?:Grey )?Heron", name="Grey Heron"),)
    )
    text = "DE12345678901234567890 paid for the Grey Heron and the Heron."
    mentions = read(text, prompt({"ACCOUNT": account, "SHIP": ship})).mentions
    assert [(m.type, m.name, m.surface) for m in mentions] == [
        ("ACCOUNT", "DE12345678901234567890", "DE12345678901234567890"),
        ("SHIP", "Grey Heron", "the Grey Heron"),
        ("SHIP", "Grey Heron", "the Heron"),
    ]


@pytest.mark.parametrize("pattern", ["(", r"(a+)+b", r"(\w+ ?)+x"])
def test_a_pattern_that_cannot_be_used_stops_with_its_field(read: Read, pattern: str) -> None:
    types = {"SHIP": EntityType(patterns=(LocalPattern(pattern=pattern),))}
    with pytest.raises(ConfigError, match=r"entity_types\.SHIP\.patterns"):
        read("aaaa", prompt(types))


def test_noun_and_verb_cues_of_a_domain_name_its_relations(read: Read) -> None:
    types = {"PERSON": EntityType(), "COMPANY": EntityType(labels=("ORG",))}
    relations = {
        "NOMINEE_OF": RelationType(source_types=("PERSON",), cues=("nominee of",)),
        "BANKROLLED": RelationType(target_types=("COMPANY",), cues=("bankroll",)),
        "FRONTS_FOR": RelationType(cues=("front for",)),
    }
    text = (
        "Tomas Wray is a nominee of Halvard Energy. Leo Dask bankrolled Ostrey Logistics. "
        "Helen Varga fronts for Meridian Holdings."
    )
    got = {(r.source, r.type, r.target) for r in read(text, prompt(types, relations)).relations}
    assert got == {
        ("Tomas Wray", "NOMINEE_OF", "Halvard Energy"),
        ("Leo Dask", "BANKROLLED", "Ostrey Logistics"),
        ("Helen Varga", "FRONTS_FOR", "Meridian Holdings"),
    }


def test_end_types_turn_a_relation_round_or_forbid_it(read: Read) -> None:
    types = {"PERSON": EntityType(), "ORGANIZATION": EntityType()}
    employs = RelationType(
        source_types=("ORGANIZATION",), target_types=("PERSON",), inverse="EMPLOYED_BY"
    )
    got = read(TEXT, prompt(types, {"EMPLOYS": employs})).relations
    assert [(r.source, r.type, r.target) for r in got] == [
        ("Halvard Energy", "EMPLOYS", "Tomas Wray")
    ]
    forbidden = RelationType(source_types=("PERSON",), target_types=("PERSON",))
    assert read(TEXT, prompt(types, {"EMPLOYED_BY": forbidden})).relations == ()


@pytest.mark.parametrize("name", ["general", "osint", "academic", "schema-free"])
def test_every_bundled_domain_gets_only_its_own_types(read: Read, name: str) -> None:
    file = DOMAINS / f"{name}.yaml"
    facet = prompt_facet(read_domain(file.read_text("utf-8"), file.name))
    for document in own_documents():
        extraction = read(document.text, facet)
        assert {m.type for m in extraction.mentions} <= set(facet.entity_types)
        for relation in extraction.relations:
            rule = facet.relation_types[relation.type]
            assert not rule.source_types or relation.source_type in rule.source_types
            assert not rule.target_types or relation.target_type in rule.target_types


def test_a_large_gazetteer_of_one_first_word_is_looked_up_in_bounded_time(read: Read) -> None:
    entries = tuple(f"The {number} Society" for number in range(20_000))
    types = {"BODY": EntityType(gazetteer=entries)}
    start = time.process_time()
    mentions = read("The 7 Society and The 19999 Society and The 7. " * 200, prompt(types)).mentions
    assert len(mentions) == 400
    assert time.process_time() - start < 30


def test_what_fits_no_type_becomes_the_fallback_and_keeps_its_meaning(read: Read) -> None:
    types = {"PERSON": EntityType(), "ORGANIZATION": EntityType()}
    got = read(TEXT, prompt(types, {"LINKED": RelationType()}, fallback="LINKED")).relations
    assert [(r.type, r.original_type) for r in got] == [("LINKED", "employment")]
    assert read(TEXT, prompt(types, {"LINKED": RelationType()})).relations == ()
