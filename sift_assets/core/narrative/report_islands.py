"""Islands in a report: what no document connects, as questions with what speaks for a link."""

from typing import NamedTuple

from sift_assets.core.communities.records import CommunityMap, ProposedLink
from sift_assets.core.graph.build import KnowledgeGraph
from sift_assets.core.narrative.listing import listed, sentence, shown
from sift_assets.core.narrative.records import IslandNote, Passage, Sentence
from sift_assets.core.narrative.report_evidence import entity_passages

MAX_NOTES = 20
"""Questions that a report asks: who looks for more finds all in the map of communities."""


class IslandNotes(NamedTuple):
    """Questions, with every passage that they cite by id."""

    notes: tuple[IslandNote, ...]
    passages: dict[str, Passage]


def island_notes(graph: KnowledgeGraph, community_map: CommunityMap) -> IslandNotes:
    """Ask about the best of the proposed links; each question cites where either end is named."""
    best = community_map.proposed_links[:MAX_NOTES]
    ends = {end for link in best for end in (link.first, link.second)}
    passages = entity_passages(graph, ends)
    pairs = zip(graph.entities["id"].to_pylist(), graph.entities["name"].to_pylist(), strict=True)
    names = {one: shown(name) for one, name in pairs if one in passages}
    asked = [link for link in best if link.first in names and link.second in names]
    cited = {link: (passages[link.first][0], passages[link.second][0]) for link in asked}
    notes = tuple(
        IslandNote(
            sentence=Sentence(text=_question(link, names), cites=tuple(one.id for one in where)),
            first=link.first,
            second=link.second,
            score=link.score,
        )
        for link, where in cited.items()
    )
    return IslandNotes(notes, {one.id: one for where in cited.values() for one in where})


def _question(link: ProposedLink, names: dict[str, str]) -> str:
    pair = f"{names[link.first]} and {names[link.second]}"
    if not link.reasons:
        return f"No document connects {pair}."
    return sentence(f"No document connects {pair}; a link would rest on {listed(link.reasons)}")
