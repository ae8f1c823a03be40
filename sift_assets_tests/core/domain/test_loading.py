"""Reading domain files, ours and those of sift-kg."""

from typing import Any

import pytest
import yaml
from hypothesis import given
from hypothesis import strategies as st

from sift_assets.core.domain.loading import read_domain, type_name
from sift_assets.core.domain.model import Domain
from sift_assets.core.errors import ConfigError

SIFT_KG_FILE = """\
domain:
  name: Ships
  version: 1.0
  description: A domain as sift-kg writes it
  system_context: |
    Who sails what.
  fallback_relation: related_to
  entity_types:
    vessel:
      description: A ship
      extraction_hints: [look for IMO numbers]
      canonical_names: [Ever Given, 007]
      canonical_fallback_type: thing
    thing: anything else
  relation_types:
    related_to:
      description: any link
      source_types: [vessel, Thing]
      target_types: vessel
      symmetric: true
      review_required: true
"""


def refusal(text: str) -> ConfigError:
    with pytest.raises(ConfigError) as caught:
        read_domain(text, "domains/mine.yaml")
    assert caught.value.file == "domains/mine.yaml"
    return caught.value


def test_a_file_of_sift_kg_loads_with_its_nesting_and_spellings():
    domain = read_domain(SIFT_KG_FILE, "ships.yaml")
    assert domain.version == "1.0"
    assert domain.fallback_relation == "RELATED_TO"
    vessel = domain.entity_types["VESSEL"]
    assert vessel.hints == ("look for IMO numbers",)
    assert vessel.vocabulary == ("Ever Given", "007")
    assert vessel.fallback_type == "THING"
    assert domain.entity_types["THING"].description == "anything else"
    related = domain.relation_types["RELATED_TO"]
    assert related.source_types == ("VESSEL", "THING")
    assert related.target_types == ("VESSEL",)
    assert related.symmetric
    assert related.review_required


def test_an_old_and_a_new_spelling_load_alike():
    old = "entity_types: {a: {extraction_hints: [h], canonical_names: [n]}}"
    new = "entity_types: {A: {hints: [h], vocabulary: [n]}}"
    assert read_domain(old, "a.yaml") == read_domain(new, "b.yaml")


@pytest.mark.parametrize(
    "written", ["shell company", "Shell-Company", "SHELL_COMPANY", " shell  company "]
)
def test_names_of_types_are_made_upper_snake_case(written: str):
    assert type_name(written) == "SHELL_COMPANY"


def test_a_lower_case_file_equals_its_upper_case_twin():
    lower = """
fallback_relation: owns
entity_types: {firm: {synonyms: [company]}, place: a place}
relation_types:
  owns: {source_types: [firm], target_types: [place], inverse: owned by, renamed_from: [has]}
"""
    upper = """
fallback_relation: OWNS
entity_types: {FIRM: {synonyms: [COMPANY]}, PLACE: a place}
relation_types:
  OWNS: {source_types: [FIRM], target_types: [PLACE], inverse: OWNED_BY, renamed_from: [HAS]}
"""
    assert read_domain(lower, "a.yaml") == read_domain(upper, "a.yaml")


def test_texts_that_are_not_names_of_types_keep_their_case():
    domain = read_domain(
        "name: ships\nentity_types: {a: {description: low, labels: [per], gazetteer: [iPhone]}}",
        "a.yaml",
    )
    assert domain.name == "ships"
    assert domain.entity_types["A"].description == "low"
    assert domain.entity_types["A"].labels == ("per",)
    assert domain.entity_types["A"].gazetteer == ("iPhone",)


@pytest.mark.parametrize("written", [r"'\d{4}'", r"['\d{4}']", r"[{pattern: '\d{4}'}]"])
def test_a_pattern_may_be_written_as_its_expression_alone(written: str):
    domain = read_domain(f"entity_types: {{YEAR: {{patterns: {written}}}}}", "a.yaml")
    assert [p.pattern for p in domain.entity_types["YEAR"].patterns] == [r"\d{4}"]


def test_a_schema_free_domain_may_have_no_types_and_may_pin_some():
    assert read_domain("schema_free: true", "a.yaml").entity_types == {}
    assert read_domain("schema_free: true\nentity_types: {A: b}", "a.yaml").entity_types


