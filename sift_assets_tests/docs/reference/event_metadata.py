"""docs/reference/metadata.md: what stands in the metadata of Dagster's events, and in their tags.

The words are told of here, for their values come from everywhere; `test_reference.py` holds the
page against the events of a real run.
"""

from collections.abc import Mapping

from sift_assets.core.planning.lineage import DECLARED
from sift_assets.core.promotion.states import ItemState
from sift_assets.defs.claims import WORK_TAG
from sift_assets.defs.forecast import BECAUSE_TAG, TAKES_TAG
from sift_assets.defs.layers import APPROVED_TAG, LAYER_TAG
from sift_assets.defs.promotion_run import NONCE_TAG
from sift_assets.resources.dagster_internals import (
    CODE_VERSION_TAG,
    DATA_VERSION_TAG,
    INPUT_POINTER_TAG,
    INPUT_VERSION_TAG,
    USER_VERSION_TAG,
)
from sift_assets.resources.instance import BOOT_TAG, START_TAG
from sift_assets.resources.moments import PID_TAG
from sift_assets_tests.docs.reference.markdown import code, codes, page, table

EVERYWHERE: Mapping[str, str] = {
    "content_hash": "beginning of the data version, which is the hash of the value",
    "found_in_store": "whether it was looked up and not computed",
    "seconds": "how long it took, of what is computed",
    "stored_value": "where the value lies in the store",
    "file": "what was looked at, of what people provide",
}
"""Of any asset."""

WORDS: Mapping[str, str] = {
    "algorithm": "by which communities were found",
    "bridges": "entities that connect communities",
    "bytes": "size of the file",
    "changes": "table: what is other than last time, by community",
    "characters": "length of the text",
    "chunks": "in how many pieces a document was extracted",
    "chunks_failed": "of these, those without a usable answer",
    "chunks_pending": "of these, those that wait for a budget or a person",
    "communities": "communities; of `community_map` a table of them",
    "complete": "documents of which all counts",
    "confirmed": "items that people have said yes to",
    "conflicting_decisions": "decisions that contradict each other",
    "conflicts": "relations with another target where there may be one only",
    "contradictions": "facts that exclude each other",
    "coverage": "share of the entities that are in a community",
    "dated_facts_left_out": "facts that found no room in the timeline",
    "decisions": "decisions in the log",
    "document_date": "date of the document, as far as it is known",
    "documents": "documents",
    "documents_by_standing": "table: how far documents have come",
    "dropped": "sentences left out because no passage bears them",
    "encoder": "what finds names that are alike, beside rules",
    "entities": "entities",
    "entities_by_type": "table",
    "entities_in_no_community": "entities that are listed as unassigned",
    "evidence": "statements of relations",
    "exports_folder": "where the files are",
    "extractor": "`local` or `llm`",
    "files": "files; of `report` a table of them with their sizes",
    "first_open": "table: what is most worth a look; keys and numbers, no names",
    "formats": "table: what was written of each format",
    "groups": "groups of more than two that may be one",
    "in_force": "decisions of this kind that count",
    "index": "where the index is",
    "islands": "parts of the graph that nothing connects",
    "language": "of the text, as far as it is known",
    "left_out": "entities that the page has no room for",
    "levels": "how often was divided",
    "media_type": "what kind of file it is",
    "members": "entities of the community",
    "mentions": "names in places",
    "merges": "pairs and groups that wait for a decision",
    "model": "language model; empty for the local one",
    "modularity": "how clearly the communities are apart",
    "narrative": "where the text is",
    "narratives": "communities that are told of",
    "no_text": "documents without text",
    "not_complete": "table: documents of which not all counts",
    "open": "items that wait for a decision",
    "outdated": "texts of earlier, while the new ones wait",
    "pages": "pages of the document",
    "pages_needing_ocr": "of these, those without text",
    "pairs": "pairs that may be one",
    "parked": "decisions whose subject is not in the graph",
    "parts_by_type": "table: counts by entity type",
    "passages": "passages that are cited, or that the page shows",
    "pending": "facts that wait for a person",
    "profiles": "members that are told of by themselves",
    "proposals_by_type": "table",
    "proposed_links": "connections worth asking about; no document states them",
    "quarantine": "table: records kept out of the graph, by reason",
    "quarantined": "records kept out of the graph",
    "quotes_aligned": "quotes found in the text but for some words",
    "quotes_exact": "quotes found to the letter",
    "quotes_normalised": "quotes found but for spaces, case and signs",
    "reader": "what read the file",
    "reason": "why there is no text, no extraction or no narrative",
    "records_ungrounded": "records whose quote is not in the text; they are quarantined",
    "refused": "items that people have said no to",
    "relations": "relations; of `review_queue` those that wait",
    "relations_by_status": "table",
    "relations_by_type": "table",
    "reopened": "decided items that wait again, by new evidence",
    "revision": "id of graph, communities and narratives together",
    "rewritten": "sentences that were sent back once",
    "sentences": "sentences, each with its passages",
    "splits": "names that may be of two things",
    "statements": "statements of relations",
    "status": "of a document's text or extraction",
    "structure": "picture of the communities",
    "unassigned": "entities in no community",
    "variants": "things that may be kinds of another",
    "viewer": "where the page is",
    "writer": "`local`, or the language model that wrote",
}
"""A key means the same wherever it stands; what is a table or a picture says so."""

