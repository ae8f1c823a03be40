from pathlib import Path

import pytest
import yaml
from hypothesis import given
from hypothesis import strategies as st

from sift_assets.core.narrative.inflection import Tense, plural_of, with_article
from sift_assets.core.narrative.periods import Period
from sift_assets.core.narrative.phrases import phrases_in
from sift_assets.core.narrative.relation_table import TABLE
from sift_assets.core.narrative.relation_words import (
    predicate,
    relation_sentence,
    when,
    words_of,
)

DOMAINS = Path(__file__).parents[3] / "domains"

KNOWN = {line.split(";")[0].split("@")[0].strip() for line in TABLE.splitlines() if ";" in line}

TYPE_NAMES = st.from_regex(r"^[A-Z][A-Z0-9_]{0,30}$", fullmatch=True)


def types_of_the_domains() -> tuple[set[str], set[str]]:
    """Return the types of the shipped domains, and other names for them."""
    files = (yaml.safe_load(file.read_text("utf-8")) for file in DOMAINS.glob("*.yaml"))
    kinds = [item for file in files for item in (file.get("relation_types") or {}).items()]
    others = {name for _, kind in kinds for name in kind.get("synonyms", ())}
    inverses = {kind["inverse"] for _, kind in kinds if "inverse" in kind}
    return {name for name, _ in kinds}, others | inverses


def test_every_type_of_a_shipped_domain_has_words_that_people_chose() -> None:
    types, others = types_of_the_domains()
    assert len(types) > 25
    assert types - KNOWN == set()
    assert {name for name in others if "have the relation" in words_of(name).forward} == set()


@pytest.mark.parametrize(
    ("type_", "forward", "backward"),
    [
        ("EMPLOYED_BY", "works for", "employs"),
        ("OWNS", "owns", "is owned by"),
        ("OWNED_BY", "is owned by", "owns"),
        ("CREATED", "created", "was created by"),
        ("FOUNDED_BY", "was founded by", "founded"),
        ("SUBSIDIARY_OF", "is a subsidiary of", "has the subsidiary"),
        ("MARRIED_TO", "is married to", "is married to"),
        ("ASSOCIATED_WITH", "is connected with", "is connected with"),
        ("MENTIONED_IN", "is named in", "names"),
        ("TRANSACTED_WITH", "transferred money or goods to", "received money or goods from"),
        ("BENEFICIAL_OWNER_OF", "is a beneficial owner of", "is beneficially owned by"),
        ("CEO_OF", "is the CEO of", "has the CEO"),
        # and by rule, of types that no table knows
        ("REPORTED_TO", "reported to", ""),
        ("SMUGGLES", "smuggles", "is smuggled by"),
        ("POISONED", "poisoned", "was poisoned by"),
        ("POISONED_BY", "was poisoned by", "poisoned"),
        ("STOLE", "stole", "was stolen by"),
        ("SHIP_BROKER_OF", "is a ship broker of", ""),
        ("UNCLE_OF", "is an uncle of", ""),
        ("HEIR_TO", "is an heir to", ""),
        ("EXTRADITED_TO", "was extradited to", ""),
        ("GOVERNED_BY", "is governed by", "governs"),
        ("PLAYS_FOR", "plays for", ""),
        ("HAS_OFFICE", "has the office", "is an office of"),
        ("HAS_OFFICE_IN", "has an office in", ""),
        ("USES_TOOL", "uses the tool", ""),
        ("IS_OWNED_BY", "is owned by", "owns"),
        ("WAS_BORN_IN", "was born in", "was the birthplace of"),
        ("CFO_FOR", "is a CFO for", ""),
        ("SPOUSE", "has the relation “spouse” to", ""),
        ("GHI_42", "has the relation “ghi 42” to", ""),
    ],
)
def test_a_type_is_said_in_its_direction(type_: str, forward: str, backward: str) -> None:
    assert predicate(type_) == forward
    assert predicate(type_, backward=True) == backward


