"""Small graphs with an index: documents that state relations, in a sentence each."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any, NamedTuple

from sift_assets.core.communities.cutting import cut
from sift_assets.core.communities.mapping import community_map
from sift_assets.core.decisions.applying import resolved
from sift_assets.core.decisions.decision import Decision
from sift_assets.core.decisions.resolved import ResolvedGraph
from sift_assets.core.domain.facets import graph_facet, narrative_facet, review_facet
from sift_assets.core.domain.model import Domain
from sift_assets.core.graph.build import DocumentFacts, build_graph
from sift_assets.core.graph.fragment import fragments
from sift_assets.core.narrative.settings import NarrativeStage
from sift_assets.core.narrative.told_graph import ToldGraph
from sift_assets.core.narrative.writing.local_writer import write_narrative
from sift_assets.core.query.content import content_rows
from sift_assets.core.query.envelope import Bounds
from sift_assets.core.query.filters import Filters
from sift_assets.core.query.meaning import packed
from sift_assets.core.records.extraction import (
    Evidence,
    Extraction,
    ExtractionStatus,
    Mention,
    RelationMention,
)
from sift_assets.core.records.text import DocumentText, Page, ReadStatus
from sift_assets.core.settings.model import Settings
from sift_assets.core.settings.stages import community_stage
from sift_assets.resources.agent_index.reading import AgentIndex, opened_index
from sift_assets.resources.agent_index.writing import index_bytes
from sift_assets_tests.fakes.tiny_encoder import TinyEncoder

Stated = tuple[str, str, str]
"""Source, relation type, target. A name in capitals is an organization, any other a person."""

OPEN = Domain(schema_free=True)
MANY = Bounds(limit=100, max_tokens=100_000)


class Paper(NamedTuple):
    """A document: what it states, and what else it says."""

    states: Sequence[Stated]
    says: str = ""
    date: str = ""
    folder: str = ""
    tags: tuple[str, ...] = ()
    confidence: float = 0.9


Papers = Mapping[str, Paper]

HARBOUR: Papers = {
    "letters/ada.txt": Paper(
        [("Ada Varga", "WORKS_FOR", "KESTREL"), ("Ada Varga", "MET", "Karl Meier")],
        says="The harbour was quiet that winter.",
        date="2012-05-03",
        folder="letters",
    ),
    "minutes/board.txt": Paper(
        [("Ada Varga", "WORKS_FOR", "KESTREL"), ("KESTREL", "OWNS", "PELAGOS")],
        date="2014",
        folder="minutes",
        tags=("board",),
    ),
    "minutes/2015/audit.txt": Paper(
        [("Karl Meier", "AUDITED", "PELAGOS"), ("Nina Ørsted", "WORKS_FOR", "PELAGOS")],
        says="Nothing was found, on page two.",
        date="2015-02",
        folder="minutes/2015",
        confidence=0.5,
    ),
    "island.txt": Paper([("Tom Brandt", "MET", "Ada Lind")]),
}
"""Two documents say that Ada Varga works for KESTREL; nothing connects Tom Brandt with her."""


def name_type(name: str) -> str:
    return "ORGANIZATION" if name.isupper() else "PERSON"


def text_of(paper: Paper) -> str:
    """Return a sentence for each statement, a page break and what else is said."""
    lines = [f"{source} {kind} {target}." for source, kind, target in paper.states]
    return "\n".join(lines) + f"\n\n{paper.says}"


def document_text(paper: Paper) -> DocumentText:
    text = text_of(paper)
    turn = len(text) - len(paper.says)
    pages = (Page(number=1, start=0, end=turn), Page(number=2, start=turn, end=len(text)))
    return DocumentText(status=ReadStatus.TEXT, text=text, pages=pages if paper.says else pages[:1])


def extraction_of(paper: Paper) -> Extraction:
    mentions: list[Mention] = []
    relations: list[RelationMention] = []
    start = 0
    for source, kind, target in paper.states:
        quote = f"{source} {kind} {target}."
        for name, at in ((source, start), (target, start + len(quote) - len(target) - 1)):
            place = Evidence(start=at, end=at + len(name), quote=name, page=1)
            mentions.append(
                Mention(
                    type=name_type(name), name=name, surface=name, evidence=place,
                    confidence=paper.confidence,
                )
            )  # fmt: skip
        relations.append(
            RelationMention(
                type=kind, source=source, target=target, source_type=name_type(source),
                target_type=name_type(target), confidence=paper.confidence,
                evidence=Evidence(start=start, end=start + len(quote), quote=quote, page=1),
            )
        )  # fmt: skip
        start += len(quote) + 1
    return Extraction(
        status=ExtractionStatus.COMPLETE, extractor="small",
        mentions=tuple(mentions), relations=tuple(relations),
    )  # fmt: skip


def graph_of(papers: Papers, decisions: Sequence[Decision] = ()) -> ResolvedGraph:
    facet = graph_facet(OPEN)
    facts = {
        key: DocumentFacts(
            title=f"About {key}", document_date=one.date, collection="central",
            folder=one.folder, tags=one.tags,
        )
        for key, one in papers.items()
    }  # fmt: skip
    stored = [(key, extraction_of(one).to_bytes()) for key, one in papers.items()]
    graph = build_graph(fragments(stored, facet), facet, facts)
    return resolved(graph, facet, review_facet(OPEN), tuple(decisions))


def told_parts(graph: ResolvedGraph) -> ToldGraph:
    mapped = community_map(graph, community_stage(Settings()))
    told = {
        one.key: write_narrative(one, narrative_facet(OPEN), NarrativeStage())
        for one in cut(graph, mapped.members)
    }
    return ToldGraph(graph, mapped, told, {key: one.label for key, one in told.items()})


def written_bytes(
    papers: Papers, decisions: Sequence[Decision] = (), encoder: TinyEncoder | None = None
) -> bytes:
    texts = [(key, document_text(one)) for key, one in sorted(papers.items())]
    rows = content_rows(told_parts(graph_of(papers, decisions)))
    about = {"revision": "small"}
    if encoder is None:
        return index_bytes(rows, texts, about)

    def encode(given: Sequence[str]) -> bytes:
        return packed(encoder.encode(given))

    return index_bytes(rows, texts, about | {"encoder": encoder.version}, encode)


def written(
    file: Path,
    papers: Papers = HARBOUR,
    decisions: Sequence[Decision] = (),
    encoder: TinyEncoder | None = None,
) -> Path:
    file.write_bytes(written_bytes(papers, decisions, encoder))
    return file


@contextmanager
def asked(file: Path, **filters: Any) -> Iterator[AgentIndex]:
    with opened_index(file, Filters(**filters)) as index:
        yield index


def said(
    file: Path, ask: Callable[..., Any], *given: Any, bounds: Bounds = MANY, **more: Any
) -> Any:
    """Ask a function and return its result; filters are given by `filters`."""
    filters = more.pop("filters", {})
    with asked(file, **filters) as index:
        return ask(index, bounds, *given, **more)[0]
