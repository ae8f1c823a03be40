"""What people decide about: the latest resolved graph and queue, held against today's decisions."""

from collections.abc import Sequence
from contextlib import suppress
from dataclasses import dataclass
from functools import cached_property
from typing import Any

from sift_assets.core.decisions.applying import resolved
from sift_assets.core.decisions.decision import Act, Decision
from sift_assets.core.decisions.history import with_undos
from sift_assets.core.decisions.kinds import decision_versions
from sift_assets.core.decisions.naming import Naming
from sift_assets.core.decisions.resolved import ResolvedGraph
from sift_assets.core.decisions.wording import in_words
from sift_assets.core.domain.facets import graph_facet, review_facet
from sift_assets.core.errors import DecisionError, ProjectError
from sift_assets.core.graph.type_map import type_map
from sift_assets.core.planning.lineage import input_name
from sift_assets.core.records.record import Record
from sift_assets.core.review.deciding import Deciding
from sift_assets.core.review.keys import LEAST_DIGITS, keys_of
from sift_assets.core.review.records import OpenProposal, QueueItem, ReviewQueue, item_key
from sift_assets.core.review.said import Grounds, Said
from sift_assets.core.review.signature import Signature
from sift_assets.core.review.standing import DecisionStanding, Stood, about_entity, stood
from sift_assets.core.review.still_open import still_open
from sift_assets.core.review.subjects import Subjects
from sift_assets.resources.workspace import Workspace
from sift_assets.workflows.graph import load_graph
from sift_assets.workflows.known import latest
from sift_assets.workflows.proposing import proposed_items
from sift_assets.workflows.resolution import load_queue
from sift_assets.workflows.resolved import load_resolved


@dataclass(frozen=True)
class Desk:
    """Everything that a person decides with, loaded once.

    Attributes:
        grounds: The latest resolved graph and the domain.
        queue: The latest review queue.
        proposed: What agents propose, oldest first, open or not.
    """

    grounds: Grounds
    queue: ReviewQueue
    proposed: tuple[OpenProposal, ...] = ()

    @property
    def graph(self) -> ResolvedGraph:
        """The latest resolved graph."""
        return self.grounds.graph

    @property
    def items(self) -> tuple[QueueItem, ...]:
        """Everything that is or was asked: what the queue has, then what agents propose."""
        return (*self.queue.items, *self.proposed)

    @cached_property
    def subjects(self) -> Subjects:
        """Its entities and relations by what people call them."""
        return Subjects(self.graph)

    @cached_property
    def naming(self) -> Naming:
        """Names them in decisions."""
        return Naming(self.graph)

    def deciding(self, signature: Signature) -> Deciding:
        """Return what makes decisions about the graph, signed."""
        return Deciding(self.naming, signature)

    def said(self, decisions: Sequence[Decision]) -> Said:
        """Return what decisions that count say of the graph, and of what agents propose."""
        return Said(self.grounds, decisions)

    def open_proposals(self, said: Said) -> tuple[QueueItem, ...]:
        """Return what agents propose and is open."""
        return still_open(self.proposed, said)

    def open_items(self, said: Said) -> tuple[QueueItem, ...]:
        """Return what is still open."""
        return still_open(self.items, said)


def desk_of(workspace: Workspace) -> Desk:
    """Load what people decide with; the queue is empty where none has been made yet.

    Raises:
        ProjectError: There is no graph yet.
        CorruptObjectError: It is damaged; the next run rebuilds it.
    """
    grounds = Grounds(load_resolved(workspace), type_map(graph_facet(workspace.domain)))
    return Desk(grounds, _queue(workspace), proposed_items(workspace, grounds))


def reviewing_desk(workspace: Workspace) -> Desk:
    """Load what people review with.

    Raises:
        ProjectError: There is no graph or no queue yet.
        CorruptObjectError: One is damaged; the next run rebuilds it.
    """
    load_queue(workspace)
    return desk_of(workspace)


def resolved_now(workspace: Workspace) -> ResolvedGraph | None:
    """Return the graph resolved with the decisions of this moment; None before the first build.

    Looked up where nothing was decided since the last run, else computed; nothing is stored.
    """
    try:
        manifest, known = latest(workspace, "graph_manifest"), latest(workspace, "resolved_graph")
    except ProjectError:
        return None
    decisions = decision_versions(workspace.decisions_by_kind)
    now = {input_name("decisions", kind): version for kind, version in decisions.items()}
    now["graph_manifest"] = manifest.version
    if all(now[name] == version for name, version in known.inputs.items() if name in now):
        return load_resolved(workspace)
    graph, domain = load_graph(workspace, manifest.version), workspace.domain
    return resolved(graph, graph_facet(domain), review_facet(domain), workspace.decisions)


