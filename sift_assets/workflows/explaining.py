"""Where the values behind a value lie, and when and by whom they were recorded."""

from collections.abc import Callable, Mapping
from typing import Any

from sift_assets.core.errors import ConfigError
from sift_assets.core.planning.explanation import Explained, ExplainedInput
from sift_assets.core.planning.lineage import BY_PARTS, LINEAGE, ROOTS
from sift_assets.core.planning.shards import (
    BY_DOCUMENT,
    documents_of,
    partition_of,
    shard_names,
    version_of,
)
from sift_assets.core.planning.state import Provenance
from sift_assets.resources.moments import Recording
from sift_assets.resources.project import SETTINGS_FILE
from sift_assets.resources.workspace import Workspace

PEOPLE = "people"
"""Who makes a root."""

ENGINES = ("reader", "extractor", "model")
"""The facts of a value that say what computed it."""

Recordings = Callable[[str, str, str], Recording | None]
"""Finds the recording of a value by asset, partition and version."""


def told(workspace: Workspace, value: Explained, recordings: Recordings) -> dict[str, Any]:
    """Return an explained value as plain data, with places and recordings, down to its roots.

    Args:
        workspace: The open project.
        value: As `core.planning.explanation` explains it.
        recordings: Looks recordings up.
    """
    recording = recordings(value.asset, value.partition, value.version)
    return {
        "asset": value.asset,
        "partition": value.partition,
        "version": value.version,
        "code_version": value.code_version,
        "fresh": not value.reasons and value.confirmed,
        "confirmed": value.confirmed,
        "reasons": [reason.model_dump() for reason in value.reasons],
        "computed_by": computed_by(value),
        "place": place_of(workspace, value),
        "recorded": recording._asdict() if recording else None,
        "inputs": [_told_input(workspace, read, recordings) for read in value.inputs],
    }


def as_dagster_knows(
    records: Mapping[str, Mapping[str, Provenance]], shards: int
) -> Callable[[str, str, str], tuple[str, str, str]]:
    """Return what turns asset, partition and version of a value into those that an event has.

    Args:
        records: Asset to partition to our record of the latest value.
        shards: How many shards documents lie in; then an event is of the shard, as it is now.
    """
    versions = {
        (asset, shard): version_of({key: records[asset][key] for key in keys})
        for asset in (BY_DOCUMENT if shards else ())
        for shard, keys in documents_of(shard_names(shards), records[asset], shards).items()
    }

    def known(asset: str, partition: str, version: str) -> tuple[str, str, str]:
        shard = partition_of(partition, shards)
        of_shard = versions.get((asset, shard))
        return (asset, shard, of_shard) if of_shard else (asset, partition, version)

    return known


def computed_by(value: Explained) -> str:
    """Say who or what made a value: people, a reader, an extractor with its model, or our code."""
    if value.asset in ROOTS:
        return PEOPLE
    engines = [str(value.facts[name]) for name in ENGINES if value.facts.get(name)]
    return " ".join(engines) or "sift_assets"


def place_of(workspace: Workspace, value: Explained) -> str:
    """Return the file that a value is, or the stored object that holds it.

    Empty where there is none: for decisions, and for the parts of a graph taken together.
    """
    if value.asset == "documents":
        return str(workspace.document_file(value.partition))
    if value.asset == "domain":
        return _domain_file(workspace)
    if value.asset == "settings":
        return str(workspace.root / SETTINGS_FILE)
    is_whole = LINEAGE[value.asset].partitioning in BY_PARTS and not value.partition
    if value.asset == "decisions" or is_whole:
        return ""
    return str(workspace.store.path_of(value.version))


def _domain_file(workspace: Workspace) -> str:
    try:
        return str(workspace.domain_file_in_force)
    except ConfigError:
        return ""  # the settings name a domain that is no more


def _told_input(
    workspace: Workspace, read: ExplainedInput, recordings: Recordings
) -> dict[str, Any]:
    return {
        "name": read.name,
        "version": read.version,
        "moved": read.moved,
        "partitions": read.partitions,
        "values": [told(workspace, value, recordings) for value in read.values],
    }
