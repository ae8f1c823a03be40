"""A command in a real pseudo-terminal of its own: what it shows, and keys pressed one by one."""

import fcntl
import os
import pty
import select
import signal
import subprocess
import termios
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path

from sift_assets_tests.whole.sift_process import SIFT, surroundings

SECONDS = 60
"""No panel takes as long; one that does not come must fail the test, not hold it."""


class TypedTerminal:
    """The keyboard and the screen of a running command.

    Args:
        process: The command.
        descriptor: The terminal's other end.
    """

    def __init__(self, process: subprocess.Popen[bytes], descriptor: int) -> None:
        self.process = process
        self.shown = ""
        self._descriptor = descriptor

    def press(self, keys: str) -> None:
        """Press keys at once."""
        os.write(self._descriptor, keys.encode())

    def wait_for(self, text: str) -> None:
        """Wait until a text is on the screen after all that was waited for before."""
        until = time.monotonic() + SECONDS
        while text not in self.shown:
            if not self._read(until):
                raise AssertionError(f"{text!r} was not shown: {self.shown[-2000:]}")
        self.shown = self.shown.partition(text)[2]

    def ended(self) -> int:
        """Wait for the end and return the exit code."""
        until = time.monotonic() + SECONDS
        while self._read(until):
            pass
        return self.process.wait(SECONDS)

    def _read(self, until: float) -> bool:
        """Read more of the screen; say whether there may be yet more."""
        ready, _, _ = select.select([self._descriptor], [], [], max(0.0, until - time.monotonic()))
        try:
            data = os.read(self._descriptor, 65536) if ready else b""
        except OSError:  # how Linux says that the command has closed its side
            data = b""
        self.shown += data.decode(errors="replace")
        return bool(data)


def _with_control() -> None:
    """Let Ctrl-C in the terminal reach the command, as a shell does."""
    fcntl.ioctl(0, termios.TIOCSCTTY, 0)
    signal.signal(signal.SIGINT, signal.default_int_handler)


@contextmanager
def typed(folder: Path, arguments: Sequence[str]) -> Iterator[TypedTerminal]:
    """Run `sift` in a terminal for a block; whatever is left of it is killed after."""
    ours, theirs = pty.openpty()
    process = subprocess.Popen(
        [SIFT, *arguments],
        cwd=folder,
        env=surroundings({"TERM": "xterm", "COLUMNS": "100"}),
        stdin=theirs,
        stdout=theirs,
        stderr=theirs,
        start_new_session=True,
        preexec_fn=_with_control,  # noqa: PLW1509 - as in `sift_process.started`
    )
    os.close(theirs)
    try:
        yield TypedTerminal(process, ours)
    finally:
        process.kill()
        process.wait(SECONDS)
        os.close(ours)