def standings(workspace: Workspace, log: Sequence[Decision]) -> list[dict[str, Any]]:
    """Return the decisions of a log that were not taken back, with what they come to, as rows."""
    rows = map(decision_row, stood(log, resolved_now(workspace)))
    return [one for one in rows if one["act"] != Act.UNDO and one["standing"] != _UNDONE]


def history_of(workspace: Workspace, log: Sequence[Decision], subject: str) -> list[dict[str, Any]]:
    """Return every decision about a subject, with what took it back, as rows in order of time.

    Args:
        workspace: The open project.
        log: The whole log.
        subject: A key or the id of a decision, or the beginning of one; an entity by id or name; a
            relation by id.

    Raises:
        DecisionError: Nothing is called so.
    """
    graph = resolved_now(workspace)
    found = {one.id for one in with_undos(log, _about(graph, log, subject))}
    return [decision_row(one) for one in stood(log, graph) if one.decision.id in found]


def decision_row(one: Stood) -> dict[str, Any]:
    """Return a decision with its words and what became of it, as plain data."""
    decision = one.decision
    fields = {"id", "time", "actor", "channel", "act", "reason", "rule", "threshold", "proposal"}
    told = {"says": in_words(decision), "standing": str(one.standing), "because": one.because}
    return decision.model_dump(mode="json", include=fields) | told


class Applied(Record):
    """What decisions changed in the graph.

    Attributes:
        merged: Entities that stand for several.
        removed: Entities that went into another one.
        rejected: Relations that people refused and that are kept out.
        self_loops: Relations that are kept out because both ends are one now.
        retracted: Relations that are kept out because an end was called wrong.
    """

    merged: int
    removed: int
    rejected: int
    self_loops: int
    retracted: int


def applied_to(graph: ResolvedGraph) -> Applied:
    """Count what decisions changed in a resolved graph."""
    pairs = zip(
        graph.identities["id"].to_pylist(),
        graph.identities["canonical_id"].to_pylist(),
        strict=True,
    )
    removed = [(one, whole) for one, whole in pairs if one != whole]
    out = graph.refused.select(["relation_id", "cause"]).to_pylist()
    kept_out = {
        cause: len({row["relation_id"] for row in out if row["cause"] == cause})
        for cause in ("rejected", "self_relation", "retracted")
    }
    return Applied(
        merged=len({whole for _, whole in removed}),
        removed=len(removed),
        rejected=kept_out["rejected"],
        self_loops=kept_out["self_relation"],
        retracted=kept_out["retracted"],
    )


_UNDONE = str(DecisionStanding.UNDONE)


def _about(
    graph: ResolvedGraph | None, log: Sequence[Decision], subject: str
) -> Sequence[Decision]:
    by_id = {one.id: (one,) for one in log}
    named: dict[str, tuple[Decision, ...]] = {}
    for one in log:
        for key in keys_of(one):
            named[key] = (*named.get(key, ()), one)
    begun = {name for name in (*by_id, *named) if name.startswith(subject)}
    if len(subject) >= LEAST_DIGITS and begun:
        if len(begun) > 1:
            raise DecisionError(f"{subject!r} is the beginning of {', '.join(sorted(begun))}.")
        return (by_id | named)[begun.pop()]
    relation = item_key("relation", subject)
    return named.get(relation) or _about_entity(graph, log, subject)


def _about_entity(
    graph: ResolvedGraph | None, log: Sequence[Decision], subject: str
) -> Sequence[Decision]:
    ids, names = {subject}, {subject}
    if graph is not None:
        with suppress(DecisionError):  # what is gone from the graph is still in the log
            one = Subjects(graph).entity(subject)
            known = graph.identity(one)
            ids, names = {one}, {subject, known.name if known else subject}
    found = about_entity(log, ids, names)
    if not found:
        raise DecisionError(f"Nothing was decided about {subject!r}.")
    return found


def _queue(workspace: Workspace) -> ReviewQueue:
    try:
        return load_queue(workspace)
    except ProjectError:
        return ReviewQueue()
