"""Groups never snowball, whatever the order in which pairs come."""

from itertools import combinations

from hypothesis import given
from hypothesis import strategies as st

from sift_assets.core.resolution.groups import MAX_GROUP, grouped

NAMES = tuple("abcdefgh")
Scores = dict[tuple[str, str], float]


def scores() -> st.SearchStrategy[Scores]:
    pairs = st.sampled_from(list(combinations(NAMES, 2)))
    return st.dictionaries(pairs, st.integers(0, 10).map(lambda tenth: tenth / 10))


@given(scores(), st.randoms())
def test_every_pair_of_members_is_at_or_above_the_threshold(found: Scores, random: object) -> None:
    groups = grouped(found, 0.5)
    for members, lowest in groups:
        held = [found[pair] for pair in combinations(members, 2)]
        assert min(held) == lowest >= 0.5
    everyone = [member for members, _ in groups for member in members]
    assert len(everyone) == len(set(everyone))
    shuffled = list(found.items())
    random.shuffle(shuffled)  # type: ignore[attr-defined]
    assert grouped(dict(shuffled), 0.5) == groups


@given(scores())
def test_no_two_groups_could_be_one(found: Scores) -> None:
    groups = [members for members, _ in grouped(found, 0.5)]
    for one, other in combinations(groups, 2):
        between = ((min(a, b), max(a, b)) for a in one for b in other)
        assert any(found.get(pair, 0.0) < 0.5 for pair in between)


def test_a_chain_of_lookalikes_is_no_group() -> None:
    chain = {("a", "b"): 0.9, ("b", "c"): 0.8, ("c", "d"): 0.9}
    assert grouped(chain, 0.5) == [(("a", "b"), 0.9), (("c", "d"), 0.9)]


def test_a_group_is_no_larger_than_a_person_can_look_at() -> None:
    names = [f"{number:03}" for number in range(MAX_GROUP + 5)]
    everything = dict.fromkeys(combinations(names, 2), 0.9)
    assert {len(members) for members, _ in grouped(everything, 0.5)} == {MAX_GROUP, 5}
