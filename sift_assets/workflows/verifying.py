"""Verifying everything that the project keeps, and removing what is damaged."""

import json
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from enum import StrEnum
from pathlib import Path

from sift_assets.core.planning.lineage import BY_PARTS, LINEAGE
from sift_assets.core.planning.state import Provenance
from sift_assets.core.records.record import Record
from sift_assets.resources.files import hash_file
from sift_assets.resources.workspace import Workspace
from sift_assets.workflows.collecting import manifest_of
from sift_assets.workflows.observing import INVALID
from sift_assets.workflows.written_files import WRITERS

UNSTORED = frozenset({"documents"})
"""Assets whose version is the hash of something that is kept elsewhere."""

Heads = Mapping[str, Mapping[str, str]]
"""Asset to partition (empty for none) to the latest data version in Dagster."""

Name = tuple[str, str]
"""An asset and its partition, empty for none."""


class FaultKind(StrEnum):
    """What kind of thing is wrong."""

    OBJECT = "object"
    RESULT = "result"
    PROVENANCE = "provenance"
    EXPORT = "export"
    TOMBSTONE = "tombstone"


class Fault(Record):
    """Something damaged, missing, or contradicted by something else.

    Attributes:
        kind: See `FaultKind`.
        place: The file, relative to the project; of an object that is missing, where it would lie.
        problem: What is wrong with it.
        asset: The asset that it belongs to, empty when nothing recorded needs it.
        partition: Its partition, empty for none.
        id: Hash of the object, or key of the result.
    """

    kind: FaultKind
    place: str
    problem: str
    asset: str = ""
    partition: str = ""
    id: str = ""


@dataclass
class Verification:
    """What was looked at and what was found.

    Attributes:
        checked: Kind to how many things were looked at.
        faults: What is wrong, in the order of `FaultKind`.
    """

    checked: dict[str, int] = field(default_factory=dict)
    faults: list[Fault] = field(default_factory=list)


def verify(workspace: Workspace, heads: Heads) -> Verification:
    """Look at every object, pointer, record and export; changes nothing.

    Args:
        workspace: The open project.
        heads: What Dagster says of every asset and partition that exists now.
    """
    return _Verifier(workspace, heads).verified()


def repair(workspace: Workspace, faults: list[Fault]) -> int:
    """Remove what is damaged and forget where it came from, so that the next run rebuilds it.

    Tombstones are not touched: what a damaged line barred cannot be known.

    Returns:
        How many of the faults were repaired.
    """
    by_kind = {kind: [f for f in faults if f.kind is kind] for kind in FaultKind}
    bad = {fault.id for fault in by_kind[FaultKind.OBJECT]}
    pointing = {row.key for row in workspace.store.results() if row.version in bad}
    workspace.store.remove(bad, pointing | {fault.id for fault in by_kind[FaultKind.RESULT]})
    if any(not fault.asset for fault in by_kind[FaultKind.PROVENANCE]):
        workspace.provenance.discard()
    for fault in (*by_kind[FaultKind.PROVENANCE], *by_kind[FaultKind.OBJECT]):
        if fault.asset:
            workspace.provenance.forget(fault.asset, [fault.partition])
    for fault in by_kind[FaultKind.EXPORT]:
        (workspace.root / fault.place).unlink(missing_ok=True)
    return len(faults) - len(by_kind[FaultKind.TOMBSTONE])


def _is_whole(asset: str, partition: str) -> bool:
    """Say whether a record is of all parts together, which has no value and no event of its own."""
    return LINEAGE[asset].partitioning in BY_PARTS and not partition


