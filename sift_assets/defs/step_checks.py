"""The checks that are made inside of an asset's own step, by asset."""

from collections.abc import Iterable

import dagster as dg

STEP_CHECKS: dict[str, dict[str, str]] = {
    "document_texts": {"no_unreadable_documents": "Every document has been read, or is empty."},
    "extractions": {
        "every_chunk_extracted": "No chunk has failed or waits, for a budget or a person.",
        "evidence_is_grounded": "Every quote equals the stretch of text that it points to.",
        "one_model_answers": "The name of each language model has meant one model only.",
        "documents_fit_the_domain": "New documents fit a discovered domain as its sample does.",
    },
    "knowledge_graph": {
        "schema_conforms": "Every type, name and relation is one that the domain allows.",
        "graph_is_consistent": "No dangling end, no double, no wrong count.",
    },
    "merge_proposals": {
        "every_proposal_has_evidence": "Every pair shows why it is proposed, and quotes both.",
    },
    "communities": {
        "every_entity_is_in_one": "Every entity is in one community, or among the unassigned.",
    },
    "narratives": {
        "every_sentence_is_cited": "Every sentence cites passages, and each of them is there.",
    },
    "review_queue": {
        "no_conflicting_decisions": "No two decisions contradict each other.",
        "no_parked_decisions": "Every decision's subject is in the graph.",
    },
    "promotion_queue": {
        "no_expired_pending": "Nothing has waited for a decision longer than it may.",
    },
    "central_deliveries": {
        "no_failed_deliveries": "Whatever is approved has come to Central.",
    },
    "central_evaluation": {
        "receipt_is_valid": "The last evaluation passed, and counts still.",
    },
}
"""Asset to check to what it promises."""


def step_check_specs(asset: str) -> list[dg.AssetCheckSpec]:
    """Return the specs of the checks of an asset's step."""
    return [
        dg.AssetCheckSpec(name, asset=asset, description=promise)
        for name, promise in STEP_CHECKS[asset].items()
    ]


def step_check_keys(assets: Iterable[str]) -> list[dg.AssetCheckKey]:
    """Return the keys of the checks that a run over some assets is to make.

    The other checks compare the whole project with what is recorded; the reconciler reports them
    at every look, so a run need not.
    """
    return [
        dg.AssetCheckKey(dg.AssetKey(asset), name)
        for asset in assets
        for name in STEP_CHECKS.get(asset, {})
    ]
