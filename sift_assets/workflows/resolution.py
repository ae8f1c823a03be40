"""From the built graph to what people may decide: proposals by type, across types, the queue."""

from dataclasses import dataclass
from typing import TYPE_CHECKING

from sift_assets.core.decisions.resolved import ResolvedGraph
from sift_assets.core.domain.facets import Facet, graph_facet, resolution_facet, review_facet
from sift_assets.core.graph.partition import TypeGraph
from sift_assets.core.graph.type_map import type_map
from sift_assets.core.planning.lineage import SPINE, input_name
from sift_assets.core.planning.staleness import ALL, WAITING, merkle, waiting_inputs
from sift_assets.core.planning.state import Facts, Provenance
from sift_assets.core.records.manifest import ProposalManifest
from sift_assets.core.records.record import key_of
from sift_assets.core.resolution.encoder import NO_VECTORS
from sift_assets.core.resolution.records import Proposals
from sift_assets.core.review.judged import pairs_to_judge, with_opinions
from sift_assets.core.review.queue import review_queue
from sift_assets.core.review.records import ReviewQueue
from sift_assets.core.settings.stages import resolution_stage
from sift_assets.resources.workspace import Workspace
from sift_assets.workflows.graph import load_graph
from sift_assets.workflows.known import latest, spine_outcome
from sift_assets.workflows.outcome import Outcome, Parts, in_parts
from sift_assets.workflows.resolved import resolved_value

if TYPE_CHECKING:
    from sift_assets.core.resolution.encoder import Encoder


_FACET = input_name("domain", Facet.RESOLUTION)

SHOWN_OPEN = 20
"""Rows of each kind in the UI; `sift review` shows all, with names and evidence."""


@dataclass(frozen=True)
class Proposed:
    """The outcomes of looking for duplicates.

    Attributes:
        proposals: By entity type.
        made: Of `merge_proposals`, by entity type.
    """

    proposals: dict[str, Proposals]
    made: Parts


@dataclass(frozen=True)
class BuiltQueue:
    """What a person may decide now, and the outcome of `review_queue` that goes with it."""

    queue: ReviewQueue
    outcome: Outcome


def propose_all(workspace: Workspace, inputs: dict[str, str]) -> Proposed:
    """Propose of every entity type what may be one; types whose part is the same are looked up.

    Args:
        workspace: The open project.
        inputs: Versions of everything that `merge_proposals` reads. Those of the graph's parts are
            read anew, together: a run over the graph may be at work.

    Raises:
        MissingEngineError: The settings name an encoder that is not installed.
        CorruptObjectError: A part of the graph is damaged; it is rebuilt at the next run.
    """
    code = SPINE["merge_proposals"].code_version
    parts = workspace.provenance.read("knowledge_graph")
    graphs = {name: found.version for name, found in sorted(parts.items()) if name}
    all_parts = input_name("knowledge_graph", ALL)
    shared = {name: version for name, version in inputs.items() if name != all_parts}
    made = {
        name: _of_type(workspace, name, shared | {"knowledge_graph": version}, code)
        for name, version in graphs.items()
    }
    read = shared | {all_parts: merkle(graphs)}
    return Proposed(
        proposals={name: proposals for name, (proposals, _) in made.items()},
        made=in_parts("merge_proposals", (outcome for _, outcome in made.values()), read),
    )


def propose_across(workspace: Workspace, inputs: dict[str, str]) -> Outcome:
    """Propose what may be one although its types differ.

    Args:
        workspace: The open project.
        inputs: Versions of everything that `cross_type_proposals` reads.
    """
    from sift_assets.core.resolution.cross_type import propose_cross_type

    def computed() -> bytes:
        graph = load_graph(workspace, inputs["graph_manifest"])
        tables = (graph.entities, graph.mentions, graph.relations, graph.evidence)
        return propose_cross_type(*tables).to_bytes()

    key = key_of("cross_type", SPINE["cross_type_proposals"].code_version, inputs)
    found = workspace.store.computed(key, computed)
    facts = _facts(Proposals.from_bytes(found.data))
    return spine_outcome("cross_type_proposals", found.version, inputs, facts, hit=found.hit)


def proposals_of_latest(workspace: Workspace) -> Outcome:
    """Gather what is proposed now.

    Raises:
        ProjectError: Nothing has been proposed yet.
    """
    recorded = workspace.provenance.read("merge_proposals")
    whole, across = latest(workspace, "merge_proposals"), latest(workspace, "cross_type_proposals")
    parts = {name: found for name, found in sorted(recorded.items()) if name}
    counted = ("pairs", "groups", "variants", "splits")
    sums = {n: sum(int(f.facts[n]) for f in (*parts.values(), across)) for n in counted}
    manifest = ProposalManifest(
        types={name: found.version for name, found in parts.items()},
        cross_type=across.version,
        **sums,
    )
    rows = [{"type": name, **found.facts} for name, found in parts.items()]
    return spine_outcome(
        "proposal_manifest",
        workspace.store.put(manifest.to_bytes()),
        {input_name("merge_proposals", ALL): whole.version, "cross_type_proposals": across.version},
        facts=dict(sums),
        tables={"proposals_by_type": rows},
    )


