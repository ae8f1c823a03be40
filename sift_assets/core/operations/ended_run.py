"""A run that has ended, as others are told of it: names of assets, versions, moments, numbers.

Partitions are paths of documents, and messages of errors may quote them: both stay here. What
leaves the machine has counts in their place, and kinds of errors.
"""

from enum import StrEnum

from sift_assets.core.records.record import Record, canonical_json, content_hash


class Ending(StrEnum):
    """How a run or a step has ended."""

    SUCCESS = "success"
    FAILURE = "failure"
    CANCELED = "canceled"


class Made(Record):
    """A value that a step recorded.

    Attributes:
        asset: The asset.
        partition: Its partition, empty for none.
        version: Data version of the value.
        inputs: Asset to the version that was read, as Dagster has it; empty where none was.
    """

    asset: str
    partition: str
    version: str
    inputs: dict[str, str] = {}


class EndedStep(Record):
    """A step of a run.

    Attributes:
        name: As Dagster calls it.
        started: In seconds since 1970.
        ended: Likewise.
        ending: How.
        errors: Kinds of errors, as Python calls them, sorted.
        made: What it recorded, in order.
    """

    name: str
    started: float
    ended: float
    ending: Ending
    errors: tuple[str, ...] = ()
    made: tuple[Made, ...] = ()


class EndedRun(Record):
    """A run.

    Attributes:
        run_id: Dagster's, a UUID.
        job: What it was for: the name of its layer, or `by_hand`.
        started: In seconds since 1970.
        ended: Likewise.
        ending: How.
        steps: Those that began, in order.
    """

    run_id: str
    job: str
    started: float
    ended: float
    ending: Ending
    steps: tuple[EndedStep, ...] = ()


def version_of(parts: dict[str, str]) -> str:
    """Return one version for the versions of several partitions, empty for none.

    Where all are the same it is that one: what many read of an asset without partitions. Else it is
    a hash of all with their partitions, so that who reads the same partitions next names the same.
    """
    found = set(parts.values())
    if len(found) <= 1:
        return next(iter(found), "")
    return content_hash(canonical_json(parts))
