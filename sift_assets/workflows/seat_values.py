"""Values of seats: in the seat's own store, recorded in its own provenance index.

Central's store and index know nothing of them.
"""

from typing import TypeVar

from sift_assets.core.errors import ProjectError
from sift_assets.core.planning.lineage import PROMOTION
from sift_assets.core.planning.state import Facts, Provenance
from sift_assets.core.promotion.settings import Seat
from sift_assets.core.records.record import Record
from sift_assets.core.records.text import DocumentText
from sift_assets.resources.workspace import Workspace
from sift_assets.workflows.outcome import Outcome

ValueT = TypeVar("ValueT", bound=Record)


def seat_outcome(
    asset: str, seat: Seat, version: str, inputs: dict[str, str], facts: Facts, *, hit: bool = False
) -> Outcome:
    """Return the outcome of a partition of one of the seats' assets.

    Args:
        asset: Of `PROMOTION`.
        seat: The partition.
        version: Of the value, which is in the seat's store.
        inputs: Versions that were really read.
        facts: Counts only: they are shown to whoever sees Dagster's pages.
        hit: Whether the value was found.
    """
    provenance = Provenance(
        version=version, code_version=PROMOTION[asset].code_version, inputs=inputs, facts=facts
    )
    return Outcome(asset, seat.name, provenance, hit)


def latest_of_seat(opened: Workspace, asset: str, seat: Seat) -> Provenance:
    """Return the provenance of a seat's latest value.

    Args:
        opened: The seat, as `resources.seats.seat_workspace` opens it.
        asset: Of `PROMOTION`.
        seat: The partition.

    Raises:
        ProjectError: There is none yet, or none of today's code.
    """
    found = opened.provenance.read(asset).get(seat.name)
    if found is None or found.code_version != PROMOTION[asset].code_version:
        raise ProjectError(
            f"There is no {asset} of seat {seat.name} yet.",
            "Run `sift promotions sweep`, or materialize it in the Dagster UI.",
        )
    return found


def value_of_seat(
    opened: Workspace, asset: str, seat: Seat, kind: type[ValueT]
) -> tuple[ValueT, str]:
    """Return a seat's latest value and its version; see `latest_of_seat`.

    Raises:
        ProjectError: There is none yet.
        CorruptObjectError: It is damaged; the next run makes it anew.
    """
    version = latest_of_seat(opened, asset, seat).version
    return kind.from_bytes(opened.store.get(version)), version


def text_of_seat(opened: Workspace, version: str) -> DocumentText:
    """Return a text of a seat by its version.

    Raises:
        CorruptObjectError: It is not there, or damaged.
    """
    return DocumentText.from_bytes(opened.store.get(version))
