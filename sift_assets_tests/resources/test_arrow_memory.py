"""Where Arrow takes memory from."""

import pyarrow as pa

from sift_assets.resources.arrow_memory import FRUGAL, use_frugal_allocator


def test_tables_take_their_memory_from_an_allocator_that_gives_it_back() -> None:
    before = pa.default_memory_pool()
    try:
        use_frugal_allocator()
        frugal = {FRUGAL} & set(pa.supported_memory_backends()) or {"system"}
        assert pa.default_memory_pool().backend_name in frugal
    finally:
        pa.set_memory_pool(before)
