"""How long it takes to write the agent index of a large graph, and to answer from it.

10,000 documents, 50,000 entities and 110,000 relations, without reading, extracting and Dagster.
Answers are warm: the file is in the system's memory, each question opens it anew. Their CPU time is
what counts: an answer waits for nothing.
"""

import time
from collections.abc import Callable, Iterator, Sequence
from functools import partial
from pathlib import Path
from random import Random
from typing import Any

import numpy as np

from sift_assets.core.communities.mapping import community_map
from sift_assets.core.decisions.applying import resolved
from sift_assets.core.decisions.resolved import ResolvedGraph
from sift_assets.core.domain.facets import graph_facet, review_facet
from sift_assets.core.domain.model import Domain
from sift_assets.core.graph.build import DocumentFacts, build_graph
from sift_assets.core.graph.fragment import fragments
from sift_assets.core.narrative.told_graph import ToldGraph
from sift_assets.core.query.content import content_rows
from sift_assets.core.query.envelope import Bounds, Envelope
from sift_assets.core.query.errors import QueryError
from sift_assets.core.query.filters import Filters
from sift_assets.core.query.fitting import fitted
from sift_assets.core.query.meaning import packed
from sift_assets.core.query.neighbourhood import query
from sift_assets.core.query.overview import entity_info, info, topology
from sift_assets.core.query.paths import path
from sift_assets.core.query.proving import evidence, timeline
from sift_assets.core.query.searching import search
from sift_assets.core.records.text import DocumentText, ReadStatus
from sift_assets.core.settings.model import Settings
from sift_assets.core.settings.stages import community_stage
from sift_assets.resources.agent_index.reading import opened_index
from sift_assets.resources.agent_index.writing import index_bytes
from sift_assets.resources.collector import collector_paused
from sift_assets_tests.benchmarks.figures import CpuClock, Figure
from sift_assets_tests.benchmarks.growth import growth
from sift_assets_tests.benchmarks.narratives import DOCUMENTS, circle_extraction

SMALLER = (2_500, 5_000)
"""Documents of which the index is made as well, to see how it grows."""

LIMIT_GROWTH = 1.2
"""Of the index's CPU seconds: its full-text tables are sorted."""

WORDS_OF_A_DOCUMENT = 400
"""About a page."""

TRIES = 5
"""The quickest counts: whatever else the machine does only makes it slower."""

LIMIT_MILLISECONDS = 100

TOPICS, DIMENSIONS = 40, 384
"""What texts are about, and numbers of a vector: as many as MiniLM's. One text in 40 is near."""

DOMAIN = Domain.model_validate(
    {"entity_types": {"PERSON": {}}, "relation_types": {"ASSOCIATED_WITH": {}}}
)


def answers(scratch: Path) -> list[Figure]:
    """Write the index, and ask every function, with and without filters."""
    graph = _graph(DOCUMENTS)
    parts = ToldGraph(graph, community_map(graph, community_stage(Settings())), {}, {})
    clock = CpuClock()
    with (
        clock.lap(f"agent index of {len(graph.relations):,} relations, CPU", 12),
        collector_paused(),
    ):
        data = index_bytes(content_rows(parts), _texts(DOCUMENTS), {"revision": "benchmark"})
    file = scratch / "agent_index.sqlite"
    file.write_bytes(data)
    size = Figure("its size", len(data) / 2**20, 400, "MiB")
    questions = _questions(graph)
    costs = {count: _cost_of_index(count) for count in SMALLER}
    costs[DOCUMENTS] = clock.figures[0].value
    return [
        *clock.figures,
        size,
        growth("CPU of the agent index, documents", costs, LIMIT_GROWTH),
        *(Figure(f"answer: {name}", _quickest(file, *asked), LIMIT_MILLISECONDS, "ms")
          for name, asked in questions.items()),
        *_by_meaning(scratch / "meant.sqlite", parts, graph),
    ]  # fmt: skip


def _cost_of_index(documents: int) -> float:
    """Return the CPU seconds that the index of so many documents takes."""
    graph = _graph(documents)
    parts = ToldGraph(graph, community_map(graph, community_stage(Settings())), {}, {})
    began = time.process_time()
    with collector_paused():
        index_bytes(content_rows(parts), _texts(documents), {"revision": "benchmark"})
    return time.process_time() - began


