"""Which entities are one: must-links closed by union-find, cannot-links checked against them."""

from collections.abc import Iterable, Mapping, Sequence
from itertools import combinations
from typing import NamedTuple

from sift_assets.core.decisions.decision import Act, Decision
from sift_assets.core.decisions.log import in_order

Pair = frozenset[str]


class Link(NamedTuple):
    """The last word about a pair of entities.

    Attributes:
        is_same: Whether the two are one.
        decision: Which decision said it.
        first: Id of that decision's first subject that is there.
        since: The decision that said so first; those between have said the same.
    """

    is_same: bool
    decision: Decision
    first: str
    since: Decision

    def repeats(self, other: "Link") -> bool:
        """Say whether another word says the same, under the same first subject."""
        return (self.is_same, self.first) == (other.is_same, other.first)


class Group(NamedTuple):
    """Entities that are one.

    Attributes:
        members: Their ids, the canonical one first, the others sorted.
        decisions: Those that made them one, in order of time.
    """

    members: tuple[str, ...]
    decisions: tuple[Decision, ...]

    @property
    def canonical(self) -> str:
        """The id that stands for all."""
        return self.members[0]


class Conflict(NamedTuple):
    """Entities that must be one and must not: nothing of them is merged.

    Attributes:
        members: Their ids, sorted.
        refused: The pairs inside that a person called different.
        decisions: All decisions concerned, in order of time.
    """

    members: tuple[str, ...]
    refused: tuple[Pair, ...]
    decisions: tuple[Decision, ...]


def last_words(said: Iterable[tuple[Decision, Sequence[str]]]) -> dict[Pair, Link]:
    """Return what was last said about each pair.

    A merge ties every member to its first one, so that one who is later called different from the
    first leaves and the others stay. What it holds together it overrides every refusal of.

    Args:
        said: Decisions to merge or not, in order of time, each with the ids of those of its
            subjects that are there, in its own order.
    """
    words: dict[Pair, Link] = {}
    for decision, ids in said:
        is_same = decision.act is Act.MERGE
        for pair in _pairs(ids):
            known, new = words.get(pair), Link(is_same, decision, ids[0], decision)
            is_tie = not is_same or ids[0] in pair
            if is_tie or (known is not None and not known.is_same):
                if known is not None and new.repeats(known):
                    new = new._replace(since=known.since)
                words[pair] = new
    return words


def grouped(words: Mapping[Pair, Link]) -> tuple[tuple[Group, ...], tuple[Conflict, ...]]:
    """Close the must-links, and check the cannot-links against the closure.

    Returns:
        Groups and conflicts, both sorted. Who is canonical: the first subject of the earliest
        decision of a group, so that no new document and no repetition moves it.
    """
    groups: list[Group] = []
    conflicts: list[Conflict] = []
    for ids, ties, crossed in _components(words):
        if crossed:
            concerned = _in_time(words[pair].decision for pair in (*ties, *crossed))
            refused = tuple(sorted(crossed, key=sorted))
            conflicts.append(Conflict(tuple(sorted(ids)), refused, concerned))
        else:
            links = [words[pair] for pair in ties]
            made = _in_time(link.since for link in links)
            groups.append(Group(_canonical_first(ids, links), made))
    return (
        tuple(sorted(groups, key=lambda group: group.members)),
        tuple(sorted(conflicts, key=lambda conflict: conflict.members)),
    )


class _Component(NamedTuple):
    """Entities that must-links join, the linked pairs, and the refused pairs among them."""

    ids: set[str]
    ties: list[Pair]
    crossed: list[Pair]


def _components(words: Mapping[Pair, Link]) -> Iterable[_Component]:
    parents: dict[str, str] = {}
    for pair, link in words.items():
        if link.is_same:
            _unite(parents, *sorted(pair))
    roots = {one: _root(parents, one) for one in parents}
    found = {root: _Component(set(), [], []) for root in roots.values()}
    for one, root in roots.items():
        found[root].ids.add(one)
    for pair, link in words.items():
        first, second = (roots.get(one) for one in pair)
        if first is not None and first == second:
            component = found[first]
            (component.ties if link.is_same else component.crossed).append(pair)
    return found.values()


def _canonical_first(ids: set[str], links: Iterable[Link]) -> tuple[str, ...]:
    """Put the canonical one first; a decision whose first subject has left again names none."""
    earliest = min(links, key=lambda link: (link.first not in ids, link.since.order, link.first))
    canonical = earliest.first if earliest.first in ids else min(ids)
    return canonical, *sorted(ids - {canonical})


def _in_time(decisions: Iterable[Decision]) -> tuple[Decision, ...]:
    distinct = {one.id: one for one in decisions}
    return in_order(distinct.values())


def _pairs(ids: Sequence[str]) -> Iterable[Pair]:
    return (frozenset(pair) for pair in combinations(dict.fromkeys(ids), 2))


def _unite(parents: dict[str, str], first: str, second: str) -> None:
    one, other = sorted((_root(parents, first), _root(parents, second)))
    parents[other] = one


def _root(parents: dict[str, str], one: str) -> str:
    parents.setdefault(one, one)
    while parents[one] != one:
        parents[one] = parents[parents[one]]
        one = parents[one]
    return one
