"""What each decision comes to in the graph of this moment, and which are about one subject."""

from collections.abc import Collection, Iterable, Sequence
from enum import StrEnum
from typing import NamedTuple

from sift_assets.core.decisions.decision import KIND_OF, Decision, EntityRef
from sift_assets.core.decisions.folding import effective, in_force
from sift_assets.core.decisions.history import entities_of, undone_by
from sift_assets.core.decisions.kinds import Kind
from sift_assets.core.decisions.resolved import ResolvedGraph
from sift_assets.core.decisions.verdicts import Standing
from sift_assets.core.graph.identity import normal_form

SAID_ANEW = "what it would bring back was said anew"
"""Why an undo of an undo does nothing; see `core.decisions.folding.effective`."""


class DecisionStanding(StrEnum):
    """What became of a decision.

    `in_force`: it counts. `parked`, `conflict`: see `core.decisions.verdicts.Standing`.
    `no_effect`: a later one says otherwise, or the graph leaves it nothing to change. `undone`:
    it was taken back.
    """

    IN_FORCE = "in_force"
    PARKED = "parked"
    CONFLICT = "conflict"
    NO_EFFECT = "no_effect"
    UNDONE = "undone"

    @property
    def in_words(self) -> str:
        """The standing as people read it."""
        return str(self).replace("_", " ")


class Stood(NamedTuple):
    """A decision, what became of it, and why if that needs a reason."""

    decision: Decision
    standing: DecisionStanding
    because: str


def stood(log: Sequence[Decision], graph: ResolvedGraph | None) -> tuple[Stood, ...]:
    """Say of every decision of a log what became of it, in order of time.

    Args:
        log: The whole log.
        graph: Resolved with those in force; None before the first build, when all that were not
            taken back are in force.
    """
    undone = undone_by(log)
    unapplied = {} if graph is None else {r["decision"]: r for r in graph.unapplied.to_pylist()}
    having_a_say = None if graph is None else _having_a_say(graph)
    said = (one for one in in_force(log) if KIND_OF[one.act] is not Kind.PROMOTIONS)
    in_graph = {one.id for one in said}
    doing = {one.id for one in effective(log)}
    found: list[Stood] = []
    for one in log:
        if one.id in undone:
            by = undone[one.id]
            found.append(Stood(one, DecisionStanding.UNDONE, f"by {by.actor}, decision {by.id}"))
        elif one.id in unapplied:
            row = unapplied[one.id]
            standing = DecisionStanding(str(Standing(row["standing"])))
            found.append(Stood(one, standing, row["reason"]))
        elif one.id not in doing:
            found.append(Stood(one, DecisionStanding.NO_EFFECT, SAID_ANEW))
        elif one.id in in_graph and having_a_say is not None and one.id not in having_a_say:
            found.append(Stood(one, DecisionStanding.NO_EFFECT, ""))
        else:
            found.append(Stood(one, DecisionStanding.IN_FORCE, ""))
    return tuple(found)


def about_entity(
    log: Iterable[Decision], ids: Collection[str], names: Collection[str]
) -> tuple[Decision, ...]:
    """Return the decisions that name an entity, by one of its ids or by one of its names."""
    forms = {normal_form(name) for name in names}
    return tuple(one for one in log if any(_is_of(ref, ids, forms) for ref in entities_of(one)))


def _is_of(ref: EntityRef, ids: Collection[str], forms: Collection[str]) -> bool:
    return ref.id in ids or (not ref.part and normal_form(ref.name) in forms)


def _having_a_say(graph: ResolvedGraph) -> frozenset[str]:
    """Return the ids of the decisions that have a say in a graph."""
    columns = (graph.decided["decision"], graph.links["decision"], graph.refused["decision"])
    return frozenset(one for column in columns for one in column.to_pylist())
