"""An extractor of a few lines, which leaves a trace in the project and waits when told.

Each call adds a line to `calls.log`. A text with the word `WAITS` makes the file `waiting` and is
answered once there is no file `gate`.
"""

import hashlib
import time
from collections.abc import Sequence
from pathlib import Path

from sift_assets.core.domain.facets import PromptFacet
from sift_assets.core.records.extraction import Extraction
from sift_assets.core.records.text import Chunk, DocumentText
from sift_assets_tests.fakes.steered_extractor import SteeredExtractor

WAITS = "WAITS"
CALLS, GATE, WAITING = "calls.log", "gate", "waiting"
"""Files in the project's folder, which is the working directory of every process of Dagster's."""


class TracedExtractor(SteeredExtractor):
    """Finds names; see `SteeredExtractor`."""

    def extract(
        self, text: DocumentText, chunks: Sequence[Chunk], prompt: PromptFacet
    ) -> Extraction:
        """Leave a trace, wait when the text says so, and find the names in it."""
        if WAITS in text.text:
            Path(WAITING).touch()
            while Path(GATE).exists():
                time.sleep(0.02)
        with Path(CALLS).open("a", encoding="utf-8") as calls:
            calls.write(hashlib.sha256(text.text.encode()).hexdigest() + "\n")
        return super().extract(text, chunks, prompt)
