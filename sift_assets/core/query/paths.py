"""`path`: the shortest ways from one entity to another, along real relations."""

from collections.abc import Collection, Iterable
from heapq import heappop, heappush
from itertools import pairwise

from sift_assets.core.query.envelope import Bounds
from sift_assets.core.query.errors import Code, QueryError
from sift_assets.core.query.index import Index
from sift_assets.core.query.naming import end_of, meant
from sift_assets.core.query.records import Path, PathStep
from sift_assets.core.query.results import PathResult
from sift_assets.core.query.rows import EntityRow
from sift_assets.core.query.searching import Counts
from sift_assets.core.query.showing import facts

LONGEST_PATH = 8
"""Relations; a longer way connects everything with everything and says nothing."""

MOST_ALTERNATIVES = 10
"""Ways that are looked for; each takes a search of its own per step."""

SHOWN_OF_STEP = 2
"""Relations between two neighbours that are shown; the number of others is said."""

MOST_STEPS_READ = 40_000
"""Relations that are looked at for one answer: half of a second where nothing connects the two."""

Way = tuple[int, ...]


def path(
    index: Index, bounds: Bounds, source: str, target: str, alternatives: int = 1
) -> tuple[PathResult, Counts]:
    """Return the shortest ways between two entities, whatever the direction of the relations.

    Args:
        index: What is asked; its filters say which relations and entities may be used.
        bounds: How many at most.
        source: By id or name.
        target: Likewise.
        alternatives: How many ways, the shortest first; none passes an entity twice.

    Raises:
        QueryError: An entity cannot be told, or nothing connects the two: `no_path`.
    """
    if not 1 <= alternatives <= MOST_ALTERNATIVES:
        raise QueryError(
            Code.BAD_FILTER, f"{alternatives} alternatives are not from 1 to {MOST_ALTERNATIVES}."
        )
    ends = meant(index, source), meant(index, target)
    if ends[0].row == ends[1].row:
        raise QueryError(Code.NO_PATH, f"`{source}` and `{target}` are one: {ends[0].id}.")
    net = _Net(index, {end.row for end in ends})
    ways = _ways(net, ends[0].row, ends[1].row, min(alternatives, bounds.limit))
    if not ways:
        raise _none(ends, net)
    rows = index.entities({row for way in ways for row in way})
    shown = tuple(_path(index, way, rows) for way in ways)
    return PathResult(source=end_of(ends[0]), target=end_of(ends[1]), paths=shown), {
        "paths": len(ways)
    }


class _Net:
    """Who is next to whom, read from the index as far as a search goes."""

    def __init__(self, index: Index, always: Collection[int]) -> None:
        self._index = index
        self._always = frozenset(always)
        self._known: dict[int, tuple[int, ...]] = {}
        self.read = 0

    @property
    def is_exhausted(self) -> bool:
        """Whether as much has been read as may be."""
        return self.read >= MOST_STEPS_READ

    def look_up(self, rows: Iterable[int]) -> None:
        """Read the neighbours of some entities that are not known yet, all at once."""
        wanted = [row for row in rows if row not in self._known]
        if not wanted:
            return
        found: dict[int, set[int]] = {row: set() for row in wanted}
        steps = self._index.steps(wanted, MOST_STEPS_READ)
        self.read += len(steps)
        for first, second in steps:
            for one, other in ((first, second), (second, first)):
                if one in found and one != other:
                    found[one].add(other)
        met = {other for others in found.values() for other in others}
        allowed = self._index.of_types(met) | self._always
        self._known |= {row: tuple(sorted(found[row] & allowed)) for row in wanted}

    def next_to(self, row: int) -> tuple[int, ...]:
        """Return the neighbours of an entity that has been looked up."""
        return self._known[row]


def _ways(net: _Net, source: int, target: int, wanted: int) -> list[Way]:
    """Return the shortest ways without a repeated entity, after Yen (1971)."""
    first = _shortest(net, source, target, frozenset(), frozenset(), LONGEST_PATH)
    ways = [first] if first else []
    candidates: list[tuple[int, Way]] = []
    while ways and len(ways) < wanted and not net.is_exhausted:
        last = ways[-1]
        for at in range(len(last) - 1):
            root = last[: at + 1]
            barred = frozenset((way[at], way[at + 1]) for way in ways if way[: at + 1] == root)
            rest = _shortest(net, root[-1], target, frozenset(root[:-1]), barred, LONGEST_PATH - at)
            way = root[:-1] + rest
            if rest and (len(way), way) not in candidates and way not in ways:
                heappush(candidates, (len(way), way))
        if not candidates:
            break
        ways.append(heappop(candidates)[1])
    return ways


def _shortest(
    net: _Net,
    source: int,
    target: int,
    without: frozenset[int],
    barred: frozenset[tuple[int, int]],
    longest: int,
) -> Way:
    """Return a shortest way, searched from both ends; empty when there is none short enough.

    Args:
        net: Who is next to whom.
        source: Where it begins.
        target: Where it ends.
        without: Entities that it must not pass.
        barred: Steps from `source` that it must not take.
        longest: Relations on it, at most.
    """
    came: tuple[dict[int, int], dict[int, int]] = ({source: source}, {target: target})
    edges: list[list[int]] = [[source], [target]]
    for _ in range(longest):
        side = 0 if len(edges[0]) <= len(edges[1]) else 1
        if net.is_exhausted:
            return ()
        net.look_up(edges[side])
        new: dict[int, int] = {}
        for row in edges[side]:
            for other in net.next_to(row):
                step = (row, other) if side == 0 else (other, row)
                if other in came[side] or other in new or other in without or step in barred:
                    continue
                new[other] = row
        came[side].update(new)
        if met := sorted(new.keys() & came[1 - side].keys()):
            return _joined(came, met[0])
        edges[side] = sorted(new)
        if not edges[side]:
            return ()
    return ()


def _joined(came: tuple[dict[int, int], dict[int, int]], met: int) -> Way:
    before, after = [met], [met]
    for side, way in enumerate((before, after)):
        while came[side][way[-1]] != way[-1]:
            way.append(came[side][way[-1]])
    return (*reversed(before), *after[1:])


def _path(index: Index, way: Way, rows: dict[int, EntityRow]) -> Path:
    steps: list[PathStep] = []
    for first, second in pairwise(way):
        found = index.between(first, second)
        shown = facts(index, found[:SHOWN_OF_STEP])
        steps.append(
            PathStep(
                entity=end_of(rows[first]),
                next=end_of(rows[second]),
                relations=tuple(shown),
                more=len(found) - len(shown),
            )
        )
    names = tuple(end_of(rows[row]).name for row in way)
    return Path(length=len(steps), entities=names, steps=tuple(steps))


def _none(ends: tuple[EntityRow, EntityRow], net: _Net) -> QueryError:
    names = f"{ends[0].name} ({ends[0].id}) and {ends[1].name} ({ends[1].id})"
    if net.is_exhausted:
        message = f"No connection of {names} was found among {MOST_STEPS_READ} relations looked at."
        return QueryError(Code.NO_PATH, message, "Narrow the question by filters.")
    return QueryError(
        Code.NO_PATH,
        f"Nothing connects {names} within {LONGEST_PATH} relations that pass the filters.",
        "The documents do not say that they have to do with each other; `topology` lists islands.",
    )
