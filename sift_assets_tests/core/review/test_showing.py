"""What a page shows of an item is all of it, with the passages marked and nothing changed."""

import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sift_assets.core.resolution.opinions import Opinion
from sift_assets.core.resolution.records import Quote
from sift_assets.core.review.asking import answers_mean, asked, in_short
from sift_assets.core.review.records import OpenContradiction, PairOpinion, shown_hash
from sift_assets.core.review.showing import pieces, shown_item
from sift_assets.core.review.shown import Piece
from sift_assets.core.review.value_places import PLACES_SHOWN, places_of_value
from sift_assets_tests.core.review.review_examples import (
    pair_of,
    queue_after,
    relations_at_odds,
    resolved_after,
    types_at_odds,
    values_at_odds,
)

QUOTE = Quote(document="a.txt", page=2, start=3, end=21, quote="Ada met the ADA I.")


def path_of(key: str) -> str:
    return f"documents/{key}"


def places(entity: str, key: str, value: str) -> tuple[Quote, ...]:
    return places_of_value(resolved_after(), entity, key, value)


@given(st.text(max_size=40), st.lists(st.text(max_size=5), max_size=4))
def test_the_pieces_of_a_quote_are_the_quote(quote: str, names: list[str]) -> None:
    found = pieces(quote, names)
    assert "".join(one.text for one in found) == quote
    plain = [name for name in names if name.strip()]
    for one in found:
        if one.marked:
            assert any(re.fullmatch(re.escape(n), one.text, re.IGNORECASE) for n in plain)


def test_a_longer_name_is_marked_whole_in_any_case() -> None:
    assert pieces(QUOTE.quote, ["Ada", "ada i.", ""]) == (
        Piece(text="Ada", marked=True),
        Piece(text=" met the "),
        Piece(text="ADA I.", marked=True),
    )
    assert pieces("a+b (c)", ["+b (", "."])[1] == Piece(text="+b (", marked=True)


def test_a_merge_shows_both_sides_and_how_they_compare() -> None:
    plain = pair_of("Ada", "Adah")
    said = Opinion(verdict="same", confidence=0.9, reason="One.", model="m")
    left, right = plain.pairs[0].left, plain.pairs[0].right
    item = plain.model_copy(
        update={
            "opinions": (PairOpinion(left=left, right=right, opinion=said),),
            "sides": (plain.sides[0].model_copy(update={"quotes": (QUOTE, QUOTE)}), plain.sides[1]),
        }
    )
    shown = shown_item(item, path_of, places)
    assert (shown.key, shown.shown, shown.kind) == (item.key, shown_hash(item), "merges")
    assert (shown.asked, shown.short) == ("One and the same?  likely 90%", "Ada = Adah")
    (quote,) = shown.sides[0].quotes
    assert (quote.path, quote.page, quote.start, quote.end) == ("documents/a.txt", 2, 3, 21)
    assert [one.text for one in quote.pieces if one.marked] == ["Ada", "ADA"]
    (pair,) = shown.compared
    assert (pair.first, pair.second, pair.opinion) == (1, 2, "m: same, 90%. One.")
    assert shown.pairs == ()
    assert shown_item(plain, path_of, places).compared[0].opinion == ""


def test_a_group_names_the_pairs_that_it_can_be_decided_by() -> None:
    group = next(one for one in queue_after().merges if len(one.members) == 3)
    shown = shown_item(group, path_of, places)
    assert shown.asked.startswith("All one and the same?")
    assert len(shown.pairs) == len(group.pairs) == len(shown.compared)


def test_splits_variants_and_relations_show_what_they_ask_about() -> None:
    queue = queue_after()
    split = shown_item(queue.splits[0], path_of, places)
    assert split.parts == (("documents/a.txt",), ("documents/b.txt",))
    assert split.reasons == queue.splits[0].reasons
    variant = shown_item(queue.variants[0], path_of, places)
    assert [one.title for one in variant.sides] == ["Bo", "Cy"]
    assert variant.score == 0.7
    relation = shown_item(queue.relations[0], path_of, places)
    (side,) = relation.sides
    assert side.title == in_short(queue.relations[0])
    assert side.quotes
    assert side.flags == queue.relations[0].flags


@pytest.mark.parametrize(
    ("item", "titles"),
    [
        (relations_at_odds(), ["Ada KNOWS Cy", "Adah KNOWS Cy"]),
        (values_at_odds(), ["1970", "1980"]),
        (types_at_odds("name"), ["ORGANIZATION", "PERSON"]),
    ],
)
def test_a_contradiction_shows_its_facts_in_the_order_of_their_numbers(
    item: OpenContradiction, titles: list[str]
) -> None:
    shown = shown_item(item, path_of, places)
    assert sorted(one.title for one in shown.sides) == titles
    assert len(shown.sides) == len(item.facts)
    assert shown.score is None
    assert shown.means == answers_mean(item)
    assert asked(item) == "Which of these stand?"


def test_a_stated_value_leads_to_where_the_entity_is_named_with_it() -> None:
    shown = shown_item(values_at_odds(), path_of, places)
    found = [[(q.path, q.pieces[0].text) for q in side.quotes] for side in shown.sides]
    assert found == [[("documents/a.txt", "Dee")], [("documents/b.txt", "Dee")]]
    assert places("person:dee", "BORN", "1990") == ()
    assert PLACES_SHOWN >= 1
