"""Reading documents in a child process that is used again, watched, and replaced."""

import threading
from pathlib import Path
from typing import Self

from sift_assets.core.text.settings import CLOUD_ENGINES, ReaderSettings
from sift_assets.resources.readers.ocr.engines import check_engine
from sift_assets.resources.readers.running_child import CRASHED, ReadResult, RunningChild, failed


class ReaderProcess:
    """Reads documents in a child process; a context manager, safe to share between threads.

    The child is started when it is first needed. It is replaced after a number of documents, a
    time out, a crash or much memory, and ends when this process does, however that ends.
    """

    def __init__(self, settings: ReaderSettings | None = None) -> None:
        """Prepare to read.

        Args:
            settings: Used by `read` unless it is given others.
        """
        self._settings = settings or ReaderSettings()
        self._lock = threading.Lock()
        self._child: RunningChild | None = None

    def __enter__(self) -> Self:
        """Return the reader."""
        return self

    def __exit__(self, *_: object) -> None:
        """End the child."""
        self.close()

    def close(self) -> None:
        """End the child, if there is one; reading again starts another."""
        with self._lock:
            self._end_child()

    def read(self, path: Path, settings: ReaderSettings | None = None) -> ReadResult:
        """Read one document.

        Args:
            path: Of the file. Symbolic links are followed.
            settings: Instead of those of this object.

        Raises:
            MissingEngineError: The OCR engine that was asked for is not installed.
            ConfigError: It is a cloud engine and `ocr_cloud` is not set.
            SiftError: The child process cannot be started.
        """
        settings = settings or self._settings
        check_engine(settings)
        with self._lock:
            result = self._try(path, settings)
            # a crash may be an accident (killed from outside): a fresh child tells
            return result or self._try(path, settings) or failed("", CRASHED)

    @property
    def pid(self) -> int:
        """Process id of the child, 0 when there is none."""
        return self._child.pid if self._child else 0

    def _try(self, path: Path, settings: ReaderSettings) -> ReadResult | None:
        child = self._ready_child(settings)
        try:
            result = child.read(path, settings)
        except BaseException:  # an interrupt must not leave a child in the middle of an answer
            self._end_child()
            raise
        if result is None or child.is_spent:
            self._end_child()
        return result

    def _ready_child(self, settings: ReaderSettings) -> "RunningChild":
        sandbox = (settings.memory_megabytes, _needs_network(settings))
        if self._child and (self._child.sandbox != sandbox or not self._child.is_alive):
            self._end_child()
        if self._child is None:
            self._child = RunningChild(*sandbox)
        return self._child

    def _end_child(self) -> None:
        if self._child is not None:
            self._child.end()
            self._child = None


def read_document(path: Path, settings: ReaderSettings | None = None) -> ReadResult:
    """Read one document in a process of its own; for many, share a `ReaderProcess`.

    Args:
        path: Of the file.
        settings: How to read.

    Raises:
        MissingEngineError: The OCR engine that was asked for is not installed.
        ConfigError: It is a cloud engine and `ocr_cloud` is not set.
        SiftError: The child process cannot be started.
    """
    with ReaderProcess(settings) as reader:
        return reader.read(path)


def _needs_network(settings: ReaderSettings) -> bool:
    return settings.ocr and settings.ocr_cloud and settings.ocr_engine in CLOUD_ENGINES
