"""Building the graph itself, and building it again after an edit, without reading or Dagster."""

from pathlib import Path

from sift_assets.core.domain.facets import graph_facet, review_facet
from sift_assets.core.domain.model import Domain
from sift_assets.core.exports.content import ExportContent
from sift_assets.core.exports.graphml import graphml
from sift_assets.core.exports.node_link import node_link_json
from sift_assets.core.exports.tables_csv import csv_files
from sift_assets.core.graph.build import DocumentFacts, KnowledgeGraph, build_graph, rebuilt
from sift_assets.core.graph.checks import inconsistencies, schema_violations
from sift_assets.core.graph.fragment import fragments
from sift_assets.core.graph.partition import TypeGraph, cut, joined
from sift_assets.core.graph.review import with_status
from sift_assets.core.graph.summary import summarise
from sift_assets.core.records.extraction import (
    Evidence,
    Extraction,
    ExtractionStatus,
    Mention,
    RelationMention,
)
from sift_assets.resources.collector import collector_paused
from sift_assets_tests.benchmarks.figures import NO_LIMIT, CpuClock, Figure, peak_mib

DOCUMENTS = 2_000
MENTIONS_PER_DOCUMENT = 50
"""Together 100,000 mentions, as many as some 2,000 pages of prose have."""

SHORT_DOCUMENTS = 10_000
SHORT_MENTIONS = 4
"""Of a project of notes and mails: what an edit costs grows with the number of documents."""

DOMAIN = Domain.model_validate(
    {"entity_types": {"PERSON": {}, "ORGANIZATION": {}}, "relation_types": {"EMPLOYED_BY": {}}}
)


def graph_of_mentions(_scratch: Path) -> list[Figure]:
    """Fragments of 100,000 mentions joined into one graph and cut by type."""
    facet = graph_facet(DOMAIN)
    extractions = _stored(DOCUMENTS, MENTIONS_PER_DOCUMENT)
    facts = {key: DocumentFacts(title=key) for key in extractions}
    clock = CpuClock()
    with clock.lap("fragments of 100,000 mentions, CPU", 5):
        made = list(fragments(extractions.items(), facet))
    with clock.lap("graph of 100,000 mentions, CPU", 3):
        graph = build_graph(made, facet, facts)
    with clock.lap("its parts as bytes, CPU", 3):
        parts = _parts(graph)
    assert graph.mentions.num_rows == DOCUMENTS * MENTIONS_PER_DOCUMENT
    assert set(parts) == {"PERSON", "ORGANIZATION"}
    return [*clock.figures, Figure("peak memory of it", peak_mib(), 2000, "MiB")]


def one_edit_of_a_graph(_scratch: Path) -> list[Figure]:
    """What follows from one edit among 10,000 documents, each step as the assets take it."""
    facet = graph_facet(DOMAIN)
    extractions = _stored(SHORT_DOCUMENTS, SHORT_MENTIONS)
    facts = {key: DocumentFacts(title=key) for key in extractions}
    graph = build_graph(fragments(extractions.items(), facet), facet, facts)
    parts, edited = _parts(graph), f"{SHORT_DOCUMENTS // 2:05}"
    change = {edited: extraction(SHORT_DOCUMENTS + 1, SHORT_MENTIONS + 2).to_bytes()}
    clock = CpuClock()
    of = f"one edit of {SHORT_DOCUMENTS} documents, CPU"
    with clock.lap(f"{of}: earlier graph read", NO_LIMIT):
        earlier = _joined(parts, graph)
    with clock.lap(f"{of}: graph rebuilt", NO_LIMIT):
        made = fragments(change.items(), facet)
        graph = rebuilt(earlier, extractions.keys() - change, made, facet, facts)
    with clock.lap(f"{of}: parts as bytes", NO_LIMIT):
        parts = _parts(graph)
    with clock.lap(f"{of}: checks", NO_LIMIT):
        graph = _joined(parts, graph)
        assert not schema_violations(graph, facet)
        assert not inconsistencies(graph)
    with clock.lap(f"{of}: resolved", NO_LIMIT):
        resolved = with_status(_joined(parts, graph), review_facet(DOMAIN))
        summarise(KnowledgeGraph.from_bytes(resolved.to_bytes()))
    with clock.lap(f"{of}: exports", NO_LIMIT), collector_paused():
        content = ExportContent(resolved)
        _ = node_link_json(content), graphml(content), csv_files(content)
    whole = sum(figure.value for figure in clock.figures)
    return [*clock.figures, Figure(f"{of}: graph and exports", whole, 5, "s")]


def _parts(graph: KnowledgeGraph) -> dict[str, bytes]:
    return {part.type: part.to_bytes() for part in cut(graph)}


def _joined(parts: dict[str, bytes], graph: KnowledgeGraph) -> KnowledgeGraph:
    read = {name: TypeGraph.from_bytes(part) for name, part in parts.items()}
    return joined(read, graph.quarantine, graph.documents)


def _stored(documents: int, mentions: int) -> dict[str, bytes]:
    return {f"{n:05}": extraction(n, mentions).to_bytes() for n in range(documents)}


def extraction(number: int, size: int, ending: str = "") -> Extraction:
    """Return an extraction of a document by its number, with so many names that end alike."""
    mentions: list[Mention] = []
    relations: list[RelationMention] = []
    for i in range(size):
        kind = "PERSON" if i % 2 else "ORGANIZATION"
        name = f"{kind.title()} {(number * 7 + i * 13) % 9_973}{ending}"
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
