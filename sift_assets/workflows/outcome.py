"""What a workflow gives back for one asset or partition."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from sift_assets.core.planning.state import Provenance


@dataclass(frozen=True)
class Outcome:
    """One computed or re-used value.

    Attributes:
        asset: The asset.
        partition: Its partition, empty for none.
        provenance: Version, code version, the inputs that were really read, facts.
        hit: Whether the value was found in the store.
        tables: For people: table name to rows, shown as metadata; never document text.
        files: For people: what a file is to where it lies, shown as a link.
    """

    asset: str
    partition: str
    provenance: Provenance
    hit: bool = False
    tables: dict[str, list[dict[str, Any]]] = field(default_factory=dict)
    files: dict[str, Path] = field(default_factory=dict)


def counted_rows(what: str, unit: str, counts: Mapping[str, int]) -> list[dict[str, Any]]:
    """Return a table of counts: one row per name, the name under `what`, the count under `unit`."""
    return [{what: name, unit: count} for name, count in counts.items()]
