from collections.abc import Sequence

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from sift_assets.core.communities.keys import UNASSIGNED
from sift_assets.core.domain.facets import NarrativeFacet
from sift_assets.core.narrative.citing import citation_finding
from sift_assets.core.narrative.gathering import material_of
from sift_assets.core.narrative.phrases import phrases_in
from sift_assets.core.narrative.records import Narrative
from sift_assets.core.narrative.settings import NarrativeSettings, NarrativeStage
from sift_assets.core.narrative.writing.local_writer import narrative_of, write_narrative
from sift_assets.core.records.extraction import Extraction, Mention, RelationMention
from sift_assets_tests.core.graph.graph_examples import (
    attribute,
    confidences,
    extraction,
    mention,
    relation,
)
from sift_assets_tests.core.narrative.narrative_examples import (
    Documents,
    communities_of,
    community_of,
    company,
    false_alarms,
    graph,
    harbour,
    material,
    person,
    sentences,
)

FACET = NarrativeFacet(context="", style=())


def told(documents: Documents, **fields: object) -> Narrative:
    return narrative_of(material(documents), NarrativeSettings.model_validate(fields))


CENTRE = "centres on Kestrel Ltd, Ada Varga and Karl Meier"
KESTREL = "employs Tom Brandt, has employed Ada Varga since 3 May 2010, and owns Pelagos"


def test_a_community_is_told_in_plain_sentences() -> None:
    written = told(harbour(), profiles_from=2)
    assert written.label == "Kestrel Ltd, Ada Varga and Karl Meier"
    assert [one.text for one in written.story] == [
        f"This community of 3 people, 2 organizations and a place named in 2 documents {CENTRE}.",
        f"Kestrel Ltd {KESTREL}.",
        "Ada Varga met Karl Meier in 2012.",
        "Karl Meier is based in Oslo.",
        "The periods stated for these relations reach from 3 May 2010 to 2012.",
    ]
    assert {one.name: [s.text for s in one.sentences] for one in written.profiles} == {
        "Kestrel Ltd": [
            "Kestrel Ltd is an organization.",
            f"It {KESTREL}.",
        ],
        "Ada Varga": [
            "Ada Varga is a person named in 2 documents.",
            "Varga has worked for Kestrel Ltd since 3 May 2010 and met Karl Meier in 2012.",
        ],
        "Karl Meier": [
            "Karl Meier is a person.",
            "Karl Meier met Ada Varga in 2012 and is based in Oslo.",
        ],
    }


def test_what_leads_out_of_the_community_is_told_as_such() -> None:
    written = narrative_of(material(harbour(), outside=["location:oslo"]), NarrativeSettings())
    assert "Outside this community, Karl Meier is based in Oslo." in [
        one.text for one in written.story
    ]


def test_the_unassigned_are_a_short_list() -> None:
    documents = {"a.txt": [*(person(f"Ada {number}") for number in "ABCDEFGHIJ"), company("Firm")]}
    written = narrative_of(material(documents, key=UNASSIGNED), NarrativeSettings())
    assert written.label == "Not in any community"
    (only,) = written.story
    assert only.text == (
        "Outside every community are 10 people and an organization: Firm, Ada A, Ada B, Ada C, "
        "Ada D, Ada E, Ada F, Ada G, and 3 more."
    )
    assert written.profiles == ()


@pytest.mark.parametrize(
    ("switches", "story", "profiles"),
    [
        ({}, True, True),
        ({"story": False}, False, True),
        ({"profiles": False}, True, False),
        ({"labels": False, "story": False, "profiles": False}, False, False),
        ({"max_profiles": 0}, True, False),
        ({"profiles_from": 9}, True, False),
    ],
)
def test_each_part_has_its_switch(switches: dict[str, object], story: bool, profiles: bool) -> None:
    stage = NarrativeStage(settings=NarrativeSettings.model_validate(switches))
    written = write_narrative(community_of(harbour()), FACET, stage)
    assert (bool(written.story), bool(written.profiles)) == (story, profiles)
    assert bool(written.passages) == (story or profiles)
    assert written.label == "Kestrel Ltd, Ada Varga and Karl Meier"


