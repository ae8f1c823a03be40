"""An extractor whose answers depend on domain and model, and which falls over when told to."""

from collections.abc import Sequence
from typing import Self

from sift_assets.core.domain.facets import PromptFacet
from sift_assets.core.records.extraction import Extraction
from sift_assets.core.records.text import Chunk, DocumentText
from sift_assets.core.settings.model import LOCAL_MODEL, Settings
from sift_assets_tests.fakes.name_extractor import NameExtractor

CAREFUL = "careful"
"""In the context of a domain it makes every relation certain; any other context changes nothing,
so that both an edit that moves values and one that does not can be made."""

CERTAIN = 0.95


PEOPLE_ONLY = "local/people"
"""A model that knows people only: no firm, and nobody who works for one. Any other knows both."""


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
        self._model = LOCAL_MODEL

    def opened(self, settings: Settings, *_: object) -> Self:
        """Be the extractor that the settings name."""
        self._model = settings.extract_model
        return self

    def extract(
        self, text: DocumentText, chunks: Sequence[Chunk], prompt: PromptFacet
    ) -> Extraction:
        """Find the names and who works for whom."""
        if self.failures:
            self.failures -= 1
            raise FellOverError("told to")
        found = super().extract(text, chunks, prompt)
        if self._model == PEOPLE_ONLY:
            people = tuple(m for m in found.mentions if m.type == "PERSON")
            found = found.model_copy(update={"mentions": people, "relations": ()})
        if CAREFUL not in prompt.context:
            return found
        certain = [r.model_copy(update={"confidence": CERTAIN}) for r in found.relations]
        return found.model_copy(update={"relations": tuple(certain)})