@pytest.mark.parametrize(
    ("type_", "period", "said"),
    [
        ("EMPLOYED_BY", Period("2010", ""), "has worked for since 2010"),
        ("EMPLOYED_BY", Period("", "2015-03"), "worked for until March 2015"),
        ("EMPLOYED_BY", Period("2010", "2015"), "worked for from 2010 to 2015"),
        ("EMPLOYED_BY", Period("2010", "2010"), "worked for in 2010"),
        ("SUBSIDIARY_OF", Period("2010-05-03", ""), "has been a subsidiary of since 3 May 2010"),
        ("CREATED", Period("2016", ""), "created in 2016"),
        ("MET", Period("2022-11-11", ""), "met on 11 November 2022"),
        ("MET", Period("2022-11-11", "2022-11-11"), "met on 11 November 2022"),
        ("PARTICIPATED_IN", Period("2010", "2012"), "took part in from 2010 to 2012"),
        ("OWNS", Period("around 2005", ""), "has owned since around 2005"),
    ],
)
def test_the_tense_follows_the_stated_period(type_: str, period: Period, said: str) -> None:
    assert f"{predicate(type_, period)}{when(type_, period)}" == said


def test_number_follows_subject_and_object() -> None:
    assert predicate("MEMBER_OF", many_subjects=True) == "are members of"
    assert predicate("MEMBER_OF", backward=True, many_objects=True) == "has the members"
    assert predicate("EMPLOYED_BY", Period("2010", ""), many_subjects=True) == "have worked for"
    assert predicate("SHIP_BROKER_OF", many_subjects=True) == "are ship brokers of"
    assert predicate("OWNS", tense=Tense.PAST) == "owned"


def test_some_words_depend_on_what_the_source_is() -> None:
    said = {kind: predicate("LOCATED_IN", source_type=kind) for kind in ("", "PERSON", "EVENT")}
    assert said == {"": "is located in", "PERSON": "is based in", "EVENT": "took place in"}


def test_a_sentence_says_what_is_unconfirmed_and_keeps_to_one_line() -> None:
    assert (
        relation_sentence("Ada\nVarga", "OWNS", "Kestrel  Ltd.", status="pending")
        == "Ada Varga owns Kestrel Ltd. (unconfirmed)."
    )
    assert relation_sentence("Ada", "OWNS", "Kestrel Ltd.") == "Ada owns Kestrel Ltd."
    assert relation_sentence("x\u202eevil", "OWNS", "y") == "X evil owns y."


@given(TYPE_NAMES, st.booleans(), st.booleans(), st.sampled_from(["", "2010"]))
def test_every_type_has_words(type_: str, many: bool, others: bool, start: str) -> None:
    said = predicate(type_, Period(start, ""), many_subjects=many, many_objects=others)
    assert said == " ".join(said.split())
    assert not set(said) & set("_<>{}|=")
    assert said.split()[0]


def test_no_type_of_the_table_is_said_in_a_forbidden_phrase() -> None:
    for name in KNOWN:
        for backward in (False, True):
            assert phrases_in(predicate(name, backward=backward)) == ()


@pytest.mark.parametrize(
    ("noun", "several"),
    [
        ("person", "people"),
        ("company", "companies"),
        ("shell company", "shell companies"),
        ("business", "businesses"),
        ("branch", "branches"),
        ("chairman", "chairmen"),
        ("human", "humans"),
        ("hypothesis", "hypotheses"),
        ("day", "days"),
    ],
)
def test_nouns_have_plurals(noun: str, several: str) -> None:
    assert plural_of(noun) == several


@pytest.mark.parametrize(
    "said",
    [
        *("an office", "a university", "a European agency", "an hour", "a one-off", "an umbrella"),
        *("an FBI report", "a CIA report", "a UN body", "an MP", "an 11th", "an 80", "a 118"),
        *("a unit", "an uncle", "a hospital", "an heir", "a user", "an A"),
    ],
)
def test_the_article_follows_the_sound(said: str) -> None:
    assert with_article(said.partition(" ")[2]) == said
