"""Measuring a project for whoever runs it: counts, bytes, dollars and moments, and no name.

What is measured is what is recorded, and what one look at the folder finds. Nothing is changed.
"""

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping

from sift_assets.core.llm.ledger import day_of
from sift_assets.core.llm.money import dollars
from sift_assets.core.operations.exposition import Family, Sample
from sift_assets.core.planning.lineage import CHAIN, SPINE
from sift_assets.core.records.text import ReadStatus
from sift_assets.resources.files import files_below
from sift_assets.resources.ledger import project_ledger
from sift_assets.resources.moments import Past
from sift_assets.resources.project import DAGSTER_FOLDER
from sift_assets.resources.workspace import Workspace
from sift_assets.workflows.comparing import Comparison, Events, compared
from sift_assets.workflows.known import to_decide
from sift_assets.workflows.proposing import open_proposals

UNREAD = "unread"
"""Stands for a status where a document has none yet."""

QUEUED = ("merges", "relations", "variants", "splits", "contradictions")
"""Kinds of what a person may decide, as the review queue counts them."""


def measured(events: Events, past: Past, workspace: Workspace, now: float) -> tuple[Family, ...]:
    """Measure a project.

    Args:
        events: What Dagster has recorded.
        past: What it remembers of runs.
        workspace: The open project.
        now: In seconds since 1970; tells which day's money counts as today's.

    Raises:
        ProjectError: The watched folder is missing or cannot be read.
        StoreError: The store, the index or the ledger cannot be read.
    """
    comparison = compared(events, workspace, remember=False)
    return (
        *_documents(workspace, comparison),
        *_graph(workspace),
        *_staleness(comparison),
        *_people(workspace),
        *_money(workspace, now),
        *_machine(workspace, past),
    )


def _documents(workspace: Workspace, comparison: Comparison) -> Iterator[Family]:
    texts = workspace.provenance.read("document_texts")
    documents, todo = comparison.observation.observed.documents, comparison.plan
    found = Counter(
        str(texts[key].facts["status"]) if key in texts else UNREAD for key in documents
    )
    statuses = (*map(str, ReadStatus), UNREAD)
    yield _by("sift_documents", "Documents by how reading them ended.", "status", found, statuses)
    held_back = comparison.observation.held_back
    yield _one(
        "sift_documents_waiting", "Of these, waiting for money or people.", len(todo.waiting)
    )
    yield _one("sift_documents_given_up", "Of these, failed repeatedly.", len(todo.given_up))
    yield _one("sift_documents_held_back", "Of these, gone; deletion waits.", len(held_back))


def _graph(workspace: Workspace) -> Iterator[Family]:
    entry = workspace.provenance.read("resolved_graph").get("")
    facts = entry.facts if entry else {}
    for name, what in (
        ("entities", "Entities of the resolved graph."),
        ("relations", "Relations of the resolved graph."),
        ("pending", "Facts of the resolved graph that nobody has confirmed and one should."),
    ):
        yield _one(f"sift_{name}", what, int(facts.get(name, 0)))


def _staleness(comparison: Comparison) -> Iterator[Family]:
    todo = comparison.plan
    found = Counter(item.asset for item in (*todo.documents, *todo.spine))
    assets = (*CHAIN, *SPINE)
    yield _by("sift_stale", "Values that are stale, by asset.", "asset", found, assets)
    waits = comparison.approval is not None
    yield _one("sift_waits_for_approval", "1 while a change waits for an approval.", int(waits))
    yield _one("sift_blocked", "Files of people's that cannot be read.", len(todo.blocked))


def _people(workspace: Workspace) -> Iterator[Family]:
    facts = to_decide(workspace)
    found = {kind: int(facts.get(kind, 0)) for kind in QUEUED}
    yield _by("sift_review_open", "What waits for a decision, by kind.", "kind", found, QUEUED)
    proposed = len(open_proposals(workspace))
    yield _one("sift_proposed_by_agents", "What agents propose and nobody decided.", proposed)


def _money(workspace: Workspace, now: float) -> Iterator[Family]:
    ledger = project_ledger(workspace.root, workspace.settings)
    sums, today = ledger.sums(), ledger.spent_in(day_of(now))
    left = max(0, ledger.limits.total - sum(sums))
    spent = (Sample(dollars(sums.spent)),)
    yield Family("sift_spent_usd_total", "Dollars that models have cost.", "counter", spent)
    yield _one("sift_spent_today_usd", "Of these on this day, in UTC.", dollars(today.spent))
    yield _one(
        "sift_reserved_usd", "Dollars that calls under way may cost.", dollars(sums.reserved)
    )
    yield _one("sift_left_usd", "Dollars that may still be spent.", dollars(left))


def _machine(workspace: Workspace, past: Past) -> Iterator[Family]:
    yield _one("sift_failed_runs", "Failed runs that Dagster remembers.", past.failed_runs())
    sizes = [stored.size for stored in workspace.store.objects()]
    yield _one("sift_store_objects", "Objects in the store.", len(sizes))
    yield _one("sift_store_bytes", "Their bytes.", sum(sizes))
    dagster = sum(found.size for found in files_below(workspace.root / DAGSTER_FOLDER))
    yield _one("sift_dagster_bytes", "Bytes of Dagster's storage on this machine.", dagster)
    told = "When the sensor last looked; time() minus this is its age."
    looked = tuple(_last_look(workspace))
    yield Family("sift_last_look_timestamp_seconds", told, "gauge", looked)


def _last_look(workspace: Workspace) -> Iterator[Sample]:
    """Yield the moment: an age would stand still in a file that is written by a timer."""
    try:
        yield Sample(workspace.last_look_file.stat().st_mtime)
    except OSError:
        return


def _one(name: str, told: str, value: float) -> Family:
    return Family(name, told, "gauge", (Sample(value),))


def _by(
    name: str, told: str, label: str, found: Mapping[str, int], values: Iterable[str]
) -> Family:
    samples = tuple(Sample(found.get(value, 0), {label: value}) for value in values)
    return Family(name, told, "gauge", samples)
