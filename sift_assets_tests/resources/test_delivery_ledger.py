"""The ledger of promotion: one row of each content and target, durable, and made by no reader."""

import sqlite3
from pathlib import Path

import pytest

from sift_assets.core.errors import StoreError
from sift_assets.core.promotion.delivered import DeliveryState
from sift_assets.resources.delivery_ledger import DeliveryLedger
from sift_assets_tests.core.promotion.promotion_examples import delivery, entry
from sift_assets_tests.fakes.fault_counter import FaultCounter, faulty


def test_reading_makes_no_file(tmp_path: Path) -> None:
    ledger = DeliveryLedger(tmp_path)
    assert ledger.items() == ()
    assert ledger.deliveries() == ()
    assert ledger.of("t1") is None
    ledger.enter([])
    ledger.put()
    assert list(tmp_path.iterdir()) == []


def test_what_is_written_is_there_for_the_next_process(shared_folder: Path) -> None:
    one, other = entry("i1"), entry("i2", content="t2")
    DeliveryLedger(shared_folder).enter([other, one])
    DeliveryLedger(shared_folder).put(delivery(one, DeliveryState.DELIVERING))
    again = DeliveryLedger(shared_folder)
    assert again.items() == (one, other)
    assert again.of("t1") == delivery(one, DeliveryState.DELIVERING)
    assert again.of("t2") is None


def test_there_is_one_row_of_a_content_and_target_whoever_brings_it(tmp_path: Path) -> None:
    ledger = DeliveryLedger(tmp_path)
    first, second = entry("i1"), entry("i2")  # the same content of two candidates
    ledger.put(delivery(first, DeliveryState.FAILED))
    ledger.put(delivery(second, DeliveryState.DELIVERED))
    (row,) = ledger.deliveries()
    assert (row.item, row.state) == ("i2", DeliveryState.DELIVERED)
    ledger.put(delivery(first, DeliveryState.DELIVERED, target="elsewhere"))
    assert len(ledger.deliveries()) == 2
    with sqlite3.connect(ledger.path) as connection:
        (unique,) = connection.execute(
            "SELECT COUNT(*) FROM pragma_index_list('deliveries') WHERE \"unique\""
        ).fetchone()
    connection.close()
    assert unique == 1


def test_a_write_that_fails_leaves_what_was_there(tmp_path: Path) -> None:
    ledger = DeliveryLedger(tmp_path)
    before = delivery(entry(), DeliveryState.DELIVERING)
    ledger.put(before)
    with faulty(FaultCounter("commit", 1)), pytest.raises(StoreError, match="nothing is delivered"):
        ledger.put(delivery(entry(), DeliveryState.DELIVERED))
    assert ledger.deliveries() == (before,)


def test_a_damaged_or_newer_file_is_refused(tmp_path: Path) -> None:
    ledger = DeliveryLedger(tmp_path)
    ledger.enter([entry()])
    connection = sqlite3.connect(ledger.path)
    connection.execute("PRAGMA user_version = 99")
    connection.close()
    for use in (ledger.items, lambda: ledger.enter([entry()])):
        with pytest.raises(StoreError, match="newer version"):
            use()
    ledger.path.write_bytes(b"no database at all" * 100)
    for use in (ledger.deliveries, lambda: ledger.put(delivery(entry(), DeliveryState.FAILED))):
        with pytest.raises(StoreError, match="cannot be used"):
            use()
