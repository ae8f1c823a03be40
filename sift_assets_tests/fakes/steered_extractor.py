"""An extractor whose answers depend on the domain, and which falls over when it is told to."""

from collections.abc import Sequence

from sift_assets.core.domain.facets import PromptFacet
from sift_assets.core.records.extraction import Extraction
from sift_assets.core.records.text import Chunk, DocumentText
from sift_assets_tests.fakes.name_extractor import NameExtractor

CAREFUL = "careful"
"""In the context of a domain it makes every relation certain; any other context changes nothing,
so that both an edit that moves values and one that does not can be made."""

CERTAIN = 0.95


class FellOverError(RuntimeError):
    """The extractor was told to fail."""


class SteeredExtractor(NameExtractor):
    """Finds names; see `NameExtractor`.

    Attributes:
        seen: The text of every call that was answered.
        failures: How many of the next calls fail before they are answered.
    """

    def __init__(self) -> None:
        super().__init__()
        self.failures = 0

    def extract(
        self, text: DocumentText, chunks: Sequence[Chunk], prompt: PromptFacet
    ) -> Extraction:
        """Find the names and who works for whom."""
        if self.failures:
            self.failures -= 1
            raise FellOverError("told to")
        found = super().extract(text, chunks, prompt)
        if CAREFUL not in prompt.context:
            return found
        certain = [r.model_copy(update={"confidence": CERTAIN}) for r in found.relations]
        return found.model_copy(update={"relations": tuple(certain)})
