"""A folder of documents becomes a knowledge graph of Dagster assets, kept exactly up to date.

The code location is `sift_assets.definitions`, the command is `sift`. For programs and notebooks
this offers the names below, each loaded when it is first asked for: `import sift_assets` itself
imports nothing.
"""

import importlib
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from sift_assets.core.domain.model import Domain
    from sift_assets.library.domains import load_domain
    from sift_assets.library.frames import data_frames
    from sift_assets.library.results import info, query, run_export, run_view, search
    from sift_assets.library.texts import extract_text
    from sift_assets.library.verbs import (
        DocumentExtraction,
        run_apply_merges,
        run_build,
        run_extract,
        run_narrate,
        run_pipeline,
        run_resolve,
    )

__all__ = [
    "DocumentExtraction",
    "Domain",
    "data_frames",
    "extract_text",
    "info",
    "load_domain",
    "query",
    "run_apply_merges",
    "run_build",
    "run_export",
    "run_extract",
    "run_narrate",
    "run_pipeline",
    "run_resolve",
    "run_view",
    "search",
]

_ELSEWHERE = {
    "Domain": "core.domain.model",
    "data_frames": "library.frames",
    "extract_text": "library.texts",
    "info": "library.results",
    "load_domain": "library.domains",
    "query": "library.results",
    "run_export": "library.results",
    "run_view": "library.results",
    "search": "library.results",
}
"""Names that are not in `library.verbs`, to their modules."""


def __getattr__(name: str) -> Any:
    """Load what is offered when it is asked for."""
    if name not in __all__:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    module = _ELSEWHERE.get(name, "library.verbs")
    return getattr(importlib.import_module(f"{__name__}.{module}"), name)


def __dir__() -> list[str]:
    """Return what is offered."""
    return __all__
