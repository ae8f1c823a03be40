"""A review queue with something of every kind about the small project that tests start from."""

from itertools import combinations
from pathlib import Path
from typing import Any

from sift_assets.core.decisions.decision import Decision
from sift_assets.core.graph.identity import entity_id
from sift_assets.core.planning.lineage import SPINE
from sift_assets.core.planning.state import Provenance
from sift_assets.core.resolution.records import Level, PairProposal, Quote, Side
from sift_assets.core.review.agent_proposal import AgentProposal, ProposedAct
from sift_assets.core.review.records import (
    OpenContradiction,
    OpenMerge,
    OpenSplit,
    OpenVariant,
    ReviewQueue,
    StatedValue,
)
from sift_assets.resources.workspace import Workspace
from sift_assets.workflows.proposing import proposals_of
from sift_assets.workflows.resolution import load_queue

HOSTILE = "a\x1b[2J\u202eb\u200b[/note]\r\nc\x07"
"""Clears the screen, turns the order, hides, ends markup, begins a line, rings."""


def plant(root: Path) -> ReviewQueue:
    """Put a queue in the place of the latest; the relations are those of the project itself."""
    workspace = Workspace.open(root, environment={})
    relations = load_queue(workspace).relations
    queue = ReviewQueue(
        merges=(
            merge("Ada Varga", "Tom Brandt", score=0.97),
            merge("Ada Varga", "Karl Meier", "Nina Olsen", score=0.9),
            merge("Kestrel Ltd", "Pelagos Ltd", score=0.95, constant=True),
        ),
        relations=relations,
        variants=(
            OpenVariant(
                child=side("Pelagos Ltd"), parent=side("Kestrel Ltd"), reason="a part", score=0.7
            ),
        ),
        splits=(
            OpenSplit(
                side=side("Ada Varga"),
                parts=(("contracts/kestrel.txt",), ("letters/first%20letter.txt",)),
                reasons=("two birthdays",),
            ),
        ),
        contradictions=(
            OpenContradiction(
                kind="relation",
                entity=entity_id("ORGANIZATION", "Kestrel Ltd"),
                name="Kestrel Ltd",
                about="EMPLOYED_BY",
                relations=tuple(one for one in relations if one.target_name == "Kestrel Ltd"),
            ),
            OpenContradiction(
                kind="attribute",
                entity=entity_id("PERSON", "Karl Meier"),
                name="Karl Meier",
                about="born",
                values=(
                    StatedValue(value="1970", documents=("notes.md",)),
                    StatedValue(value="1980", documents=("notes.md",)),
                ),
            ),
        ),
    )
    provenance = Provenance(
        version=workspace.store.put(queue.to_bytes()),
        code_version=SPINE["review_queue"].code_version,
    )
    workspace.provenance.record("review_queue", {"": provenance})
    return queue


def plant_proposals(root: Path) -> tuple[AgentProposal, AgentProposal]:
    """Let agents propose that two are one and that one is wrong, in hostile words."""
    file = proposals_of(Workspace.open(root, environment={}))
    time = "2026-03-01T10:00:00+00:00"
    alike = tuple(entity_id("PERSON", name) for name in ("Nina Olsen", "Karl Meier"))
    said: dict[str, Any] = {
        "reason": HOSTILE,
        "time": time,
        "revision": "r",
        "agent": "ag\u200bent",
    }
    one = AgentProposal(act=ProposedAct.MERGE, entities=alike, **said)
    wrong = (entity_id("PERSON", "Tom Brandt"),)
    other = AgentProposal(act=ProposedAct.RETRACT, entities=wrong, **said)
    return file.add(lambda _: one), file.add(lambda _: other)


def merge(*names: str, score: float, constant: bool = False) -> OpenMerge:
    """Return a proposal that what is called so is one."""
    sides = tuple(map(side, names))
    ids = tuple(one.id for one in sides)
    pairs = tuple(
        PairProposal(
            left=min(pair),
            right=max(pair),
            score=score,
            constant=constant,
            blocked_by=("acronym", "letters"),
            levels=(Level(comparison="name", level="typo", weight=4.25),),
            shared_neighbours=("Oslo",),
        )
        for pair in combinations(ids, 2)
    )
    return OpenMerge(
        members=ids,
        score=score,
        constant=constant,
        rule="",
        reason="the longer name",
        pairs=pairs,
        sides=sides,
    )


def side(name: str) -> Side:
    """Return what is shown of an entity, its quote a hostile one."""
    kind = "ORGANIZATION" if name.endswith("Ltd") else "PERSON"
    return Side(
        id=entity_id(kind, name),
        type=kind,
        name=name,
        aliases=(HOSTILE,),
        documents=("letters/first%20letter.txt",),
        support=1,
        quotes=(Quote(document="notes.md", page=1, start=0, end=9, quote=f"{name} {HOSTILE}"),),
    )


def decided(root: Path) -> tuple[Decision, ...]:
    """Return every decision in the log of a project."""
    return Workspace.open(root, environment={}).decision_log.read().decisions
