"""What people name, looked up: whatever case and accents, and helpful errors for the rest."""

import pytest

from sift_assets.core.decisions.decision import Act
from sift_assets.core.query.content import content_rows
from sift_assets.core.viewing.choice import Choice
from sift_assets.core.viewing.choosing import chosen
from sift_assets.core.viewing.naming import ChoiceError, Named, community_named, entity_named
from sift_assets.core.viewing.shown import label_of, named
from sift_assets_tests.core.decisions.decision_examples import person, said
from sift_assets_tests.core.viewing.view_examples import papers, source_of

ADA, TOM = "person:ada_varga", "person:tom_brandt"

PAPERS = {key: paper for key, paper in papers().items() if key != "hostile.txt"}
KEY = source_of(PAPERS).communities.members[ADA]
SOURCE = source_of(PAPERS, labels={KEY: "Hàrbour  folk"})


@pytest.mark.parametrize("name", ["tom brandt", "TOM  BRANDT", "captain brandt", TOM])
def test_an_entity_is_found_by_name_alias_and_id(name: str) -> None:
    assert entity_named(SOURCE.graph, name) == TOM


def test_accents_need_not_be_typed_and_merged_ids_still_lead_to_the_entity() -> None:
    assert entity_named(SOURCE.graph, "jose alvarez").startswith("person:jos")
    merge = said(Act.MERGE, entities=(person("Ada Varga"), person("Tom Brandt")))
    graph = source_of(PAPERS, (merge,)).graph
    assert entity_named(graph, TOM) == entity_named(graph, ADA) == ADA


@pytest.mark.parametrize(
    ("choice", "message"),
    [
        ({"neighborhood": "Tom Brant"}, "no entity 'Tom Brant'. Is it 'Tom Brandt'"),
        ({"neighborhood": "Brandt"}, "Is it 'Tom Brandt' or 'Captain Brandt'?"),
        ({"neighborhood": "zzzz"}, "no entity 'zzzz'."),
        ({"community": "nobody"}, "no community 'nobody'."),
        ({"community": "harbor folk"}, "Is it 'Hàrbour  folk'?"),
        ({"document": "minuts.txt"}, "Is it 'minutes.txt'"),
    ],
)
def test_an_unknown_name_is_an_error_with_names_that_are_like_it(
    choice: dict[str, str], message: str
) -> None:
    with pytest.raises(ChoiceError) as error:
        chosen(SOURCE.graph, named(SOURCE), Choice.model_validate(choice))
    assert message in str(error.value)
    assert error.value.exit_code == 2


def test_a_name_that_several_have_is_an_error_that_lists_them() -> None:
    twins = papers()["minutes.txt"].names("ORGANIZATION", "Tom Brandt")
    source = source_of({"minutes.txt": twins})
    with pytest.raises(ChoiceError, match=r"Several .* 'organization:tom_brandt', 'person:tom_"):
        entity_named(source.graph, "Tom Brandt")
    two = {"a/minutes.txt": papers()["minutes.txt"], "b/minutes.txt": papers()["minutes.txt"]}
    both = source_of(two)
    with pytest.raises(ChoiceError, match="Several documents"):
        chosen(both.graph, named(both), Choice(document="minutes"))


def test_a_name_counts_exactly_before_it_counts_without_signs() -> None:
    names = papers()["minutes.txt"].names("ORGANIZATION", "C++").names("ORGANIZATION", "C")
    graph = source_of({"minutes.txt": names.names("ORGANIZATION", "Voss & Søn")}).graph
    assert entity_named(graph, "c++") != entity_named(graph, "c")
    assert entity_named(graph, "voss son") == entity_named(graph, "VOSS & SØN")


def test_a_label_that_several_communities_have_is_an_error() -> None:
    two = Named({"a": "one", "b": "two"}, {"one": "Harbour", "two": "harbour!"})
    with pytest.raises(ChoiceError, match="Several communities"):
        community_named(two, "HARBOUR")
    assert community_named(two, "two") == "two"


def test_a_community_of_which_nothing_is_told_is_called_after_its_centre_everywhere() -> None:
    source = source_of(PAPERS)
    labels = {KEY: label_of(source, KEY)}
    (rows,) = [list(rows) for table, rows in content_rows(source) if table == "communities"]
    assert {key: label for _, key, label, *_ in rows} == labels
    centre = source.graph.identity(KEY)
    assert centre is not None
    assert labels == {KEY: centre.name} == {KEY: named(source).labels[KEY]}
    assert label_of(source_of(PAPERS, labels={KEY: "Docks"}), KEY) == "Docks"