def build_queue(
    workspace: Workspace,
    inputs: dict[str, str],
    graph: ResolvedGraph,
    *,
    limits: str = "",
    approved: bool = False,
) -> BuiltQueue:
    """Gather what a person may decide now, with the opinions of a language model if there is one.

    Args:
        workspace: The open project.
        inputs: Versions of everything that `review_queue` reads.
        graph: The resolved graph of the same inputs; see `resolved_of`.
        limits: Version of what may be spent on language models.
        approved: Whether a person has agreed to what asking one costs.
    """
    from sift_assets.workflows.judging import Opinions, is_judged, opinions_on

    queue, said = _queue(workspace, inputs, graph), Opinions()
    if is_judged(workspace):
        said = opinions_on(workspace, pairs_to_judge(queue), approved=approved)
        queue = with_opinions(queue, said.found, graph)
    facts = queue_facts(queue)
    if said.waiting or said.failed:
        facts |= {"unjudged": said.waiting + said.failed, "unjudged_because": said.reason}
    if said.waiting:
        facts |= {WAITING: said.waiting}
    outcome = spine_outcome(
        "review_queue",
        workspace.store.put(queue.to_bytes()),
        waiting_inputs(inputs, facts, limits),
        facts,
        tables={"first_open": _first_open(queue)},
    )
    return BuiltQueue(queue, outcome)


def load_queue(workspace: Workspace) -> ReviewQueue:
    """Return the latest review queue.

    Raises:
        ProjectError: There is none yet.
        CorruptObjectError: It is damaged; the next run rebuilds it.
    """
    return ReviewQueue.from_bytes(workspace.store.get(latest(workspace, "review_queue").version))


def queue_facts(queue: ReviewQueue) -> Facts:
    """Return the counts of a queue."""
    standings = [one.standing for one in queue.unsettled]
    return {
        "open": len(queue.items),
        "merges": len(queue.merges),
        "relations": len(queue.relations),
        "variants": len(queue.variants),
        "splits": len(queue.splits),
        "contradictions": len(queue.contradictions),
        "confirmed": queue.confirmed,
        "refused": queue.refused,
        "parked": standings.count("parked"),
        "conflicting_decisions": standings.count("conflict"),
        "reopened": queue.reopened,
    }


def _first_open(queue: ReviewQueue) -> list[dict[str, object]]:
    """Return what is most worth a look, for Dagster's page: keys and numbers, no names."""
    merges = [
        {
            "key": one.key,
            "kind": "merge",
            "members": len(one.members),
            "score": one.score,
            "because": ", ".join(sorted({why for pair in one.pairs for why in pair.blocked_by})),
        }
        for one in queue.merges[:SHOWN_OPEN]
    ]
    relations = [
        {
            "key": one.key,
            "kind": "relation",
            "members": 2,
            "score": one.confidence,
            "because": ", ".join(one.flags),
        }
        for one in queue.relations[:SHOWN_OPEN]
    ]
    return [*merges, *relations]


def load_proposals(workspace: Workspace, manifest_version: str) -> tuple[Proposals, ...]:
    """Return all proposals of a manifest, by type and then those across types.

    Raises:
        CorruptObjectError: One is damaged; it is rebuilt at the next run.
    """
    manifest = ProposalManifest.from_bytes(workspace.store.get(manifest_version))
    versions = (*manifest.types.values(), manifest.cross_type)
    return tuple(Proposals.from_bytes(workspace.store.get(version)) for version in versions)


def _of_type(
    workspace: Workspace, name: str, inputs: dict[str, str], code: str
) -> tuple[Proposals, Outcome]:
    shaping = resolution_stage(workspace.settings).content_hash()  # not who judges them later
    key = key_of("proposals", code, name, inputs["knowledge_graph"], shaping, inputs[_FACET])
    found = workspace.store.computed(key, lambda: _propose(workspace, inputs).to_bytes())
    proposals = Proposals.from_bytes(found.data)
    provenance = Provenance(
        version=found.version, code_version=code, inputs=inputs, facts=_facts(proposals)
    )
    return proposals, Outcome("merge_proposals", name, provenance, found.hit)


def _propose(workspace: Workspace, inputs: dict[str, str]) -> Proposals:
    from sift_assets.core.resolution.proposing import propose
    from sift_assets.workflows.compared_names import keep_names, known_names

    part = TypeGraph.from_bytes(workspace.store.get(inputs["knowledge_graph"]))
    facet, stage = resolution_facet(workspace.domain), resolution_stage(workspace.settings)
    known = known_names(workspace, part.type)
    proposals, names = propose(part, facet, stage, _encoder(workspace), known)
    keep_names(workspace, part.type, names)
    return proposals


def _encoder(workspace: Workspace) -> "Encoder | None":
    if workspace.settings.resolution.encoder == NO_VECTORS:
        return None
    from sift_assets.resources.encoders import encoder_of

    return encoder_of(workspace.settings.resolution.encoder)


def _facts(proposals: Proposals) -> Facts:
    return {
        "pairs": len(proposals.pairs),
        "groups": len(proposals.groups),
        "variants": len(proposals.variants),
        "splits": len(proposals.splits),
        "encoder": proposals.encoder,
    }


def resolved_of(workspace: Workspace, inputs: dict[str, str]) -> ResolvedGraph:
    """Return the resolved graph of some inputs: looked up, where it has been made."""
    manifest = inputs["graph_manifest"]
    return ResolvedGraph.from_bytes(resolved_value(workspace, manifest, inputs).data)


def _queue(workspace: Workspace, inputs: dict[str, str], graph: ResolvedGraph) -> ReviewQueue:
    proposals = load_proposals(workspace, inputs["proposal_manifest"])
    types = type_map(graph_facet(workspace.domain))
    review = review_facet(workspace.domain)
    return review_queue(proposals, graph, review, types, workspace.decisions)
