"""Both sides of a delivery are written whole, and removed without a trace."""

from pathlib import Path

import pytest

from sift_assets.core.errors import StoreError
from sift_assets.core.records.record import content_hash
from sift_assets.resources.second_root import SeatMarks, SecondRoot
from sift_assets_tests.fakes.fault_counter import FaultCounter, faulty
from sift_assets_tests.fakes.promoting_project import PromotingProject


def test_a_document_is_there_as_it_was_delivered_or_it_is_not(tmp_path: Path) -> None:
    root = SecondRoot(tmp_path)
    assert not root.holds("i1", content_hash(b""))
    digest = root.write("i1", b"text")
    assert root.holds("i1", digest)
    assert not root.holds("i1", "")
    root.path("i1").write_bytes(b"other")
    assert not root.holds("i1", digest)


def test_the_folder_goes_with_its_last_document(tmp_path: Path) -> None:
    root = SecondRoot(tmp_path)
    root.write("i1", b"one")
    root.write("i2", b"two")
    root.remove("i1")
    assert [path.name for path in root.folder.iterdir()] == ["i2.md"]
    root.remove("i2")
    root.remove("i2")
    assert not root.folder.exists()


@pytest.mark.parametrize("kind", ["write", "fsync", "rename"])
def test_a_fault_leaves_nothing_half(tmp_path: Path, kind: str) -> None:
    root = SecondRoot(tmp_path)
    with faulty(FaultCounter(kind, 1)), pytest.raises(StoreError):
        root.write("i1", b"text")
    assert list(root.folder.iterdir()) == []


def test_the_mark_of_a_seat_lies_with_the_seat(tmp_path: Path) -> None:
    seat = PromotingProject.at(tmp_path).seat("ada")
    marks = SeatMarks(seat)
    marks.write("i1", "d1")
    assert marks.path("i1").read_bytes() == b'{"decision":"d1","item":"i1"}'
    assert marks.path("i1").is_relative_to(tmp_path / ".sift/seats/ada")
    marks.remove("i1")
    assert not marks.folder.exists()
