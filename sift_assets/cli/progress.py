"""A progress bar over the documents of a run, on standard error."""

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Protocol

from sift_assets.workflows.progress import listening


class Progress(Protocol):
    """What a long command tells of its work."""

    def begin(self, what: str, total: int) -> None:
        """Say what is done now, and how many steps it takes (0: unknown)."""
        ...


@contextmanager
def shown_progress(*, quiet: bool) -> Iterator[Progress]:
    """Show a bar while the block runs; nothing when quiet or when nobody watches."""
    from rich.console import Console
    from rich.progress import (
        BarColumn,
        MofNCompleteColumn,
        SpinnerColumn,
        TextColumn,
        TimeElapsedColumn,
    )
    from rich.progress import Progress as Bar

    columns = (
        SpinnerColumn(),
        TextColumn("{task.description}"),
        BarColumn(),
        MofNCompleteColumn(),
        TimeElapsedColumn(),
    )
    console = Console(stderr=True)
    unseen = quiet or not console.is_terminal
    with Bar(*columns, console=console, transient=True, disable=unseen) as bar:
        task = bar.add_task("Looking", total=None)

        class Shown:
            def begin(self, what: str, total: int) -> None:
                bar.reset(task, description=what, total=total or None)

        with listening(lambda: bar.advance(task)):
            yield Shown()
