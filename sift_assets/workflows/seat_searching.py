"""Searching a seat together with Central: own seat and Central, and no other seat."""

from collections.abc import Callable, Iterator, Mapping
from functools import partial
from typing import Any, NamedTuple

from sift_assets.core.errors import ProjectError, SiftError
from sift_assets.core.planning.keys import document_path
from sift_assets.core.query.dates import days_of
from sift_assets.core.query.envelope import Bounds, Envelope
from sift_assets.core.query.errors import Code, QueryError
from sift_assets.core.query.filters import Filters
from sift_assets.core.query.fitting import LONGEST_NAME, cut, fitted
from sift_assets.core.query.results import SearchResult
from sift_assets.core.query.searching import Counts, search
from sift_assets.core.query.seat_search import CENTRAL, of_seat, seat_search_result
from sift_assets.core.records.record import key_of
from sift_assets.core.records.text import DocumentText
from sift_assets.core.text.folding import words
from sift_assets.resources.agent_index.reading import index_in_memory, opened_index
from sift_assets.resources.agent_index.writing import index_bytes
from sift_assets.resources.workspace import Workspace
from sift_assets.workflows.querying import INDEX_FILE, checked_freshness
from sift_assets.workflows.seat_reading import OpenedSeat

ANSWER = "seat_search"
"""Name of the function, for the envelope."""

REVISION_DIGITS = 16
"""As Central's."""

_ABSENT = frozenset({Code.NO_INDEX, Code.BAD_FILTER})
"""What one of the two may fail of while the other answers: it is not there, or does not have what
is filtered by."""


class Found(NamedTuple):
    """What one of the two says.

    Attributes:
        result: It.
        counts: How many items there are of each list.
        revision: What it is of.
    """

    result: SearchResult
    counts: Counts
    revision: str


def search_seat(
    workspace: Workspace,
    filters: Filters,
    bounds: Bounds,
    *,
    name: str,
    text: str,
    who: str = "",
    must_be_fresh: bool = False,
) -> dict[str, Any]:
    """Return what a seat and Central say about something, as plain data.

    Args:
        workspace: Central.
        filters: What is searched; one that only one of the two knows is answered by that one.
        bounds: How long the answer may be.
        name: Of the seat.
        text: A name, a part of one, or words.
        who: See `workflows.authorising`.
        must_be_fresh: Whether an answer from an index that is not of today is an error.

    Raises:
        AccessDeniedError: They may not, or there is no such seat.
        ProjectError: There is nothing to ask, of the seat and of Central.
        QueryError: `bad_filter`: there is nothing to look for, or neither knows a filter; `stale`.
    """
    seat = OpenedSeat(workspace, name, who)
    if not words(text):
        raise QueryError(Code.BAD_FILTER, "There is no word to look for.", "Give a name or words.")
    fresh = checked_freshness(workspace, must_be_fresh=must_be_fresh)
    asks: Mapping[str, Callable[[], Found]] = {
        of_seat(seat.seat.name): partial(_of_seat, seat, text, filters, bounds),
        CENTRAL: partial(_of_central, workspace, text, filters, bounds),
    }
    found = {where: _attempted(ask) for where, ask in asks.items()}
    said = {where: one for where, one in found.items() if isinstance(one, Found)}
    failed = {where: one for where, one in found.items() if not isinstance(one, Found)}
    if not said:
        raise failed[of_seat(seat.seat.name)]
    revision = key_of(ANSWER, *(f"{where} {one.revision}" for where, one in said.items()))
    envelope = Envelope(
        answer=ANSWER, revision=revision[:REVISION_DIGITS], freshness=fresh, filters=filters
    )
    result = seat_search_result(
        cut(text, LONGEST_NAME)[0],
        seat.seat.name,
        {where: one.result for where, one in said.items()},
        {where: str(error) for where, error in failed.items()},
    )
    counts = {kind: sum(one.counts.get(kind, 0) for one in said.values()) for kind in result.lists}
    return fitted(envelope, result, counts, bounds)


def _attempted(ask: Callable[[], Found]) -> Found | SiftError:
    """Ask one of the two; where it has nothing to ask, return why, for the other may answer."""
    try:
        return ask()
    except ProjectError as error:
        return error
    except QueryError as error:
        if error.code not in _ABSENT:
            raise
        return error


def _of_central(workspace: Workspace, text: str, filters: Filters, bounds: Bounds) -> Found:
    with opened_index(workspace.exports_folder / INDEX_FILE, filters) as index:
        return Found(*search(index, bounds, text), index.about().revision)


def _of_seat(seat: OpenedSeat, text: str, filters: Filters, bounds: Bounds) -> Found:
    """Search an index of the seat's texts that is made for the question and lies in no file."""
    _, version = seat.candidates()
    texts = list(seat.texts())
    data = index_bytes(_rows(texts, seat.seat.name), texts, {"revision": version})
    with index_in_memory(data, filters) as index:
        return Found(*search(index, bounds, text, entities=False), version)


def _rows(
    texts: list[tuple[str, DocumentText]], seat: str
) -> Iterator[tuple[str, list[tuple[Any, ...]]]]:
    numbered = list(enumerate(texts, 1))
    yield (
        "documents",
        [
            (
                number,
                key,
                text.title,
                text.document_date,
                of_seat(seat),
                document_path(folder) if (folder := key.rpartition("/")[0]) else "",
                *(days_of(text.document_date) or ("", "")),
            )
            for number, (key, text) in numbered
        ],
    )
    yield (
        "document_tags",
        [(number, tag) for number, (_, text) in numbered for tag in text.tags],
    )
