"""Links between entities: what must be one, what must not, and what contradicts itself."""

from collections.abc import Sequence
from random import Random

import networkx as nx
import pytest
from hypothesis import given
from hypothesis import strategies as st

from sift_assets.core.decisions.decision import Act, Decision
from sift_assets.core.decisions.links import Pair, grouped, last_words
from sift_assets_tests.core.decisions.decision_examples import person, said

NAMES = "abcdefgh"

Said = tuple[bool, tuple[str, ...]]
"""Whether entities are one, and which."""


def statements(only_merges: bool = False) -> st.SearchStrategy[list[Said]]:
    some = st.lists(st.sampled_from(NAMES), min_size=2, max_size=4, unique=True).map(tuple)
    return st.lists(st.tuples(st.just(True) if only_merges else st.booleans(), some), max_size=10)


def decisions(stated: Sequence[Said]) -> list[tuple[Decision, tuple[str, ...]]]:
    return [
        (
            said(
                Act.MERGE if is_same else Act.NOT_SAME,
                at,
                entities=tuple(person(name) for name in names),
            ),
            names,
        )
        for at, (is_same, names) in enumerate(stated)
    ]


def components(stated: Sequence[Said]) -> set[frozenset[str]]:
    groups, conflicts = grouped(last_words(decisions(stated)))
    assert conflicts == ()
    return {frozenset(group.members) for group in groups}


def pairs(*texts: str) -> list[Pair]:
    return [frozenset(text) for text in texts]


@given(statements(only_merges=True))
def test_groups_are_the_connected_components_of_what_was_merged(stated: list[Said]) -> None:
    oracle = nx.Graph()
    for _, names in stated:
        nx.add_path(oracle, names)
    assert components(stated) == {frozenset(one) for one in nx.connected_components(oracle)}


@given(statements(only_merges=True), st.randoms(use_true_random=False))
def test_merging_is_commutative_associative_and_idempotent(
    stated: list[Said], random: Random
) -> None:
    mixed = random.sample(stated, len(stated))
    mixed = [(True, tuple(random.sample(names, len(names)))) for _, names in mixed]
    in_pairs = [(True, (names[0], other)) for _, names in stated for other in names[1:]]
    assert components(mixed) == components(stated)
    assert components(in_pairs) == components(stated)
    assert components([*stated, *stated]) == components(stated)


@given(statements())
def test_no_group_crosses_a_refusal_and_every_merge_is_in_a_group_or_a_conflict(
    stated: list[Said],
) -> None:
    words = last_words(decisions(stated))
    groups, conflicts = grouped(words)
    refused = {pair for pair, link in words.items() if not link.is_same}
    for group in groups:
        assert not [pair for pair in refused if pair <= set(group.members)]
    for conflict in conflicts:
        assert conflict.refused
        assert all(pair in refused and pair <= set(conflict.members) for pair in conflict.refused)
        concerned = {words[pair].decision.id for pair in words if pair <= set(conflict.members)}
        assert {one.id for one in conflict.decisions} == concerned
    grouping = [*(set(group.members) for group in groups), *(set(one.members) for one in conflicts)]
    for pair, link in words.items():
        assert any(pair <= members for members in grouping) or not link.is_same
    together = [one for members in grouping for one in members]
    assert len(together) == len(set(together))


@given(statements(), st.sets(st.sampled_from(NAMES), min_size=2, max_size=4))
def test_the_last_word_about_a_pair_wins(stated: list[Said], last: set[str]) -> None:
    for is_same in (True, False):
        words = last_words(decisions([*stated, (is_same, tuple(sorted(last)))]))
        groups, conflicts = grouped(words)
        whole = next((group for group in groups if last <= set(group.members)), None)
        assert is_same == (whole is not None) or any(last <= set(c.members) for c in conflicts)


@given(statements(), st.randoms(use_true_random=False))
def test_the_order_of_the_words_shapes_nothing(stated: list[Said], random: Random) -> None:
    words = last_words(decisions(stated))
    mixed = dict(random.sample(list(words.items()), len(words)))
    assert grouped(mixed) == grouped(words)


def test_one_who_is_called_different_from_the_first_leaves_and_the_others_stay() -> None:
    stated = [(True, ("a", "b", "c")), (False, ("a", "b"))]
    assert components(stated) == {frozenset("ac")}


def test_one_who_is_called_different_from_another_member_is_a_conflict() -> None:
    said_of = decisions([(True, ("a", "b", "c")), (False, ("b", "c")), (True, ("x", "y"))])
    groups, (conflict,) = grouped(last_words(said_of))
    assert [group.members for group in groups] == [("x", "y")]
    assert (conflict.members, conflict.refused) == (("a", "b", "c"), (frozenset("bc"),))
    assert conflict.decisions == (said_of[0][0], said_of[1][0])


def test_a_merge_of_several_overrides_what_was_refused_among_them() -> None:
    assert components([(False, ("b", "c")), (True, ("a", "b", "c"))]) == {frozenset("abc")}


def test_a_chain_that_closes_over_a_refusal_leaves_all_of_it_unmerged() -> None:
    stated: list[Said] = [(False, ("a", "d")), (True, ("a", "b")), (True, ("b", "c"))]
    assert components(stated) == {frozenset("abc")}
    groups, conflicts = grouped(last_words(decisions([*stated, (True, ("c", "d"))])))
    assert groups == ()
    assert [one.members for one in conflicts] == [("a", "b", "c", "d")]


@pytest.mark.parametrize(
    ("stated", "canonical"),
    [
        ([(True, ("b", "a"))], "b"),
        ([(True, ("b", "a")), (True, ("c", "b"))], "b"),
        ([(True, ("c", "b")), (True, ("b", "a"))], "c"),
        ([(True, ("a", "b")), (True, ("b", "a"))], "b"),
    ],
    ids=["the first subject", "of the earliest", "whatever it is called", "as last said of a pair"],
)
def test_the_first_subject_of_the_earliest_decision_stands_for_all(
    stated: list[Said], canonical: str
) -> None:
    (group,), _ = grouped(last_words(decisions(stated)))
    assert group.canonical == canonical
    assert list(group.members[1:]) == sorted(set(group.members) - {canonical})


def test_a_decision_whose_first_subject_has_left_names_no_canonical_one() -> None:
    stated: list[Said] = [(False, ("b", "c")), (True, ("a", "c", "b")), (False, ("a", "b"))]
    (group,), _ = grouped(last_words(decisions([*stated, (False, ("a", "c"))])))
    assert group.members == ("b", "c")
    (group,), _ = grouped(last_words(decisions([*stated, (False, ("a", "c")), (True, ("c", "d"))])))
    assert group.members == ("c", "b", "d")


def test_who_says_the_same_again_has_said_the_last_word() -> None:
    said_of = decisions([(True, ("b", "a")), (True, ("b", "a"))])
    (word,) = last_words(said_of).values()
    assert (word.decision, word.since) == (said_of[1][0], said_of[0][0])


def test_who_says_the_same_merge_again_moves_no_id() -> None:
    once = decisions([(True, ("c", "b")), (True, ("b", "a"))])
    again = decisions([(True, ("c", "b")), (True, ("b", "a")), (True, ("c", "b"))])
    assert [one.canonical for one in grouped(last_words(once))[0]] == ["c"]
    assert grouped(last_words(again)) == grouped(last_words(once))
    otherwise = decisions([(True, ("c", "b")), (True, ("b", "c"))])
    assert [one.canonical for one in grouped(last_words(otherwise))[0]] == ["b"]
