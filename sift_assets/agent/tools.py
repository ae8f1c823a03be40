"""The questions as tools: the same functions, filters and bounds as those of the commands."""

from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import Annotated, Any, Literal

from mcp_types import CallToolResult
from pydantic import Field

from sift_assets.agent.answers import answer
from sift_assets.core.query.envelope import Bounds
from sift_assets.core.query.filters import Filters
from sift_assets.core.query.fitting import FEWEST_TOKENS, MOST_ITEMS
from sift_assets.core.query.index import Direction
from sift_assets.core.query.neighbourhood import DEEPEST
from sift_assets.core.query.neighbourhood import query as around
from sift_assets.core.query.overview import entity_info
from sift_assets.core.query.overview import topology as shape
from sift_assets.core.query.paths import MOST_ALTERNATIVES
from sift_assets.core.query.paths import path as ways
from sift_assets.core.query.proving import evidence as places
from sift_assets.core.query.proving import passage as read
from sift_assets.core.query.proving import timeline as events
from sift_assets.resources.workspace import Workspace
from sift_assets.workflows.project_state import info_of
from sift_assets.workflows.querying import Asked, answered, searching

ANYTHING = Filters()
"""Without a filter."""

Entity = Annotated[str, Field(description="An id such as person:ada_varga, or a name.")]
Limit = Annotated[int, Field(ge=1, le=MOST_ITEMS, description="Items of each list, at most.")]
Tokens = Annotated[int, Field(ge=FEWEST_TOKENS, description="Length of the answer, about.")]
Date = Annotated[str, Field(description="2024, 2024-03 or 2024-03-01; empty for any.")]

ITEMS = 10
TOKENS = 4000
"""Unless an agent asks for more: an answer is one of many things in its context."""


class Tools:
    """The tools of one project; each call opens it as it is then.

    Args:
        root: The project's folder.
    """

    def __init__(self, root: Path) -> None:
        self._root = root

    @property
    def all(self) -> tuple[Callable[..., CallToolResult], ...]:
        """Every tool, in the order of a first acquaintance."""
        return (
            self.info, self.topology, self.search, self.query, self.path, self.evidence,
            self.passage, self.timeline,
        )  # fmt: skip

    def info(
        self,
        entity: Annotated[str, Field(description="Empty for the whole graph.")] = "",
        filters: Filters = ANYTHING,
        limit: Limit = ITEMS,
        max_tokens: Tokens = TOKENS,
    ) -> CallToolResult:
        """Say what the graph holds, in numbers; or, of one entity, everything but its relations.

        Call it first: it tells types, communities, dates, what waits for a person, and how fresh
        the graph is.
        """
        whole = info_of(lambda: Workspace.open(self._root))
        ask = partial(entity_info, name=entity) if entity else whole
        return self._answer("entity_info" if entity else "info", ask, filters, limit, max_tokens)

    def topology(
        self, filters: Filters = ANYTHING, limit: Limit = ITEMS, max_tokens: Tokens = TOKENS
    ) -> CallToolResult:
        """Say how the graph hangs together: communities, what connects them, bridges and islands.

        `proposed` are questions worth asking; no document states them.
        """
        return self._answer("topology", shape, filters, limit, max_tokens)

    def search(
        self,
        text: Annotated[str, Field(description="A name, a part of one, words, or a question.")],
        only: Literal["entities", "passages"] | None = None,
        by_meaning: Annotated[bool, Field(description="Also what says it in other words.")] = False,
        filters: Filters = ANYTHING,
        limit: Limit = ITEMS,
        max_tokens: Tokens = TOKENS,
    ) -> CallToolResult:
        """Look for entities by name (misspelled too) and for passages of the documents by words."""
        ask = searching(text, only, by_meaning=by_meaning)
        return self._answer("search", ask, filters, limit, max_tokens)

    def query(
        self,
        entity: Entity,
        depth: Annotated[int, Field(ge=1, le=DEEPEST, description="Steps away.")] = 1,
        direction: Annotated[Direction, Field(description="From it or to it.")] = Direction.BOTH,
        filters: Filters = ANYTHING,
        limit: Limit = ITEMS,
        max_tokens: Tokens = TOKENS,
    ) -> CallToolResult:
        """Return an entity with its relations, each with quotes, and its neighbours."""
        ask = partial(around, name=entity, depth=depth, direction=direction)
        return self._answer("query", ask, filters, limit, max_tokens)

    def path(
        self,
        source: Entity,
        target: Entity,
        alternatives: Annotated[
            int, Field(ge=1, le=MOST_ALTERNATIVES, description="Ways, at most.")
        ] = 2,
        filters: Filters = ANYTHING,
        max_tokens: Tokens = TOKENS,
    ) -> CallToolResult:
        """Return the shortest ways between two entities: every step is a relation with quotes."""
        ask = partial(ways, source=source, target=target, alternatives=alternatives)
        return self._answer("path", ask, filters, MOST_ALTERNATIVES, max_tokens)

    def evidence(
        self,
        subject: Annotated[str, Field(description="An entity, or a relation by its id.")],
        other: Annotated[str, Field(description="Another entity, or empty.")] = "",
        filters: Filters = ANYTHING,
        limit: Limit = ITEMS,
        max_tokens: Tokens = TOKENS,
    ) -> CallToolResult:
        """Return all quotes that an entity or relation rests on, and what people decided of it.

        With `other`, those of every relation between two entities.
        """
        ask = partial(places, subject=subject, other=other)
        return self._answer("evidence", ask, filters, limit, max_tokens)

    def passage(
        self,
        document: Annotated[str, Field(description="Its key, as in the sources of facts.")],
        start: Annotated[int, Field(ge=0, description="A character, as in a source.")] = 0,
        filters: Filters = ANYTHING,
        limit: Limit = 1,
        max_tokens: Tokens = TOKENS,
    ) -> CallToolResult:
        """Return the text around a place of a document; with a higher limit, what follows too."""
        ask = partial(read, document=document, start=start)
        return self._answer("passage", ask, filters, limit, max_tokens)

    def timeline(
        self,
        entities: Annotated[list[str], Field(description="Ids or names; none for all.")] = [],  # noqa: B006 - copied
        start: Date = "",
        end: Date = "",
        filters: Filters = ANYTHING,
        limit: Limit = ITEMS,
        max_tokens: Tokens = TOKENS,
    ) -> CallToolResult:
        """Return what the documents date, in order of time; `since`, `until` are of documents."""
        ask = partial(events, names=tuple(entities), start=start, end=end)
        return self._answer("timeline", ask, filters, limit, max_tokens)

    def _answer(
        self, name: str, ask: Callable[..., Any], filters: Filters, limit: int, max_tokens: int
    ) -> CallToolResult:
        asked = Asked(name, ask, filters, Bounds(limit=limit, max_tokens=max_tokens))
        return answer(lambda: answered(Workspace.open(self._root), asked))
