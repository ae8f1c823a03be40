"""Questions worth asking: what may connect two islands, although no document says so.

Looked at are the most central entities of the largest islands, and entities of any two islands
with a rare word in common. What speaks for a link is counted like independent witnesses, and the
reasons are shown with the values that they rest on: people decide, nothing is linked.
"""

from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from itertools import combinations
from math import prod

from sift_assets.core.communities.likeness import Ends, Side, Witness
from sift_assets.core.communities.records import ProposedLink
from sift_assets.core.communities.weights import Network, shown, strengths
from sift_assets.core.decisions.resolved import ResolvedGraph

MAX_LINKS = 20
"""Proposed at most, the best of all; each is a question to a person."""

MAX_ISLANDS = 40
"""Islands of which the central entities are compared, the largest ones."""

CENTRAL = 6
"""Entities of each of these: about 28,000 pairs, which take half a second."""

MAX_SHARERS = 4
"""Entities that may share a word that is still rare: more would be compared for `bank`."""

WORD_LENGTH = 4
"""Letters of a word that is worth sharing; shorter ones are `the`, `inc` and initials."""

LEAST_SCORE = 0.35
"""Below that a question is idle: for example nothing but one kind of relation in common."""

Pair = frozenset[str]


def proposed_links(
    graph: ResolvedGraph, network: Network, islands: Sequence[Sequence[int]]
) -> tuple[ProposedLink, ...]:
    """Propose links between islands: the best one of every two, at most `MAX_LINKS`.

    Args:
        graph: The resolved graph. What its links call different is never proposed.
        network: Its entities.
        islands: Rows of the entities of each connected component.

    Returns:
        By descending score, then by ids.
    """
    if len(islands) < 2:
        return ()
    island_of = {network.names[row]: n for n, rows in enumerate(islands) for row in rows}
    ends = Ends(graph, frozenset(island_of))
    refused = _refused(graph)
    best: dict[frozenset[int], ProposedLink] = {}
    for one, other in _candidates(network, islands, island_of, ends):
        if frozenset((one.id, other.id)) in refused:
            continue
        found = _link(one, other, ends.witnesses(one, other))
        between = frozenset((island_of[one.id], island_of[other.id]))
        earlier = best.get(between)
        if found.score >= LEAST_SCORE and (earlier is None or _rank(found) < _rank(earlier)):
            best[between] = found
    return tuple(sorted(best.values(), key=_rank)[:MAX_LINKS])


def _rank(link: ProposedLink) -> tuple[float, str, str]:
    return -link.score, link.first, link.second


def _refused(graph: ResolvedGraph) -> set[Pair]:
    """Return the pairs that a person called different, by the ids they have now."""
    now = dict(zip(*(graph.identities[n].to_pylist() for n in ("id", "canonical_id")), strict=True))
    columns = (graph.links[name].to_pylist() for name in ("first", "second", "same"))
    return {
        frozenset((now.get(first, first), now.get(second, second)))
        for first, second, same in zip(*columns, strict=True)
        if not same
    }


def _candidates(
    network: Network,
    islands: Sequence[Sequence[int]],
    island_of: Mapping[str, int],
    ends: Ends,
) -> Iterator[tuple[Side, Side]]:
    """Yield pairs of entities of two islands, each once, the smaller id first."""
    seen: set[tuple[str, str]] = set()
    groups = [_central(network, islands), *_with_rare_words(ends)]
    for group in groups:
        for pair in combinations(sorted(group), 2):
            if island_of[pair[0]] != island_of[pair[1]] and pair not in seen:
                seen.add(pair)
                yield ends.side(pair[0]), ends.side(pair[1])


def _central(network: Network, islands: Sequence[Sequence[int]]) -> list[str]:
    strength = strengths(network)
    largest = sorted(islands, key=lambda rows: (-len(rows), network.names[rows[0]]))[:MAX_ISLANDS]
    ranked = (sorted(rows, key=lambda row: (-strength[row], row))[:CENTRAL] for rows in largest)
    return [network.names[row] for rows in ranked for row in rows]


def _with_rare_words(ends: Ends) -> Iterator[list[str]]:
    sharers: defaultdict[str, list[str]] = defaultdict(list)
    for one, form in ends.forms.items():
        for word in set(form.split()):
            if len(word) >= WORD_LENGTH:
                sharers[word].append(one)
    for word in sorted(sharers):
        if len(sharers[word]) <= MAX_SHARERS:
            yield sharers[word]


def _link(one: Side, other: Side, witnesses: Sequence[Witness]) -> ProposedLink:
    return ProposedLink(
        first=one.id,
        second=other.id,
        score=shown(1 - prod(1 - witness.score for witness in witnesses)),
        reasons=tuple(witness.reason for witness in witnesses),
    )
