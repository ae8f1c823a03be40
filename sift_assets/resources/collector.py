"""Python's collector of reference cycles, and when it is in the way."""

import gc
from collections.abc import Iterator
from contextlib import contextmanager


@contextmanager
def collector_paused() -> Iterator[None]:
    """Make many values without looking for cycles among them, which there are none.

    The collector starts whenever enough objects have been made and walks all that are alive: over
    10,000 documents that was two fifths of a look. For blocks of seconds, not for a whole run.
    """
    was_at_work = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if was_at_work:
            gc.enable()
