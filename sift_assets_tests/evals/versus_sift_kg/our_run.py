"""What we make of recorded answers, in a process of its own.

    python -m sift_assets_tests.evals.versus_sift_kg.our_run FOLDER

The recorded model answers chunk by chunk, every quote is looked up in the text, and the graph is
built, resolved and stored in FOLDER. Prints one JSON document, see `Program` in `comparing`.
"""

import json
import sys
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from sift_assets.core.domain.facets import graph_facet, prompt_facet, review_facet
from sift_assets.core.domain.model import Domain
from sift_assets.core.extraction.llm.extractor import CallSettings, LanguageModelExtractor
from sift_assets.core.extraction.llm.replay import ReplayModel
from sift_assets.core.graph.build import DocumentFacts, KnowledgeGraph, build_graph
from sift_assets.core.graph.fragment import fragments
from sift_assets.core.graph.identity import entity_id
from sift_assets.core.graph.partition import cut
from sift_assets.core.graph.review import with_status
from sift_assets.core.llm.answer_cache import MemoryAnswerCache
from sift_assets.core.records.text import DocumentText, ReadStatus
from sift_assets.core.text.chunking import chunk
from sift_assets.resources.arrow_memory import use_frugal_allocator
from sift_assets.resources.store import Store
from sift_assets_tests.benchmarks.our_build import peak_mib
from sift_assets_tests.evals.language_models.replaying import CHUNK_SIZE, recordings

DOMAIN = Domain(schema_free=True)


def run(folder: Path) -> dict[str, Any]:
    """Extract, build and store; return what the graph holds."""
    recorded = recordings()
    texts = {key: one.text for key, one in recorded.items()}
    use_frugal_allocator()
    began = time.process_time()
    graph = _graph(folder, texts)
    used = time.process_time() - began
    relations = {one["id"]: one for one in graph.relations.to_pylist()}
    keys = {
        (one["entity_type"], one["name"], entity_id(one["entity_type"], one["name"]))
        for recording in recorded.values()
        for one in recording.entities
    }
    statements = list(_statements(graph, relations))
    return {
        "cpu_seconds": used,
        "peak_mib": peak_mib(),
        "keys": sorted(keys),
        "statements": statements,
        "shown_statements": statements,
        "named": list(_named(graph)),
        "entities": [[one["document"], one["entity_id"]] for one in graph.mentions.to_pylist()],
        "shown": graph.entities["id"].to_pylist(),
        "quotes": [[one["document"], one["quote"]] for one in graph.evidence.to_pylist()],
    }


def _graph(folder: Path, texts: dict[str, str]) -> KnowledgeGraph:
    model = ReplayModel(recordings().values())
    alone = CallSettings(document_context=False, concurrency=1)
    extractor = LanguageModelExtractor(model, "replay/ftx", MemoryAnswerCache(), alone)
    prompt, facet = prompt_facet(DOMAIN), graph_facet(DOMAIN)
    extractions = {
        key: extractor.extract(
            DocumentText(status=ReadStatus.TEXT, text=text), chunk(text, CHUNK_SIZE), prompt
        ).to_bytes()
        for key, text in texts.items()
    }
    facts = {key: DocumentFacts(title=key) for key in texts}
    graph = build_graph(fragments(extractions.items(), facet), facet, facts)
    store = Store(folder / "store")
    for part in cut(graph):
        store.put(part.to_bytes())
    resolved = with_status(graph, review_facet(DOMAIN))
    store.put(resolved.to_bytes())
    return resolved


def _statements(
    graph: KnowledgeGraph, relations: dict[str, dict[str, Any]]
) -> Iterator[tuple[str, str, str, str]]:
    for one in graph.evidence.to_pylist():
        relation = relations[one["relation_id"]]
        kind = one["original_type"] or one["type"]
        yield one["document"], kind, relation["source_id"], relation["target_id"]


def _named(graph: KnowledgeGraph) -> Iterator[tuple[str, str, str, str]]:
    """Yield what is kept out of the graph, as the model said it or as we had read it."""
    for one in graph.quarantine.to_pylist():
        said = json.loads(one["record"])
        if one["kind"] == "relation":
            kind = said.get("relation_type") or said.get("type")
            source = said.get("source_entity") or said.get("source")
            yield one["document"], kind, source, said.get("target_entity") or said.get("target")


if __name__ == "__main__":
    sys.stdout.write(json.dumps(run(Path(sys.argv[1]))) + "\n")
