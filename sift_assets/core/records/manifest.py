"""Manifests of what is computed in parts: of the built graph, and of what is proposed of it."""

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


class ProposalManifest(Record):
    """What is proposed of the whole graph.

    Attributes:
        types: Entity type to the version of its proposals.
        cross_type: Version of the proposals across types.
        pairs: Number of pairs that may be one.
        groups: Number of groups of them.
        variants: Number of suggested variants.
        splits: Number of names that may be shared.
    """

    types: dict[str, str]
    cross_type: str
    pairs: int
    groups: int
    variants: int
    splits: int
