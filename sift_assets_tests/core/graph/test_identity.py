"""Names, normal forms and ids."""

import itertools
import unicodedata

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from sift_assets.core.graph.identity import (
    SLUG_LENGTH,
    document_node_id,
    entity_id,
    is_blank,
    normal_form,
    relation_id,
)

TYPE_NAMES = st.from_regex(r"[A-Z][A-Z0-9_]{0,9}", fullmatch=True)
HOSTILE = st.text(
    st.sampled_from(
        " \t_-~|:.+#'/\\\u200b\u200d\u202e\ufe0f\u00a0\u3164ßẞſIiİıΣσςﬁAaÅé😀北Ꭰꭰ\u0301"
    )
)


@pytest.mark.parametrize(
    "names",
    [
        ("C", "C++", "C#", "C~", "C-"),
        ("NET", ".NET", "N.E.T."),
        ("北京", "背景"),
        ("😀", "🎉", "♥", "♥♥"),
        ("joe recarey", "joe_recarey", "joe-recarey", "joerecarey"),
        ("evil", "\u202eevil", "ev\u200bil"),
        ("ear", "éar", "earʹ"),
        ("x" * 200, "x" * 201, "x" * SLUG_LENGTH),
    ],
)
def test_different_names_have_different_lower_case_ids(names: tuple[str, ...]) -> None:  # C1
    ids = [entity_id("LANGUAGE", name) for name in names]
    assert len(set(ids)) == len(names)
    assert all(one == one.lower() for one in ids)


@pytest.mark.parametrize(
    ("first", "second"),
    [
        ("Mr. Smith", "Mrs. Smith"),
        ("Father Brown", "Sister Brown"),
        ("Father Brown", "Brown"),
        ("John Williams", "John William"),
        ("Captain America", "America"),
        ("Justice Department", "Department"),
        ("Lady Gaga", "Gaga"),
        ("President Lincoln", "Lincoln"),
    ],
)
def test_titles_and_plurals_are_never_folded_away(first: str, second: str) -> None:  # C3
    assert entity_id("PERSON", first) != entity_id("PERSON", second)


@pytest.mark.parametrize(
    ("first", "second"),
    [
        ("Joe Recarey", " JOE \u00a0 recarey\n"),
        ("STRASSE", "straße"),
        ("Ångström", "A\u030angstro\u0308m"),
        ("ＦＴＸ", "ftx"),
        ("ﬁnance", "Finance"),
        ("ΟΔΟΣ", "οδος"),
    ],
)
def test_case_unicode_form_and_white_space_do_not_matter(first: str, second: str) -> None:  # C3
    assert entity_id("PERSON", first) == entity_id("PERSON", second)


def test_an_id_reads_like_the_name_and_is_hashed_only_where_symbols_are_lost() -> None:
    assert entity_id("PERSON", "Joe Recarey") == "person:joe_recarey"
    assert entity_id("LOCATION", "北京") == "location:北京"
    assert entity_id("LOCATION", "दिल्ली") == "location:दिल्ली"
    assert entity_id("LANGUAGE", "C++").startswith("language:c~")
    assert entity_id("LANGUAGE", "😀").startswith("language:~")
    assert entity_id("LANGUAGE", "C\ufe0f\u3164").startswith("language:c~")


def test_an_over_long_name_is_cut() -> None:
    name = "very " * 1000
    assert len(entity_id("EVENT", name)) < SLUG_LENGTH + 30
    assert entity_id("EVENT", name) != entity_id("EVENT", name + "x")


@given(HOSTILE | st.text(), HOSTILE | st.text(), TYPE_NAMES)
@example("İ", "i̇", "T")
@example("Ꭰ", "ꭰ", "T")
def test_two_names_share_an_id_exactly_when_they_share_a_normal_form(
    first: str, second: str, type_name: str
) -> None:
    is_one = normal_form(first) == normal_form(second)
    assert (entity_id(type_name, first) == entity_id(type_name, second)) is is_one


@given(HOSTILE | st.text(), TYPE_NAMES)
def test_an_id_is_lower_case_and_names_its_type(name: str, type_name: str) -> None:
    identity = entity_id(type_name, name)
    assert identity == identity.lower()
    assert identity.split(":", 1)[0] == type_name.lower()
    assert not {"|", " ", "\n", "\u202e", "\u200b", "\ufe0f", "\u1160"} & set(identity)


@given(HOSTILE | st.text())
def test_a_normal_form_is_its_own_normal_form(name: str) -> None:
    form = normal_form(name)
    assert normal_form(form) == form
    assert normal_form(unicodedata.normalize("NFD", name)) == form


@given(TYPE_NAMES, st.text(), st.text())
def test_no_entity_can_take_the_id_of_a_document(  # C10
    type_name: str, name: str, document: str
) -> None:
    assert entity_id(type_name, name) != document_node_id(document)


@pytest.mark.parametrize("type_name", ["DOC", "DOCUMENT", "SOURCE"])
def test_a_type_called_document_keeps_out_of_the_documents_namespace(type_name: str) -> None:  # C8
    assert entity_id(type_name, "a") != document_node_id("a")
    assert document_node_id("b/Ü.pdf") == "@document:b/Ü.pdf"


@pytest.mark.parametrize(
    "name", ["", " \n\t", "\u200b\u2060", "\u202e", "\u3164", "\ufe0f", "\x07"]
)
def test_a_name_that_shows_nothing_is_blank(name: str) -> None:
    assert is_blank(name)


@pytest.mark.parametrize("name", ["a", "北", "😀", "+", "\u200ba"])
def test_a_name_that_shows_something_is_not_blank(name: str) -> None:
    assert not is_blank(name)


def test_relation_ids_differ_in_every_part() -> None:
    ids = {relation_id(*parts) for parts in itertools.product("ab", "TU", "ab")}
    assert len(ids) == 8
    assert relation_id("person:a", "KNOWS", "person:b") == "person:a|KNOWS|person:b"
