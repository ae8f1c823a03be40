"""What resolution proposes of one entity type, with everything a person needs to decide.

What belongs here: the values. What does not: how they are found. Every collection is sorted, so
equal proposals have equal bytes. Ids are those of the knowledge graph.
"""

from typing import Literal

from sift_assets.core.records.record import Record
from sift_assets.core.resolution.settings import AutoRule


class Level(Record):
    """The outcome of one comparison of a pair.

    Attributes:
        comparison: What was compared, for example `name`.
        level: What came out, for example `typo`.
        weight: Logarithm to the base 2 of the Bayes factor: 1 doubles the odds that both are one,
            -1 halves them.
    """

    comparison: str
    level: str
    weight: float


class Fact(Record):
    """A stated attribute that tells a person who somebody is, for example a role."""

    key: str
    value: str


class Neighbour(Record):
    """An entity at the other end of a relation.

    Attributes:
        relation: Type of the relation.
        direction: `out` where the relation goes from the entity to the neighbour, else `in`.
        id: Of the neighbour.
        name: Of the neighbour.
    """

    relation: str
    direction: Literal["in", "out"]
    id: str
    name: str


class Quote(Record):
    """A passage that names the entity; its slice of the text is the quote."""

    document: str
    page: int
    start: int
    end: int
    quote: str


class Side(Record):
    """What a person is shown of an entity; each list is bounded, the most telling first.

    Attributes:
        id: Of the entity.
        type: Its entity type.
        name: Its display name.
        aliases: Its other names, the first by code point.
        roles: Roles, titles, occupations, positions and stated other names.
        documents: Those that name it, the first by code point.
        support: How many documents name it, also those not listed.
        first_seen: Date of the earliest of its documents, empty where none has one.
        last_seen: Date of the latest.
        neighbours: Those in most documents first.
        quotes: From as many documents as possible.
    """

    id: str
    type: str
    name: str
    aliases: tuple[str, ...] = ()
    roles: tuple[Fact, ...] = ()
    documents: tuple[str, ...] = ()
    support: int = 0
    first_seen: str = ""
    last_seen: str = ""
    neighbours: tuple[Neighbour, ...] = ()
    quotes: tuple[Quote, ...] = ()


class PairProposal(Record):
    """Two entities that may be one.

    Attributes:
        left: Id of the one, the lesser.
        right: Id of the other.
        score: Probability that both are one, by the weights of the levels.
        blocked_by: The blocking rules that found the pair, sorted.
        levels: One per comparison that says anything, in the order of the comparisons.
        shared_neighbours: Names of entities that both are related to, bounded, sorted.
        stated: Places where one is called by a name of the other, bounded, sorted.
        rule: The opt-in rule that would decide the pair; empty for none.
        constant: Whether the score is the same for every such pair and says nothing of this one;
            such a pair is for people only.
    """

    left: str
    right: str
    score: float
    blocked_by: tuple[str, ...]
    levels: tuple[Level, ...] = ()
    shared_neighbours: tuple[str, ...] = ()
    stated: tuple[Quote, ...] = ()
    rule: AutoRule | Literal[""] = ""
    constant: bool = False


class GroupProposal(Record):
    """Entities that a person may join at once.

    Attributes:
        members: Ids, sorted, at least two.
        score: The lowest of all pairs of members: the group's diameter.
        canonical: The member that the joined entity is best called after.
        reason: Why that one.
        constant: As for a pair.
    """

    members: tuple[str, ...]
    score: float
    canonical: str
    reason: str
    constant: bool = False


class VariantProposal(Record):
    """An entity that is a kind, version or part of a product line of another: child EXTENDS parent.

    Attributes:
        child: Id of the special one.
        parent: Id of the general one.
        reason: Why, in a sentence.
        score: How sure, from 0 to 1; the same for every pair with the same reason.
    """

    child: str
    parent: str
    reason: str
    score: float


class SplitProposal(Record):
    """An entity whose documents speak of different things of one name.

    Attributes:
        entity: Its id.
        parts: Documents that agree, one tuple for each thing, sorted; documents without a say are
            in none.
        reasons: What cannot be true of one thing, sorted.
    """

    entity: str
    parts: tuple[tuple[str, ...], ...]
    reasons: tuple[str, ...]


class Proposals(Record):
    """What is proposed of one entity type, or across types.

    Attributes:
        type: The entity type; empty for pairs across types.
        encoder: Name and version of what made vectors; `ngrams` for none.
        sides: By id, of every entity in some proposal.
        pairs: Sorted by ids.
        groups: Sorted by members.
        variants: Sorted by child and parent.
        splits: Sorted by entity.
    """

    type: str
    encoder: str
    sides: dict[str, Side] = {}
    pairs: tuple[PairProposal, ...] = ()
    groups: tuple[GroupProposal, ...] = ()
    variants: tuple[VariantProposal, ...] = ()
    splits: tuple[SplitProposal, ...] = ()
