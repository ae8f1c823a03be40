"""Hints: repositories, tracked names, tags; a stranger's word, compared in one form."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sift_assets.core.promotion.hints import MOST_HINTS, hints_of, named_in, repository_form
from sift_assets.core.promotion.settings import TrackedProject

HARBOUR = TrackedProject(
    name="Harbour", aliases=("Port Works",), repositories=("https://github.com/Acme/harbour.git",)
)


def found(text: str, *tags: str) -> list[tuple[str, str, str]]:
    return [(one.kind, one.value, one.tracked) for one in hints_of(text, tags, (HARBOUR,))]


@pytest.mark.parametrize(
    "written",
    [
        "github.com/acme/harbour",
        "https://github.com/acme/harbour",
        "https://www.github.com/Acme/Harbour.git",
        "git@github.com:acme/harbour.git",
        "ssh://git@github.com/acme/harbour",
        "https://github.com/acme/harbour/issues/12",
    ],
)
def test_a_repository_is_one_however_its_address_is_written(written: str):
    assert repository_form(written) == "github.com/acme/harbour"
    assert found(f"See {written}.") == [("repository", "github.com/acme/harbour", "Harbour")]


def test_a_repository_that_nobody_tracks_is_a_hint_of_something_new():
    assert found("code at https://gitlab.com/eve/thing") == [
        ("repository", "gitlab.com/eve/thing", "")
    ]


def test_a_tracked_project_is_found_by_its_names_as_whole_words_only():
    assert found("The PORT works are late") == [("project", "port works", "Harbour")]
    assert found("harbourmaster, portworks, port and works") == []


def test_a_name_of_one_word_in_prose_may_be_any_word_and_is_of_no_project_yet():
    assert found("Ships lay in the harbour.") == [("project", "harbour", "")]
    assert found("", "project:harbour") == [("tag", "harbour", "Harbour")]


def test_a_name_in_an_address_names_nothing_of_ours():
    assert found("https://github.com/eve/port-works and port@works.org, files/port works") == [
        ("repository", "github.com/eve/port-works", "")
    ]


def test_tags_name_projects_and_repositories():
    assert found("", "project:Port Works", "repo:acme/other", "urgent") == [
        ("tag", "port works", "Harbour"),
        ("tag", "acme/other", ""),
    ]


def test_an_address_of_another_site_is_no_repository():
    assert found("https://example.org/acme/harbour-plan and a@b.com:22/x") == []


def test_a_catalogue_of_repositories_is_cut_and_what_is_tracked_comes_first():
    text = " ".join(f"https://github.com/x/r{n}" for n in range(2 * MOST_HINTS))
    hints = found(f"{text} github.com/acme/harbour")
    assert len(hints) == MOST_HINTS
    assert hints[0][2] == "Harbour"


@given(st.text(max_size=300))
def test_any_text_gives_the_same_hints_twice_each_once(text: str):
    hints = found(text)
    assert hints == found(text)
    assert len(set(hints)) == len(hints)


@given(st.lists(st.sampled_from(["a", "b", "c d"]), max_size=30))
def test_only_names_that_are_asked_for_are_found(words: list[str]):
    names = {("a",): 1, ("c", "d"): 2}
    seen = set(named_in(" x ".join(words), names))
    assert seen == {one for one in names if " ".join(one) in words}
