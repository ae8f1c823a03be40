"""How the review files call entities, and what they say of a decision."""

from functools import cached_property

from sift_assets.core.decisions.decision import Decision
from sift_assets.core.decisions.resolved import ResolvedGraph

CONFIDENCE_DIGITS = 3
"""After the point, in the files: more is noise."""


class ShownNames:
    """Names and types of one resolved graph by id, also of entities that are one with others.

    Args:
        graph: The resolved graph.
    """

    def __init__(self, graph: ResolvedGraph) -> None:
        self._graph = graph

    def name(self, one: str) -> str:
        """Return how an entity is called; its id where it is not there."""
        return self._known.get(one, (one, ""))[0]

    def type(self, one: str) -> str:
        """Return the type of an entity; empty where it is not there."""
        return self._known.get(one, (one, ""))[1]

    def hindrance(self, decision: str) -> str:
        """Return why a decision in force changes nothing now; empty where it does."""
        return self._unapplied.get(decision, "")

    @cached_property
    def _known(self) -> dict[str, tuple[str, str]]:
        found: dict[str, tuple[str, str]] = {}
        for table in (self._graph.identities, self._graph.entities):
            columns = (table[name].to_pylist() for name in ("id", "name", "type"))
            found |= {one: (name, kind) for one, name, kind in zip(*columns, strict=True)}
        return found

    @cached_property
    def _unapplied(self) -> dict[str, str]:
        rows = self._graph.unapplied.select(["decision", "reason"]).to_pylist()
        return {row["decision"]: row["reason"] for row in rows}


def who_decided(decision: Decision, hindrance: str = "") -> str:
    """Say who decided, when and why, and what keeps it from counting."""
    rule = f", rule {decision.rule}" if decision.rule else ""
    said = f"Decided by {decision.actor}, {decision.time[:10]} ({decision.channel}{rule})"
    why = f": {decision.reason}" if decision.reason else "."
    return f"{said}{why}" + (f" Does not count now: {hindrance}." if hindrance else "")
