"""What questions that are asked at the same time share, whichever documents they are about.

Places for calls, so that many short documents are asked about at once as well as one long one;
what is being asked, so that equal questions share one call; and the end of all asking.
"""

import threading
from collections.abc import Callable, Generator, Sequence
from concurrent.futures import Future, ThreadPoolExecutor, wait
from contextlib import contextmanager
from typing import TypeVar

from sift_assets.core.errors import SiftError

ResultT = TypeVar("ResultT")


class SharedCalls:
    """Places for calls and what is known of them, for the length of a run. Safe from threads.

    Args:
        concurrency: Calls at a time. Their threads begin with the first calls and end with this.
    """

    def __init__(self, concurrency: int) -> None:
        self.concurrency = concurrency
        self._pool = ThreadPoolExecutor(concurrency, thread_name_prefix="language-model")
        self._asking: dict[str, threading.Lock] = {}
        self._failed: dict[str, Exception] = {}
        self._ended_by: SiftError | None = None

    def made(self, calls: Sequence[Callable[[], ResultT]]) -> list[ResultT]:
        """Make calls in the places, as many at a time as there are; results in their order.

        Not to be called from such a place itself.

        Raises:
            BaseException: What a call raised, once the others under way have ended; those that
                have not begun are not made.
        """
        futures = [self._pool.submit(call) for call in calls]
        try:
            return [future.result() for future in futures]
        except BaseException:
            _called_off(futures)
            raise

    def close(self) -> None:
        """End the threads of the places, when nothing is asked any more."""
        self._pool.shutdown()

    @contextmanager
    def asking(self, key: str) -> Generator[None]:
        """Ask a question alone: of equal ones the second finds what the first was answered.

        Raises:
            Exception: What the same question was noted to have failed by.
        """
        with self._asking.setdefault(key, threading.Lock()):
            if key in self._failed:
                raise self._failed[key]
            yield

    def note_failed(self, key: str, failure: Exception) -> None:
        """Have a question fail for everybody who asks it from here on.

        So equal chunks of one run meet with the same, whichever of them was the first.
        """
        self._failed[key] = failure

    def end(self, error: SiftError) -> None:
        """Let no further call begin, for any document; the first reason stays."""
        self._ended_by = self._ended_by or error

    def check(self) -> None:
        """Make sure that calls may still begin.

        Raises:
            SiftError: What ended all asking.
        """
        if self._ended_by is not None:
            raise self._ended_by


def _called_off(futures: Sequence[Future[ResultT]]) -> None:
    """Take back what has not begun, and wait for the rest: what is answered will be kept."""
    wait([future for future in futures if not future.cancel()])
