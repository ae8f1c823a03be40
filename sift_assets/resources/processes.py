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
    return is_in_use(owner.pid) and (owner.boot, owner.started) == (
        boot_id(),
        _start_of(owner.pid),
    )


def is_in_use(pid: int) -> bool:
    """Say whether any process has an id now."""
    try:
        os.kill(pid, 0)
    except ProcessLookupError:
        return False
    except PermissionError:
        return True
    return True


def boot_id() -> str:
    """Return the id of this boot of the machine; empty where the system does not tell."""
    try:
        return Path("/proc/sys/kernel/random/boot_id").read_text(encoding="ascii").strip()
    except OSError:
        return ""


@cache
def _owner(pid: int) -> Owner:
    return Owner(pid, boot_id(), _start_of(pid))


def _start_of(pid: int) -> str:
    """Return the 22nd field of the process's state; the name before it may hold spaces."""
    try:
        state = Path(f"/proc/{pid}/stat").read_text(encoding="utf-8", errors="replace")
        return state.rpartition(")")[2].split()[19]
    except (OSError, IndexError):
        return ""
