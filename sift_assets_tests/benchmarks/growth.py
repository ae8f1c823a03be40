"""How a cost grows: the power of the size that fits it best.

Nothing but the work itself may be in a cost: the start of a process, which takes a second whatever
the size is, would make every exponent smaller.
"""

from collections.abc import Mapping
from math import log

import numpy as np

from sift_assets_tests.benchmarks.figures import NO_LIMIT, Figure

LEAST_SIZES = 3
"""Of two, every line is the best."""


def exponent(costs: Mapping[int, float]) -> float:
    """Return the slope of the line that fits sizes and costs best, both as logarithms.

    Args:
        costs: Positive cost by size, of at least `LEAST_SIZES` sizes.

    Raises:
        ValueError: There are fewer sizes.
    """
    if len(costs) < LEAST_SIZES:
        raise ValueError(f"{len(costs)} sizes do not show how a cost grows")
    sizes = [log(size) for size in costs]
    slope, _ = np.polyfit(sizes, [log(cost) for cost in costs.values()], 1)
    return float(slope)


def growth(what: str, costs: Mapping[int, float], limit: float = NO_LIMIT) -> Figure:
    """Return how a cost grows, as a figure."""
    sizes = " to ".join(f"{size:,}" for size in (min(costs), max(costs)))
    return Figure(f"{what}, {sizes}: grows to the power of", exponent(costs), limit, "")
