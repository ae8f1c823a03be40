"""Whether what a person wants to add or take away fits the graph and its domain."""

import pyarrow.compute as pc

from sift_assets.core.decisions.resolved import ResolvedGraph
from sift_assets.core.errors import DecisionError
from sift_assets.core.graph.identity import normal_form
from sift_assets.core.graph.tables import only
from sift_assets.core.review.relation_types import named_type
from sift_assets.core.review.said import Grounds


def stated_value(graph: ResolvedGraph, entity: str, key: str, value: str) -> tuple[str, str]:
    """Return a property of an entity as it is stated: key and value.

    Args:
        graph: As last resolved.
        entity: Id of the entity.
        key: Of the property, in any spelling of its normal form.
        value: Likewise; empty where it has only one.

    Raises:
        DecisionError: It is not stated, or has several values and none was named.
    """
    rows = only(graph.entities, pc.equal(graph.entities["id"], graph.canonical_id(entity)))
    stated = [one for row in rows["attributes"].to_pylist() for one in row]
    keys = sorted({one["key"] for one in stated})
    values = {
        normal_form(one["value"]): (one["key"], one["value"])
        for one in stated
        if normal_form(one["key"]) == normal_form(key)
    }
    if not values:
        raise DecisionError(
            f"No document states {key!r} of {entity}.",
            f"Stated are: {', '.join(keys)}." if keys else "It has no properties.",
        )
    if not value and len(values) == 1:
        return next(iter(values.values()))
    if normal_form(value) not in values:
        said = ", ".join(repr(shown) for _, shown in sorted(values.values()))
        raise DecisionError(f"{key!r} of {entity} has the values {said}.", "Give one by --value.")
    return values[normal_form(value)]


def check_relation(grounds: Grounds, source: str, said_type: str, target: str) -> str:
    """Return the relation type that a person means, as the domain spells it.

    Raises:
        DecisionError: The domain has no such type, or it does not join such ends.
    """
    types, name = grounds.types, named_type(grounds.types, said_type)
    reading = types.relation_type(name)
    kinds = [_type_of(grounds.graph, one) for one in (source, target)]
    if reading is not None and reading.is_reversed:
        kinds.reverse()
    if reading is not None and not types.fits(reading.type, kinds[0], kinds[1]):
        raise DecisionError(
            f"{reading.type} does not join {kinds[0]} to {kinds[1]}.", "See `sift domains`."
        )
    return name


def _type_of(graph: ResolvedGraph, one: str) -> str:
    found = graph.identity(graph.canonical_id(one))
    return found.type if found else ""
