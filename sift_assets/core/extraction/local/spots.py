"""A span that may name an entity."""

from typing import NamedTuple

from sift_assets.core.extraction.local.schema import Kind


class Spot(NamedTuple):
    """A span that may name an entity.

    Attributes:
        start: First character.
        end: One past the last.
        type: Entity type of the domain, as this occurrence alone suggests.
        kind: Person, organization, place or other, for the grammar of relations.
        name: Name given by a pattern; else empty, then the surface is the name.
        fixed: Whether the domain says so (gazetteer, pattern): no vote changes the type.
        sure: Whether words in or around the name say so: it outweighs the model's labels.
    """

    start: int
    end: int
    type: str
    kind: Kind
    name: str = ""
    fixed: bool = False
    sure: bool = False
