"""A reader that counts what it reads, and asks the real one once for each content."""

from pathlib import Path
from typing import Self

from sift_assets.core.text.settings import ReaderSettings
from sift_assets.resources.files import hash_file
from sift_assets.resources.readers.process import ReaderProcess
from sift_assets.resources.readers.running_child import ReadResult


class CountingReader:
    """Stands in for `ReaderProcess`; its answers are those of a real one.

    Args:
        real: Who reads a content that has not been read before.

    Attributes:
        seen: Content hash of every document that was to be read, in order.
    """

    def __init__(self, real: ReaderProcess) -> None:
        self._real = real
        self._answers: dict[tuple[str, str, str], ReadResult] = {}
        self.seen: list[str] = []

    def opened(self, _settings: ReaderSettings) -> Self:
        """Be the reader process of a run."""
        return self

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        """Stay for the next run."""

    def read(self, path: Path, settings: ReaderSettings | None = None) -> ReadResult:
        """Return what the real reader says of a file."""
        content = hash_file(path)
        self.seen.append(content)
        key = (content, path.suffix, str(settings))
        if key not in self._answers:
            self._answers[key] = self._real.read(path, settings)
        return self._answers[key]
