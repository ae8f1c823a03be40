"""What the reading process gives up before it sees a document: memory, network, core files.

Every step is taken where the system allows it; what was refused is reported, not hidden.
"""

import ctypes
import sys
from typing import Any

MOST_OPEN_FILES = 256
LARGEST_FILE = 512_000_000  # bytes that a parser may write to its scratch folder
_CLONE_NEWUSER, _CLONE_NEWNET = 0x10000000, 0x40000000
_NETWORK_EVENTS = frozenset(
    f"socket.{name}"
    for name in ("connect", "bind", "sendto", "sendmsg", "getaddrinfo", "gethostbyname")
)


def limit_resources(memory_megabytes: int) -> None:
    """Bound the address space (MiB), the size of files and their number; no core files."""
    try:
        import resource
    except ModuleNotFoundError:  # Windows: only the time limit of the parent holds there
        return
    memory = memory_megabytes * 1024 * 1024
    for kind, amount in (
        (resource.RLIMIT_AS, memory),
        (resource.RLIMIT_FSIZE, LARGEST_FILE),
        (resource.RLIMIT_NOFILE, MOST_OPEN_FILES),
        (resource.RLIMIT_CORE, 0),
    ):
        _, hard = resource.getrlimit(kind)
        bound = amount if hard == resource.RLIM_INFINITY else min(amount, hard)
        try:
            resource.setrlimit(kind, (bound, bound))
        except (ValueError, OSError):
            continue  # macOS refuses to bound the address space


def leave_network() -> str:
    """Give up the network for this process and all that it starts.

    A network namespace of its own has no way out, for native code too. Where the system does not
    grant one, Python's sockets alone are blocked.

    Returns:
        `namespace` or `python`.
    """
    sys.addaudithook(_refuse_network)
    return "namespace" if sys.platform == "linux" and _new_namespace() else "python"


def _new_namespace() -> bool:
    unshare = ctypes.CDLL(None).unshare
    # root needs no user namespace, and would lose access to files in one
    return unshare(_CLONE_NEWNET) == 0 or unshare(_CLONE_NEWUSER | _CLONE_NEWNET) == 0


def _refuse_network(event: str, _: tuple[Any, ...]) -> None:
    if event in _NETWORK_EVENTS:
        raise PermissionError("readers have no network")
