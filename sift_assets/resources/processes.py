"""Which process did something, and whether it still lives: ids of processes are used again."""

import os
from functools import cache
from pathlib import Path
from typing import NamedTuple


class Owner(NamedTuple):
    """A process, told apart from all others before and after it.

    Attributes:
        pid: Its id.
        boot: Id of the boot of the machine; empty where the system does not tell.
        started: When it began, in the system's own ticks; empty likewise.
    """

    pid: int
    boot: str
    started: str

    @property
    def name(self) -> str:
        """All of it in one word."""
        return f"{self.pid}-{self.started}-{self.boot}"


def this_process() -> Owner:
    """Return the process that asks."""
    return _owner(os.getpid())


def is_alive(owner: Owner) -> bool:
    """Say whether a process still lives; on a machine that does not tell, whether its id does."""
    try:
        os.kill(owner.pid, 0)
    except ProcessLookupError:
        return False
    except PermissionError:
        pass
    return (owner.boot, owner.started) == (_boot_id(), _start_of(owner.pid))


@cache
def _owner(pid: int) -> Owner:
    return Owner(pid, _boot_id(), _start_of(pid))


def _boot_id() -> str:
    try:
        return Path("/proc/sys/kernel/random/boot_id").read_text(encoding="ascii").strip()
    except OSError:
        return ""


def _start_of(pid: int) -> str:
    """Return the 22nd field of the process's state; the name before it may hold spaces."""
    try:
        state = Path(f"/proc/{pid}/stat").read_text(encoding="utf-8", errors="replace")
        return state.rpartition(")")[2].split()[19]
    except (OSError, IndexError):
        return ""
