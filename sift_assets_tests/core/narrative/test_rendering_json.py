import json

from hypothesis import given, settings
from hypothesis import strategies as st

from sift_assets.core.communities.keys import UNASSIGNED
from sift_assets.core.communities.records import CommunityMap
from sift_assets.core.narrative.records import Narrative, Profile, Report, Sentence
from sift_assets.core.narrative.rendering_json import (
    communities_json,
    entity_descriptions_json,
    report_json,
)
from sift_assets_tests.core.narrative.test_rendering import report_of


def told(community: str, *profiles: tuple[str, tuple[str, ...]]) -> Narrative:
    return Narrative(
        community=community,
        label="any",
        story=(),
        profiles=tuple(
            Profile(
                entity=entity,
                name=entity,
                type="PERSON",
                sentences=tuple(Sentence(text=text, cites=("p",)) for text in texts),
            )
            for entity, texts in profiles
        ),
        passages={},
        writer="local",
    )


def test_descriptions_are_the_profiles_by_entity() -> None:
    written = entity_descriptions_json(
        [
            told("person:bo", ("person:cy", ("Cy is é.", "He\nowns Bo.")), ("person:bo", ())),
            told("person:ada", ("person:ada", ("Ada is a person.",))),
        ]
    )
    assert written.decode() == (
        '{\n  "person:ada": "Ada is a person.",\n  "person:cy": "Cy is é. He owns Bo."\n}'
    )
    assert entity_descriptions_json([]) == b"{}"


@settings(max_examples=50)
@given(st.text(), st.dictionaries(st.text(), st.text(), max_size=3))
def test_json_is_as_the_json_module_writes_it(said: str, names: dict[str, str]) -> None:
    """In two places with a faster writer: whoever compares files sees no other byte."""
    report = report_of(said).model_copy(update={"names": names})
    expected = json.dumps(report.model_dump(mode="json"), indent=2, ensure_ascii=False)
    assert report_json(report).decode() == expected
    written = entity_descriptions_json([told("any", *((name, (said,)) for name in names))])
    expected = json.dumps(json.loads(written), indent=2, ensure_ascii=False)
    assert written.decode() == expected


def test_communities_are_the_labels_by_entity() -> None:
    known = CommunityMap(
        algorithm="any",
        members={"person:bo": "person:ada", "person:ada": "person:ada", "person:cy": UNASSIGNED},
        groups=(),
        coverage=0.5,
        modularity=0.0,
        connections=(),
        bridges=(),
        islands=(),
        proposed_links=(),
    )
    assert json.loads(communities_json(known, {"person:ada": "The harbour"})) == {
        "person:ada": "The harbour",
        "person:bo": "The harbour",
    }
    assert communities_json(known.model_copy(update={"members": {}}), {}) == b"{}"


def test_a_report_reads_back_as_it_is() -> None:
    report = report_of("<b>é\n*x*")
    assert Report.model_validate_json(report_json(report)) == report