class _Verifier:
    """Looks at one kind of thing after the other."""

    def __init__(self, workspace: Workspace, heads: Heads) -> None:
        self._workspace, self._heads, self._store = workspace, heads, workspace.store
        self._index = workspace.provenance.faults()
        self._recorded = self._readable()
        self._sound: set[str] = set()

    def verified(self) -> Verification:
        found = Verification()
        looks = (self._objects, self._results, self._provenance, self._exports, self._tombstones)
        for kind, look in zip(FaultKind, looks, strict=True):
            count, faults = look()
            found.checked[kind.value] = count
            found.faults += faults
        return found

    def _readable(self) -> dict[str, dict[str, Provenance]]:
        """Return the provenance; none of it when any of it cannot be read."""
        if self._index:
            return {}
        return {asset: self._workspace.provenance.read(asset) for asset in LINEAGE}

    def _objects(self) -> tuple[int, list[Fault]]:
        stored = [file.version for file in self._store.objects()]
        contents = self._store.sound_ones(stored)
        self._sound = {v for v, data in zip(stored, contents, strict=True) if data is not None}
        names = self._names()
        damaged = [version for version in stored if version not in self._sound]
        missing = sorted(names.keys() - set(stored))
        faults = [
            self._object_fault(version, problem, name)
            for versions, problem in ((damaged, "does not match its hash"), (missing, "is missing"))
            for version in versions
            for name in names.get(version, [("", "")])
        ]
        return len(stored), faults

    def _object_fault(self, version: str, problem: str, name: Name) -> Fault:
        place = self._place(self._store.path_of(version))
        asset, partition = name
        return Fault(
            kind=FaultKind.OBJECT,
            place=place,
            problem=problem,
            asset=asset,
            partition=partition,
            id=version,
        )

    def _names(self) -> dict[str, list[Name]]:
        """Return object to the assets and partitions it is of: by our records, else Dagster's."""
        names: dict[str, list[Name]] = {}
        for asset, partition, version in self._values():
            names.setdefault(version, []).append((asset, partition))
            manifest = manifest_of(self._store, version) if asset == "graph_manifest" else None
            if manifest is not None:  # its parts are values of their own
                names.setdefault(manifest.rest, []).append((asset, partition))
        return names

    def _values(self) -> Iterator[tuple[str, str, str]]:
        for asset in LINEAGE:
            ours = {p: entry.version for p, entry in self._recorded.get(asset, {}).items()}
            versions = {**self._heads.get(asset, {}), **ours}
            for partition, version in versions.items():
                if version.startswith(INVALID) or _is_whole(asset, partition):
                    continue
                if asset not in UNSTORED:
                    yield asset, partition, version

    def _results(self) -> tuple[int, list[Fault]]:
        stored = {file.version for file in self._store.objects()}
        rows = list(self._store.results())
        faults: list[Fault] = []
        for row in rows:
            if row.version in stored:
                continue
            problem = "points to an object that is missing" if row.version else "is damaged"
            place = self._place(self._store.result_path(row.key))
            faults.append(Fault(kind=FaultKind.RESULT, place=place, problem=problem, id=row.key))
        return len(rows), faults

    def _provenance(self) -> tuple[int, list[Fault]]:
        place = self._place(self._workspace.provenance.path)
        wrong = [(found.asset, found.partition, found.problem) for found in self._index] or list(
            self._contradictions()
        )
        faults = [
            Fault(
                kind=FaultKind.PROVENANCE,
                place=place,
                problem=problem,
                asset=asset,
                partition=partition,
            )
            for asset, partition, problem in wrong
        ]
        return sum(map(len, self._recorded.values())), faults

    def _contradictions(self) -> Iterator[tuple[str, str, str]]:
        for asset in LINEAGE:
            ours, dagsters = self._recorded.get(asset, {}), self._heads.get(asset, {})
            for partition in sorted(ours.keys() | dagsters.keys()):
                mine, its = ours.get(partition), dagsters.get(partition, "")
                if _is_whole(asset, partition):
                    continue
                if mine is None:
                    yield asset, partition, f"Dagster has version {its[:12]}, the index has none"
                elif mine.version != its:
                    said = f"version {its[:12]}" if its else "none"
                    ours_is = mine.version[:12]
                    yield asset, partition, f"Dagster has {said}, the index has {ours_is}"

    def _exports(self) -> tuple[int, list[Fault]]:
        written = [(asset, v) for asset, _, v in self._values() if asset in WRITERS]
        found = [self._files(asset, v) for asset, v in written if v in self._sound]  # else named
        faults = [fault for _, those in found for fault in those]
        return sum(count for count, _ in found), faults

    def _files(self, asset: str, version: str) -> tuple[int, list[Fault]]:
        hashes: dict[str, str] = json.loads(self._store.get(version))
        faults: list[Fault] = []
        for name, digest in hashes.items():
            file = self._workspace.exports_folder / name
            if not file.is_file():
                problem = "is missing"
            elif hash_file(file) != digest:
                problem = "is not what was written"
            else:
                continue
            faults.append(
                Fault(
                    kind=FaultKind.EXPORT,
                    place=self._place(file),
                    problem=problem,
                    asset=asset,
                )
            )
        return len(hashes), faults

    def _tombstones(self) -> tuple[int, list[Fault]]:
        stones = self._workspace.tombstones
        damaged = stones.damaged_lines()
        faults = [
            Fault(
                kind=FaultKind.TOMBSTONE,
                place=self._place(line.path),
                problem=f"line {line.number} is damaged",
            )
            for line in damaged
        ]
        return (0 if damaged else len(stones.read())), faults

    def _place(self, path: Path) -> str:
        root = self._workspace.root
        return str(path.relative_to(root) if path.is_relative_to(root) else path)
