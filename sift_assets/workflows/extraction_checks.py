"""Whether all was extracted, and whether what was extracted stands in the text, in figures."""

from collections.abc import Iterable
from dataclasses import replace

from sift_assets.core.planning.state import Facts, Provenance
from sift_assets.resources.workspace import Workspace
from sift_assets.workflows.checking import quote_check
from sift_assets.workflows.findings import SHOWN, CheckFinding

QUOTES = ("quotes_exact", "quotes_normalised", "quotes_aligned", "records_ungrounded")
"""Figures of each extraction that the check of its evidence adds up."""


def chunk_check(workspace: Workspace) -> CheckFinding:
    """Look for chunks without an extraction: failed, or waiting for a budget or a person."""
    extractions = workspace.provenance.read("extractions")
    rows = [
        {
            "document": key,
            "failed": str(entry.facts.get("chunks_failed", 0)),
            "pending": str(entry.facts.get("chunks_pending", 0)),
            "reason": str(entry.facts.get("reason", "")),
        }
        for key, entry in extractions.items()
        if entry.facts.get("chunks_failed") or entry.facts.get("chunks_pending")
    ]
    facts = _sums(extractions.values(), ("chunks", "chunks_failed", "chunks_pending"))
    missing = int(facts["chunks_failed"]) + int(facts["chunks_pending"])
    summary = f"{missing} of {facts['chunks']} chunks, in {len(rows)} documents, are missing."
    fine = f"All {facts['chunks']} chunks are extracted."
    return CheckFinding(not rows, summary if rows else fine, len(extractions), rows[:SHOWN], facts)


def grounding_check(workspace: Workspace) -> CheckFinding:
    """Hold every quote against its text, and say how quotes were found and what has none."""
    extractions = workspace.provenance.read("extractions").values()
    return replace(quote_check(workspace), facts=_sums(extractions, QUOTES))


def _sums(extractions: Iterable[Provenance], names: tuple[str, ...]) -> Facts:
    entries = list(extractions)
    return {name: sum(int(entry.facts.get(name, 0)) for entry in entries) for name in names}
