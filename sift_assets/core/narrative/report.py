"""The report: the whole graph told, from what is told of each community.

What belongs here: putting the parts together, with every passage that they cite. How each part
comes about is in modules of its own, and how a report looks in `rendering`.
"""

from collections.abc import Iterable, Mapping
from typing import NamedTuple

import pyarrow.compute as pc

from sift_assets.core.communities.keys import UNASSIGNED
from sift_assets.core.communities.records import CommunityMap
from sift_assets.core.decisions.resolved import ResolvedGraph
from sift_assets.core.graph.review import Status
from sift_assets.core.graph.tables import only
from sift_assets.core.narrative.chains import Found, key_connections
from sift_assets.core.narrative.records import (
    Narrative,
    Passage,
    Report,
    ReportCommunity,
    Sentence,
    all_sentences,
)
from sift_assets.core.narrative.report_evidence import links_of
from sift_assets.core.narrative.report_islands import IslandNotes, island_notes
from sift_assets.core.narrative.report_method import MethodFacts, method_of
from sift_assets.core.narrative.report_overview import Told, overview_of
from sift_assets.core.narrative.settings import NarrativeStage
from sift_assets.core.narrative.timeline import Timeline, timeline_of

_NO_TEXT = Told((), {})
_NO_TIMELINE = Timeline((), {}, 0)


class _Parts(NamedTuple):
    overview: Told
    chains: Found
    timeline: Timeline
    communities: tuple[ReportCommunity, ...]
    islands: IslandNotes


def build_report(
    graph: ResolvedGraph,
    community_map: CommunityMap,
    narratives: Mapping[str, Narrative],
    labels: Mapping[str, str],
    stage: NarrativeStage,
    facts: MethodFacts,
    overview: Told | None = None,
) -> Report:
    """Put a report together; deterministic.

    Args:
        graph: The resolved graph.
        community_map: Its communities.
        narratives: What is told of each community, by its key.
        labels: Their labels, each once, by key.
        stage: Which parts are told.
        facts: How it came about, as far as the graph does not say it.
        overview: An overview with its passages, in the place of ours.
    """
    settings, links = stage.settings, links_of(graph)
    begun = overview or (overview_of(graph, community_map, links) if settings.overview else None)
    parts = _Parts(
        overview=begun if begun and settings.overview else _NO_TEXT,
        chains=key_connections(graph, links),
        timeline=timeline_of(graph, links=links) if settings.timeline else _NO_TIMELINE,
        communities=_communities(community_map, narratives, labels),
        islands=island_notes(graph, community_map),
    )
    counts = _counts(graph, community_map) | {"dated_facts_left_out": parts.timeline.left_out}
    return Report(
        title=_title(len(graph.documents)),
        counts=counts,
        overview=parts.overview.sentences,
        chains=parts.chains.chains,
        timeline=parts.timeline.entries,
        communities=parts.communities,
        islands=parts.islands.notes,
        sources=_sources(graph),
        method=method_of(graph, community_map, narratives, facts),
        passages=_cited(parts, narratives),
        names=_names(graph, parts),
    )


def told_sentences(report: Report) -> Iterable[Sentence]:
    """Yield every sentence of a report that must cite something, in order of reading."""
    yield from report.overview
    for chain in report.chains:
        yield from chain.sentences
    for entry in report.timeline:
        yield entry.sentence
    for community in report.communities:
        yield from all_sentences(community.story, community.profiles)
    for note in report.islands:
        yield note.sentence


def _title(documents: int) -> str:
    return "What one document tells" if documents == 1 else f"What {documents:,} documents tell"


def _communities(
    community_map: CommunityMap, narratives: Mapping[str, Narrative], labels: Mapping[str, str]
) -> tuple[ReportCommunity, ...]:
    alone = sum(community == UNASSIGNED for community in community_map.members.values())
    known = [*((one.key, one.size) for one in community_map.largest_first), (UNASSIGNED, alone)]
    return tuple(
        ReportCommunity(
            key=key,
            label=labels.get(key, narratives[key].label),
            size=size,
            story=narratives[key].story,
            profiles=narratives[key].profiles,
            outdated=narratives[key].outdated,
        )
        for key, size in known
        if key in narratives
    )


def _counts(graph: ResolvedGraph, community_map: CommunityMap) -> dict[str, int]:
    members = community_map.members.values()
    return {
        "documents": len(graph.documents),
        "entities": len(graph.entities),
        "relations": len(graph.relations),
        "mentions": len(graph.mentions),
        "statements": len(graph.evidence),
        "communities": len(community_map.told),
        "entities_in_no_community": sum(community == UNASSIGNED for community in members),
        "islands": len(community_map.islands),
        "pending": _pending(graph),
        "contradictions": len(only(graph.relations, graph.relations["conflict"])),
        "quarantined": len(graph.quarantine),
    }


def _pending(graph: ResolvedGraph) -> int:
    tables = (graph.entities, graph.relations)
    return sum(len(only(one, pc.equal(one["status"], str(Status.PENDING)))) for one in tables)


def _sources(graph: ResolvedGraph) -> tuple[tuple[str, str, str], ...]:
    columns = (graph.documents[name].to_pylist() for name in ("document", "title", "document_date"))
    return tuple(sorted(zip(*columns, strict=True)))


def _cited(parts: _Parts, narratives: Mapping[str, Narrative]) -> dict[str, Passage]:
    begun = {one for sentence in parts.overview.sentences for one in sentence.cites}
    found = {one: passage for one, passage in parts.overview.passages.items() if one in begun}
    for part in (parts.chains, parts.timeline, parts.islands):
        found |= part.passages
    for community in parts.communities:
        cited = {
            one
            for sentence in all_sentences(community.story, community.profiles)
            for one in sentence.cites
        }
        passages = narratives[community.key].passages
        found |= {one: passages[one] for one in cited if one in passages}
    return dict(sorted(found.items()))


def _names(graph: ResolvedGraph, parts: _Parts) -> dict[str, str]:
    occurring = {one for chain in parts.chains.chains for one in chain.entities}
    occurring |= {one for entry in parts.timeline.entries for one in entry.entities}
    occurring |= {end for note in parts.islands.notes for end in (note.first, note.second)}
    occurring |= {one.entity for each in parts.communities for one in each.profiles}
    pairs = zip(graph.entities["id"].to_pylist(), graph.entities["name"].to_pylist(), strict=True)
    return {one: name for one, name in sorted(pairs) if one in occurring}
