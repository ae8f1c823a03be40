"""Removing what Central made of documents that were withdrawn, so that it is as without them.

It is what `forgetting` does, but that nothing bars the content: it may be proposed again.
"""

from collections.abc import Iterable, Mapping
from contextlib import suppress

from sift_assets.core.errors import ProjectError
from sift_assets.core.promotion.delivered import Delivery
from sift_assets.workflows.forgetting import History, Traces, forget_decisions, purge, traces
from sift_assets.workflows.forgetting_domains import clean_domains, domain_traces
from sift_assets.workflows.promotion_book import PromotionBook
from sift_assets.workflows.withdrawing import document_of


def cleaned(
    book: PromotionBook, rows: Iterable[Delivery], taken_up: Mapping[str, str], history: History
) -> tuple[Traces, ...]:
    """Find what withdrawn documents have left, and clean what is no value of a run.

    Those are decisions that name what only such a document named, and a discovered domain whose
    sample it was in. To be called before the graph is built without them.

    Args:
        book: What is kept.
        rows: What was withdrawn.
        taken_up: Key to content hash of the documents that count now.
        history: As `forgetting.traces` wants it.

    Returns:
        What each has left; nothing of one that Central never took up.

    Raises:
        StoreError: Something cannot be written; to be repeated.
    """
    found: list[Traces] = []
    for row in rows:
        with suppress(ProjectError):  # Central never took it up
            found.append(traces(book.workspace, document_of(row.item), taken_up, history))
    for one in found:
        clean_domains(book.workspace, one, domain_traces(book.workspace, one))
        forget_decisions(book.workspace, one)
    return tuple(found)


def purged(book: PromotionBook, found: Iterable[Traces], history: History) -> int:
    """Remove everything that is stored of withdrawn documents; return how many files that were.

    Raises:
        SiftError: The graph still lists one, so that nothing more was removed.
    """
    return sum(purge(book.workspace, one, history) for one in found)
