"""What a workflow gives back for one asset or partition."""

from collections.abc import Iterable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from sift_assets.core.planning.lineage import SPINE
from sift_assets.core.planning.staleness import merkle
from sift_assets.core.planning.state import Facts, Provenance
from sift_assets.resources.workspace import Workspace


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
        pictures: For people: what a picture shows to the bytes of a PNG; no names from documents.
    """

    asset: str
    partition: str
    provenance: Provenance
    hit: bool = False
    tables: dict[str, list[dict[str, Any]]] = field(default_factory=dict)
    files: dict[str, Path] = field(default_factory=dict)
    pictures: dict[str, bytes] = field(default_factory=dict)


@dataclass(frozen=True)
class Parts:
    """The outcomes of an asset that is computed for all its partitions at once.

    Attributes:
        parts: One outcome per partition.
        whole: The record of the asset as a whole, for the planner.
    """

    parts: tuple[Outcome, ...]
    whole: Provenance

    @property
    def partitions(self) -> set[str]:
        """The partitions that there are."""
        return {part.partition for part in self.parts}


def in_parts(
    asset: str, parts: Iterable[Outcome], inputs: dict[str, str], facts: Facts | None = None
) -> Parts:
    """Put the outcomes of partitions together.

    Args:
        asset: The asset.
        parts: One outcome per partition.
        inputs: Versions of everything that the asset as a whole read.
        facts: Counts of the whole.
    """
    made = tuple(parts)
    return Parts(
        parts=made,
        whole=Provenance(
            version=merkle({part.partition: part.provenance.version for part in made}),
            code_version=SPINE[asset].code_version,
            inputs=inputs,
            facts=facts or {},
        ),
    )


@contextmanager
def recorded_whole(workspace: Workspace, asset: str, made: Parts) -> Iterator[None]:
    """Record the whole of an asset in parts once a block has recorded the parts.

    The whole of before is dropped first: whoever dies in the block leaves parts of two
    computations, and where their values are the same the whole of before would vouch for both.

    Args:
        workspace: The open project.
        asset: The asset.
        made: What was computed; records of other parts are dropped.
    """
    workspace.provenance.forget(asset, [""])
    yield
    workspace.provenance.forget(
        asset, sorted(set(workspace.provenance.read(asset)) - made.partitions)
    )
    workspace.provenance.record(asset, {"": made.whole})


def counted_rows(what: str, unit: str, counts: Mapping[str, int]) -> list[dict[str, Any]]:
    """Return a table of counts: one row per name, the name under `what`, the count under `unit`."""
    return [{what: name, unit: count} for name, count in counts.items()]
