"""What questions are asked of: an index of one graph, already limited to what is asked of.

Filters are applied by whoever implements this, in one place, so that no function can forget one.
"""

from collections.abc import Callable, Collection, Mapping, Sequence
from enum import StrEnum
from typing import Protocol

from sift_assets.core.query.records import (
    Bridge,
    Description,
    Document,
    GraphCounts,
    IslandOfGraph,
    Link,
    Property,
    ProposedConnection,
    Verdict,
)
from sift_assets.core.query.rows import (
    About,
    CommunityRow,
    DatedRow,
    EntityRow,
    NamedRow,
    NearName,
    NearPassage,
    PassageRow,
    PlaceRow,
    RelationRow,
    Shape,
)


class Match(StrEnum):
    """How something answers to what was asked for, best first; by name all but the last."""

    EXACT = "exact"
    PREFIX = "prefix"
    WORD = "word"
    FUZZY = "fuzzy"
    MEANING = "meaning"


BY_NAME = (Match.EXACT, Match.PREFIX, Match.WORD, Match.FUZZY)
"""How a name answers by its letters."""

Meaning = Callable[[str, str], bytes]
"""Returns the vector of a text, as an index holds those of its texts, from an encoder of the
version that is given first."""


class Direction(StrEnum):
    """Which relations of an entity are meant, seen from it."""

    OUT = "out"
    IN = "in"
    BOTH = "both"


class Index(Protocol):
    """One graph to ask. What is out of scope is nowhere in what these methods return."""

    def entity(self, entity_id: str) -> EntityRow | None:
        """Return an entity by its id, or by an id that it has had; None outside of the scope."""
        ...

    def entities(self, rows: Collection[int]) -> dict[int, EntityRow]:
        """Return entities of the scope by row."""
        ...

    def of_types(self, rows: Collection[int]) -> set[int]:
        """Return which of some entities have a type that is asked for."""
        ...

    def named(self, form: str, match: Match, most: int, *, filtered: bool) -> list[NamedRow]:
        """Return names that answer to a folded form, those of best supported entities first.

        Args:
            form: Folded.
            match: How they must answer; for `fuzzy` those that share most pieces.
            most: How many at most.
            filtered: Whether entities must pass all filters, or only the scope.
        """
        ...

    def top(self, most: int) -> list[EntityRow]:
        """Return entities that pass the filters: by degree, then support, then id."""
        ...

    def relations_of(
        self, rows: Collection[int], direction: Direction, most: int
    ) -> list[RelationRow]:
        """Return the relations of some entities that pass the filters, best first."""
        ...

    def steps(self, rows: Collection[int], most: int) -> list[tuple[int, int]]:
        """Return both ends of each relation of some entities that passes the filters."""
        ...

    def between(self, first: int, second: int) -> list[RelationRow]:
        """Return the relations between two entities that pass the filters, best first."""
        ...

    def statements(self, relations: Collection[int], most: int, skip: int = 0) -> list[PlaceRow]:
        """Return what states some relations, of each so many at most, the surest first."""
        ...

    def mentions(self, entities: Collection[int], most: int, skip: int = 0) -> list[PlaceRow]:
        """Return where some entities are named, of each so many at most."""
        ...

    def statement_counts(self, relations: Collection[int]) -> dict[int, int]:
        """Return how many statements of each relation are in the scope."""
        ...

    def passages(self, words: Sequence[str], most: int, *, all_words: bool) -> list[PassageRow]:
        """Return passages with some words, the best first."""
        ...

    def near_names(self, vector: bytes, most: int) -> list[NearName]:
        """Return names of entities that pass the filters and mean about what was asked for.

        Args:
            vector: Of what was asked for.
            most: How many entities at most; each has all its names that are near enough.

        Returns:
            The nearest first.
        """
        ...

    def near_passages(self, vector: bytes, most: int) -> list[NearPassage]:
        """Return passages that are about what was asked for, the nearest first."""
        ...

    def passage_at(self, document: str, start: int) -> PassageRow | None:
        """Return the passage of a document that holds a character; None outside of the scope."""
        ...

    def named_in(self, passages: Collection[PassageRow], most: int) -> dict[int, list[EntityRow]]:
        """Return the entities that passages name, by the passage's row."""
        ...

    def verdicts(self, subjects: Collection[str]) -> dict[str, list[Verdict]]:
        """Return what was decided of entities and relations, by their ids."""
        ...

    def description(self, entity: int) -> Description | None:
        """Return what is told of an entity, with what it cites."""
        ...

    def properties(self, entity: int) -> list[Property]:
        """Return what is stated of an entity beside relations, with the document."""
        ...

    def documents(self, entity: int, most: int) -> list[Document]:
        """Return the documents that name an entity, by date."""
        ...

    def labels(self) -> dict[int, str]:
        """Return the labels of communities; none for a scope: they are made of names of all."""
        ...

    def communities(self) -> dict[int, CommunityRow]:
        """Return the communities with how many entities of each pass the filters."""
        ...

    def between_communities(self, most: int) -> tuple[list[Link], list[Link]]:
        """Return pairs of communities with relations that pass the filters, most first.

        And pairs of the largest communities without such a relation, largest first.
        """
        ...

    def bridges(self, most: int) -> list[Bridge]:
        """Return entities whose relations reach into several communities; none for a scope."""
        ...

    def islands(self, most: int) -> list[IslandOfGraph]:
        """Return the parts of the graph that nothing connects, largest first; none for a scope."""
        ...

    def counts(self) -> GraphCounts:
        """Count what passes the filters."""
        ...

    def about(self) -> About:
        """Return what the index says of itself, whatever the filters."""
        ...

    def shape(self) -> Shape:
        """Count what `topology` begins with."""
        ...

    def top_of_communities(self, communities: Collection[int]) -> dict[int, list[EntityRow]]:
        """Return the best connected entities of some communities that pass the filters."""
        ...

    def proposed(self, most: int) -> list[ProposedConnection]:
        """Return what may connect two islands, although no document says so; none for a scope."""
        ...

    def documents_in_scope(self, most: int) -> list[Document]:
        """Return documents of the scope, by date, then key; undated ones last."""
        ...

    def mention_count(self, entity: int) -> int:
        """Return in how many places of the scope an entity is named."""
        ...

    def relation_counts(self, entity: int) -> Mapping[str, int]:
        """Return how many relations of each type an entity has that pass the filters."""
        ...

    def dated(
        self, entities: Collection[int], first: str, last: str, most: int
    ) -> tuple[list[DatedRow], int]:
        """Return dated facts in order of time, and how many there are in all.

        Args:
            entities: Only of these; of all when empty.
            first: First day, empty for any.
            last: Last day, likewise.
            most: How many at most.
        """
        ...

    def places_of(self, dated: Collection[int]) -> list[PlaceRow]:
        """Return the places that dated facts are read from."""
        ...
