"""The manifest of the built graph: which parts it consists of."""

from sift_assets.core.records.record import Record


class TypePart(Record):
    """The part of one entity type.

    Attributes:
        version: Hash of its stored bytes; the data version of `knowledge_graph[type]`.
        entities: Number of entities.
        mentions: Number of their mentions.
        relations: Number of relations that touch them.
    """

    version: str
    entities: int
    mentions: int
    relations: int


class GraphManifest(Record):
    """What the graph consists of; its hash is the revision of the graph.

    Attributes:
        types: Entity type to its part.
        rest: Version of the stored quarantine and document tables, which belong to no type.
        entities: Number of entities of all types.
        relations: Number of distinct relations.
        quarantined: Quarantine reason to number of records.
    """

    types: dict[str, TypePart]
    rest: str
    entities: int
    relations: int
    quarantined: dict[str, int]
