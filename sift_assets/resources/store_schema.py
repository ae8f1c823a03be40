"""The schema version of a store, and the ordered steps from each version to the next.

    1   objects and results; tombstones in the same folder
    2   tombstones beside the decisions: a store that is deleted to be rebuilt takes no input along

The version stands in `schema.json`. An older store is brought up to date before anything is written
to it, one step after the other; each may be repeated, so that an interruption does no harm. A newer
one is refused, also to readers: what it says is not to be guessed at.
"""

import json
from collections.abc import Callable, Mapping

from sift_assets.core.errors import StoreError
from sift_assets.core.records.record import canonical_json
from sift_assets.resources.places import Place

STORE_SCHEMA = 2
"""Of the stores that this version writes."""

MARKER = "schema.json"
"""The file that says the version; one that is lost was of any, so that all steps are done again."""

Steps = Mapping[int, Callable[[], None]]
"""Version to what makes of a store of that version one of the next. Left out: nothing to do."""


def refuse_newer(place: Place) -> int:
    """Return the version of a store, the oldest one for a store that is not there yet.

    Raises:
        StoreError: It is newer than this package, or its marker is none of ours.
    """
    data = place.read(MARKER)
    schema = 1 if data is None else _stated(place, data)
    if schema > STORE_SCHEMA:
        raise StoreError(
            f"{place.root / MARKER}: the store has schema {schema}, this version knows "
            f"{STORE_SCHEMA}.",
            "Upgrade sift_assets, or set `store` to another place to build everything anew.",
        )
    return schema


def brought_up_to_date(place: Place, steps: Steps) -> None:
    """Do the steps that a store lacks, and mark it; a store that is not there yet is marked.

    A marker that somebody else has written meanwhile, perhaps a newer version of this package, is
    read again and never written over.

    Raises:
        StoreError: It is newer than this package, or cannot be written.
    """
    marker = canonical_json({"schema": STORE_SCHEMA})
    while (found := place.read(MARKER)) != marker:
        for older in range(refuse_newer(place), STORE_SCHEMA):
            steps.get(older, _nothing)()
        place.swap(MARKER, found, marker)


def _stated(place: Place, data: bytes) -> int:
    try:
        return int(json.loads(data)["schema"])
    except (ValueError, KeyError, TypeError) as error:
        raise StoreError(
            f"{place.root / MARKER}: is not a store's schema file.",
            "Delete that file; what is stored stays.",
        ) from error


def _nothing() -> None:
    """Some versions differ in nothing that has to be moved."""
