"""Who is called wrong takes away what it was then, and nothing that is merged with it later."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sift_assets.core.decisions.closure import Closure, closed
from sift_assets.core.decisions.decision import Act
from sift_assets_tests.core.decisions.decision_examples import person, said

ACTS = {"=": Act.MERGE, "≠": Act.NOT_SAME, "-": Act.RETRACT}

WORDS = st.tuples(
    st.sampled_from("=≠-"), st.lists(st.sampled_from("abcd"), min_size=2, max_size=3, unique=True)
).map(lambda word: word[0] + "".join(word[1][:1] if word[0] == "-" else word[1]))


def after(*words: str) -> Closure:
    """Return what some words come to, such as `=ab` (a and b are one) and `-a` (a is wrong)."""
    return closed(
        (said(ACTS[word[0]], at, entities=tuple(map(person, word[1:]))), tuple(word[1:]))
        for at, word in enumerate(words)
    )


@pytest.mark.parametrize(
    ("words", "one", "wrong"),
    [
        (("=ab", "-a"), {"ab"}, "ab"),
        (("=ab", "-b"), {"ab"}, "b"),
        (("-a", "=ab"), set[str](), "a"),
        (("-a", "=abc"), {"bc"}, "a"),
        (("-a", "=ab", "=bc"), {"bc"}, "a"),
        (("=ab", "-a", "=bc"), {"ab"}, "ab"),
        (("=ab", "-a", "≠ab"), set[str](), "a"),
        (("=ab", "-b", "≠ab"), set[str](), "b"),
        (("-a", "≠ab"), set[str](), "a"),
        (("=bc", "=ab", "-a", "=abc"), {"abc"}, "a"),
        (("=bc", "=ab", "-a", "≠bc"), {"ab"}, "a"),
    ],
)
def test_a_retraction_takes_away_what_was_one_when_it_was_said(
    words: tuple[str, ...], one: set[str], wrong: str
) -> None:
    found = after(*words)
    assert {"".join(sorted(group.members)) for group in found.groups} == one
    assert "".join(sorted(found.retracted)) == wrong
    assert all(g.canonical not in wrong or {*g.members} <= {*wrong} for g in found.groups)


def test_a_merge_with_what_is_wrong_is_told_of() -> None:
    ((merge, wrong),) = after("-a", "=ab").idle
    assert (merge.act, wrong) == (Act.MERGE, "a")
    assert after("=ab", "-a").idle == ()


@given(st.lists(WORDS, max_size=7))
def test_a_group_is_wrong_as_a_whole_or_led_by_who_is_not(words: list[str]) -> None:
    found = after(*words)
    for group in found.groups:
        if group.canonical in found.retracted:
            assert {*group.members} <= found.retracted.keys()
