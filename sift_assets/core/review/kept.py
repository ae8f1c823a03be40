"""Which values that seem to exclude each other people have let stand, all of them."""

from collections.abc import Callable, Iterable, Sequence
from typing import Self

from sift_assets.core.decisions.decision import Decision, ValuesRef
from sift_assets.core.decisions.resolved import KEPT, ResolvedGraph
from sift_assets.core.graph.identity import normal_form


class KeptValues:
    """What people let stand, by entity and property.

    Args:
        said: Id of an entity, and what was said of it.
    """

    def __init__(self, said: Iterable[tuple[str, ValuesRef]]) -> None:
        self._kept: dict[tuple[str, str], list[frozenset[str]]] = {}
        for entity, one in said:
            forms = frozenset(map(normal_form, one.values))
            self._kept.setdefault((entity, normal_form(one.key)), []).append(forms)

    @classmethod
    def in_graph(cls, graph: ResolvedGraph, decisions: Sequence[Decision]) -> Self:
        """Return what counts in a graph that was resolved with these decisions."""
        said = {one.id: one.values for one in decisions}
        rows = graph.decided.select(["subject", "verdict", "decision"]).to_pylist()
        kept = (
            (row["subject"], said.get(row["decision"])) for row in rows if row["verdict"] == KEPT
        )
        return cls((entity, values) for entity, values in kept if values)

    @classmethod
    def of_decisions(cls, decisions: Iterable[Decision], canonical: Callable[[str], str]) -> Self:
        """Return what decisions say by ids alone.

        Args:
            decisions: Those in force.
            canonical: Gives the id of what stands for an entity.
        """
        kept = (one.values for one in decisions if one.values)
        return cls((canonical(values.entity.id), values) for values in kept)

    def covers(self, entity: str, key: str, values: Iterable[str]) -> bool:
        """Say whether one decision lets all of some values stand; a new value is in none.

        Args:
            entity: Id of the entity.
            key: Of the property; empty where the values are entity types.
            values: All there are now.
        """
        forms = frozenset(map(normal_form, values))
        return any(forms <= kept for kept in self._kept.get((entity, normal_form(key)), ()))
