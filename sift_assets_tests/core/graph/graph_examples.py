"""Small extractions and domains to build graphs from, with strategies for random ones."""

from collections.abc import Mapping, Sequence
from typing import Any

from hypothesis import settings
from hypothesis import strategies as st

from sift_assets.core.domain.facets import GraphFacet, graph_facet
from sift_assets.core.domain.model import Domain
from sift_assets.core.graph.build import DocumentFacts, KnowledgeGraph, build_graph
from sift_assets.core.graph.fragment import Fragment, fragments
from sift_assets.core.graph.tables import EVIDENCE_ORDER, MENTION_ORDER, ordered
from sift_assets.core.records.extraction import (
    Alignment,
    Attribute,
    Evidence,
    Extraction,
    ExtractionStatus,
    Mention,
    MentionKind,
    RelationMention,
)

GENERAL = graph_facet(
    Domain.model_validate(
        {
            "entity_types": {
                "PERSON": {},
                "ORGANIZATION": {"synonyms": ["COMPANY"], "renamed_from": ["FIRM"]},
                "LOCATION": {},
                "FRUIT": {},
                "DOCUMENT": {},
                "DOC": {},
            },
            "relation_types": {
                "WORKS_FOR": {"source_types": ["PERSON"], "target_types": ["ORGANIZATION"]},
                "PROPOSED_BY": {"inverse": "PROPOSES"},
                "MARRIED_TO": {"symmetric": True, "functional": True},
                "LOCATED_IN": {},
                "MENTIONED_IN": {},
                "BORN_IN": {"functional": True, "source_types": ["PERSON"]},
                "LED_BY": {"synonyms": ["HEADED_BY"], "renamed_from": ["RUN_BY"]},
                "KNOWS": {"symmetric": True},
            },
        }
    )
)


def domain(**fields: Any) -> GraphFacet:
    """Make a graph facet from the fields of a domain file."""
    return graph_facet(Domain.model_validate(fields))


def mention(type_: str, name: str, start: int = 0, **fields: Any) -> Mention:
    surface = fields.pop("surface", name)
    evidence = Evidence(
        start=start,
        end=fields.pop("end", start + len(surface)),
        quote=surface,
        alignment=fields.pop("alignment", Alignment.EXACT),
        page=fields.pop("page", 0),
    )
    defaults: dict[str, Any] = {"confidence": 0.8} | fields
    return Mention(type=type_, name=name, surface=surface, evidence=evidence, **defaults)


def alias(type_: str, name: str, surface: str, start: int = 0, **fields: Any) -> Mention:
    return mention(type_, name, start, surface=surface, kind=MentionKind.ALIAS, **fields)


def relation(
    source: str, type_: str, target: str, start: int = 0, **fields: Any
) -> RelationMention:
    quote = fields.pop("quote", f"{source} {type_} {target}")
    evidence = Evidence(
        start=start,
        end=start + len(quote),
        quote=quote,
        alignment=fields.pop("alignment", Alignment.EXACT),
        page=fields.pop("page", 0),
    )
    defaults: dict[str, Any] = {"confidence": 0.8} | fields
    return RelationMention(type=type_, source=source, target=target, evidence=evidence, **defaults)


def attribute(key: str, value: str) -> tuple[Attribute, ...]:
    return (Attribute(key=key, value=value),)


def extraction(*records: Mention | RelationMention, extractor: str = "llm") -> Extraction:
    return Extraction(
        status=ExtractionStatus.COMPLETE,
        extractor=extractor,
        mentions=tuple(one for one in records if isinstance(one, Mention)),
        relations=tuple(one for one in records if isinstance(one, RelationMention)),
    )


def fragment_of(extractions: Mapping[str, Extraction], facet: GraphFacet = GENERAL) -> Fragment:
    """Return the one fragment of a few documents, its rows in the order of a graph's."""
    stored = ((key, one.to_bytes()) for key, one in extractions.items())
    (found,) = fragments(stored, facet)
    relation_id = ("source_id", "type", "target_id")
    return Fragment(
        mentions=ordered(found.mentions, MENTION_ORDER),
        evidence=ordered(found.evidence, (*relation_id, *EVIDENCE_ORDER[1:])),
        quarantine=found.quarantine,
    )


