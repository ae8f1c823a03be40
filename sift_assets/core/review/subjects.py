"""Which entity or relation a person means who types an id or a name."""

from collections.abc import Iterable
from functools import cached_property

import pyarrow.compute as pc

from sift_assets.core.decisions.resolved import ResolvedGraph
from sift_assets.core.errors import DecisionError
from sift_assets.core.graph.columns import whole
from sift_assets.core.graph.identity import RELATION_MARK, normal_form

LISTED = 8
"""Candidates that an error names; whoever has more needs to type more."""


class Subjects:
    """The subjects of one graph, by what people call them.

    Args:
        graph: As last resolved.
    """

    def __init__(self, graph: ResolvedGraph) -> None:
        self._graph = graph

    def entity(self, given: str) -> str:
        """Return the id of an entity given by its id, its name, or another name of it.

        The id of one that was merged stands for that one alone. Names are compared without case
        and white space; whoever is called so comes before those who are also called so.

        Raises:
            DecisionError: Nothing is called so, or several things are.
        """
        if given in self._ids:
            return given
        if given.lower() in self._ids:
            return given.lower()
        form = normal_form(given)
        found = self._names.get(form) or self._aliases.get(form) or set()
        if len(found) == 1:
            return next(iter(found))
        if found:
            raise DecisionError(
                f"{given!r} may be any of {_listed(found)}.", "Give the id of the one you mean."
            )
        near = {one for name, ids in self._names.items() if form and form in name for one in ids}
        raise DecisionError(
            f"There is no entity {given!r} in the graph.",
            f"There is {_listed(near)}." if near else "`sift export json` lists all with their id.",
        )

    def entities(self, given: Iterable[str]) -> tuple[str, ...]:
        """Return the ids of several entities, see `entity`.

        Raises:
            DecisionError: One of them cannot be told.
        """
        return tuple(self.entity(one) for one in given)

    def relation(self, given: str) -> str:
        """Return the id of a relation of the graph, given by it or by `SOURCE|TYPE|TARGET`.

        Source and target are then entities as `entity` takes them, of merged ones any id.

        Raises:
            DecisionError: There is no such relation.
        """
        if given in self.relations:
            return given
        parts = given.split(RELATION_MARK)
        if len(parts) == 3:
            source, target = (self._canonical(self.entity(parts[at])) for at in (0, 2))
            named = RELATION_MARK.join((source, parts[1].upper(), target))
            if named in self.relations:
                return named
        raise DecisionError(
            f"There is no relation {given!r} in the graph.",
            "Give its id, or SOURCE|TYPE|TARGET in quotes.",
        )

    def _canonical(self, one: str) -> str:
        return self._graph.canonical_id(one)

    @cached_property
    def relations(self) -> frozenset[str]:
        """The ids of all relations."""
        return frozenset(self._graph.relations["id"].to_pylist())

    @cached_property
    def _ids(self) -> frozenset[str]:
        tables = (self._graph.entities, self._graph.identities)
        return frozenset(one for table in tables for one in table["id"].to_pylist())

    @cached_property
    def _names(self) -> dict[str, set[str]]:
        """Normal form to what is called so, or was before it was merged."""
        found: dict[str, set[str]] = {}
        for table in (self._graph.entities, self._graph.identities):
            for one, name in zip(table["id"].to_pylist(), table["name"].to_pylist(), strict=True):
                found.setdefault(normal_form(name), set()).add(one)
        return found

    @cached_property
    def _aliases(self) -> dict[str, set[str]]:
        aliases = whole(self._graph.entities["aliases"])
        owners = self._graph.entities["id"].take(pc.list_parent_indices(aliases)).to_pylist()
        found: dict[str, set[str]] = {}
        for one, alias in zip(owners, pc.list_flatten(aliases).to_pylist(), strict=True):
            found.setdefault(normal_form(alias), set()).add(one)
        return found


def _listed(ids: Iterable[str]) -> str:
    every = sorted(ids)
    more = f" and {len(every) - LISTED} more" if len(every) > LISTED else ""
    return ", ".join(every[:LISTED]) + more
