"""A reviewer finds an item by kind, type, score and any words that stand in it."""

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from pydantic import ValidationError

from sift_assets.core.review.about import kind_of
from sift_assets.core.review.filtering import Wanted, score_of, sides_of, texts_of
from sift_assets_tests.core.review.review_examples import (
    pair_of,
    queue_after,
    relations_at_odds,
    types_at_odds,
    values_at_odds,
)

ITEMS = (
    *queue_after().items,
    relations_at_odds(),
    values_at_odds(),
    types_at_odds("type"),
    pair_of("Ångström", "Bo").model_copy(update={"constant": True}),
)

wanteds = st.builds(
    Wanted,
    kind=st.sampled_from(["", *sorted({kind_of(one) for one in ITEMS})]),
    type=st.sampled_from(["", "person", "KNOWS", "EXTENDS", "LOCATION"]),
    text=st.sampled_from(["", "ada", "Cy dee", "1970", "a.txt"]),
    least=st.floats(0, 1),
    most=st.floats(0, 1),
)


@given(wanteds)
def test_whoever_wants_less_sees_no_more(wanted: Wanted) -> None:
    found = [one for one in ITEMS if wanted.matches(one)]
    for field in ("kind", "type", "text", "least", "most"):
        wider = wanted.model_copy(update={field: Wanted.model_fields[field].default})
        assert all(wider.matches(one) for one in found)


def test_who_wants_nothing_special_sees_all() -> None:
    assert all(Wanted().matches(one) for one in ITEMS)


@pytest.mark.parametrize("item", ITEMS, ids=kind_of)
def test_every_item_is_found_by_each_word_that_it_shows(item: Any) -> None:
    for text in texts_of(item):
        assert Wanted(text=text).matches(item)
    assert not Wanted(text="no such word").matches(item)
    assert Wanted(kind=kind_of(item)).matches(item)


def test_words_are_found_in_any_order_case_and_accents() -> None:
    assert Wanted(text="bo ANGSTROM").matches(ITEMS[-1])


def test_what_has_no_score_is_in_no_part_of_the_scale() -> None:
    constant, contradiction = ITEMS[-1], values_at_odds()
    for item in (constant, contradiction):
        assert score_of(item) is None
        assert not Wanted(least=0.1).matches(item)
        assert not Wanted(most=0.9).matches(item)
    assert not Wanted(least=0.8, most=0.2).matches(pair_of("Ada", "Bo"))
    assert sides_of(contradiction) == ()
    assert all(len(sides_of(one)) for one in queue_after().merges)


def test_a_score_that_cannot_be_is_refused() -> None:
    for wrong in (-0.1, 1.1, float("nan")):
        with pytest.raises(ValidationError):
            Wanted(least=wrong)
