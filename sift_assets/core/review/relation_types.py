"""Which relation type somebody names: needs the domain alone, so no agent waits for a graph."""

from sift_assets.core.errors import DecisionError
from sift_assets.core.graph.type_map import TypeMap, type_name


def named_type(types: TypeMap, said: str) -> str:
    """Return the name by which somebody means a relation type, as the domain writes names.

    Raises:
        DecisionError: The domain has no such type: nobody means the one for what fits no other.
    """
    name = type_name(said)
    if name and (name in types.relation_names or types.facet.schema_free):
        return name
    known = ", ".join(sorted(types.relations))
    raise DecisionError(f"The domain has no relation type {said!r}.", f"It has {known}.")
