"""Where every entity stands in the picture: communities side by side, each with its members.

Nothing is left to chance and nothing depends on the order of hashes: who is placed first follows
from numbers, and coordinates are whole numbers in the end.
"""

from typing import NamedTuple

import numpy as np

from sift_assets.core.graph.columns import Numbers
from sift_assets.core.viewing.packing import Reals, side_by_side, spiral
from sift_assets.core.viewing.springs import relaxed

SPACE = 100.0
"""Distance of neighbours. Only its ratio to other lengths counts; large, for places are whole."""

MARGIN = 1.6
"""Times `SPACE`, kept free around each community, so that outlines do not touch."""

LARGEST_RELAXED = 400
"""Members of a community up to which springs shape it: their time grows with the square, and of
more than that no shape is seen. Larger ones keep to their spiral."""


class Links(NamedTuple):
    """The pairs of entities that relations connect.

    Attributes:
        first: Row of one entity of each pair.
        second: Row of the other.
        weight: How strongly they hang together.
    """

    first: Numbers
    second: Numbers
    weight: Reals


def placed(groups: Numbers, links: Links) -> Numbers:
    """Return whole coordinates of every entity, one row of x and y each.

    Args:
        groups: Of each entity the number of its community, from 0.
        links: Pairs of entities, none with itself.
    """
    strength = np.zeros(len(groups))
    for ends in (links.first, links.second):
        np.add.at(strength, ends, links.weight)
    members = [np.flatnonzero(groups == one) for one in range(int(groups.max(initial=-1)) + 1)]
    inner = [_inside(rows, strength, links) for rows in members]
    radii = np.array([_radius(points) for points in inner])
    places = np.zeros((len(groups), 2))
    centres = side_by_side(radii, _between(groups, links, len(members)))
    for rows, points, centre in zip(members, inner, centres, strict=True):
        places[rows] = points + centre
    return np.rint(places).astype(np.int64)


def _inside(rows: Numbers, strength: Reals, links: Links) -> Reals:
    """Place the members of one community around its middle, the strongest inside."""
    places = np.empty((len(rows), 2))
    places[np.lexsort((rows, -strength[rows]))] = spiral(len(rows), SPACE)
    if not 2 < len(rows) <= LARGEST_RELAXED:
        return places
    place_of = np.full(len(strength), -1)
    place_of[rows] = np.arange(len(rows))
    first, second = place_of[links.first], place_of[links.second]
    own = (first >= 0) & (second >= 0)
    return relaxed(places, first[own], second[own], SPACE)


def _radius(points: Reals) -> float:
    return float(np.sqrt((points**2).sum(axis=1)).max(initial=0.0)) + MARGIN * SPACE


def _between(groups: Numbers, links: Links, count: int) -> Reals:
    """Return the summed weight between every two communities."""
    weights = np.zeros((count, count))
    np.add.at(weights, (groups[links.first], groups[links.second]), links.weight)
    weights += weights.T
    np.fill_diagonal(weights, 0.0)
    return weights
