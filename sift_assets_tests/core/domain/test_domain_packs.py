"""The domains that ship with the package."""

import re
from pathlib import Path

import pytest

from sift_assets.core.domain.checks import EXTENDS
from sift_assets.core.domain.loading import read_domain
from sift_assets.core.domain.model import Domain, EntityType, RelationType

FOLDER = Path(__file__).parents[3] / "domains"
NAMES = ["academic", "general", "osint", "schema-free"]


def pack(name: str) -> Domain:
    path = FOLDER / f"{name}.yaml"
    return read_domain(path.read_text(encoding="utf-8"), path.name)


def test_exactly_these_domains_ship():
    assert sorted(path.stem for path in FOLDER.glob("*.yaml")) == NAMES


@pytest.mark.parametrize("name", NAMES)
def test_every_domain_loads_and_says_what_it_is(name: str):
    domain = pack(name)
    assert domain.name
    assert domain.version
    assert domain.description


@pytest.mark.parametrize("name", ["academic", "general", "osint"])
def test_every_type_is_described_with_hints(name: str):
    domain = pack(name)
    for kind in [*domain.entity_types.values(), *domain.relation_types.values()]:
        assert kind.description.endswith(".")
        assert kind.hints


@pytest.mark.parametrize("name", ["academic", "general", "osint"])
def test_every_relation_is_symmetric_or_has_an_inverse_and_has_cues(name: str):
    for kind in pack(name).relation_types.values():
        assert kind.symmetric != bool(kind.inverse)
        assert kind.cues
        assert all(cue == " ".join(cue.lower().split()) for cue in kind.cues)
        assert len(set(kind.cues)) == len(kind.cues)


@pytest.mark.parametrize("name", ["academic", "general", "osint"])
def test_every_entity_type_takes_part_in_a_relation_that_a_text_can_state(name: str):
    domain = pack(name)
    reachable: set[str] = set()
    for relation, kind in domain.relation_types.items():
        if relation not in {"MENTIONED_IN", domain.fallback_relation}:
            reachable |= {*kind.source_types, *kind.target_types}
    assert reachable == set(domain.entity_types)


@pytest.mark.parametrize("name", ["academic", "general", "osint"])
def test_no_label_or_gazetteer_name_stands_for_two_types(name: str):
    kinds = pack(name).entity_types.values()
    for words in ([w for k in kinds for w in k.labels], [w for k in kinds for w in k.gazetteer]):
        assert len(words) == len(set(words))


def test_general_has_the_types_and_flags_that_people_know():
    domain = pack("general")
    assert set(domain.entity_types) == {"PERSON", "ORGANIZATION", "LOCATION", "DOCUMENT", "EVENT"}
    assert set(domain.relation_types) == {
        "ASSOCIATED_WITH", "MEMBER_OF", "EMPLOYED_BY", "LOCATED_IN", "PARTICIPATED_IN",
        "MENTIONED_IN", "OWNS", "CREATED", "RELATED_TO",
    }  # fmt: skip
    symmetric = {name for name, kind in domain.relation_types.items() if kind.symmetric}
    assert symmetric == {"ASSOCIATED_WITH", "RELATED_TO"}
    assert domain.fallback_relation == "ASSOCIATED_WITH"
    assert domain.relation_types["EMPLOYED_BY"].inverse == "EMPLOYS"


def test_osint_flags_the_grave_claims_and_relates_events():
    domain = pack("osint")
    flagged = {name for name, kind in domain.relation_types.items() if kind.review_required}
    assert flagged == {"BENEFICIAL_OWNER_OF", "TRANSACTED_WITH"}
    assert domain.relation_types["PARTICIPATED_IN"].target_types == ("EVENT",)
    assert domain.relation_types["OCCURRED_IN"].source_types == ("EVENT",)
    assert domain.relation_types["SUBSIDIARY_OF"].inverse == "HAS_SUBSIDIARY"
    functional = {name for name, kind in domain.relation_types.items() if kind.functional}
    assert functional == {"HELD_AT"}


def test_academic_keeps_its_own_direction_of_proposing():
    domain = pack("academic")
    assert domain.relation_types["PROPOSED_BY"].inverse == "PROPOSES"
    assert "RESEARCHER" in domain.relation_types["PROPOSED_BY"].target_types
    assert EXTENDS in domain.relation_types
    flagged = {name for name, kind in domain.relation_types.items() if kind.review_required}
    assert flagged == {"CONTRADICTS"}
    assert len(domain.entity_types) == 9
    assert len(domain.relation_types) == 12


@pytest.mark.parametrize("model", [Domain, EntityType, RelationType])
def test_the_head_of_general_says_of_every_field_what_an_edit_of_it_runs_again(
    model: type[Domain | EntityType | RelationType],
):
    head = (FOLDER / "general.yaml").read_text(encoding="utf-8").partition("\nname:")[0]
    fields = model.model_fields.keys() - {"entity_types", "relation_types"}
    assert fields <= set(re.findall(r"\w+", head))


def test_schema_free_has_no_types_of_its_own():
    domain = pack("schema-free")
    assert domain.schema_free
    assert not domain.entity_types


@pytest.mark.parametrize(
    ("name", "type_name", "text", "found"),
    [
        ("osint", "FINANCIAL_ACCOUNT", "GB29 NWBK 6016 1331 92,", "GB29 NWBK 6016 1331 92"),
        ("osint", "FINANCIAL_ACCOUNT", "DE89370400440532013000.", "DE89370400440532013000"),
        ("osint", "FINANCIAL_ACCOUNT", "account no. 12-3456 at", "account no. 12-3456"),
        ("osint", "FINANCIAL_ACCOUNT", "in the account of 2019", ""),
        ("osint", "FINANCIAL_ACCOUNT", "BERLIN 2019 REPORT", ""),
        ("osint", "DOCUMENT", "the Form 10-K of", "Form 10-K"),
        ("osint", "DOCUMENT", "0001193125-22-123456", "0001193125-22-123456"),
        ("general", "DOCUMENT", "see Case No. 1:22-cv-01234.", "Case No. 1:22-cv-01234"),
        ("general", "DOCUMENT", "under Regulation (EU) 2016/679 on", "Regulation (EU) 2016/679"),
        ("general", "DOCUMENT", "a case of wine", ""),
        ("academic", "PUBLICATION", "(10.1145/3292500.3330701).", "10.1145/3292500.3330701"),
        ("academic", "PUBLICATION", "arXiv:1706.03762v5", "arXiv:1706.03762v5"),
        ("academic", "PUBLICATION", "rose by 10.5 / 3", ""),
        ("academic", "THEORY", "in Prospect Theory, people", "Prospect Theory"),
        ("academic", "THEORY", "in theory, people", ""),
    ],
)  # fmt: skip
def test_patterns_find_what_they_are_for_and_nothing_else(
    name: str, type_name: str, text: str, found: str
):
    matches = (
        re.search(pattern.pattern, text) for pattern in pack(name).entity_types[type_name].patterns
    )
    assert next((match.group() for match in matches if match), "") == found