_COUNTS_OF_PROPOSALS = ("pairs", "groups", "splits", "variants", "encoder")

SHOWN: Mapping[str, tuple[str, ...]] = {
    "decisions": ("in_force",),
    "document_set": ("documents",),
    "document_texts": (
        *("status", "reason", "media_type", "characters", "pages", "pages_needing_ocr"),
        *("document_date", "language", "reader"),
    ),
    "extractions": (
        *("status", "reason", "extractor", "model", "mentions", "relations", "quarantined"),
        *("chunks", "chunks_failed", "chunks_pending", "quotes_exact", "quotes_normalised"),
        *("quotes_aligned", "records_ungrounded"),
    ),
    "corpus": ("documents", "complete", "no_text", "documents_by_standing", "not_complete"),
    "knowledge_graph": ("entities", "mentions", "relations"),
    "graph_manifest": ("entities", "relations", "quarantined", "parts_by_type", "quarantine"),
    "resolved_graph": (
        *("entities", "relations", "pending", "conflicts", "decisions", "parked"),
        *("conflicting_decisions", "entities_by_type", "relations_by_type", "relations_by_status"),
    ),
    "merge_proposals": _COUNTS_OF_PROPOSALS,
    "cross_type_proposals": _COUNTS_OF_PROPOSALS,
    "proposal_manifest": ("pairs", "groups", "splits", "variants", "proposals_by_type"),
    "review_queue": (
        *("open", "merges", "relations", "variants", "splits", "contradictions", "confirmed"),
        *("refused", "parked", "conflicting_decisions", "reopened", "first_open"),
    ),
    "communities": ("members", "relations", "evidence", "documents"),
    "community_map": (
        *("communities", "levels", "unassigned", "coverage", "modularity", "bridges", "islands"),
        *("proposed_links", "algorithm", "changes", "structure"),
    ),
    "narratives": (
        *("sentences", "profiles", "passages", "rewritten", "dropped", "writer", "outdated"),
        "narrative",
    ),
    "narrative_manifest": (
        *("narratives", "sentences", "rewritten", "dropped", "outdated", "changes"),
    ),
    "report": (
        *("sentences", "documents", "mentions", "statements", "entities", "relations", "pending"),
        *("contradictions", "quarantined", "communities", "islands", "entities_in_no_community"),
        *("dated_facts_left_out", "files", "narrative", "reason"),
    ),
    "agent_index": (
        *("entities", "relations", "documents", "bytes", "revision", "encoder", "index"),
    ),
    "viewer": ("entities", "relations", "documents", "passages", "left_out", "bytes", "viewer"),
    "graph_exports": ("files", "exports_folder", "formats"),
}
"""Asset to what its events hold beside `EVERYWHERE`."""