def test_extends_may_be_listed():
    text = "entity_types: {A: b}\nrelation_types: {EXTENDS: {source_types: A, target_types: A}}"
    assert "EXTENDS" in read_domain(text, "a.yaml").relation_types


def test_one_name_may_be_both_a_synonym_and_an_earlier_name_of_its_type():
    domain = read_domain("entity_types: {A: {synonyms: [B], renamed_from: [B]}}", "a.yaml")
    assert domain.entity_types["A"].renamed_from == ("B",)


TYPES = "entity_types:\n  PERSON: a human\n  FIRM: a company\n"


@pytest.mark.parametrize(
    ("text", "line", "field", "said"),
    [
        ("", 0, "entity_types", "defines no type"),
        ("entity_types: {}", 1, "entity_types", "defines no type"),
        ("name: x\nentity_types:\n", 2, "entity_types", "is empty"),
        ("entity_types:\n  PERSON:\n", 2, "entity_types.PERSON", "Describe it"),
        (TYPES + "relation_types:\n", 4, "relation_types", "is empty"),
        (TYPES + "relation_types:\n  OWNS:\n", 5, "relation_types.OWNS", "is empty"),
        ("domain:\n  entity_types:\n    A: b\n    c:\n", 4, "entity_types.c", "is empty"),
        ("domain:\n", 1, "domain", "must be a mapping"),
        ("name: x\ndomain: {}\n", 1, "name", "stands beside `domain`"),
        (TYPES + "  person: again\n", 4, "entity_types.PERSON", "given twice"),
        (
            "entity_types:\n  A:\n    hints: [x]\n    extraction_hints: [y]\n",
            4,
            "entity_types.A.hints",
            "given twice",
        ),
        ("entity_types:\n  A:\n    hnts: [x]\n", 3, "entity_types.A.hnts", "Did you mean `hints`"),
        ("entity_typs: {A: b}\n", 1, "entity_typs", "Did you mean `entity_types`"),
        ("entity_types:\n  1st: x\n", 2, "entity_types.1ST", "starts with a letter"),
        ("entity_types:\n  FÜR: x\n", 2, "entity_types.FÜR", "A-Z"),
        (f"entity_types:\n  {'A' * 65}: x\n", 2, f"entity_types.{'A' * 65}", "64 characters"),
        ("entity_types: [A, B]\n", 1, "entity_types", "must be a mapping"),
        (TYPES + "disjoint: [[PERSON, FIRMS]]\n", 4, "disjoint[0][1]", "Did you mean `FIRM`"),
        (TYPES + "disjoint: [[PERSON, person]]\n", 4, "disjoint[0]", "different types"),
        (TYPES + "fallback_relation: ANY\n", 4, "fallback_relation", "names `ANY`"),
        (
            TYPES + "relation_types:\n  R:\n    source_types: [PERSN]\n",
            6,
            "relation_types.R.source_types[0]",
            "Did you mean `PERSON`",
        ),
        (
            TYPES + "relation_types:\n  R:\n    target_types:\n      - FIRM\n      - SHIP\n",
            8,
            "relation_types.R.target_types[1]",
            "not a type of this domain",
        ),
        (
            TYPES + "relation_types:\n  R:\n    source_types: PERSON, FIRM\n",
            6,
            "relation_types.R.source_types[0]",
            "A-Z",
        ),
        (
            "entity_types:\n  A:\n    fallback_type: B\n",
            3,
            "entity_types.A.fallback_type",
            "names `B`",
        ),
        (
            "entity_types:\n  A:\n    fallback_type: a\n",
            3,
            "entity_types.A.fallback_type",
            "is the type itself",
        ),
        (
            "entity_types:\n  A:\n    vocabulary:\n      - x\n      - X\n",
            5,
            "entity_types.A.vocabulary[1]",
            "again",
        ),
        (
            "entity_types:\n  A:\n    gazetteer: [x, ' ']\n",
            3,
            "entity_types.A.gazetteer[1]",
            "is blank",
        ),
        (
            "entity_types:\n  A:\n    patterns:\n      - ok\n      - '(a+)+'\n",
            5,
            "entity_types.A.patterns[1].pattern",
            "several ways",
        ),
        (
            "entity_types:\n  A:\n    patterns:\n      - pattern: '['\n",
            4,
            "entity_types.A.patterns[0].pattern",
            "not a regular expression",
        ),
        (
            "entity_types:\n  A: {synonyms: [C]}\n  B:\n    synonyms: [C]\n",
            4,
            "entity_types.B.synonyms[0]",
            "A.synonyms names already",
        ),
        (
            "entity_types:\n  A: x\n  B:\n    renamed_from: [A]\n",
            4,
            "entity_types.B.renamed_from[0]",
            "a type of its own",
        ),
        (
            TYPES + "relation_types:\n  R: x\n  Q:\n    inverse: R\n",
            7,
            "relation_types.Q.inverse",
            "a type of its own",
        ),
        (
            TYPES + "relation_types:\n  R: {inverse: Z}\n  Q:\n    inverse: Z\n",
            7,
            "relation_types.Q.inverse",
            "R.inverse names already",
        ),
        (
            TYPES + "relation_types:\n  R:\n    inverse: Z\n    synonyms: [Z]\n",
            7,
            "relation_types.R.synonyms[0]",
            "R.inverse names already",
        ),
        (
            TYPES + "relation_types:\n  R:\n    symmetric: true\n    inverse: Z\n",
            7,
            "relation_types.R.inverse",
            "symmetric",
        ),
        (
            TYPES + "relation_types:\n  R:\n    inverse: extends\n",
            6,
            "relation_types.R.inverse",
            "a type of its own",
        ),
        (
            TYPES + "relation_types:\n  EXTENDS:\n    symmetric: true\n",
            6,
            "relation_types.EXTENDS.symmetric",
            "built-in EXTENDS",
        ),
        ("review: {llm: 1.5}\n" + TYPES, 1, "review.llm", "less than or equal to 1"),
    ],
)
def test_a_mistake_names_line_and_field(text: str, line: int, field: str, said: str):
    error = refusal(text)
    assert (error.line, error.field) == (line, field)
    assert said in str(error)


