from collections.abc import Callable

import pytest

from sift_assets.core.extraction.local.schema import Kind
from sift_assets.core.extraction.local.typing_hints import kind_by_words, names_nothing
from sift_assets.core.records.extraction import Extraction


@pytest.mark.parametrize(
    ("name", "kind"),
    [
        ("Ostrey Utilities Group", Kind.ORGANIZATION),
        ("Nereid Data GmbH", Kind.ORGANIZATION),
        ("University of Lundby", Kind.ORGANIZATION),
        ("Carrow County", Kind.PLACE),
        ("French Hill", None),
        ("Tomas Wray", None),
        ("Bank", None),
    ],
)
def test_the_words_of_a_name_may_give_its_kind_away(name: str, kind: Kind | None) -> None:
    assert kind_by_words(name) is kind


@pytest.mark.parametrize("name", ["Bank Secrecy Act", "Bachelor of Arts", "Putnam Competitions"])
def test_documents_degrees_and_contests_are_no_organizations(name: str) -> None:
    assert names_nothing(name)


@pytest.mark.parametrize(
    "text",
    [
        "The engineer Leo Dask wrote a report.",
        "Leo Dask, who wrote a report, left.",
        "Mr. Leo Dask wrote a report.",
        "Leo Dask, 51, wrote a report.",
    ],
)
def test_a_role_a_title_an_age_or_who_make_a_person(
    read: Callable[[str], Extraction], text: str
) -> None:
    assert {(m.type, m.name) for m in read(text).mentions} == {("PERSON", "Leo Dask")}
