"""Building the graph itself, without reading, extracting or Dagster."""

import resource
import time
from pathlib import Path

from sift_assets.core.domain.facets import graph_facet
from sift_assets.core.domain.model import Domain
from sift_assets.core.graph.build import DocumentFacts, build_graph
from sift_assets.core.graph.fragment import build_fragment
from sift_assets.core.graph.partition import by_type
from sift_assets.core.records.extraction import (
    Evidence,
    Extraction,
    ExtractionStatus,
    Mention,
    RelationMention,
)
from sift_assets_tests.benchmarks.figures import Figure

DOCUMENTS = 2_000
MENTIONS_PER_DOCUMENT = 50
"""Together 100,000 mentions, as many as some 2,000 pages of prose have."""


def graph_of_mentions(_scratch: Path) -> list[Figure]:
    """Fragments of 100,000 mentions joined into one graph and cut by type."""
    domain = Domain.model_validate(
        {"entity_types": {"PERSON": {}, "ORGANIZATION": {}}, "relation_types": {"EMPLOYED_BY": {}}}
    )
    facet = graph_facet(domain)
    started = time.perf_counter()
    fragments = {f"{n:05}": build_fragment(_extraction(n), facet) for n in range(DOCUMENTS)}
    fragmented = time.perf_counter()
    facts = {key: DocumentFacts(title=key) for key in fragments}
    graph = build_graph(fragments, facet, facts)
    parts = by_type(graph)
    built = time.perf_counter()
    assert graph.mentions.num_rows == DOCUMENTS * MENTIONS_PER_DOCUMENT
    assert set(parts) == {"PERSON", "ORGANIZATION"}
    peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024
    return [
        Figure("fragments of 100,000 mentions", fragmented - started, 60, "s"),
        Figure("graph of 100,000 mentions", built - fragmented, 20, "s"),
        Figure("peak memory of it", peak, 2000, "MiB"),
    ]


def _extraction(number: int) -> Extraction:
    mentions, relations = [], []
    for i in range(MENTIONS_PER_DOCUMENT):
        kind = "PERSON" if i % 2 else "ORGANIZATION"
        name = f"{kind.title()} {(number * 7 + i * 13) % 9_973}"
        quote = Evidence(start=i * 40, end=i * 40 + len(name), quote=name)
        mentions.append(Mention(type=kind, name=name, surface=name, evidence=quote, confidence=0.8))
        if i % 2:
            before = mentions[i - 1]
            relations.append(
                RelationMention(
                    type="EMPLOYED_BY",
                    source=name,
                    source_type=kind,
                    target=before.name,
                    target_type=before.type,
                    evidence=quote,
                    confidence=0.7,
                )
            )
    return Extraction(
        status=ExtractionStatus.COMPLETE,
        extractor="benchmark",
        mentions=tuple(mentions),
        relations=tuple(relations),
    )
