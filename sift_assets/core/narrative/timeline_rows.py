"""Which rows of a graph are read for a timeline: such as may hold a date, a bounded number.

To read the dates of a quote takes a tenth of a millisecond. A timeline shows some dozens of facts
and a large graph holds tens of thousands of dated quotes: of those, what few documents say of
somebody whom nothing much is said of is not read at all.
"""

from collections.abc import Mapping
from typing import NamedTuple

import numpy as np
import pyarrow as pa
import pyarrow.compute as pc

from sift_assets.core.graph.build import KnowledgeGraph
from sift_assets.core.graph.columns import whole
from sift_assets.core.graph.tables import EVIDENCE_ORDER, MENTION_ORDER, only

MOST_READ = 5_000
"""Rows of each kind that are read, half a second for each: eighty times what is shown."""

_MAY_BE_DATED = "[12][0-9]{3}"  # what has no year has no date


class DatedRows(NamedTuple):
    """Rows that may hold a date.

    Attributes:
        periods: Evidence with a stated period.
        quotes: Evidence without one, whose quote may hold a date.
        attributes: Mentions with attributes that may be a date.
        unread: How many more there are, which nobody reads.
    """

    periods: pa.Table
    quotes: pa.Table
    attributes: pa.Table
    unread: int


def dated_rows(
    graph: KnowledgeGraph, weights: Mapping[str, float], most: int = MOST_READ
) -> DatedRows:
    """Find the rows that may hold a date: of many those of most documents, then central entities.

    Args:
        graph: The same is found for any order of its rows.
        weights: Of entities, how central they are.
        most: Rows of each kind that are read.
    """
    evidence, mentions = graph.evidence, graph.mentions
    has_period = pc.or_(
        pc.not_equal(evidence["valid_from"], ""), pc.not_equal(evidence["valid_to"], "")
    )
    has_year = pc.match_substring_regex(evidence["quote"], _MAY_BE_DATED)
    found = [
        only(evidence, has_period),
        only(evidence, pc.and_(has_year, pc.invert(has_period))),
        only(mentions, _has_dated_attribute(mentions)),
    ]
    ranks = [(EVIDENCE_ORDER, ("source_id", "target_id"))] * 2 + [(MENTION_ORDER, ("entity_id",))]
    read = [
        _best(graph, table, order, _central(table, ends, weights), most)
        for table, (order, ends) in zip(found, ranks, strict=True)
    ]
    return DatedRows(*read, unread=sum(map(len, found)) - sum(map(len, read)))


def _has_dated_attribute(mentions: pa.Table) -> pa.Array:
    attributes = whole(mentions["attributes"])
    values = pc.struct_field(pc.list_flatten(attributes), "value")
    dated = np.zeros(len(mentions), np.bool_)
    has_year = pc.fill_null(pc.match_substring_regex(values, _MAY_BE_DATED), fill_value=False)
    dated[pc.filter(pc.list_parent_indices(attributes), has_year).to_numpy()] = True
    return pa.array(dated)


def _best(
    graph: KnowledgeGraph,
    table: pa.Table,
    order: tuple[str, ...],
    central: pa.Array,
    most: int,
) -> pa.Table:
    if len(table) <= most:
        return table
    ranked = table.append_column("central", central)
    keys = [("central", "descending"), *((name, "ascending") for name in order)]
    if "relation_id" in table.column_names:
        rows = pc.index_in(whole(table["relation_id"]), whole(graph.relations["id"]))
        ranked = ranked.append_column("support", whole(graph.relations["support"]).take(rows))
        keys = [("support", "descending"), *keys]
    return table.take(pc.select_k_unstable(ranked, most, keys))


def _central(table: pa.Table, ends: tuple[str, ...], weights: Mapping[str, float]) -> pa.Array:
    found = [[weights.get(one, 0.0) for one in table[end].to_pylist()] for end in ends]
    return pa.array(np.max(found, axis=0))
