"""A small graph with what is proposed of it, and the queue that follows from decisions."""

from collections.abc import Sequence

from sift_assets.core.decisions.decision import Channel, Decision
from sift_assets.core.decisions.naming import Naming
from sift_assets.core.decisions.resolved import ResolvedGraph
from sift_assets.core.domain.facets import ResolutionFacet, ReviewFacet
from sift_assets.core.graph.build import KnowledgeGraph
from sift_assets.core.graph.partition import by_type
from sift_assets.core.graph.type_map import type_map
from sift_assets.core.resolution.cross_type import propose_cross_type
from sift_assets.core.resolution.proposing import propose
from sift_assets.core.resolution.records import Proposals
from sift_assets.core.resolution.settings import ResolutionStage
from sift_assets.core.review.deciding import Deciding
from sift_assets.core.review.queue import review_queue
from sift_assets.core.review.records import OpenMerge, ReviewQueue
from sift_assets.core.review.signature import Signature
from sift_assets_tests.core.decisions.decision_examples import REVIEW, decided, moment
from sift_assets_tests.core.graph.graph_examples import GENERAL, graph_of, mention, relation


def harbour() -> KnowledgeGraph:
    """Return a graph with a title, a spelling, a type too many, and relations of every kind."""
    return graph_of(
        {
            "a": [
                mention("PERSON", "Marta Lindqvist"),
                mention("ORGANIZATION", "Kestrel Holding"),
                mention("PERSON", "Karl Meier"),
                relation("Marta Lindqvist", "WORKS_FOR", "Kestrel Holding", confidence=0.3),
                relation("Marta Lindqvist", "KNOWS", "Karl Meier"),
            ],
            "b": [
                mention("PERSON", "Dr. Marta Lindqvist"),
                mention("ORGANIZATION", "Kestrel Holding"),
                mention("LOCATION", "Kestrel Holding"),
                relation("Dr. Marta Lindqvist", "BORN_IN", "Kestrel Holding"),
            ],
        }
    )


def proposals_of(graph: KnowledgeGraph) -> list[Proposals]:
    facet, stage = ResolutionFacet(context="", identity_hints={}), ResolutionStage()
    own = [propose(part, facet, stage, None)[0] for part in by_type(graph).values()]
    tables = (graph.entities, graph.mentions, graph.relations, graph.evidence)
    return [*own, propose_cross_type(*tables)]


def queue_of(
    graph: KnowledgeGraph, *decisions: Decision, review: ReviewFacet = REVIEW
) -> ReviewQueue:
    """Return what is open in a graph after some decisions."""
    resolved = decided(graph, *decisions, review=review)
    return review_queue(proposals_of(graph), resolved, review, type_map(GENERAL), decisions)


def deciding(graph: KnowledgeGraph) -> Deciding:
    return Deciding(Naming(graph), Signature(actor="Ada", channel=Channel.TERMINAL))


def stamped(decisions: Sequence[Decision], at: int = 0) -> list[Decision]:
    """Give decisions the time and id that the log would."""
    return [
        one.model_copy(update={"time": moment(at + number)}).with_id()
        for number, one in enumerate(decisions)
    ]


def merge_of(queue: ReviewQueue, *names: str) -> OpenMerge:
    """Return the proposal to merge what is called so."""
    (found,) = [one for one in queue.merges if {side.name for side in one.sides} == set(names)]
    return found


def names_in(graph: ResolvedGraph) -> set[str]:
    return set(graph.entities["name"].to_pylist())
