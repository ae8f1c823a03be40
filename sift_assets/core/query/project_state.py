"""What a project says of itself beside its graph: its types, and what waits for a person."""

from sift_assets.core.records.record import Record


class DomainInForce(Record):
    """Which types a graph may hold.

    Attributes:
        name: As the settings name the domain.
        types_of: The domain whose types these are where it is another one: the discovered one, or
            the one that the local model takes in the place of one without types.
        entity_types: Sorted.
        relation_types: Sorted.
        waits: Why a language model cannot extract yet; empty when it can.
        problem: What is wrong with the domain file; there are no types then.
    """

    name: str
    types_of: str = ""
    entity_types: tuple[str, ...] = ()
    relation_types: tuple[str, ...] = ()
    waits: str = ""
    problem: str = ""


class ProjectState(Record):
    """What is said of the whole project, whatever the filters.

    Attributes:
        domain: See `DomainInForce`.
        to_decide: Counts of the review queue: what is `open`, of this `merges`, `relations` that
            are flagged, `contradictions` and more.
        proposed_by_agents: Proposals of agents that wait for a person.
    """

    domain: DomainInForce
    to_decide: dict[str, int]
    proposed_by_agents: int = 0
