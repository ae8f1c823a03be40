"""How strongly entities hang together: one weight per pair that relations connect.

What belongs here: from relations to numbers. What does not: any idea of a community.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property

import numpy as np
import pyarrow as pa
import pyarrow.compute as pc

from sift_assets.core.graph.columns import Numbers, paired, whole
from sift_assets.core.graph.grouping import Shares

SAID_SUPPORT = 0.5
"""Support of a relation that a person has stated and no document: somebody meant it to connect, so
it counts, but for less than any document, which brings a context of its own."""

WEIGHT_STEP = 2.0**-30
"""Weights are multiples of it. Sums of such numbers, up to eight million, are exact in floating
point whatever their order: no sum changes in its last digit because of an edit elsewhere."""

SHOWN_DIGITS = 6
"""Of numbers in records: far above the step, so that 0.9 is shown as it was given."""


@dataclass(frozen=True, eq=False)
class Network:
    """All entities of a graph, and the pairs of them that relations connect.

    Attributes:
        ids: Ids of the entities, sorted; others name an entity by its row here.
        first: Row of one entity of each pair, the one with the smaller id.
        second: Row of the other. Pairs are sorted and distinct, nobody is paired with himself.
        weight: Of each pair, summed over its relations.
        relations: Number of relations of each pair.
    """

    ids: pa.Array
    first: Numbers
    second: Numbers
    weight: Shares
    relations: Numbers

    def __len__(self) -> int:
        """Return the number of entities."""
        return len(self.ids)

    def __iter__(self) -> Iterator[tuple[int, int, float]]:
        """Yield the pairs with their weights."""
        columns = self.first.tolist(), self.second.tolist(), self.weight.tolist()
        return zip(*columns, strict=True)

    @cached_property
    def names(self) -> list[str]:
        """The ids as a list."""
        return self.ids.to_pylist()


def network_of(entities: pa.Table, relations: pa.Table) -> Network:
    """Weigh every pair of entities: the sum over its relations of support times confidence.

    Args:
        entities: `ENTITIES`, in any order.
        relations: `RELATIONS` with both ends among them, in any order.
    """
    ids = pc.sort_indices(entities["id"])
    ids = whole(entities["id"]).take(ids)
    ends = [_rows(relations[f"{end}_id"], ids) for end in ("source", "target")]
    first, second = np.minimum(*ends), np.maximum(*ends)
    others = first != second
    first, second = first[others], second[others]
    _, where, pair = np.unique(paired(first, second), return_index=True, return_inverse=True)
    weight = relation_weights(relations)[others]
    return Network(
        ids=ids,
        first=first[where],
        second=second[where],
        weight=summed(pair, weight, len(where)),
        relations=np.bincount(pair, minlength=len(where)),
    )


def relation_weights(relations: pa.Table) -> Shares:
    """Return the weight of each relation: support times confidence."""
    support = np.maximum(relations["support"].to_numpy().astype(np.float64), SAID_SUPPORT)
    weight: Shares = support * relations["confidence"].to_numpy()
    return np.round(weight / WEIGHT_STEP) * WEIGHT_STEP


def strengths(network: Network, communities: Sequence[int] | Numbers | None = None) -> Shares:
    """Return the summed weight of each entity's pairs.

    Args:
        network: Any.
        communities: A number per entity; only pairs of one community count. None for all pairs.
    """
    first, second, weight = network.first, network.second, network.weight
    if communities is not None:
        numbers = np.asarray(communities)
        inside = numbers[first] == numbers[second]
        first, second, weight = first[inside], second[inside], weight[inside]
    size = len(network)
    return summed(first, weight, size) + summed(second, weight, size)


def summed(group: Numbers, weight: Shares, size: int) -> Shares:
    """Return the summed weights of each of `size` groups."""
    return np.bincount(group, weight, size).astype(np.float64)


def shown(weight: float) -> float:
    """Return a number as records hold it."""
    return round(float(weight), SHOWN_DIGITS)


def _rows(column: pa.ChunkedArray, ids: pa.Array) -> Numbers:
    return pc.index_in(whole(column), ids).to_numpy().astype(np.int64)
