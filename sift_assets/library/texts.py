"""Extraction from a text in memory: no folder, no graph."""

import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from sift_assets.core.domain.facets import PromptFacet, prompt_facet
from sift_assets.core.domain.model import Domain
from sift_assets.core.records.extraction import Extraction, ExtractionStatus
from sift_assets.core.records.text import DocumentText, ReadStatus
from sift_assets.core.settings.model import Settings, is_local
from sift_assets.core.text.chunking import chunk
from sift_assets.core.text.cleaning import clean
from sift_assets.core.text.front_matter import stated_at_head
from sift_assets.core.text.outcomes import with_pages
from sift_assets.core.text.pages import PageText
from sift_assets.library.domains import load_domain
from sift_assets.resources.extractors import open_extractor
from sift_assets.resources.ledger import project_ledger
from sift_assets.resources.project import find_project
from sift_assets.resources.shared_pace import PACE_FILE
from sift_assets.resources.workspace import Workspace

_READER = "memory/1"


def extract_text(
    text: str,
    domain: Domain | None = None,
    model: str = "local",
    *,
    max_cost: float = 5.0,
    project: Path | str | None = None,
) -> Extraction:
    """Extract from a text, and add it to no graph.

    Args:
        text: What to extract from. Offsets of the evidence count in it with clean line ends,
            each one character, and without what cannot be seen.
        domain: What to extract; without it the bundled `general`.
        model: `local`, or a language model as LiteLLM names it.
        max_cost: What a language model may cost, in dollars.
        project: A project's folder: then its settings, domain and budget count instead of the
            arguments, and its answers are used and kept.

    Returns:
        Mentions and relations with their evidence.

    Raises:
        SiftError: The domain, the settings or the model cannot be used.
    """
    document = _document(text)
    with _workspace(project, model, max_cost) as workspace:
        if document.status is not ReadStatus.TEXT:
            return Extraction(status=ExtractionStatus.NO_TEXT, extractor="")
        settings = workspace.settings
        pace_file = workspace.local_folder / PACE_FILE
        ledger = project_ledger(workspace.root, settings)
        extractor = open_extractor(settings, workspace.store, ledger, pace_file)
        prompt = workspace.extraction_prompt if project else _prompt(domain, settings)
        chunks = chunk(document.text, settings.chunk_size, settings.overlap)
        return extractor.extract(document, chunks, prompt)


def _document(text: str) -> DocumentText:
    cleaned = clean(text)
    return with_pages(
        [PageText(text=cleaned)],
        media_type="text/plain",
        reader=_READER,
        stated=stated_at_head(cleaned),
    )


@contextmanager
def _workspace(project: Path | str | None, model: str, max_cost: float) -> Iterator[Workspace]:
    if project is not None:
        yield Workspace.open(find_project(Path(project)))
        return
    with tempfile.TemporaryDirectory(prefix="sift-text-") as folder:
        yield Workspace(Path(folder), Settings(model=model, budget_usd=max_cost))


def _prompt(domain: Domain | None, settings: Settings) -> PromptFacet:
    """Return what the extractor sees; the local model cannot invent types, so it needs some."""
    asked = domain or load_domain(bundled_name="general")
    lacks = is_local(settings.extract_model) and not asked.entity_types
    return prompt_facet(load_domain(bundled_name="general") if lacks else asked)
