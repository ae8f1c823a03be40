"""What ties the documents of a seat to the organisation: hints, and names of Central's graph."""

from collections import Counter

from sift_assets.core.decisions.resolved import ResolvedGraph
from sift_assets.core.errors import SiftError
from sift_assets.core.planning.lineage import input_name
from sift_assets.core.promotion.records import CandidateSet, Reference, ReferenceSet
from sift_assets.core.promotion.references import (
    REFERENCE_VERSION,
    Central,
    CentralName,
    central_of,
    reference_of,
)
from sift_assets.core.promotion.settings import Seat
from sift_assets.core.records.record import key_of
from sift_assets.core.settings.stages import Stage
from sift_assets.resources.seats import seat_workspace
from sift_assets.resources.workspace import Workspace
from sift_assets.workflows.known import latest
from sift_assets.workflows.outcome import Outcome
from sift_assets.workflows.resolved import load_resolved
from sift_assets.workflows.seat_values import seat_outcome, text_of_seat, value_of_seat


def central_names(workspace: Workspace) -> Central | None:
    """Return what of Central's graph documents are held against; None when nobody can look.

    Once for all seats: it reads the whole graph.
    """
    try:
        graph, version = load_resolved(workspace), latest(workspace, "resolved_graph").version
    except SiftError:
        return None
    return central_of(_names(graph), version)


def refer(workspace: Workspace, seat: Seat, central: Central | None) -> Outcome:
    """Find the references of a seat's candidates that no guard has stopped.

    Args:
        workspace: The project.
        seat: The seat.
        central: As `central_names` gives it.

    Raises:
        ProjectError: There are no candidates yet.
        CorruptObjectError: A value is damaged; the next run makes it anew.
    """
    opened = seat_workspace(workspace, seat)
    found, version = value_of_seat(opened, "promotion_candidates", seat, CandidateSet)
    settings = workspace.stage_versions[str(Stage.PROMOTION)]
    revision = central.revision if central else ""
    tracked = workspace.settings.promotion.tracked
    key = key_of(
        "references", REFERENCE_VERSION, version, revision, [one.model_dump() for one in tracked]
    )

    def references() -> bytes:
        made = [
            reference_of(one, text_of_seat(opened, one.text).text, tracked, central)
            for one in found.candidates
            if one.skip is None
        ]
        return ReferenceSet(seat=seat.name, references=tuple(made)).to_bytes()

    # What nobody could look up is not kept: the next look may find it.
    computed = opened.store.computed(key, references) if central else None
    data = computed.data if computed else references()
    made = ReferenceSet.from_bytes(data)
    return seat_outcome(
        "promotion_reference",
        seat,
        computed.version if computed else opened.store.put(data),
        {
            "promotion_candidates": version,
            "resolved_graph": revision,
            input_name("settings", Stage.PROMOTION): settings,
        },
        {"referred": len(made.references), **_counts(made.references)},
        hit=computed.hit if computed else False,
    )


def _counts(references: tuple[Reference, ...]) -> dict[str, str | int | float | bool]:
    return dict(sorted(Counter(str(one.status) for one in references).items()))


def _names(graph: ResolvedGraph) -> list[CentralName]:
    table = graph.entities.select(["id", "type", "name", "aliases", "support"])
    return [
        CentralName(row["id"], row["type"], name, row["support"])
        for row in table.to_pylist()
        for name in dict.fromkeys((row["name"], *row["aliases"]))
    ]
