"""What happened to communities between two maps, for people who read both."""

from collections.abc import Iterable, Iterator, Mapping
from enum import StrEnum
from typing import NamedTuple

from sift_assets.core.communities.keys import UNASSIGNED
from sift_assets.core.communities.records import CommunityMap
from sift_assets.core.records.record import Record


class ChangeKind(StrEnum):
    """What can happen to a community.

    `moved`: as many members as before, some of them others; or several communities that exchanged
    so many that none of the new ones continues one of the old ones alone.
    """

    NEW = "new"
    GONE = "gone"
    RENAMED = "renamed"
    GROWN = "grown"
    SHRUNK = "shrunk"
    JOINED = "joined"
    SPLIT = "split"
    MOVED = "moved"


class CommunityChange(Record):
    """Something that happened to communities.

    Attributes:
        kind: What. A community with another key and most of its members is `renamed`, whether it
            has grown or not.
        before: Keys of those concerned in the earlier map, sorted.
        after: Keys in the later map, sorted.
        moved: Number of their members that are not both in the earlier and in the later community
            that have most members in common.
    """

    kind: ChangeKind
    before: tuple[str, ...]
    after: tuple[str, ...]
    moved: int


def changes(before: CommunityMap, after: CommunityMap) -> tuple[CommunityChange, ...]:
    """Return what happened between two maps; what stayed as it was is not listed.

    A community continues another one if more than half of the members of either are in both.

    Returns:
        Sorted by kind, then by keys.
    """
    pair = _Maps(_communities(before), _communities(after))
    found = (pair.change(*family) for family in pair.families())
    listed = [one for one in found if one is not None]
    return tuple(sorted(listed, key=lambda one: (one.kind, one.before, one.after)))


Communities = Mapping[str, frozenset[str]]
"""Members by key."""


class _Maps(NamedTuple):
    """The communities of both maps."""

    before: Communities
    after: Communities

    def families(self) -> Iterator[tuple[list[str], list[str]]]:
        """Yield keys before and after of communities that continue each other, each key once."""
        older, newer = self._kinship()
        unseen = set(self.before)
        for key in sorted(self.before):
            if key in unseen:
                family = _family(key, older, newer)
                unseen -= set(family[0])
                yield family
        yield from (([], [key]) for key in sorted(self.after) if not newer[key])

    def change(self, before: list[str], after: list[str]) -> CommunityChange | None:
        members = [self.before[key] for key in before], [self.after[key] for key in after]
        if before == after and members[0] == members[1]:
            return None
        whole = frozenset[str]().union(*members[0], *members[1])
        shared = (len(self.before[one] & self.after[other]) for one in before for other in after)
        return CommunityChange(
            kind=self._kind(before, after),
            before=tuple(before),
            after=tuple(after),
            moved=len(whole) - max(shared, default=0),
        )

    def _kind(self, before: list[str], after: list[str]) -> ChangeKind:
        if not before:
            return ChangeKind.NEW
        if not after:
            return ChangeKind.GONE
        if len(before) > 1:
            return ChangeKind.MOVED if len(after) > 1 else ChangeKind.JOINED
        if len(after) > 1:
            return ChangeKind.SPLIT
        return self._kind_of_one(before[0], after[0])

    def _kind_of_one(self, before: str, after: str) -> ChangeKind:
        if before != after:
            return ChangeKind.RENAMED
        growth = len(self.after[after]) - len(self.before[before])
        if not growth:
            return ChangeKind.MOVED
        return ChangeKind.GROWN if growth > 0 else ChangeKind.SHRUNK

    def _kinship(self) -> tuple[dict[str, set[str]], dict[str, set[str]]]:
        """Return which later ones continue each earlier one, and the other way round."""
        older: dict[str, set[str]] = {key: set() for key in self.before}
        newer: dict[str, set[str]] = {key: set() for key in self.after}
        for (one, other), shared in _overlaps(self.before, self.after).items():
            if 2 * shared > min(len(self.before[one]), len(self.after[other])):
                older[one].add(other)
                newer[other].add(one)
        return older, newer


def _communities(communities: CommunityMap) -> Communities:
    found: dict[str, set[str]] = {}
    for entity, key in communities.members.items():
        if key != UNASSIGNED:
            found.setdefault(key, set()).add(entity)
    return {key: frozenset(members) for key, members in found.items()}


def _overlaps(before: Communities, after: Communities) -> dict[tuple[str, str], int]:
    later = {entity: key for key, members in after.items() for entity in members}
    found: dict[tuple[str, str], int] = {}
    for key, members in before.items():
        for entity in members & later.keys():
            pair = key, later[entity]
            found[pair] = found.get(pair, 0) + 1
    return found


def _family(
    key: str, older: Mapping[str, Iterable[str]], newer: Mapping[str, Iterable[str]]
) -> tuple[list[str], list[str]]:
    """Return all that a community is akin to, directly or through others."""
    before, after = [key], list[str]()
    for one in before:
        for other in set(older[one]) - set(after):
            after.append(other)
            before += set(newer[other]) - set(before)
    return sorted(before), sorted(after)