def test_all_mistakes_between_fields_are_listed_at_once():
    shown = str(refusal(TYPES + "fallback_relation: X\nrelation_types: {R: {source_types: [Y]}}"))
    assert "fallback_relation: names `X`" in shown
    assert "relation_types.R.source_types[0]: names `Y`" in shown


def test_an_endpoint_list_written_as_one_word_is_not_split_into_letters():
    domain = read_domain(TYPES + "relation_types: {R: {source_types: person}}", "a.yaml")
    assert domain.relation_types["R"].source_types == ("PERSON",)


def test_loading_is_the_same_as_the_model_of_the_same_values():
    domain = read_domain(TYPES, "a.yaml")
    assert domain == Domain.model_validate(
        {
            "entity_types": {
                "PERSON": {"description": "a human"},
                "FIRM": {"description": "a company"},
            }
        }
    )


KEYS = [
    *Domain.model_fields, "PERSON", "person", "llm", "hints", "extraction_hints", "patterns",
    "pattern", "vocabulary", "synonyms", "inverse", "symmetric", "source_types", "domain", "0",
]  # fmt: skip
leaves = st.none() | st.booleans() | st.integers(-2, 2) | st.floats() | st.sampled_from(KEYS)
values = st.recursive(
    leaves,
    lambda inner: (
        st.lists(inner, max_size=3) | st.dictionaries(st.sampled_from(KEYS), inner, max_size=4)
    ),
    max_leaves=25,
)


@given(st.dictionaries(st.sampled_from(KEYS), values, max_size=6))
def test_whatever_a_file_holds_it_is_a_domain_or_a_config_error(data: dict[str, Any]):
    text = yaml.safe_dump(data)
    try:
        domain = read_domain(text, "a.yaml")
    except ConfigError as error:
        place = (error.file, error.line <= text.count("\n") + 1)
        assert (*place, bool(error.field) or error.line <= 1) == ("a.yaml", True, True)  # noqa: PT017
    else:
        assert domain == read_domain(text, "b.yaml")
