"""Springs between those who are related, and everybody pushing everybody: shapes of communities.

After Fruchterman and Reingold (1991), from places given instead of random ones.
"""

import math

import numpy as np
import numpy.typing as npt

from sift_assets.core.graph.columns import Numbers

Reals = npt.NDArray[np.float64]

STEPS = 60
"""After these, the pictures of the sample, of FTX and of 150 planted members change no more."""

FIRST_STEP = 3.0
"""Times the distance of neighbours: how far one may move in the first step; then less and less."""

GRAVITY = 0.12
"""Pull to the middle: without it parts that nothing connects would fly off."""

NEAREST = 0.01
"""Times the distance of neighbours: closer ones push no harder, so that nothing flies off."""

EVEN = 1.1
"""Times the distance of neighbours: how far apart an even disc has them. A little more than
`ROOM`, so that there is room for shape."""

PUSHES = 12
"""Rounds in which those who still overlap are moved apart."""

ROOM = 0.85
"""Times the distance of neighbours: what two keep between them in the end."""


def relaxed(places: Reals, first: Numbers, second: Numbers, space: float) -> Reals:
    """Let springs move some points.

    Args:
        places: One row of x and y each, no two the same.
        first: Rows of one end of each spring.
        second: Rows of the other.
        space: Wanted distance of neighbours.

    Returns:
        New places around the middle.
    """
    joined = np.zeros((len(places), len(places)))
    joined[first, second] = joined[second, first] = 1.0
    for step in range(STEPS):
        offsets, distances = _offsets(places, space)
        pull = joined * distances / space - (space / distances) ** 2
        forces = -np.einsum("ij,ijk->ik", pull, offsets) - GRAVITY * places
        lengths = np.maximum(np.sqrt((forces**2).sum(axis=1)), NEAREST)
        limit = FIRST_STEP * space * (1 - step / STEPS)
        places = places + forces * (np.minimum(lengths, limit) / lengths)[:, None]
    return _apart(_spread(places - places.mean(axis=0), space), space)


def _spread(places: Reals, space: float) -> Reals:
    """Fill a disc evenly: everybody keeps direction and rank, but not the distance to the middle.

    Springs crowd those with many relations and scatter the others far around them.
    """
    lengths = np.maximum(np.sqrt((places**2).sum(axis=1)), NEAREST * space)
    ranks = np.empty(len(places))
    ranks[np.lexsort((np.arange(len(places)), lengths))] = np.arange(len(places))
    return places * (EVEN * space * np.sqrt(ranks / math.pi) / lengths)[:, None]


def _apart(places: Reals, space: float) -> Reals:
    """Move those who overlap apart, each by half of what is missing."""
    wanted = ROOM * space
    for _ in range(PUSHES):
        offsets, distances = _offsets(places, space)
        missing = np.maximum(wanted - distances, 0.0) / distances / 2
        np.fill_diagonal(missing, 0.0)
        if not missing.any():
            break
        places = places + np.einsum("ij,ijk->ik", missing, offsets)
    return places


def _offsets(places: Reals, space: float) -> tuple[Reals, Reals]:
    """Return of every two points the way from the second to the first, and how long it is."""
    offsets = places[:, None, :] - places[None, :, :]
    distances = np.sqrt((offsets**2).sum(axis=2))
    return offsets, np.maximum(distances, NEAREST * space)
