"""The kinds of decisions, each hashed on its own so that a reader hangs only on what it reads."""

from collections.abc import Mapping, Sequence
from enum import StrEnum

from sift_assets.core.records.record import Record, canonical_json, content_hash


class Kind(StrEnum):
    """The partition keys of the asset `decisions`."""

    MERGES = "merges"
    RELATIONS = "relations"
    FACTS = "facts"
    PROMOTIONS = "promotions"


def decision_versions(effective: Mapping[Kind, Sequence[Record]]) -> dict[str, str]:
    """Return the data version of every kind: the hash of its effective entries.

    Args:
        effective: The entries in force by kind, in order of time; a kind that is absent has none.
    """
    return {str(kind): content_hash(decision_bytes(kind, effective.get(kind, ()))) for kind in Kind}


def decision_bytes(kind: Kind, entries: Sequence[Record]) -> bytes:
    """Return the value of a kind: what its version is the hash of."""
    plain = [entry.model_dump(mode="json", exclude_defaults=True) for entry in entries]
    return canonical_json({"kind": kind, "decisions": plain})
