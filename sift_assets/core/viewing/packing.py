"""Discs side by side without overlap, and points in a spiral."""

import math

import numpy as np
import numpy.typing as npt

Reals = npt.NDArray[np.float64]

GOLDEN_ANGLE = math.pi * (3 - math.sqrt(5))
"""Turned by it from one to the next, points of a spiral fill a disc evenly, as in a sunflower."""

FIRST_TRIES = 512
"""Places tried for a disc at first; twice as many whenever none of them is free."""

TRIES_PER_RADIUS = 0.5
"""Times the radius of a disc: the distance of the places that are tried for it."""


def spiral(count: int, space: float) -> Reals:
    """Return points around the origin, from the middle outwards, about `space` apart."""
    numbers = np.arange(count)
    radii = space * np.sqrt(numbers / math.pi)
    angles = numbers * GOLDEN_ANGLE
    return np.column_stack((radii * np.cos(angles), radii * np.sin(angles)))


def side_by_side(radii: Reals, weights: Reals) -> Reals:
    """Place discs, each as near as can be to those that it hangs together with.

    The largest comes first, then always the one that hangs most on those that have their place, so
    that what hangs on nothing ends up outside.

    Args:
        radii: Of the discs, positive.
        weights: How strongly every two of them hang together, symmetric.

    Returns:
        Their centres, around the middle of all.
    """
    centres = np.zeros((len(radii), 2))
    pull = np.zeros(len(radii))
    done: list[int] = []
    waiting = set(range(len(radii)))
    while waiting:
        number = max(waiting, key=lambda one: (pull[one], radii[one], -one))
        drawn = weights[number, done]
        middle = drawn @ centres[done] / drawn.sum() if drawn.sum() > 0 else np.zeros(2)
        centres[number] = _free_place(centres[done], radii[done], float(radii[number]), middle)
        pull += weights[number]
        done.append(number)
        waiting.remove(number)
    return centres - _middle(centres, radii) if done else centres


def _free_place(centres: Reals, radii: Reals, radius: float, middle: Reals) -> Reals:
    """Return the first place on a spiral from a middle where a disc overlaps none of some."""
    tries = FIRST_TRIES
    while True:
        places = middle + spiral(tries, TRIES_PER_RADIUS * radius)
        gaps = np.hypot(*(places[:, None, :] - centres[None, :, :]).transpose(2, 0, 1))
        free = np.flatnonzero((gaps >= radii + radius).all(axis=1))
        if len(free):
            return places[free[0]]
        tries *= 2


def _middle(centres: Reals, radii: Reals) -> Reals:
    low, high = (centres - radii[:, None]).min(axis=0), (centres + radii[:, None]).max(axis=0)
    return (low + high) / 2
