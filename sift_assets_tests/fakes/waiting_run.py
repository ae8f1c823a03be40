"""A run that others meet in the middle: its extractor waits at its first text until it is told.

    python -m sift_assets_tests.fakes.waiting_run PROJECT SIGNALS

does what `sift run` does, with the extractor of names. In the folder SIGNALS it makes the file
`reached` when it has come to the first extraction, and goes on when there is a file `go`.
"""

import sys
import time
from collections.abc import Sequence
from pathlib import Path

import pytest

from sift_assets.core.domain.facets import PromptFacet
from sift_assets.core.records.extraction import Extraction
from sift_assets.core.records.text import Chunk, DocumentText
from sift_assets_tests.fakes.name_extractor import NameExtractor
from sift_assets_tests.fakes.project_folder import ProjectFolder

SECONDS = 150
"""Whoever waits longer for the other has been forgotten, and must fail rather than hang."""


class WaitingExtractor(NameExtractor):
    """Finds names, but not before it is told; see `NameExtractor`.

    Args:
        signals: The folder of `reached` and `go`.
    """

    def __init__(self, signals: Path) -> None:
        super().__init__()
        self._signals = signals

    def extract(
        self, text: DocumentText, chunks: Sequence[Chunk], prompt: PromptFacet
    ) -> Extraction:
        """Say that this text has been reached, wait, and find the names in it."""
        (self._signals / "reached").touch()
        wait_for(self._signals / "go")
        return super().extract(text, chunks, prompt)


def wait_for(file: Path) -> None:
    """Wait until there is a file.

    Raises:
        TimeoutError: Nobody makes it.
    """
    deadline = time.monotonic() + SECONDS
    while not file.exists():
        if time.monotonic() > deadline:
            raise TimeoutError(file.name)
        time.sleep(0.02)


def main(root: Path, signals: Path) -> int:
    """Run the project; return 0 when all is well."""
    extractor = WaitingExtractor(signals)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("sift_assets.defs.document_run.open_extractor", lambda *_: extractor)
        with ProjectFolder(root).opened() as project:
            return 0 if project.run().succeeded else 1


if __name__ == "__main__":
    sys.exit(main(Path(sys.argv[1]), Path(sys.argv[2])))