SOMETIMES: Mapping[str, tuple[str, str]] = {
    "skipped": ("document_set", "table: files that are no documents, and why"),
    "twins": ("document_set", "table: documents whose names differ in case or form only"),
    "warnings": ("document_texts", "what the reader remarked"),
    "incomplete": ("extractions, narratives", "something is missing and will be tried again"),
    "answered_by": ("extractions", "the models that really answered"),
    "calls": ("extractions, narratives", "questions asked of a language model now"),
    "cached": ("extractions", "answers that were there already"),
    "cached_answers": ("narratives", "answers that were there already"),
    "cost_usd": ("extractions, narratives", "what it cost"),
    "unpriced_calls": ("extractions", "calls whose price nobody knows"),
    "waiting": ("review_queue, narratives, report", "how much waits for a budget"),
    "unjudged": ("review_queue", "pairs without the opinion that was wanted"),
    "unjudged_because": ("review_queue", "why"),
}
"""Key to the assets of which it is shown where there is something to say, and what it is."""

_STATES = f"how many items are in each state: {codes(ItemState)}"

OF_PROMOTION: Mapping[str, str] = {
    "seat_documents": "`documents`; `unseen`, files that could not be looked at",
    "promotion_candidates": "`documents`; `passed`, those that no guard stops; `personal`; "
    "`unseen`; `skip …`, how many are left out for each reason",
    "promotion_verdicts": "`documents`; how many there are of each outcome and reason",
    "promotion_queue": f"{_STATES}; `failed_seats`",
    "central_deliveries": f"{_STATES}; `unpurged`, what of revoked documents is still stored",
    "central_evaluation": "`passed`; `expires_at`; each check by name, with what it `looked at`, "
    "and `because` of what it failed",
}
"""Of a project with seats: counts, for others than the seats' owners read Dagster's pages."""

OF_CHECKS: Mapping[str, str] = {
    "checked": "how much was looked at",
    "findings": "table: what is wrong, the first of it; `sift status` lists all",
    "chunks": "as of `extractions`, added up; likewise the other counts of `every_chunk_extracted` "
    "and `evidence_is_grounded`",
}

_TAGS: Mapping[str, str] = {
    DATA_VERSION_TAG: "hash of the value",
    CODE_VERSION_TAG: "version of the code that made it, raised by hand",
    USER_VERSION_TAG: "`true`: the version is ours, not one of Dagster's",
    f"{INPUT_VERSION_TAG}…": "version of each input that it was made from",
    f"{INPUT_POINTER_TAG}…": "the event of the input that was the latest then",
}

_RUN_TAGS: Mapping[str, str] = {
    LAYER_TAG: "the layer that the run computes",
    APPROVED_TAG: "a person has agreed to what it costs",
    WORK_TAG: "the work that it has claimed, so that no other run does it too",
    BECAUSE_TAG: "which inputs have moved",
    TAKES_TAG: "what it was expected to take",
    NONCE_TAG: "the word, good for one run, by which the schedule lets a sweep pass",
    PID_TAG: "the process that works on it",
    BOOT_TAG: "the machine's start, so that a dead process is told from one with its number",
    START_TAG: "when that process was started, likewise",
}


def metadata_page() -> str:
    """Return the page."""
    rows = [(code(name), codes(SHOWN[name])) for name in DECLARED if name in SHOWN]
    return page(
        "Metadata of Dagster's events",
        "What stands beside a value on Dagster's pages and in its API: counts, ids, links. No "
        "text of a document is among it, and no name of an entity but in keys of partitions.",
        "## Of every asset",
        table(("key", "what it is"), [(code(one), told) for one, told in EVERYWHERE.items()]),
        "## By asset",
        table(("asset", "keys"), rows),
        "Where `partitions:` puts documents into shards, the event of a shard holds how many "
        "`documents` it has, how many of each status, every number of theirs added up, and "
        "`computed`: how many were not looked up.",
        "## Keys",
        "Numbers, unless said otherwise.",
        table(("key", "what it is"), [(code(one), told) for one, told in WORDS.items()]),
        "## Where there is something to say",
        table(
            ("key", "of", "what it is"),
            [
                (code(one), codes(assets.split(", ")), told)
                for one, (assets, told) in SOMETIMES.items()
            ],
        ),
        "## Of promotion",
        table(("asset", "keys"), [(code(one), words) for one, words in OF_PROMOTION.items()]),
        "## Of checks",
        table(("key", "what it is"), [(code(one), told) for one, told in OF_CHECKS.items()]),
        "## Tags",
        table(("tag of an event", "what it is"), [(code(o), told) for o, told in _TAGS.items()]),
        table(("tag of a run", "what it is"), [(code(o), told) for o, told in _RUN_TAGS.items()]),
    )
