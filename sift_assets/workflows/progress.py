"""Telling whoever watches that one more document is done; by default nobody does."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from contextvars import ContextVar

_listener: ContextVar[Callable[[], None] | None] = ContextVar("listener", default=None)


@contextmanager
def listening(on_step: Callable[[], None]) -> Iterator[None]:
    """Call a function at every step of a workflow inside the block."""
    token = _listener.set(on_step)
    try:
        yield
    finally:
        _listener.reset(token)


def step_done() -> None:
    """Say that one step is done."""
    listener = _listener.get()
    if listener is not None:
        listener()
