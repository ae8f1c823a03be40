"""Leiden without chance: communities that an edit elsewhere leaves as they are.

Leiden (Traag, Waltman and van Eck, 2019) as published visits nodes in random order and draws lots
when it refines. With a seed this gives one result for one graph, but a single new relation shifts
every later draw, and communities at the other end of the graph are shuffled; each would be told
anew, for money. `docs/communities.md` has the figures. Here instead

- nodes are visited in the order in which they are given, which is that of hashes of their ids: a
  new entity stands somewhere between two others and moves nobody;
- refining takes the largest gain instead of drawing by it;
- modularity's global term, the weight of the whole network, is rounded to steps and bounded, so
  that one more relation does not weigh on every decision.

No start from an earlier result: the same graph has the same communities, whatever came before.
"""

from collections.abc import Sequence
from math import ceil, log2

from sift_assets.core.communities.level import Level, Neighbours, is_one, level_of
from sift_assets.core.communities.moving import Moves
from sift_assets.core.communities.refining import refined

SMALLEST_WEIGHT = 2.0**5
"""A lighter network is divided as if it weighed this: modularity as published would cut a path of
six entities, which stands by itself and is one story, into two."""

LARGEST_WEIGHT = 2.0**12
"""A heavier network is divided as if it weighed this. Modularity joins communities lighter than
the square root of half the network (Fortunato and Barthélemy, 2007): the larger the graph, the
larger they are, far beyond what one text can tell of. Of 1,000 to 8,000 this one finds planted
communities of 15 to 150 best, and above it an edit changes nothing in the scale."""

STEPS_PER_DOUBLING = 2
"""Weights between are rounded up to these: an edit of a few relations seldom reaches the next step,
and the rounded one divides the same but for pairs that could be one or two. Up, because by a weight
below its own a hub would lose its leaves."""

MAX_CYCLES = 5
"""Each starts from the last one's result. After three nearly nothing moves any more: of 100,000
entities planted communities are found as well by three as by ten."""


def leiden(neighbours: Neighbours, resolution: float) -> list[int]:
    """Divide a connected network into communities.

    Args:
        neighbours: Of each node, without itself; the order of nodes is that of their visits.
        resolution: See `CommunitySettings`.

    Returns:
        The community of each node: the number of its first node.
    """
    whole = level_of(neighbours, 0.0)
    whole = whole._replace(push=resolution / (2 * scale(sum(whole.degrees) / 2)))
    communities = list(range(len(neighbours)))
    for _ in range(MAX_CYCLES):
        communities, has_moved = _cycle(whole, communities)
        if not has_moved:
            break
    return communities


def scale(weight: float) -> float:
    """Return the weight that a network is divided as if it had."""
    bounded = min(max(weight, SMALLEST_WEIGHT), LARGEST_WEIGHT)
    return 2.0 ** (ceil(log2(bounded) * STEPS_PER_DOUBLING) / STEPS_PER_DOUBLING)


def _cycle(level: Level, communities: list[int]) -> tuple[list[int], bool]:
    """Move, refine and join until nothing is left to join; say whether anything has moved."""
    places = list(range(len(communities)))
    has_moved = False
    while True:
        moves = Moves(level, communities)
        moves.settle()
        has_moved = has_moved or moves.has_moved
        communities = _by_first(communities)
        groups = communities if is_one(communities) else refined(level, communities)
        if is_one(communities) or groups == list(range(len(groups))):
            return _by_first([communities[place] for place in places]), has_moved
        level, owners = level.joined(groups)
        places = [owners[place] for place in places]
        communities = _by_first([communities[group] for group in sorted(set(groups))])


def _by_first(communities: Sequence[int]) -> list[int]:
    """Name each community after its first node."""
    first: dict[int, int] = {}
    return [first.setdefault(community, node) for node, community in enumerate(communities)]
