"""A graph to export that holds what breaks files: lists, control characters, formulas."""

from sift_assets.core.domain.facets import ReviewFacet
from sift_assets.core.domain.model import ReviewThresholds
from sift_assets.core.exports.columns import Annotations
from sift_assets.core.exports.content import COMMUNITIES, ExportContent, ExtractionReport
from sift_assets.core.exports.decided import DECISIONS, IDENTITIES
from sift_assets.core.graph.build import KnowledgeGraph
from sift_assets.core.graph.review import with_status
from sift_assets.core.graph.tables import table_of
from sift_assets.core.records.extraction import ChunkReport, ChunkStatus
from sift_assets_tests.core.graph.graph_examples import attribute, graph_of, mention, relation

REVIEW = ReviewFacet(thresholds=ReviewThresholds(), review_required=("LED_BY",))

ANNOTATIONS = Annotations(
    descriptions={"person:ada": "Ada, first of her name."},
    communities={"person:ada": "c1"},
    labels={"c1": "Ada and others"},
)


def example_graph() -> KnowledgeGraph:
    """Return 4 entities (one alone), 3 relations (two of one pair), 2 documents, with status."""
    people = [mention("PERSON", "Ada"), mention("PERSON", "Bo, Jr.; II", 10)]
    graph = graph_of(
        {
            "a, b.pdf": [
                *people,
                mention("ORGANIZATION", "=Acme()", 30, attributes=attribute("motto", "a; b, c")),
                mention("LOCATION", "Atlantis", 60),
                relation("Ada", "KNOWS", "Bo, Jr.; II", quote="page one\f\x00page two\r\nend"),
                relation("Ada", "LED_BY", "Bo, Jr.; II", 80, quote=""),
                relation("Ada", "WORKS_FOR", "=Acme()", 99, quote="-1+2 | <b>&amp;"),
            ],
            "c.txt": [
                *people,
                relation("Bo, Jr.; II", "KNOWS", "Ada", confidence=0.5, quote="@them"),
            ],
        },
        dates={"a, b.pdf": "2024-01"},
    )
    return with_status(graph, REVIEW)


def example_content() -> ExportContent:
    """Return the same with a community, a decision about an entity, and an old id of it."""
    group = {"community": "c1", "label": "Ada and others", "level": 0, "parent": "", "size": 1}
    numbers = {"divided": False, "relations": 0, "weight": 0.0, "outside": 2.5}
    said = {"decision": "d1", "time": "2026-01-02T03:04:05.000006Z", "actor": "rev"}
    about = {"subject": "person:ada", "other": "person:adah", "verdict": "same"}
    more = {"channel": "terminal", "reason": "=one @person", "new_documents": []}
    chunks = (ChunkReport(index=0, status=ChunkStatus.OK, model="m"),)
    return ExportContent(
        graph=example_graph(),
        annotations=ANNOTATIONS,
        communities=table_of([group | numbers], COMMUNITIES),
        decisions=table_of([about | said | more], DECISIONS),
        identities=table_of([{"id": "person:adah", "canonical_id": "person:ada"}], IDENTITIES),
        extractions={
            "a, b.pdf": ExtractionReport(extractor="llm", model="m0", chunks=chunks),
            "c.txt": ExtractionReport(extractor="llm", model="m0", chunks=()),
        },
    )