def fragment(*records: Mention | RelationMention, facet: GraphFacet = GENERAL) -> Fragment:
    return fragment_of({"document": extraction(*records)}, facet)


def graph_of(
    extractions: Mapping[str, Extraction | Sequence[Mention | RelationMention]],
    facet: GraphFacet = GENERAL,
    dates: Mapping[str, str] | None = None,
) -> KnowledgeGraph:
    """Build a graph from extractions, or from bare records, by document."""
    whole = {
        key: one if isinstance(one, Extraction) else extraction(*one)
        for key, one in extractions.items()
    }
    return built(whole, facet, facts_of(dict.fromkeys(whole, "") | dict(dates or {})))


def built(
    extractions: Mapping[str, Extraction],
    facet: GraphFacet,
    facts: Mapping[str, DocumentFacts],
) -> KnowledgeGraph:
    """Build a graph from extractions."""
    stored = ((key, one.to_bytes()) for key, one in extractions.items())
    return build_graph(fragments(stored, facet), facet, facts)


def facts_of(dates: Mapping[str, str]) -> dict[str, DocumentFacts]:
    """Return facts of documents with a date and nothing else."""
    return {key: DocumentFacts(document_date=date) for key, date in dates.items()}


def entity(graph: KnowledgeGraph, id_: str) -> dict[str, Any]:
    (row,) = [row for row in graph.entities.to_pylist() if row["id"] == id_]
    return row


def triples(graph: KnowledgeGraph) -> list[tuple[str, str, str]]:
    rows = graph.relations.select(["source_id", "type", "target_id"]).to_pylist()
    return [(row["source_id"], row["type"], row["target_id"]) for row in rows]


def reasons(part: Fragment | KnowledgeGraph) -> list[tuple[str, str]]:
    rows = part.quarantine.select(["kind", "reason"]).to_pylist()
    return [(row["kind"], row["reason"]) for row in rows]


LAW = settings(max_examples=60)
"""For laws over whole corpora: each example builds several graphs, and machines are busy."""

NAMES = ("Ada", "ADA", "Bo", "Cy Ltd", "Cy  ltd", "Dé", "C++", "C#")
TYPES = ("PERSON", "ORGANIZATION", "LOCATION", "NOWHERE")
RELATIONS = ("WORKS_FOR", "PROPOSES", "PROPOSED_BY", "MARRIED_TO", "BORN_IN", "KNOWS", "UNKNOWN")
EXTRACTORS = ("llm", "local/en")


def confidences() -> st.SearchStrategy[float]:
    return st.integers(0, 20).map(lambda tick: tick / 20)


def mentions() -> st.SearchStrategy[Mention]:
    return st.builds(
        mention,
        st.sampled_from(TYPES),
        st.sampled_from(NAMES),
        st.integers(0, 3),
        surface=st.sampled_from(NAMES),
        kind=st.sampled_from(MentionKind),
        alignment=st.sampled_from(Alignment),
        chunk=st.integers(0, 1),
        confidence=confidences(),
        attributes=st.builds(attribute, st.just("role"), st.sampled_from(("chief", "clerk"))),
    )


def relations() -> st.SearchStrategy[RelationMention]:
    return st.builds(
        relation,
        st.sampled_from(NAMES),
        st.sampled_from(RELATIONS),
        st.sampled_from(NAMES),
        st.integers(0, 3),
        alignment=st.sampled_from(Alignment),
        chunk=st.integers(0, 1),
        confidence=confidences(),
        valid_from=st.sampled_from(("", "2010", "2012-05")),
        valid_to=st.sampled_from(("", "2011", "2013-01-01")),
    )


def extractions() -> st.SearchStrategy[Extraction]:
    records = st.lists(mentions(), max_size=12), st.lists(relations(), max_size=8)
    return st.builds(
        lambda found, stated, extractor: extraction(*found, *stated, extractor=extractor),
        *records,
        st.sampled_from(EXTRACTORS),
    )


def corpora() -> st.SearchStrategy[dict[str, Extraction]]:
    """Documents by key."""
    keys = st.sampled_from(("a.txt", "b/ü.pdf", "c, d.md", "e.txt"))
    return st.dictionaries(keys, extractions(), max_size=4)


DATES = {"a.txt": "2024", "b/ü.pdf": "2023-12-31", "c, d.md": "2024-03"}
"""Of the documents of `corpora`; `e.txt` is undated."""
