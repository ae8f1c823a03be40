"""One running child process that reads documents, as its parent sees it."""

import contextlib
import os
import queue
import shutil
import signal
import subprocess
import sys
import tempfile
import threading
from pathlib import Path
from typing import Any, BinaryIO, NamedTuple, cast

from sift_assets.core.errors import SiftError
from sift_assets.core.records.text import DocumentText, ReadStatus
from sift_assets.core.text import outcomes
from sift_assets.core.text.settings import ReaderSettings
from sift_assets.resources.readers.frames import read_frame, write_frame

DOCUMENTS_PER_CHILD = 200
"""Then it is replaced: parsers leak a little, and a start costs about a quarter of a second."""

TIRED_SHARE = 0.5
"""A child whose memory has ever been above this share of the limit is replaced: the next document
should not fail for what an earlier one left behind."""

START_SECONDS = 60  # a start takes well under one second; a loaded machine may need more

TIMED_OUT = "Reading took longer than allowed: raise timeout_seconds, or split the document."
NOT_STARTED = "The reading process does not start."
CRASHED = "The reader crashed on the document, twice: open it and save it again."

_KEPT_ENVIRONMENT = (
    "PATH", "HOME", "LANG", "LC_ALL", "LC_CTYPE", "PYTHONPATH", "PYTHONHOME", "VIRTUAL_ENV",
    "LD_LIBRARY_PATH", "DYLD_LIBRARY_PATH", "TESSDATA_PREFIX", "SYSTEMROOT",
)  # fmt: skip
"""All that a reader may know of the environment: no key of any service is among it."""

_CLOUD_ENVIRONMENT = ("GOOGLE_APPLICATION_CREDENTIALS", "GOOGLE_CLOUD_PROJECT", "HTTPS_PROXY")
_FEW_THREADS = {  # each thread reserves address space, which is limited
    "RAYON_NUM_THREADS": "1",
    "TOKIO_WORKER_THREADS": "1",
    "OMP_THREAD_LIMIT": "1",
    "OPENBLAS_NUM_THREADS": "1",
    "MALLOC_ARENA_MAX": "2",
}


class ReadResult(NamedTuple):
    """What came of reading one file.

    Attributes:
        content_hash: SHA-256 of the bytes that were read, which are the bytes that `text` is
            made of; empty when none were (`too_large`, no regular file, not opened).
        text: The document's text or typed status.
        transient: Whether the answer is not a function of the bytes and the settings that shape
            values (time out, crash, memory, not opened): it is not to be stored for good.
    """

    content_hash: str
    text: DocumentText
    transient: bool = False


class RunningChild:
    """One child process. Frames are taken off its output by a thread, so that waits end.

    Attributes:
        sandbox: Memory limit in MiB, and whether it has the network.
        is_spent: Whether it should be replaced before the next document.
    """

    def __init__(self, memory_megabytes: int, network: bool) -> None:
        """Start it, and wait until it has entered its sandbox.

        Raises:
            SiftError: It does not start.
        """
        self.sandbox = (memory_megabytes, network)
        self.is_spent = False
        self._documents = 0
        self._scratch = tempfile.mkdtemp(prefix="sift-reader-")
        command = [sys.executable, "-P", "-m", "sift_assets.resources.readers.child"]
        command += ["--memory", str(memory_megabytes), "--scratch", self._scratch]
        command += ["--network"] if network else []
        try:
            self._process = subprocess.Popen(  # noqa: S603 - our own interpreter and module
                command,
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                cwd=self._scratch,
                env=_environment(self._scratch, network),
                start_new_session=True,
            )
        except OSError as error:
            shutil.rmtree(self._scratch, ignore_errors=True)
            raise SiftError(NOT_STARTED, f"The system says: {type(error).__name__}.") from error
        self._input = cast("BinaryIO", self._process.stdin)
        self._output = cast("BinaryIO", self._process.stdout)
        self._frames: queue.Queue[dict[str, Any] | None] = queue.Queue()
        self._listener = threading.Thread(target=self._listen, daemon=True)
        self._listener.start()
        self._wait_until_ready()

    @property
    def pid(self) -> int:
        """Process id."""
        return self._process.pid

    @property
    def is_alive(self) -> bool:
        """Whether it has not ended."""
        return self._process.poll() is None

    def read(self, path: Path, settings: ReaderSettings) -> ReadResult | None:
        """Return the answer, None when the child died of the document."""
        # absolute, because the child works in its scratch folder
        request = {"path": str(path.absolute()), "settings": settings.model_dump(mode="json")}
        content_hash = ""
        self._documents += 1
        try:
            write_frame(self._input, request)
            while (frame := self._frames.get(timeout=settings.timeout_seconds)) is not None:
                content_hash = frame.get("content_hash", content_hash)
                if "text" in frame:
                    return self._result(frame, content_hash)
        except queue.Empty:
            self.is_spent = True
            return failed(content_hash, TIMED_OUT)
        except (OSError, KeyError, TypeError, ValueError):
            pass  # it is gone, or answers with what no reader of ours would say
        return None

    def end(self) -> None:
        """Kill the child with all that it started, and remove its scratch folder."""
        with contextlib.suppress(ProcessLookupError, PermissionError):
            os.killpg(self._process.pid, signal.SIGKILL)
        self._process.kill()
        self._process.wait()
        self._listener.join()
        for stream in (self._input, self._output):
            with contextlib.suppress(OSError):
                stream.close()
        shutil.rmtree(self._scratch, ignore_errors=True)

    def _result(self, frame: dict[str, Any], content_hash: str) -> ReadResult:
        limit = self.sandbox[0] * 1024  # KiB, as `peak`
        many = self._documents >= DOCUMENTS_PER_CHILD
        self.is_spent = many or frame.get("tired", False) or frame["peak"] > TIRED_SHARE * limit
        return ReadResult(
            content_hash=content_hash,
            text=DocumentText.model_validate(frame["text"]),
            transient=frame["transient"],
        )

    def _wait_until_ready(self) -> None:
        try:
            frame = self._frames.get(timeout=START_SECONDS)
        except queue.Empty:
            frame = None
        if frame is None:
            self.end()
            raise SiftError(
                NOT_STARTED,
                "To see why: python -m sift_assets.resources.readers.child",
            )

    def _listen(self) -> None:
        while (frame := read_frame(self._output)) is not None:
            self._frames.put(frame)
        self._frames.put(None)


def failed(content_hash: str, reason: str) -> ReadResult:
    """Return the result of a reading that did not come to its end."""
    text = outcomes.without_text(ReadStatus.UNREADABLE, reason)
    return ReadResult(content_hash=content_hash, text=text, transient=True)


def _environment(scratch: str, network: bool) -> dict[str, str]:
    kept = _KEPT_ENVIRONMENT + (_CLOUD_ENVIRONMENT if network else ())
    environment = {name: os.environ[name] for name in kept if name in os.environ}
    folders = dict.fromkeys(("TMPDIR", "KREUZBERG_CACHE_DIR", "MPLCONFIGDIR"), scratch)
    return {**environment, **_FEW_THREADS, **folders}
