"""A refusal sticks under small edits, and ends when the content really changes."""

import string

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sift_assets.core.promotion.near_duplicates import (
    OTHER_DOCUMENT,
    SAME_DOCUMENT,
    SKETCHED,
    Refused,
    normalised,
    refusal_of,
    signature_of,
    similarity,
)
from sift_assets_tests.fakes.planted_secrets import Chance

KEY = "ab" * 32

SENTENCES = (
    "Ada Varga proposed to move the archive to the upper floor before the winter.",
    "Tom Brandt wants three quotes for the shelves, and the cheapest is not the best.",
    "The harbour office answered that the permit takes about six weeks.",
    "Nina will ask the insurance whether the old wiring is a problem for them.",
    "We meet again on Thursday, with the plans of the second floor on the table.",
    "Nobody has found the keys of the cellar since Karl left in spring.",
)
NOTE = "\n\n".join(SENTENCES)
OTHERS = """The choir rehearses in the school while the roof of the church is mended.

Bring your own chair, and something warm to drink for the interval.

Ticket money goes to the summer camp; last year that paid for two tents.

Whoever can drive the small bus on Saturday should call before noon."""

WORDS = st.lists(st.sampled_from(sorted(set(NOTE.lower().split()))), max_size=30).map(" ".join)


def refused(text: str, candidate: str = "c1", at: str = "2026-01-01") -> Refused:
    return Refused(
        candidate=candidate, content=normalised(text), signature=signature_of(text, KEY), at=at
    )


def falls_under(text: str, refusal: Refused, candidate: str = "c1") -> bool | None:
    """Return whether a text is exactly what was refused; None when it is not refused."""
    found = refusal_of(candidate, normalised(text), signature_of(text, KEY), [refusal])
    return found.exact if found else None


def reordered() -> str:
    return "\n\n".join(reversed(SENTENCES))


@pytest.mark.parametrize(
    ("edited", "exact"),
    [
        (NOTE.upper(), True),
        (f"  {NOTE.replace(' ', '   ')}\n\n", True),
        (NOTE.replace("a", "a\u200b"), True),
        ("".join(chr(ord(c) + 0xFEE0) if c.isalpha() else c for c in NOTE), True),
        (NOTE.replace(",", ";").replace(".", "!"), False),
        (NOTE.replace("Thursday", "Friday"), False),
        (reordered(), False),
        (f"{NOTE}\n\nSee you there.", False),
        (NOTE.replace(SENTENCES[2], ""), False),
    ],
)
@pytest.mark.parametrize("candidate", ["c1", "renamed"])
def test_a_refusal_sticks_under_small_edits_and_another_name(
    edited: str, exact: bool, candidate: str
) -> None:
    assert falls_under(edited, refused(NOTE), candidate) is exact


def test_a_refusal_ends_when_the_content_really_changes() -> None:
    assert falls_under(OTHERS, refused(NOTE)) is None
    assert falls_under(f"{SENTENCES[0]}\n\n{OTHERS}", refused(NOTE)) is None
    assert falls_under(SENTENCES[0], refused(NOTE)) is None
    assert falls_under("", refused(NOTE)) is None


def test_a_short_note_stays_refused_with_one_word_of_five_changed() -> None:
    assert falls_under("meet Ada at the bridge", refused("meet Ada at the harbour")) is False
    assert falls_under("meet Ada at the bridge", refused("meet Ada at the harbour"), "c2") is None
    assert falls_under("sell the old boat now", refused("meet Ada at the harbour")) is None


def test_many_small_changes_end_a_refusal_as_one_large_one_does() -> None:
    refusal, words = refused(NOTE), [*map(str, NOTE.split())]
    chance = Chance(4)
    stood: list[bool] = []
    for at in chance.sample(range(len(words)), len(words)):
        words[at] = "".join(chance.choice(string.ascii_lowercase) for _ in range(8))
        stood.append(falls_under(" ".join(words), refusal) is not None)
    assert stood[:8] == [True] * 8
    assert stood == sorted(stood, reverse=True)
    assert not stood[-1]


def test_two_letters_from_one_template_are_two_letters() -> None:
    template = (
        "Dear {}, your boat {} is moored at berth {} until {}. The fee is {} euros. Yours, {}"
    )
    one = template.format("Ms Lind", "Sea Rose", "14", "May", "120", "Tom Brandt")
    other = template.format("Mr Okafor", "Blue Heron", "77", "October", "96", "Nina Olsen")
    assert falls_under(other, refused(one), "c2") is None


def test_the_first_refusal_counts_and_an_exact_one_before_all() -> None:
    early = refused(NOTE, "c1", "2026-01-01")
    late, near = refused(NOTE, "c2", "2026-02-01"), refused(NOTE + " More.", "c1", "2025-01-01")
    found = refusal_of("c1", normalised(NOTE), signature_of(NOTE, KEY), [late, near, early])
    assert found is not None
    assert (found.refused, found.exact) == (early, True)


@given(WORDS)
def test_equal_texts_have_equal_signatures_whatever_their_case_and_space(text: str) -> None:
    signature = signature_of(text, KEY)
    assert signature_of(f" {text.upper()}\n", KEY) == signature
    assert signature_of(normalised(text), KEY) == signature
    assert similarity(signature, signature) == (1.0 if text else 0.0)


@given(WORDS, WORDS)
def test_similarity_is_symmetric_and_that_of_the_sets_where_all_is_kept(
    one: str, other: str
) -> None:
    mine, theirs = signature_of(one, KEY), signature_of(other, KEY)
    assert similarity(mine, theirs) == similarity(theirs, mine)
    both = set(mine) | set(theirs)
    exact = len(set(mine) & set(theirs)) / len(both) if both else 0.0
    assert len(both) > SKETCHED or similarity(mine, theirs) == exact


def test_a_long_text_is_sketched_and_its_likeness_estimated() -> None:
    chance = Chance(2)
    words = [f"w{n}" for n in range(3_000)]
    text = " ".join(words)
    changed = " ".join(w if chance.random() < 0.9 else f"{w}x" for w in words)
    assert len(signature_of(text, KEY)) == SKETCHED
    # of 10 words 9 stand, of 100 pairs 81: shared (0.9 + 0.81) of (2 * 2 - that)
    expected = 1.71 / 2.29
    assert similarity(signature_of(text, KEY), signature_of(changed, KEY)) == pytest.approx(
        expected, abs=0.12
    )


def test_without_the_key_nobody_makes_a_signature() -> None:
    assert not set(signature_of(NOTE, KEY)) & set(signature_of(NOTE, "cd" * 32))


def test_a_script_without_spaces_is_compared_by_its_characters() -> None:
    text = "我们星期四在港口见面并讨论新的仓库计划和预算"
    edited = text.replace("四", "五")
    assert similarity(signature_of(text, KEY), signature_of(edited, KEY)) >= OTHER_DOCUMENT


def test_the_thresholds_stand_in_their_order() -> None:
    assert 0 < SAME_DOCUMENT < OTHER_DOCUMENT < 1
