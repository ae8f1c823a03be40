"""Working where an event loop runs, as in a notebook.

Dagster runs loops of its own for a while, and a thread can run only one.
"""

import asyncio
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import TypeVar

ResultT = TypeVar("ResultT")


def beside_loops(work: Callable[[], ResultT]) -> ResultT:
    """Do some work here, or in a thread of its own where this one runs an event loop.

    The loop waits meanwhile, as it does for every function that is not asynchronous.
    """
    try:
        asyncio.get_running_loop()
    except RuntimeError:
        return work()
    with ThreadPoolExecutor(max_workers=1, thread_name_prefix="sift") as own:
        return own.submit(work).result()
