"""Everything that the page shows, as plain data: what it reads, and nothing else.

What belongs here: which names the data has. What the page does with it is in `viewer/source`, and
`data.js` there reads what is written here.
"""

from collections.abc import Mapping
from typing import Any

import numpy as np

from sift_assets.core.communities.keys import UNASSIGNED
from sift_assets.core.communities.weights import network_of
from sift_assets.core.graph.build import KnowledgeGraph
from sift_assets.core.graph.tables import NO_DOCUMENT
from sift_assets.core.narrative.records import Narrative
from sift_assets.core.narrative.told_graph import ToldGraph
from sift_assets.core.narrative.writing.kinds import noun_of
from sift_assets.core.planning.keys import document_path
from sift_assets.core.records.text import DocumentText
from sift_assets.core.viewing.choice import Choice
from sift_assets.core.viewing.choosing import Chosen
from sift_assets.core.viewing.facts import (
    decided,
    descriptions_of,
    entity_columns,
    evidence_of,
    mentions_of,
    relation_columns,
    sentences_of,
    wording,
)
from sift_assets.core.viewing.naming import Named
from sift_assets.core.viewing.numbering import Numbering
from sift_assets.core.viewing.passages import Passages
from sift_assets.core.viewing.placing import Links, placed

NO_COMMUNITY = "in no community"
"""Label of the entities that are in none."""


def named(told: ToldGraph) -> Named:
    """Return the communities as a choice names them."""
    keys = {group.key for group in told.communities.told} | {UNASSIGNED}
    return Named(told.communities.members, {key: label_of(told, key) for key in sorted(keys)})


def label_of(told: ToldGraph, community: str) -> str:
    """Return what a community is called, also the group of those that are in none."""
    if community == UNASSIGNED:
        return NO_COMMUNITY
    return told.label_of(community)


def cited_documents(graph: KnowledgeGraph) -> list[str]:
    """Return the documents that what is shown stands in, sorted: their texts are needed."""
    tables = (graph.mentions, graph.evidence)
    found = {one for table in tables for one in table["document"].unique().to_pylist()}
    return sorted(found - {NO_DOCUMENT})


def view_data(
    told: ToldGraph, choice: Choice, shown: Chosen, texts: Mapping[str, DocumentText]
) -> dict[str, Any]:
    """Return everything that the page shows.

    Args:
        told: What is shown from.
        choice: What was asked for.
        shown: What came of it.
        texts: Of the documents of `cited_documents`; one may be missing.
    """
    graph = shown.graph
    types, communities, wordings = Numbering[str](), Numbering[str](), Numbering[tuple[str, str]]()
    documents = {key: number for number, key in enumerate(cited_documents(graph))}
    passages = Passages(documents, texts)
    for group in told.communities.largest_first:  # in this order, whoever is shown
        _ = communities[group.key]
    entities = entity_columns(graph, told.communities.members, types, communities)
    rows = {one: number for number, one in enumerate(entities["id"])}
    relations = relation_columns(graph, rows, wordings)
    entities["mentions"], entities["attributes"] = mentions_of(graph, rows, passages)
    relations["evidence"] = evidence_of(graph, passages)
    entities["documents"] = _numbered(graph.entities["documents"].to_pylist(), documents)
    relations["documents"] = _numbered(graph.relations["documents"].to_pylist(), documents)
    places = _placed(graph, entities["community"])
    entities |= {"x": places[0], "y": places[1]}
    descriptions = descriptions_of(told.narratives.values(), rows, passages)
    stories = {key: _story(told.narratives.get(key), passages) for key in communities}
    placed_passages, parts = passages.written()
    return {
        "about": _about(told, choice, shown),
        "types": [[name, noun_of(name)] for name in types],
        "wordings": [wording(kind) for kind in wordings],
        "communities": [[key, label_of(told, key), *stories[key]] for key in communities],
        "documents": _documents(graph, documents, parts),
        "entities": entities,
        "relations": relations,
        "descriptions": {str(row): one for row, one in descriptions.items()},
        "decided": decided(told.graph, (*entities["id"], *relations["id"])),
        "passages": placed_passages,
    }


def _about(told: ToldGraph, choice: Choice, shown: Chosen) -> dict[str, Any]:
    return {
        "revision": told.version,
        "entities": len(told.graph.entities),
        "relations": len(told.graph.relations),
        "choice": list(choice.words()),
        "left_out": shown.left_out,
    }


def _story(narrative: Narrative | None, passages: Passages) -> list[Any]:
    """Return the story of a community, and why it is an earlier text if it is."""
    if narrative is None:
        return [[], ""]
    return [sentences_of(narrative.story, narrative.passages, passages), narrative.outdated]


def _documents(
    graph: KnowledgeGraph, numbers: Mapping[str, int], parts: Mapping[str, list[list[Any]]]
) -> list[list[Any]]:
    """Return key, path, title, date and parts of the text of each document that is cited."""
    rows = {row["document"]: row for row in graph.documents.to_pylist()}
    return [
        [
            key,
            document_path(key),
            rows.get(key, {}).get("title", ""),
            rows.get(key, {}).get("document_date", ""),
            parts.get(key, []),
        ]
        for key in numbers
    ]


def _numbered(lists: list[list[str]], numbers: Mapping[str, int]) -> list[list[int]]:
    return [[numbers[one] for one in listed if one in numbers] for listed in lists]


def _placed(graph: KnowledgeGraph, communities: list[int]) -> tuple[list[int], list[int]]:
    """Return the coordinates of the entities, x and y apart."""
    network = network_of(graph.entities, graph.relations)
    own = np.array(communities, np.int64)
    present, groups = np.unique(own, return_inverse=True)
    del present
    places = placed(groups, Links(network.first, network.second, network.weight))
    return places[:, 0].tolist(), places[:, 1].tolist()
