"""Globs of what is ignored."""

import time

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sift_assets.core.planning.ignoring import ignored_by


@pytest.mark.parametrize(
    ("pattern", "path", "ignored"),
    [
        ("*.log", "a.log", True),
        ("*.log", "deep/down/a.log", True),
        ("*.log", "a.log.txt", False),
        ("drafts", "drafts", True),
        ("drafts", "x/drafts", True),
        ("drafts", "mydrafts", False),
        ("/drafts", "drafts", True),
        ("/drafts", "x/drafts", False),
        ("x/*.txt", "x/a.txt", True),
        ("x/*.txt", "x/y/a.txt", False),
        ("x/*.txt", "z/x/a.txt", False),
        ("x/**/a.txt", "x/a.txt", True),
        ("x/**/a.txt", "x/y/z/a.txt", True),
        ("**/tmp/*", "a/b/tmp/c", True),
        ("**/tmp/*", "tmp/c", True),
        ("x/**", "x/y/z", True),
        ("x/**", "x", False),
        ("a/**/b/**", "a/b/c", True),
        ("a/**/b/**", "a/b", False),
        ("a/**/b", "a/x/c", False),
        ("/**", "a", True),
        ("a?.txt", "ab.txt", True),
        ("a?.txt", "a/.txt", False),
        ("[ab].txt", "a.txt", True),
        ("[!ab].txt", "a.txt", False),
        ("[!ab].txt", "c.txt", True),
        ("[]x].txt", "].txt", True),
        ("[^a].txt", "^.txt", True),
        ("[a-c]1", "b1", True),
        ("a[b", "a[b", True),
        ("a.b", "axb", False),
        ("(x)+", "(x)+", True),
        ("*.TXT", "a.txt", False),
        ("*", "new\nline", True),
        ("*.pdf", "bad\udcff.pdf", True),
    ],
)
def test_a_glob_ignores_what_people_expect(pattern: str, path: str, ignored: bool):
    assert ignored_by(path, [pattern]) == (pattern if ignored else "")


def test_a_slash_at_the_end_means_folders_only():
    assert ignored_by("x/build", ["build/"], folder=True) == "build/"
    assert ignored_by("x/build", ["build/"]) == ""


def test_the_first_glob_that_ignores_is_named():
    assert ignored_by("a.log", ["*.txt", "a.*", "*.log"]) == "a.*"
    assert ignored_by("a.log", []) == ""


def test_a_glob_of_many_stars_is_answered_at_once():
    start = time.process_time()
    assert ignored_by("a" * 250, ["*a" * 60 + "b"]) == ""
    assert ignored_by("/".join("a" * 400), ["**/a/" * 60 + "b"]) == ""
    assert time.process_time() - start < 2


@given(st.text(max_size=20), st.text(max_size=20))
def test_any_glob_can_be_asked_about_any_path(pattern: str, path: str):
    assert ignored_by(path, [pattern]) in {"", pattern}


@given(st.text(st.characters(exclude_characters="*?[/", codec="utf-8"), min_size=1, max_size=20))
def test_a_name_without_wildcards_ignores_exactly_itself(name: str):
    assert ignored_by(f"x/{name}", [name]) == name
    assert ignored_by(f"x/{name}y", [name]) == ""
