"""The domain that evaluations extract with: the bundled general one."""

from functools import cache
from pathlib import Path

from sift_assets.core.domain.facets import PromptFacet, prompt_facet
from sift_assets.core.domain.loading import read_domain

GENERAL = Path(__file__).parents[3] / "domains" / "general.yaml"


@cache
def general() -> PromptFacet:
    """Return the bundled general domain as extractors read it."""
    return prompt_facet(read_domain(GENERAL.read_text("utf-8"), GENERAL.name))
