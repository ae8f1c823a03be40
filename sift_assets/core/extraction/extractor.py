"""The interface of an extractor; the local model and the language model implement it."""

from collections.abc import Sequence
from typing import Protocol

from sift_assets.core.domain.facets import PromptFacet
from sift_assets.core.records.extraction import Extraction
from sift_assets.core.records.text import Chunk, DocumentText


class Extractor(Protocol):
    """Finds mentions and relations in one document's text.

    Attributes:
        version: Everything about the extractor that shapes its answers: name, model, version of
            its code or prompt. Part of the key of every stored extraction.
    """

    @property
    def version(self) -> str:
        """Name, model and code or prompt version."""
        ...

    def extract(
        self, text: DocumentText, chunks: Sequence[Chunk], prompt: PromptFacet
    ) -> Extraction:
        """Extract from one document.

        Args:
            text: The document; its status is `text`.
            chunks: Exact cover of `text.text`.
            prompt: The domain as extractors see it.

        Returns:
            One extraction with a report for every chunk. A chunk that fails is a report, not an
            exception.

        Raises:
            ModelError: The model cannot be used at all (no key, refused, not installed).
        """
        ...
