"""A key names the same thing while it is open and in the decision that settled it."""

import pytest

from sift_assets.core.errors import DecisionError
from sift_assets.core.review.keys import by_key, keys_of, named, pairs_of, undecided
from sift_assets.core.review.records import OpenContradiction, OpenMerge
from sift_assets_tests.core.decisions.decision_examples import undo
from sift_assets_tests.core.review.review_examples import (
    ADA,
    ADAH,
    deciding,
    logged,
    queue_after,
    relations_at_odds,
    values_at_odds,
)


def test_a_decision_has_the_key_of_the_item_that_it_settles() -> None:
    for item in (*queue_after().items, relations_at_odds(), values_at_odds()):
        answers = (deciding().reject(item),)
        if not isinstance(item, OpenContradiction):
            answers += (deciding().confirm(item),)
        elif item.kind == "relation":
            answers = (deciding().keep(item, (0,)),)
        for decisions in answers:
            assert all(item.key in keys_of(one) for one in decisions)


def test_a_rule_is_not_asked_about_what_anybody_ever_decided() -> None:
    queue = queue_after()
    (refused,) = logged([deciding().not_same((ADA, ADAH))])
    relation = logged(deciding().confirm(queue.relations[0]), 1)
    left = undecided(queue, (refused, undo(refused, 9), *relation))
    assert [one.members for one in queue.merges if one not in left.merges] == [
        queue.merges[0].members
    ]
    assert left.relations == queue.relations[1:]
    assert undecided(queue, ()) == queue


def test_a_group_of_three_has_its_compared_pairs_as_items() -> None:
    (group, pair) = queue_after().merges
    pairs = pairs_of(group)
    assert len(pairs) == 3
    assert [one.score for one in pairs] == sorted((one.score for one in pairs), reverse=True)
    assert pairs_of(pair) == ()
    items = by_key([group])
    assert set(items) == {group.key, *(one.key for one in pairs)}
    assert all(isinstance(one, OpenMerge) for one in items.values())


def test_the_beginning_of_a_key_is_enough_where_only_one_begins_so() -> None:
    known = {"abcdef": 1, "abcxyz": 2, "abcd": 3}
    assert named("abcx", known, "item") == 2
    assert named("abcd", known, "item") == 3  # whole, although another begins with it
    with pytest.raises(DecisionError, match="at least 4"):
        named("abc", known, "item")
    with pytest.raises(DecisionError, match="no item 'zzzz'"):
        named("zzzz", known, "item")
    with pytest.raises(DecisionError, match="beginning of abcde1, abcde2"):
        named("abcde", {"abcde1": 1, "abcde2": 2}, "item")
