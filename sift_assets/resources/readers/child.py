"""The reading process: reads one document after another until its parent goes away.

Started as `python -P -m sift_assets.resources.readers.child`. It imports neither Dagster nor the
parent's main module. Requests come on standard input, answers go to what was standard output.
"""

import contextlib
import hashlib
import os
import queue
import re
import shutil
import signal
import stat
import threading
from argparse import ArgumentParser, Namespace
from collections.abc import Callable
from pathlib import Path
from typing import Any, BinaryIO

from sift_assets.core.records.text import DocumentText, ReadStatus
from sift_assets.core.text import outcomes
from sift_assets.core.text.settings import ReaderSettings
from sift_assets.resources.readers.frames import read_frame, write_frame
from sift_assets.resources.readers.sandbox import leave_network, limit_resources

ALARM_FACTOR, ALARM_SECONDS = 2, 5
"""The parent kills this process at the time limit. Should the parent be gone and a parser hold
the interpreter, the kernel's alarm does it: at twice the limit and five seconds."""

OUT_OF_MEMORY = "Reading took more memory than allowed: raise memory_megabytes."
NOT_OPENED = "The document cannot be opened"


def main() -> None:
    """Enter the sandbox, say so, then serve requests until the parent goes away."""
    arguments = _arguments()
    requests = os.fdopen(os.dup(0), "rb")
    answers = os.fdopen(os.dup(1), "wb")
    limit_resources(arguments.memory)
    network = "open" if arguments.network else leave_network()
    write_frame(answers, {"ready": True, "network": network})
    _silence()
    waiting: queue.Queue[dict[str, Any]] = queue.Queue()
    watcher = threading.Thread(target=_watch, args=(requests, waiting, arguments.scratch))
    watcher.daemon = True
    watcher.start()
    while True:
        _serve(waiting.get(), answers)


def _arguments() -> Namespace:
    parser = ArgumentParser(description=__doc__)
    parser.add_argument("--memory", type=int, required=True)
    parser.add_argument("--network", action="store_true")
    parser.add_argument("--scratch", required=True)
    return parser.parse_args()


def _silence() -> None:
    """Native libraries write to these, and what they write may be text of the document."""
    nowhere = os.open(os.devnull, os.O_RDWR)
    for stream in (0, 1, 2):
        os.dup2(nowhere, stream)


def _watch(requests: BinaryIO, waiting: "queue.Queue[dict[str, Any]]", scratch: str) -> None:
    """Hand on requests; when the parent is gone, end this process and all that it started."""
    while (message := read_frame(requests)) is not None:
        waiting.put(message)
    shutil.rmtree(scratch, ignore_errors=True)
    with contextlib.suppress(OSError):
        os.killpg(0, signal.SIGKILL)
    os._exit(1)


def _serve(request: dict[str, Any], answers: BinaryIO) -> None:
    settings = ReaderSettings.model_validate(request["settings"])

    def progress() -> None:
        _set_alarm(settings.timeout_seconds)
        write_frame(answers, {"progress": True})

    _set_alarm(settings.timeout_seconds)
    try:
        answer = _read(request["path"], settings, progress, answers)
    except MemoryError:
        text = outcomes.without_text(ReadStatus.UNREADABLE, OUT_OF_MEMORY)
        answer = {"text": text.model_dump(mode="json"), "transient": True, "tired": True}
    signal.setitimer(signal.ITIMER_REAL, 0)
    write_frame(answers, {**answer, "peak": _peak_memory()})


def _peak_memory() -> int:
    """Return the most memory ever resident, in KiB, 0 where the system does not tell.

    Not from `getrusage`: there Linux counts what the parent had when it started this process.
    """
    try:
        status = Path("/proc/self/status").read_text("ascii", "replace")
    except OSError:
        return 0
    found = re.search(r"VmHWM:\s*(\d+)", status)
    return int(found.group(1)) if found else 0


def _set_alarm(timeout_seconds: float) -> None:
    signal.setitimer(signal.ITIMER_REAL, ALARM_FACTOR * timeout_seconds + ALARM_SECONDS)


def _read(
    path: str, settings: ReaderSettings, progress: Callable[[], None], answers: BinaryIO
) -> dict[str, Any]:
    data = _bytes_of(path, settings)
    if isinstance(data, DocumentText):
        transient = data.reason.startswith(NOT_OPENED)
        return {"text": data.model_dump(mode="json"), "transient": transient}
    # sent at once, so that it is known even if reading kills this process
    write_frame(answers, {"content_hash": hashlib.sha256(data).hexdigest()})
    from sift_assets.resources.readers.reading import read_bytes

    text = read_bytes(data, Path(path).name, settings, progress)
    return {"text": text.model_dump(mode="json"), "transient": False}


def _bytes_of(path: str, settings: ReaderSettings) -> bytes | DocumentText:
    """Return the bytes of a regular file within the limit of size, or why there are none."""
    most = int(settings.max_megabytes * 1_000_000)
    try:
        if not stat.S_ISREG(Path(path).stat().st_mode):  # opening a device may do something
            return outcomes.without_text(ReadStatus.UNSUPPORTED, outcomes.NOT_A_FILE)
        # should it have become a pipe since, opening it must not wait for a writer
        with os.fdopen(os.open(path, os.O_RDONLY | os.O_NONBLOCK), "rb") as file:
            size = os.fstat(file.fileno()).st_size
            data = file.read(most + 1) if size <= most else b""
    except (OSError, ValueError) as error:
        reason = f"{NOT_OPENED} ({type(error).__name__}): look at its permissions."
        return outcomes.without_text(ReadStatus.UNREADABLE, reason)
    if size > most or len(data) > most:
        return outcomes.too_large(settings.max_megabytes)
    return data


if __name__ == "__main__":
    main()
