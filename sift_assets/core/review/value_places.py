"""Where a value of a property is stated: the mentions that carry it."""

import pyarrow.compute as pc

from sift_assets.core.decisions.resolved import ResolvedGraph
from sift_assets.core.graph.identity import normal_form
from sift_assets.core.graph.tables import only
from sift_assets.core.resolution.records import Quote

PLACES_SHOWN = 4
"""As many as of an entity; of each document the first, then the rest."""


def places_of_value(graph: ResolvedGraph, entity: str, key: str, value: str) -> tuple[Quote, ...]:
    """Return where an entity is named with a value of a property.

    Args:
        graph: As last resolved.
        entity: Id of the entity.
        key: Of the property, in any spelling of its normal form.
        value: As it is stated.

    Returns:
        Passages by document and place; each quote is the name as it stands there.
    """
    rows = only(graph.mentions, pc.equal(graph.mentions["entity_id"], graph.canonical_id(entity)))
    wanted = (normal_form(key), value)
    found = sorted(
        (row["document"], row["start"], row["end"], row["page"], row["surface"])
        for row in rows.to_pylist()
        if any((normal_form(one["key"]), one["value"]) == wanted for one in row["attributes"])
    )
    first = {document: (document, *rest) for document, *rest in reversed(found)}
    spread = [*sorted(first.values()), *(one for one in found if one not in first.values())]
    return tuple(
        Quote(document=document, page=page or 0, start=start, end=end, quote=surface)
        for document, start, end, page, surface in spread[:PLACES_SHOWN]
    )
