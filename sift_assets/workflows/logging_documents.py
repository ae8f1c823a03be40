"""What is logged of a document: how it was read, what came of each of its chunks, and why.

Where nobody wants logs these records go nowhere. A chunk that went well is in the line of its
document; one that did not has a line of its own. Of what is in a seat nothing is logged: the names
of its documents are its owner's.
"""

import logging

from sift_assets.core.records.extraction import ChunkStatus, Extraction
from sift_assets.resources.workspace import Workspace
from sift_assets.workflows.outcome import Outcome

LOG = logging.getLogger("sift_assets.documents")

SAID = ("status", "reason", "chunks", "chunks_failed", "chunks_pending", "mentions", "relations")
"""Facts of an outcome that its line has."""


def log_outcome(workspace: Workspace, outcome: Outcome) -> None:
    """Log what came of a document."""
    if workspace.seat:
        return
    facts = outcome.provenance.facts
    LOG.info(
        "A document is done.",
        extra={
            "asset": outcome.asset,
            "document": outcome.partition,
            "version": outcome.provenance.version,
            "found_in_store": outcome.hit,
            **{name: facts[name] for name in SAID if name in facts and facts[name] != ""},
        },
    )


def log_chunks(workspace: Workspace, document: str, extraction: Extraction) -> None:
    """Log every chunk of a document that was not extracted from."""
    if workspace.seat:
        return
    for report in extraction.chunks:
        if report.status is not ChunkStatus.OK:
            LOG.warning(
                "A chunk is not extracted.",
                extra={
                    "asset": "extractions",
                    "document": document,
                    "chunk": report.index,
                    "status": str(report.status),
                    "reason": report.reason,
                },
            )
