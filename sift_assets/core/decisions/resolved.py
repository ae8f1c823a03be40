"""The resolved graph: a knowledge graph with verdicts applied, and who decided what."""

from dataclasses import dataclass

import pyarrow as pa

from sift_assets.core.decisions.decision import EntityRef
from sift_assets.core.decisions.looking_up import rows_of
from sift_assets.core.graph.build import KnowledgeGraph
from sift_assets.core.graph.tables import TEXTS

IDENTITIES = pa.schema(
    {
        "id": pa.string(),
        "canonical_id": pa.string(),
        "type": pa.string(),
        "name": pa.string(),
        "part": pa.string(),
    }
)
"""Every id that is not simply its entity's: of merged entities (the canonical one too), parts of
split and renamed ones. `type`, `name` and `part` are the values that the id stands for."""

DECIDED = pa.schema(
    {
        "subject": pa.string(),
        "verdict": pa.string(),
        "decision": pa.string(),
        "time": pa.string(),
        "actor": pa.string(),
        "channel": pa.string(),
        "reason": pa.string(),
        "new_documents": TEXTS,
    }
)
"""Verdicts by the id of the entity or relation in the resolved graph, also of what is no longer in
it. `new_documents` state a decided relation and did not when it was decided."""

KEPT = "kept"
"""The verdict that values of an entity, which seem to exclude each other, all stand."""

LINKS = pa.schema(
    {
        "first": pa.string(),
        "second": pa.string(),
        "same": pa.bool_(),
        "decision": pa.string(),
    }
)
"""The last word about pairs of entities, by the ids they have in the built graph; sorted."""

UNAPPLIED = pa.schema(
    {"decision": pa.string(), "act": pa.string(), "standing": pa.string(), "reason": pa.string()}
)
"""Decisions in force that change nothing now: parked, or in conflict."""

REFUSED = pa.schema(
    {
        "relation_id": pa.string(),
        "cause": pa.string(),
        "decision": pa.string(),
        "document": pa.string(),
        "statements": pa.int64(),
    }
)
"""Statements that verdicts keep out, by relation and document; `cause` is `rejected`, `retracted`
or `self_relation` (both ends are one now)."""


@dataclass(frozen=True, eq=False)
class ResolvedGraph(KnowledgeGraph):
    """A knowledge graph with verdicts applied.

    Attributes:
        identities: `IDENTITIES`, sorted by id.
        links: `LINKS`.
        decided: `DECIDED`, sorted by subject, verdict and decision.
        unapplied: `UNAPPLIED`, in order of time.
        refused: `REFUSED`, sorted.
    """

    identities: pa.Table
    links: pa.Table
    decided: pa.Table
    unapplied: pa.Table
    refused: pa.Table

    def canonical_id(self, one: str) -> str:
        """Return the id under which an entity stands now; ids of merged ones resolve for ever."""
        found = rows_of(one, self.identities, "id")["canonical_id"].to_pylist()
        return found[0] if found else one

    def identity(self, one: str) -> EntityRef | None:
        """Return the values that an id stands for; None for an id that is not there."""
        values = rows_of(one, self.identities, "id").select(["type", "name", "part"])
        if not len(values):
            values = rows_of(one, self.entities, "id").select(["type", "name"])
        rows = values.to_pylist()
        return EntityRef(**rows[0]) if rows else None