def _by_meaning(file: Path, parts: ToldGraph, graph: ResolvedGraph) -> list[Figure]:
    """Ask an index with vectors that are drawn, not encoded: what a model takes is its affair."""
    chance = np.random.default_rng(1)
    topics = chance.standard_normal((TOPICS, DIMENSIONS))

    def encode(texts: Sequence[str]) -> bytes:
        noise = chance.standard_normal((len(texts), DIMENSIONS))
        return packed((topics[chance.integers(0, TOPICS, len(texts))] + noise).astype(np.float32))

    about = {"revision": "benchmark", "encoder": "drawn"}
    with collector_paused():
        file.write_bytes(index_bytes(content_rows(parts), _texts(DOCUMENTS), about, encode))
    asked = packed(topics[:1].astype(np.float32))
    ask = partial(search, text=graph.entities["name"][0].as_py(), meaning=lambda *_: asked)
    scoped = Filters(folders=("box3",), since="2003", min_support=2)
    return [
        Figure(f"answer: {name}", _quickest(file, ask, filters), LIMIT_MILLISECONDS, "ms")
        for name, filters in (
            ("search by meaning", Filters()),
            ("search by meaning, in scope", scoped),
        )
    ]


def _questions(graph: ResolvedGraph) -> dict[str, tuple[Callable[..., Any], Filters]]:
    names = graph.entities["name"].to_pylist()
    first, far = names[0], names[len(names) // 2]
    every, sure = Filters(), Filters(min_support=2, min_confidence=0.5)
    scoped = Filters(folders=("box3",), since="2003")
    misspelled = first[:3] + "x" + first[4:]
    return {
        "search": (partial(search, text=first), every),
        "search, misspelled": (partial(search, text=misspelled), every),
        "search, two letters": (partial(search, text=first[:2]), every),
        "search, words": (partial(search, text="river harbour letters"), every),
        "search, in scope": (partial(search, text="river harbour letters"), scoped),
        "query": (partial(query, name=first), every),
        "query, depth 3": (partial(query, name=first, depth=3), every),
        "query, depth 2, in scope": (
            partial(query, name=_of_folder(graph, "box3"), depth=2),
            scoped,
        ),
        "path": (partial(path, source=first, target=far), every),
        "path, 3 alternatives": (partial(path, source=first, target=far, alternatives=3), every),
        "path, sure": (partial(path, source=first, target=far), sure),
        "evidence": (partial(evidence, subject=first), every),
        "info": (info, every),
        "info, in scope": (info, scoped),
        "info of an entity": (partial(entity_info, name=first), every),
        "topology": (topology, every),
        "topology, sure": (topology, sure),
        "timeline": (timeline, every),
        "timeline of an entity": (partial(timeline, names=(first,)), every),
    }


def _quickest(file: Path, ask: Callable[..., Any], filters: Filters) -> float:
    spent: list[float] = []
    for _ in range(TRIES):
        began = time.process_time()
        _ask(file, ask, filters)
        spent.append(1000 * (time.process_time() - began))
    return min(spent)


def _ask(file: Path, ask: Callable[..., Any], filters: Filters) -> None:
    bounds = Bounds()
    with opened_index(file, filters) as index:
        try:
            result, in_all = ask(index, bounds)
        except QueryError:
            return  # that nothing connects two entities is an answer as well
        envelope = Envelope(answer="benchmark", revision=index.about().revision, filters=filters)
        fitted(envelope, result, in_all, bounds)


def _graph(documents: int) -> ResolvedGraph:
    facet = graph_facet(DOMAIN)
    extractions = {f"{n:05}": circle_extraction(n) for n in range(documents)}
    facts = {
        key: DocumentFacts(title=key, document_date=f"{2000 + n % 10}", folder=f"box{n % 7}")
        for n, key in enumerate(extractions)
    }
    stored = ((key, one.to_bytes()) for key, one in extractions.items())
    graph = build_graph(fragments(stored, facet), facet, facts)
    return resolved(graph, facet, review_facet(DOMAIN), ())


def _of_folder(graph: ResolvedGraph, folder: str) -> str:
    rows = graph.mentions.select(["folder", "name", "document_date"]).slice(0, 5000).to_pylist()
    return next(
        row["name"] for row in rows if row["folder"] == folder and row["document_date"] >= "2003"
    )


def _texts(documents: int) -> Iterator[tuple[str, DocumentText]]:
    chance = Random(1)  # noqa: S311 - a seeded corpus
    words = ["".join(chance.choices("aeioulnrst", k=chance.randint(2, 9))) for _ in range(20_000)]
    rare = ["river", "harbour", "letters"]
    for number in range(documents):
        said = chance.choices(words, k=WORDS_OF_A_DOCUMENT)
        said[number % WORDS_OF_A_DOCUMENT] = rare[number % 3]
        lines = [" ".join(said[at : at + 12]) + "." for at in range(0, len(said), 12)]
        yield f"{number:05}", DocumentText(status=ReadStatus.TEXT, text="\n".join(lines))
