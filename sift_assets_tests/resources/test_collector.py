"""Pausing the collector of cycles: it works again afterwards, whatever happened in between."""

import gc

import pytest

from sift_assets.core.errors import StoreError
from sift_assets.resources.collector import collector_paused


def test_the_collector_rests_for_a_block_and_works_again_after_it() -> None:
    with collector_paused():
        assert not gc.isenabled()
        with collector_paused():
            assert not gc.isenabled()
        assert not gc.isenabled()  # the outer block is not over
    assert gc.isenabled()


def test_an_error_in_the_block_does_not_leave_it_at_rest() -> None:
    with pytest.raises(StoreError), collector_paused():
        raise StoreError("the disk is full")
    assert gc.isenabled()


def test_who_has_turned_it_off_keeps_it_off() -> None:
    gc.disable()
    try:
        with collector_paused():
            pass
        assert not gc.isenabled()
    finally:
        gc.enable()
