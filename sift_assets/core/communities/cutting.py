"""The resolved graph cut into communities: each with all that is stated of its members.

Rows are sorted by community once and then taken in stretches: hundreds of communities cost little
more than one.
"""

from collections.abc import Iterator, Mapping, Sequence
from typing import NamedTuple

import numpy as np
import pyarrow as pa
import pyarrow.compute as pc

from sift_assets.core.communities.records import MEMBERS, Community
from sift_assets.core.communities.weights import SHOWN_DIGITS, network_of, strengths
from sift_assets.core.graph.build import KnowledgeGraph
from sift_assets.core.graph.columns import Numbers, ranked, whole
from sift_assets.core.graph.grouping import Groups, Shares
from sift_assets.core.graph.tables import taken

AT_ONCE = 64
"""Communities whose rows are taken together: to take those of one takes as long as those of ten,
and to take those of all would need the memory of a second graph."""


def cut(graph: KnowledgeGraph, members: Mapping[str, str]) -> Iterator[Community]:
    """Cut out every community, and what is in none.

    Args:
        graph: The resolved graph.
        members: Entity id to the key of its community or `UNASSIGNED`, of every entity.

    Yields:
        One community at a time, in order of key. A relation between two is in both.
    """
    if not len(graph.entities):
        return
    tables = _Tables.of(graph)
    ids = tables.entities["id"].to_pylist()
    community, keys = ranked(pa.array([members[one] for one in ids], pa.string()))
    network = network_of(tables.entities, tables.relations)
    rows = _Rows.of(tables, community, len(keys))
    centrality = np.round(strengths(network, community), SHOWN_DIGITS)
    names = keys.to_pylist()
    for first in range(0, len(names), AT_ONCE):
        yield from tables.communities(names[first : first + AT_ONCE], first, rows, centrality)


class _Stretches:
    """Rows by community: those of each one stand together, ascending."""

    def __init__(self, community: Numbers, rows: Numbers, communities: int) -> None:
        order = np.lexsort((rows, community))
        self._rows = rows[order]
        self._starts = np.searchsorted(community[order], np.arange(communities + 1))

    def __getitem__(self, number: int) -> Numbers:
        return self._rows[self._starts[number] : self._starts[number + 1]]


class _Rows(NamedTuple):
    """Rows of each table by community, and rows of evidence by relation."""

    entities: _Stretches
    mentions: _Stretches
    relations: _Stretches
    evidence: _Stretches
    documents_of_mentions: Numbers
    documents_of_evidence: Numbers

    @classmethod
    def of(cls, tables: "_Tables", community: Numbers, communities: int) -> "_Rows":
        ids, documents = (
            whole(table[name])
            for table, name in ((tables.entities, "id"), (tables.documents, "document"))
        )
        mentioned = community[_places(tables.mentions["entity_id"], ids)]
        ends = [
            community[_places(tables.relations[f"{end}_id"], ids)] for end in ("source", "target")
        ]
        own, twice = np.arange(len(tables.relations)), ends[0] != ends[1]
        stated = Groups(tables.evidence, "relation_id")
        relation = _places(stated.keys, whole(tables.relations["id"]))[stated.group]
        return cls(
            entities=_Stretches(community, np.arange(len(community)), communities),
            mentions=_Stretches(mentioned, np.arange(len(mentioned)), communities),
            relations=_Stretches(
                np.concatenate([ends[0], ends[1][twice]]),
                np.concatenate([own, own[twice]]),
                communities,
            ),
            evidence=_Stretches(relation, np.arange(len(relation)), len(own)),
            documents_of_mentions=_places(tables.mentions["document"], documents),
            documents_of_evidence=_places(tables.evidence["document"], documents),
        )


class _Tables(NamedTuple):
    """A graph's tables, each column in one piece."""

    entities: pa.Table
    mentions: pa.Table
    relations: pa.Table
    evidence: pa.Table
    documents: pa.Table

    @classmethod
    def of(cls, graph: KnowledgeGraph) -> "_Tables":
        return cls(*(getattr(graph, name).combine_chunks() for name in cls._fields))

    def communities(
        self, keys: Sequence[str], first: int, rows: _Rows, centrality: Shares
    ) -> Iterator[Community]:
        """Yield communities that follow each other; of each table the rows of all are taken once.

        Args:
            keys: Their keys.
            first: The number of the first one.
            rows: Which rows are whose.
            centrality: Of each entity.
        """
        found = [
            self._rows_of(number, rows, centrality) for number in range(first, first + len(keys))
        ]
        taken_of = {name: _Pieces([one[name] for one in found]) for name in self._fields}
        tables = {name: taken(getattr(self, name), one.rows) for name, one in taken_of.items()}
        central = pa.array(centrality[taken_of["entities"].rows])
        tables["entities"] = tables["entities"].append_column(MEMBERS.field(-1), central)
        for at, key in enumerate(keys):
            members, *others = (one.cut(tables[name], at) for name, one in taken_of.items())
            yield Community(key, members, *others)

    def _rows_of(self, number: int, rows: _Rows, centrality: Shares) -> dict[str, Numbers]:
        members, mentions, relations = (
            stretches[number] for stretches in (rows.entities, rows.mentions, rows.relations)
        )
        evidence = np.concatenate([rows.evidence[row] for row in relations.tolist()] or [relations])
        documents = np.unique(
            np.concatenate(
                [rows.documents_of_mentions[mentions], rows.documents_of_evidence[evidence]]
            )
        )
        return {
            "entities": members[np.argsort(-centrality[members], kind="stable")],
            "mentions": mentions,
            "relations": relations,
            "evidence": evidence,
            "documents": documents[documents >= 0],
        }


class _Pieces:
    """Rows of several communities in one list, and where those of each begin."""

    def __init__(self, found: Sequence[Numbers]) -> None:
        self.rows = np.concatenate(found)
        self._starts = np.cumsum([0, *map(len, found)]).tolist()

    def cut(self, table: pa.Table, at: int) -> pa.Table:
        return table.slice(self._starts[at], self._starts[at + 1] - self._starts[at])


def _places(column: pa.Array | pa.ChunkedArray, ids: pa.Array) -> Numbers:
    """Return where each value of a column stands; -1 for what does not: statements of people."""
    return pc.fill_null(pc.index_in(whole(column), ids), -1).to_numpy().astype(np.int64)
