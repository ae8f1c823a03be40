"""Verifying: what each fault is called, and which of them a repair can mend."""

from sift_assets.core.planning.tombstones import Act, Tombstone
from sift_assets.workflows.verifying import Fault, FaultKind, repair, verify
from sift_assets_tests.fakes.project_folder import ProjectFolder


def test_a_value_is_named_by_dagster_when_our_own_index_is_gone(built: ProjectFolder) -> None:
    workspace, heads = built.workspace, built.compare().recorded.heads
    version = heads["extractions"]["notes.md"]
    workspace.store.path_of(version).write_bytes(b"damaged")
    workspace.provenance.discard()
    found = verify(workspace, heads)
    objects = [fault for fault in found.faults if fault.kind is FaultKind.OBJECT]
    assert [(f.asset, f.partition, f.id) for f in objects] == [("extractions", "notes.md", version)]
    others = {fault.problem.partition(" version ")[0] for fault in found.faults} - {
        objects[0].problem
    }
    assert others == {"Dagster has"}


def test_a_value_that_dagster_never_heard_of_is_named(built: ProjectFolder) -> None:
    workspace, heads = built.workspace, built.compare().recorded.heads
    without = {asset: dict(versions) for asset, versions in heads.items()}
    del without["corpus"][""]
    (fault,) = verify(workspace, without).faults
    assert (fault.kind, fault.asset, fault.partition) == (FaultKind.PROVENANCE, "corpus", "")
    assert fault.problem.startswith("Dagster has none")


def test_a_damaged_tombstone_is_not_repaired_and_everything_else_is(built: ProjectFolder) -> None:
    workspace, heads = built.workspace, built.compare().recorded.heads
    workspace.tombstones.append([Tombstone(act=Act.LIFT, document="d", content="c", at="")])
    assert verify(workspace, heads).checked["tombstone"] == 1
    workspace.tombstones.path.write_bytes(b"{}\n")
    export = next((built.root / "exports").glob("*.json"))
    export.unlink()
    faults = verify(workspace, heads).faults
    assert [fault.kind for fault in faults] == [FaultKind.EXPORT, FaultKind.TOMBSTONE]
    assert repair(workspace, faults) == 1
    assert [line.number for line in workspace.tombstones.damaged_lines()] == [1]


def test_a_repair_of_nothing_changes_nothing(built: ProjectFolder) -> None:
    assert repair(built.workspace, []) == 0
    loose = Fault(kind=FaultKind.RESULT, place="", problem="is damaged", id="0" * 64)
    assert repair(built.workspace, [loose]) == 1
    assert built.plan().nothing_to_do
