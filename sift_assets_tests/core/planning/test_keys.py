"""Document keys: reversible, readable, harmless."""

import os
import unicodedata

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sift_assets.core.errors import ProjectError
from sift_assets.core.planning.keys import (
    MAX_KEY_BYTES,
    community_partition,
    document_key,
    document_path,
    escaped_path,
    twins,
)

names = st.binary(min_size=1, max_size=60).filter(lambda name: b"\0" not in name)
paths = names.map(lambda name: name.decode("utf-8", "surrogateescape"))


@pytest.mark.parametrize(
    ("path", "key"),
    [
        ("report.pdf", "report.pdf"),
        ("sub dir/report, final (v2).pdf", "sub%20dir/report%2C%20final%20(v2).pdf"),
        ("naïve/文書 [1].md", "naïve/文書%20%5B1%5D.md"),
        ("100%.txt", "100%25.txt"),
        ("a...b", "a%2E%2E%2Eb"),
        ("a....b", "a%2E%2E%2E.b"),
        ("a\nb", "a%0Ab"),
        ('say "a"|b\\c', "say%20%22a%22%7Cb%5Cc"),
        ("a\udcffb", "a%FFb"),
        ("a\u202eb", "a%E2%80%AEb"),
        ("a\u200bb", "a%E2%80%8Bb"),
        ("a\x1b[31mb", "a%1B%5B31mb"),
        ("a\u3000b", "a%E3%80%80b"),
    ],
)
def test_keys_are_readable(path: str, key: str):
    assert document_key(path) == key
    assert document_path(key) == path


@given(paths)
def test_every_path_of_a_file_system_comes_back_from_its_key(path: str):
    assert document_path(document_key(path)) == path


@given(paths, paths)
def test_the_key_of_a_folder_begins_the_keys_of_what_is_in_it(folder: str, name: str):
    path = f"{folder}/{name}"
    in_folder, _, own = document_key(path).rpartition("/")
    assert document_path(in_folder) == path.rpartition("/")[0]
    assert not own or document_path(own) == path.rpartition("/")[2]


@given(paths, paths)
def test_different_paths_have_different_keys(one: str, other: str):
    assert (document_key(one) == document_key(other)) == (one == other)


@given(paths)
def test_a_key_is_plain_unicode_without_what_dagster_gives_a_meaning(path: str):
    key = document_key(path)
    assert key.encode("utf-8").decode("utf-8") == key
    assert not any(character.isspace() for character in key)
    assert not any(unicodedata.category(character) == "Cc" for character in key)
    assert not set(',[]"|\\') & set(key)
    assert "..." not in key


@given(names)
def test_a_name_as_the_operating_system_gives_it_comes_back_as_bytes(name: bytes):
    assert os.fsencode(document_path(document_key(os.fsdecode(name)))) == name


def test_the_key_of_a_folder_is_the_beginning_of_the_keys_below_it():
    assert document_key("a b../c").startswith(document_key("a b..") + "/")


def test_unicode_is_not_normalised():
    assert document_key("é") != document_key("e\u0301")


@pytest.mark.parametrize("path", ["", "\ud800"])
def test_what_is_no_path_is_refused(path: str):
    with pytest.raises(ProjectError):
        document_key(path)


@pytest.mark.parametrize("key", ["", "a b", "%41", "%e9", "100%", "a...b", "a,b", "%"])
def test_what_is_no_key_is_refused(key: str):
    with pytest.raises(ProjectError):
        document_path(key)


def test_a_refused_key_is_answered_with_the_right_one():
    with pytest.raises(ProjectError, match="Write `a%20b`"):
        document_path("a b")


def test_a_path_too_long_for_an_index_is_refused_and_can_still_be_listed():
    assert document_key("a" * MAX_KEY_BYTES)
    with pytest.raises(ProjectError, match="shorter path"):
        document_key("a" * (MAX_KEY_BYTES + 1))
    with pytest.raises(ProjectError, match="shorter path"):
        document_key("é" * (MAX_KEY_BYTES // 2 + 1))
    assert escaped_path("a" * 5000) == "a" * 5000


def test_twins_differ_in_case_or_unicode_form_only():
    found = twins(["a/B.txt", "A/b.txt", "c", "é", "e\u0301", "É", "straße", "STRASSE", "d"])
    assert found == (
        ("A/b.txt", "a/B.txt"),
        ("STRASSE", "straße"),
        ("e\u0301", "É", "é"),
    )


def test_twins_may_differ_in_the_order_of_marks_that_change_with_case():
    one, other = "\u03b1\u0345\u0301", "\u03b1\u0301\u0345"
    assert twins([one, other]) == ((other, one),)


def test_look_alikes_of_other_scripts_are_no_twins():
    assert twins(["a", "\u0430", "ﬁ", "fi"]) == ((("fi", "ﬁ")),)


@given(st.lists(paths))
def test_twins_do_not_depend_on_the_order_of_paths(given_paths: list[str]):
    assert twins(given_paths) == twins(reversed(given_paths))
    assert all(len(set(group)) > 1 for group in twins(given_paths))


def test_a_community_is_a_partition_by_its_key_without_what_dagster_gives_a_meaning():
    assert community_partition("person:ada_varga") == "person:ada_varga"
    assert community_partition('person:a "b", c|d') == "person:a%20%22b%22%2C%20c%7Cd"


def test_very_long_keys_of_communities_are_cut_and_told_apart():
    one, other = (community_partition("person:" + "ä" * 2000 + end) for end in "ab")
    assert one != other
    assert max(len(one.encode()), len(other.encode())) <= MAX_KEY_BYTES
    assert one == community_partition("person:" + "ä" * 2000 + "a")
