from collections.abc import Callable

import pytest

from sift_assets.core.domain.facets import PromptFacet
from sift_assets.core.extraction.local.extractor import LocalExtractor
from sift_assets.core.records.extraction import Extraction
from sift_assets.core.records.text import Chunk, DocumentText, ReadStatus
from sift_assets.resources.spacy_model import load_spacy_model
from sift_assets_tests.evals.extraction.domain import general


@pytest.fixture(scope="session")
def local_extractor() -> LocalExtractor:
    return LocalExtractor(load_spacy_model())


@pytest.fixture(scope="session")
def read(local_extractor: LocalExtractor) -> Callable[..., Extraction]:
    """Extract from a text in one chunk, with the general domain unless another is given."""

    def extract(text: str, prompt: PromptFacet | None = None) -> Extraction:
        whole = Chunk(index=0, start=0, end=len(text), carried_from=0)
        document = DocumentText(status=ReadStatus.TEXT, text=text)
        return local_extractor.extract(document, [whole], prompt or general())

    return extract


@pytest.fixture(scope="session")
def triples(read: Callable[..., Extraction]) -> Callable[..., set[tuple[str, str, str]]]:
    """Return the published (source, relation, target) of a text."""

    def extract(text: str, prompt: PromptFacet | None = None) -> set[tuple[str, str, str]]:
        return {(r.source, r.type, r.target) for r in read(text, prompt).relations}

    return extract
