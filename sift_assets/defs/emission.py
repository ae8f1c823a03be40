"""Turning outcomes into Dagster events that carry version and provenance per partition.

Dagster copies one data version to every partition of a range run and adds no provenance to the
events that we emit ourselves, so both are written here, by hand and for every asset alike.
"""

from base64 import b64encode
from collections.abc import Iterable, Mapping, Sequence
from typing import Any

import dagster as dg

from sift_assets.core.planning.lineage import DECLARED, Partitioning
from sift_assets.core.planning.state import Provenance
from sift_assets.resources.dagster_internals import (
    CODE_VERSION_TAG,
    DATA_VERSION_TAG,
    INPUT_POINTER_TAG,
    INPUT_VERSION_TAG,
    USER_VERSION_TAG,
    Head,
    head,
    partition_heads,
)
from sift_assets.workflows.findings import CheckFinding
from sift_assets.workflows.outcome import Outcome

_HASH_SHOWN = 12
"""Digits of a content hash shown to people."""


class ParentHeads:
    """The latest events of an asset's parents, read once before its inputs are read.

    The order matters: a parent that changes between the two reads must look newer than what the
    provenance says, never older.

    Args:
        instance: Dagster's instance.
        asset: The asset whose parents are wanted.
        keys: Its partitions, for parents that are partitioned alike.
    """

    def __init__(self, instance: dg.DagsterInstance, asset: str, keys: Iterable[str] = ()) -> None:
        self._heads: dict[str, dict[str, Head]] = {}
        wanted = list(keys)
        for parent in DECLARED[asset].inputs:
            partitioning = DECLARED[parent.asset].partitioning
            partitions = list(parent.partitions) or wanted
            if partitions and partitioning is not Partitioning.NONE:
                self._heads[parent.asset] = partition_heads(instance, parent.asset, partitions)
            else:  # who reads all partitions has seen everything up to the latest event
                found = head(instance, parent.asset)
                self._heads[parent.asset] = {"": found} if found else {}

    def pointer(self, parent: str, partition: str) -> str:
        """Return the storage id that provenance of a partition points to, `NULL` when none."""
        heads = self._heads.get(parent, {})
        own = heads.get(partition) or heads.get("")
        if own is not None:
            return str(own.storage_id)
        return str(max((found.storage_id for found in heads.values()), default="NULL"))


def event(
    outcome: Outcome, parents: ParentHeads | None = None, seconds: float | None = None
) -> dg.AssetMaterialization:
    """Return the materialization of one outcome, with version, provenance and metadata."""
    return dg.AssetMaterialization(
        outcome.asset,
        partition=outcome.partition or None,
        tags=tags(outcome.asset, outcome.partition, outcome.provenance, parents),
        metadata=metadata(outcome, seconds),
    )


def result(outcome: Outcome, seconds: float) -> dg.MaterializeResult:
    """Return the result of an unpartitioned asset; Dagster adds the provenance itself."""
    return dg.MaterializeResult(
        asset_key=outcome.asset,
        data_version=dg.DataVersion(outcome.provenance.version),
        metadata=metadata(outcome, seconds),
    )


def check_result(
    asset: str,
    name: str,
    finding: CheckFinding,
    severity: dg.AssetCheckSeverity = dg.AssetCheckSeverity.WARN,
) -> dg.AssetCheckResult:
    """Return the result of an asset check; its table names what is wrong."""
    shown: dict[str, Any] = {"checked": finding.checked, **finding.facts}
    if finding.rows:
        shown["findings"] = dg.MetadataValue.table(_records(finding.rows))
    return dg.AssetCheckResult(
        asset_key=asset,
        check_name=name,
        passed=finding.passed,
        severity=severity,
        description=finding.summary,
        metadata=shown,
    )


def _records(rows: Sequence[Mapping[str, str]]) -> list[dg.TableRecord]:
    """Return rows as Dagster wants them, all with the same fields: what one lacks is empty."""
    columns = dict.fromkeys(name for row in rows for name in row)
    return [dg.TableRecord({name: row.get(name, "") for name in columns}) for row in rows]


def tags(
    asset: str, partition: str, provenance: Provenance, parents: ParentHeads | None
) -> dict[str, str]:
    """Return the tags by which Dagster tells whether a partition is stale."""
    found = {
        DATA_VERSION_TAG: provenance.version,
        CODE_VERSION_TAG: provenance.code_version,
        USER_VERSION_TAG: "true",
    }
    for parent in DECLARED[asset].inputs:
        version = _input_version(provenance.inputs, parent.asset)
        found[INPUT_VERSION_TAG + parent.asset] = version
        if parents is not None:
            found[INPUT_POINTER_TAG + parent.asset] = parents.pointer(parent.asset, partition)
    return found


def metadata(outcome: Outcome, seconds: float | None = None) -> dict[str, Any]:
    """Return what the UI shows of an outcome: facts, tables, files, pictures. No document text.

    Args:
        outcome: Facts without a value are left out.
        seconds: How long it took, when it was measured.
    """
    facts = outcome.provenance.facts.items()
    shown: dict[str, Any] = {name: value for name, value in facts if value != ""}
    if seconds is not None:
        shown["seconds"] = round(seconds, 3)
    shown["found_in_store"] = outcome.hit
    shown["content_hash"] = outcome.provenance.version[:_HASH_SHOWN]
    for name, path in outcome.files.items():
        shown[name] = dg.MetadataValue.path(str(path))  # a store elsewhere has no `Path`
    for name, png in outcome.pictures.items():
        image = b64encode(png).decode()
        shown[name] = dg.MetadataValue.md(f"![{name}](data:image/png;base64,{image})")
    for name, rows in outcome.tables.items():
        if rows:
            shown[name] = dg.MetadataValue.table([dg.TableRecord(row) for row in rows])
    return shown


def _input_version(inputs: Mapping[str, str], parent: str) -> str:
    named = [v for name, v in sorted(inputs.items()) if name.partition("[")[0] == parent]
    return "+".join(version for version in named) if named else ""
