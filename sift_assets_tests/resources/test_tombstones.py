"""The file of tombstones: a line counts when it is whole, and a damaged one stops everything."""

import os
import stat
from pathlib import Path

import pytest

from sift_assets.core.errors import StoreError
from sift_assets.core.planning.tombstones import Act, Tombstone
from sift_assets.resources.tombstones import DamagedLine, Tombstones

ONE, TWO = (Tombstone(act=Act.FORGET, document="d", content=content, at="2026") for content in "12")


@pytest.fixture
def stones(tmp_path: Path) -> Tombstones:
    return Tombstones(tmp_path / "store" / "tombstones.jsonl")


def test_looking_makes_no_file(stones: Tombstones) -> None:
    assert (stones.read(), stones.barred(), stones.damaged_lines()) == ([], frozenset(), [])
    assert not stones.path.parent.exists()


def test_what_was_appended_is_read_back_and_earlier_bytes_are_not_touched(
    stones: Tombstones,
) -> None:
    stones.append([ONE])
    before = stones.path.read_bytes()
    stones.append([TWO])
    assert stones.read() == [ONE, TWO]
    assert stones.barred() == {"1", "2"}
    assert stones.path.read_bytes().startswith(before)


def test_a_line_that_a_killed_writer_began_does_not_count_and_is_no_damage(
    stones: Tombstones,
) -> None:
    whole = ONE.to_line() + TWO.to_line()
    for length in range(len(ONE.to_line()), len(whole)):
        stones.path.parent.mkdir(exist_ok=True)
        stones.path.write_bytes(whole[:length])
        assert stones.read() == [ONE]
        stones.append([TWO])
        assert stones.read() == [ONE, TWO]


def test_a_damaged_line_is_named_and_stops_whoever_asks_what_is_barred(
    stones: Tombstones,
) -> None:
    stones.append([ONE, TWO])
    data = bytearray(stones.path.read_bytes())
    data[len(ONE.to_line()) + 15] ^= 1
    stones.path.write_bytes(bytes(data))
    assert stones.damaged_lines() == [DamagedLine(stones.path, 2)]
    with pytest.raises(StoreError, match="line 2 is damaged"):
        stones.barred()


@pytest.mark.skipif(os.name != "posix", reason="permissions of another kind")
def test_a_file_that_cannot_be_written_is_an_error_with_its_reason(
    stones: Tombstones, monkeypatch: pytest.MonkeyPatch
) -> None:
    stones.append([ONE])

    def full(_descriptor: int) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(os, "fsync", full)
    with pytest.raises(StoreError, match="No space left"):
        stones.append([TWO])
    assert stat.S_ISREG(stones.path.stat().st_mode)


def test_lines_of_the_earlier_place_count_and_are_moved_by_the_next_one(tmp_path: Path) -> None:
    earlier = tmp_path / "store" / "tombstones.jsonl"
    stones = Tombstones(tmp_path / "decisions" / "tombstones.jsonl", earlier)
    Tombstones(earlier).append([ONE])
    assert (stones.read(), stones.barred()) == ([ONE], {"1"})
    assert not stones.path.exists()  # looking moves nothing
    stones.append([TWO])
    assert (stones.read(), earlier.exists()) == ([ONE, TWO], False)
    stones.moved()
    assert stones.read() == [ONE, TWO]


def test_a_move_that_is_interrupted_before_the_deletion_changes_no_meaning(tmp_path: Path) -> None:
    earlier = tmp_path / "store" / "tombstones.jsonl"
    stones = Tombstones(tmp_path / "decisions" / "tombstones.jsonl", earlier)
    Tombstones(earlier).append([ONE, TWO])
    before = earlier.read_bytes()
    stones.moved()
    stones.append([ONE.model_copy(update={"act": Act.LIFT})])
    earlier.write_bytes(before)  # as if it had not been deleted
    assert stones.barred() == {"2"}
    stones.moved()
    assert (stones.barred(), earlier.exists()) == ({"2"}, False)
