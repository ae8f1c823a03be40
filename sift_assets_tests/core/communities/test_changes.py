"""What happened to communities between two maps."""

from collections.abc import Mapping

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sift_assets.core.communities.changes import ChangeKind, changes
from sift_assets.core.communities.keys import UNASSIGNED
from sift_assets.core.communities.records import CommunityMap

SCENES: list[tuple[str, dict[str, str], dict[str, str], list[tuple[str, str, str, int]]]] = [
    ("nothing", {"a": "abcd"}, {"a": "abcd"}, []),
    ("new", {"a": "abc"}, {"a": "abc", "x": "xyz"}, [("new", "", "x", 3)]),
    ("gone", {"a": "abc", "x": "xyz"}, {"a": "abc"}, [("gone", "x", "", 3)]),
    ("renamed", {"a": "abcd"}, {"b": "abcde"}, [("renamed", "a", "b", 1)]),
    ("grown", {"a": "abc"}, {"a": "abcde"}, [("grown", "a", "a", 2)]),
    ("shrunk", {"a": "abcd"}, {"a": "abc"}, [("shrunk", "a", "a", 1)]),
    ("moved", {"a": "abcd"}, {"a": "abce"}, [("moved", "a", "a", 2)]),
    ("joined", {"a": "abcd", "x": "xyz"}, {"a": "abcdxyz"}, [("joined", "ax", "a", 3)]),
    ("split", {"a": "abcdxyz"}, {"a": "abcd", "x": "xyz"}, [("split", "a", "ax", 3)]),
    ("exchanged", {"a": "abcd", "x": "xyz"}, {"a": "abcx", "x": "dyz"},
     [("moved", "a", "a", 2), ("moved", "x", "x", 2)]),
    ("scattered", {"a": "abcdef"}, {"a": "abuvw", "c": "cdxyz", "e": "efrst"},
     [("gone", "a", "", 6), ("new", "", "a", 5), ("new", "", "c", 5), ("new", "", "e", 5)]),
    ("regrouped", {"a": "abcdef", "x": "uvwxyz"}, {"a": "abcd", "e": "efuv", "x": "wxyz"},
     [("new", "", "e", 4), ("shrunk", "a", "a", 2), ("shrunk", "x", "x", 2)]),
    ("joined and split", {"a": "abcdefgh", "i": "ijk"}, {"a": "abcdeij", "f": "fgh"},
     [("moved", "ai", "af", 6)]),
]  # fmt: skip
"""What there was, what there is, and what happened."""


def map_of(communities: Mapping[str, str], alone: str = "") -> CommunityMap:
    members = dict.fromkeys(alone, UNASSIGNED)
    members |= {one: key for key, letters in communities.items() for one in letters}
    return CommunityMap(
        algorithm="any",
        members=members,
        groups=(),
        coverage=0.0,
        modularity=0.0,
        connections=(),
        bridges=(),
        islands=(),
        proposed_links=(),
    )


@pytest.mark.parametrize(("name", "before", "after", "expected"), SCENES, ids=str)
def test_what_happened_has_a_name(
    name: str,
    before: dict[str, str],
    after: dict[str, str],
    expected: list[tuple[str, str, str, int]],
) -> None:
    del name
    found = changes(map_of(before), map_of(after, "12"))
    told = [(one.kind, "".join(one.before), "".join(one.after), one.moved) for one in found]
    assert told == [(ChangeKind(kind), *rest) for kind, *rest in expected]


def maps() -> st.SearchStrategy[CommunityMap]:
    where = st.dictionaries(st.sampled_from("abcdefghijkl"), st.integers(0, 4))

    def named(found: dict[str, int]) -> CommunityMap:
        groups: dict[int, str] = {}
        for one in sorted(found):
            groups[found[one]] = groups.get(found[one], "") + one
        alone = groups.pop(0, "")
        return map_of({letters[0]: letters for letters in groups.values()}, alone)

    return where.map(named)


@given(maps(), maps())
def test_every_community_that_changed_is_in_one_change(
    before: CommunityMap, after: CommunityMap
) -> None:
    found = changes(before, after)
    for side, one in (("before", before), ("after", after)):
        keys = [key for change in found for key in getattr(change, side)]
        assert len(keys) == len(set(keys))
        same = {key for key in held(before) if held(before)[key] == held(after).get(key)}
        assert {*keys} == held(one).keys() - same


@given(maps(), maps())
def test_looked_at_backwards_everything_is_undone(
    before: CommunityMap, after: CommunityMap
) -> None:
    undone = {
        ChangeKind.NEW: ChangeKind.GONE,
        ChangeKind.GROWN: ChangeKind.SHRUNK,
        ChangeKind.JOINED: ChangeKind.SPLIT,
    }
    undone |= {other: one for one, other in undone.items()}
    mirrored = [
        (undone.get(one.kind, one.kind), one.after, one.before, one.moved)
        for one in changes(after, before)
    ]
    found = [(one.kind, one.before, one.after, one.moved) for one in changes(before, after)]
    assert sorted(mirrored) == found
    assert changes(before, before) == ()


def held(one: CommunityMap) -> dict[str, set[str]]:
    keys = set(one.members.values()) - {UNASSIGNED}
    return {key: {name for name, at in one.members.items() if at == key} for key in keys}
