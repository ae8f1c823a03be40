"""The kinds of decisions, each hashed on its own so that a reader hangs only on what it reads."""

from collections.abc import Mapping, Sequence
from enum import StrEnum
from typing import Any

from sift_assets.core.records.record import key_of


class Kind(StrEnum):
    """The partition keys of the asset `decisions`."""

    MERGES = "merges"
    RELATIONS = "relations"
    FACTS = "facts"
    PROMOTIONS = "promotions"


def decision_versions(effective: Mapping[Kind, Sequence[Any]]) -> dict[str, str]:
    """Return the data version of every kind: the hash of its effective entries.

    Args:
        effective: The entries in force by kind, as plain data; a kind that is absent has none.
    """
    return {str(kind): key_of("decisions", kind, list(effective.get(kind, ()))) for kind in Kind}
