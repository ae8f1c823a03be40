"""A small picture of how communities hang together, for the asset's page in Dagster.

It shows sizes and weights and no names: metadata holds no text of documents.
"""

import io
from collections.abc import Sequence
from math import sqrt
from typing import TYPE_CHECKING, Any

from sift_assets.core.communities.records import CommunityMap, Group

if TYPE_CHECKING:
    import networkx as nx

MOST_COMMUNITIES = 40
"""Circles that can be told apart in a picture of this size; the largest communities are shown."""

WIDTH, HEIGHT = 640, 400
"""In pixels: fits beside the other metadata, and the file stays far below 60 kB."""

_DPI = 100
_SEED = 7  # of the layout: any fixed number gives the same picture for the same map
_LARGEST = 900.0  # square points of the largest circle; the others by their number of members
_SMALLEST = 30.0
_THICKEST = 6.0  # points of the heaviest connection
_THINNEST = 0.1  # share of that
_ITERATIONS, _APART = 100, 0.6  # of the layout: enough to come to rest; apart by about a circle
_CIRCLE, _LINE, _PAPER = "#4f6bed", "#8a94a6", "#ffffff"


def community_picture(community_map: CommunityMap) -> bytes:
    """Draw the communities as circles by size, joined by lines by weight.

    Returns:
        A PNG file of `WIDTH` by `HEIGHT` pixels; the same bytes for the same map.
    """
    from matplotlib.backends.backend_agg import FigureCanvasAgg
    from matplotlib.figure import Figure

    # a figure by itself: pyplot would keep it, and ask the environment for a screen
    figure = Figure(figsize=(WIDTH / _DPI, HEIGHT / _DPI), dpi=_DPI, facecolor=_PAPER)
    canvas = FigureCanvasAgg(figure)
    axes = figure.add_axes((0, 0, 1, 1))
    axes.set_axis_off()
    axes.set_xlim(-1.25, 1.25)
    axes.set_ylim(-1.25, 1.25)
    _draw(axes, community_map)
    data = io.BytesIO()
    canvas.print_png(data, metadata={"Software": None})
    return data.getvalue()


def _draw(axes: Any, community_map: CommunityMap) -> None:
    shown = community_map.largest_first[:MOST_COMMUNITIES]
    if not shown:
        return
    network = _network(community_map, shown)
    places = _places(network)
    for first, second, share in network.edges(data="share"):
        (x, y), (u, v) = places[first], places[second]
        axes.plot([x, u], [y, v], color=_LINE, linewidth=_THICKEST * share, alpha=0.6, zorder=1)
    most = max(group.size for group in shown)
    axes.scatter(
        [places[group.key][0] for group in shown],
        [places[group.key][1] for group in shown],
        s=[max(_SMALLEST, _LARGEST * group.size / most) for group in shown],
        c=_CIRCLE,
        edgecolors=_PAPER,
        linewidths=1.5,
        zorder=2,
    )


def _network(community_map: CommunityMap, shown: Sequence[Group]) -> "nx.Graph[str]":
    import networkx as nx

    network: nx.Graph[str] = nx.Graph()
    network.add_nodes_from(sorted(group.key for group in shown))
    joined = [
        one
        for one in community_map.connections
        if one.weight > 0 and one.first in network and one.second in network
    ]
    heaviest = max((one.weight for one in joined), default=1.0)
    for one in joined:
        # the root: weights are as unequal as incomes, and light lines must be seen as well
        network.add_edge(one.first, one.second, share=max(_THINNEST, sqrt(one.weight / heaviest)))
    return network


def _places(network: "nx.Graph[str]") -> dict[str, tuple[float, float]]:
    import networkx as nx

    places = nx.spring_layout(network, weight="share", seed=_SEED, iterations=_ITERATIONS, k=_APART)
    return {one: (float(x), float(y)) for one, (x, y) in places.items()}
