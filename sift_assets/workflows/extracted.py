"""What the latest extractions come to, in counts."""

from collections import Counter
from typing import Any

from sift_assets.resources.workspace import Workspace

_SUMMED = ("mentions", "relations", "quarantined", "chunks", "chunks_failed", "chunks_pending")


def extracted_counts(workspace: Workspace) -> dict[str, Any]:
    """Return how many documents were extracted from, how that ended, and what was found."""
    facts = [entry.facts for entry in workspace.provenance.read("extractions").values()]
    return {
        "documents": len(facts),
        "extractions_by_status": dict(sorted(Counter(str(one["status"]) for one in facts).items())),
        "model": workspace.settings.extract_model,
        **{name: sum(int(one.get(name, 0)) for one in facts) for name in _SUMMED},
    }
