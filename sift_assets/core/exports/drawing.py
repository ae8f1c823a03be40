"""Where nodes are drawn, how large and in which colour, for formats that say so.

A beginning that can be read without any layout, not a layout: communities side by side, the best
connected members in the middle of each. No relation is looked at, so it takes no time, and nothing
is random.
"""

import colorsys
import math
from collections import Counter

import pyarrow as pa

from sift_assets.core.exports.columns import entity_table
from sift_assets.core.exports.content import ExportContent

GOLDEN_ANGLE = math.pi * (3 - math.sqrt(5))
"""Turning by it spreads points over a disc, and hues over a circle, evenly for any number of them
(Vogel, 1979)."""

SPACING = 30.0
"""Between nodes; larger than the largest radius where they are densest."""

SMALLEST, LARGEST, PER_DEGREE = 8.0, 50.0, 4.0
"""Size of a node: it grows with the root of its degree, so that its area shows the degree."""

SATURATION, LIGHTNESS = 0.55, 0.5
"""Of colours: dark enough for a white ground, light enough for a black one."""

DRAWN = {
    "x": pa.float64(),
    "y": pa.float64(),
    "size": pa.float64(),
    "red": pa.int64(),
    "green": pa.int64(),
    "blue": pa.int64(),
}
"""Columns of `drawn_entities` beside those of entities."""


def drawn_entities(content: ExportContent) -> pa.Table:
    """Return the entities of an export with place, size and colour; see `DRAWN`."""
    table = entity_table(content.graph, content.annotations)
    ids, degrees = table["id"].to_pylist(), table["degree"].to_pylist()
    places = _places(ids, degrees, table["community"].to_pylist())
    colours = _colours(table["type"].to_pylist())
    columns = {
        "x": [places[one][0] for one in ids],
        "y": [places[one][1] for one in ids],
        "size": [_size(degree) for degree in degrees],
        "red": [colours[type_][0] for type_ in table["type"].to_pylist()],
        "green": [colours[type_][1] for type_ in table["type"].to_pylist()],
        "blue": [colours[type_][2] for type_ in table["type"].to_pylist()],
    }
    for name, values in columns.items():
        table = table.append_column(name, pa.array(values, DRAWN[name]))
    return table


def _places(
    ids: list[str], degrees: list[int], communities: list[str]
) -> dict[str, tuple[float, float]]:
    """Place communities on a spiral, largest first, and the members of each on one of its own."""
    sizes = Counter(communities)
    order = sorted(sizes, key=lambda community: (-sizes[community], community))
    middle: dict[str, tuple[float, float]] = {}
    area = 0.0
    for turn, community in enumerate(order):
        radius = SPACING * math.sqrt(sizes[community])
        area += radius * radius
        middle[community] = _on_spiral(turn, 1.5 * math.sqrt(area) if turn else 0.0)
    taken: Counter[str] = Counter()
    found: dict[str, tuple[float, float]] = {}
    for _degree, one, community in sorted(
        zip((-degree for degree in degrees), ids, communities, strict=True)
    ):
        x, y = _on_spiral(taken[community], SPACING * math.sqrt(taken[community]))
        found[one] = (round(middle[community][0] + x, 1), round(middle[community][1] + y, 1))
        taken[community] += 1
    return found


def _on_spiral(turn: int, radius: float) -> tuple[float, float]:
    angle = turn * GOLDEN_ANGLE
    return radius * math.cos(angle), radius * math.sin(angle)


def _size(degree: int) -> float:
    return round(min(LARGEST, SMALLEST + PER_DEGREE * math.sqrt(degree)), 1)


def _colours(types: list[str]) -> dict[str, tuple[int, int, int]]:
    """Return a colour for each type, far from those of the types before it."""
    turn = GOLDEN_ANGLE / (2 * math.pi)
    return {name: _rgb(at * turn % 1.0) for at, name in enumerate(sorted(set(types)))}


def _rgb(hue: float) -> tuple[int, int, int]:
    red, green, blue = colorsys.hls_to_rgb(hue, LIGHTNESS, SATURATION)
    return round(red * 255), round(green * 255), round(blue * 255)