def test_no_more_profiles_than_asked_for_and_of_the_most_central() -> None:
    written = told(harbour(), profiles_from=1, max_profiles=2)
    assert [one.name for one in written.profiles] == ["Kestrel Ltd", "Ada Varga"]


def test_only_the_first_passages_that_are_cited_are_kept() -> None:
    written = told(harbour())
    cited = {one for sentence in sentences(written) for one in sentence.cites}
    assert set(written.passages) == cited
    assert written.writer == "local"


NAMES = (
    *("Ada Varga", "Varga", "Kestrel Ltd.", "Kestrel", "2022 election", "Outside", "Works For"),
    *("The Two, Inc.", "M&A and Sons", "No Name", "C++", "文書", "évéché", "May 2020", "1,000"),
    *("[x](http://evil)", "<b>bold</b>", "line\nbreak", "right\u202eleft", "person", "It", "*"),
    "N" * 200,
)
TYPES = ("PERSON", "ORGANIZATION", "LOCATION", "EVENT", "SHELL_COMPANY", "X_9")
RELATIONS = (
    *("EMPLOYED_BY", "OWNS", "ASSOCIATED_WITH", "MEMBER_OF", "LOCATED_IN", "PARTICIPATED_IN"),
    *("CREATED", "MENTIONED_IN", "REPORTS_TO", "NOT_A_VERB", "POISONED", "HAS_5_TOES", "SPOUSE"),
)
VALUES = (
    *("chief", "cryptocurrency exchange", "11 November 2022", "$5 million", "not asserted"),
    *("CEO of Kestrel, 2010–2012", "true", "  ", "“quoted”; and more", "a\nb", "x" * 90),
)
KEYS = ("role", "type", "birth_date", "date", "nationality", "net_worth_2022", "aliases", "Ünicode")
PLACES = st.integers(0, 400)


def members() -> st.SearchStrategy[Mention]:
    return st.builds(
        mention,
        st.sampled_from(TYPES),
        st.sampled_from(NAMES),
        PLACES,
        surface=st.sampled_from((*NAMES, "she")),
        confidence=confidences(),
        attributes=st.builds(attribute, st.sampled_from(KEYS), st.sampled_from(VALUES)),
    )


def links() -> st.SearchStrategy[RelationMention]:
    return st.builds(
        relation,
        st.sampled_from(NAMES),
        st.sampled_from(RELATIONS),
        st.sampled_from(NAMES),
        PLACES,
        quote=st.sampled_from(("He was a clerk there.", "She is it.", "Formerly of the firm.")),
        confidence=confidences(),
        valid_from=st.sampled_from(("", "", "2010", "2012-05")),
        valid_to=st.sampled_from(("", "", "2013-01-01")),
        attributes=st.builds(attribute, st.sampled_from(KEYS), st.sampled_from(VALUES)),
    )


def documents() -> st.SearchStrategy[dict[str, Extraction]]:
    def one(found: Sequence[Mention], stated: Sequence[RelationMention]) -> Extraction:
        return extraction(*found, *stated)

    records = st.builds(one, st.lists(members(), max_size=20), st.lists(links(), max_size=20))
    return st.dictionaries(st.sampled_from(("a.txt", "b.txt", "c.txt")), records, min_size=1)


@settings(max_examples=60)
@given(documents())
def test_whatever_is_stated_every_sentence_holds_cites_and_reads(found: Documents) -> None:
    everything = NarrativeSettings(profiles_from=1)
    for community in communities_of(graph(found)):
        known = material_of(community)
        written = narrative_of(known, everything)
        assert false_alarms(known, written) == []
        assert citation_finding(written).holds
        assert written.label
        for sentence in sentences(written):
            assert phrases_in(sentence.text) == ()
            assert sentence.text == " ".join(sentence.text.split())
            assert sentence.text[-1] in ".!?…"
            assert sentence.text[0] == sentence.text[0].upper()
        again = narrative_of(known, everything)
        assert again.to_bytes() == written.to_bytes()
