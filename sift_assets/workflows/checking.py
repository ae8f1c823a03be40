"""What the asset checks look at: everything that is materialized now, not just the last run."""

from sift_assets.core.domain.facets import graph_facet
from sift_assets.core.errors import CorruptObjectError
from sift_assets.core.extraction.checks import quote_faults
from sift_assets.core.graph.build import KnowledgeGraph
from sift_assets.core.graph.checks import Finding, inconsistencies, schema_violations
from sift_assets.core.planning.state import Facts, Provenance
from sift_assets.core.records.extraction import Extraction
from sift_assets.core.records.record import key_of
from sift_assets.core.records.text import DocumentText, ReadStatus
from sift_assets.resources.store import Store
from sift_assets.resources.workspace import Workspace
from sift_assets.workflows.findings import SHOWN, CheckFinding

READ = frozenset({ReadStatus.TEXT, ReadStatus.EMPTY})
"""Statuses that need nobody's help: an empty file has been read."""

QUOTE_CHECK = "quotes_match_text"
"""Under which name the provenance index holds what was found."""

QUOTE_CHECK_VERSION = 1
"""Raised when the same quotes are judged otherwise."""


def reading_check(workspace: Workspace) -> CheckFinding:
    """Look for documents that could not be read, with the reason of each."""
    texts = workspace.provenance.read("document_texts")
    rows = [
        {
            "document": key,
            "status": str(entry.facts["status"]),
            "reason": str(entry.facts["reason"]),
        }
        for key, entry in texts.items()
        if entry.facts.get("status") not in READ
    ]
    return _finding(rows, len(texts), "documents could not be read")


def quote_check(workspace: Workspace) -> CheckFinding:
    """Hold every quote against the text it points into; each pair of versions once."""
    extractions = workspace.provenance.read("extractions")
    pairs = {key: (e.version, e.inputs.get("document_texts", "")) for key, e in extractions.items()}
    addresses = {key: quote_check_key(*pair) for key, pair in pairs.items()}
    known = _known_faults(workspace, {addresses[key]: pair for key, pair in pairs.items()})
    faults = {key: known[address] for key, address in addresses.items()}
    rows = [{"document": key, "fault": fault} for key, fault in faults.items() if fault]
    return _finding(rows, len(extractions), "documents have quotes that do not match")


def schema_check(workspace: Workspace, graph: KnowledgeGraph) -> CheckFinding:
    """Look for types and ends of relations that the domain does not allow."""
    return _graph_finding(
        schema_violations(graph, graph_facet(workspace.domain)), graph, "violate the domain"
    )


def consistency_check(graph: KnowledgeGraph) -> CheckFinding:
    """Look for dangling ends, doubles, wrong counts: what no input may cause."""
    return _graph_finding(inconsistencies(graph), graph, "are inconsistent")


def quote_check_key(extraction_version: str, text_version: str) -> str:
    """Return the address of what the check of an extraction's quotes found."""
    return key_of("quote_check", QUOTE_CHECK_VERSION, extraction_version, text_version)


def _known_faults(workspace: Workspace, pairs: dict[str, tuple[str, str]]) -> dict[str, str]:
    """Return what is wrong with each pair of extraction and text, looking at the new ones only.

    What was found stands in the provenance index under the hash of the pair: of ten thousand
    pairs it is read at once, where a stored result each would be two files to open.
    """
    index = workspace.provenance
    recorded = index.read(QUOTE_CHECK)
    known = {k: str(entry.facts["fault"]) for k, entry in recorded.items() if k in pairs}
    found: dict[str, Provenance] = {}
    for key in pairs.keys() - known.keys():
        try:
            known[key] = _faults(workspace.store, *pairs[key])
        except CorruptObjectError as error:
            known[key] = error.message  # not recorded: it is computed again, and then looked at
        else:
            code = str(QUOTE_CHECK_VERSION)
            facts: Facts = {"fault": known[key]}
            found[key] = Provenance(version=pairs[key][0], code_version=code, facts=facts)
    if found:
        index.record(QUOTE_CHECK, found)
    index.forget(QUOTE_CHECK, sorted(recorded.keys() - pairs.keys()))
    return known


def _faults(store: Store, extraction_version: str, text_version: str) -> str:
    extraction = Extraction.from_bytes(store.get(extraction_version))
    text = DocumentText.from_bytes(store.get(text_version))
    return "; ".join(quote_faults(extraction, text.text))


def _graph_finding(findings: list[Finding], graph: KnowledgeGraph, what: str) -> CheckFinding:
    rows = [{"check": f.check, "subject": f.subject, "detail": f.detail} for f in findings]
    return _finding(rows, graph.entities.num_rows + graph.relations.num_rows, f"facts {what}")


def _finding(rows: list[dict[str, str]], checked: int, what: str) -> CheckFinding:
    summary = f"{len(rows)} of {checked} {what}." if rows else f"All {checked} are well."
    return CheckFinding(not rows, summary, checked, rows[:SHOWN])
