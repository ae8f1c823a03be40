"""Attempts to learn of a throw-away seat what nobody may who is not of it."""

from collections.abc import Callable, Iterator, Mapping
from functools import partial
from pathlib import Path

from sift_assets.core.errors import AccessDeniedError, SiftError
from sift_assets.core.promotion.access import DENIED, Act, may
from sift_assets.core.promotion.evaluation import CheckResult, Look
from sift_assets.core.query.envelope import Bounds
from sift_assets.core.query.filters import Filters
from sift_assets.core.query.index import Index
from sift_assets.core.query.neighbourhood import query
from sift_assets.core.query.overview import info
from sift_assets.core.query.paths import path
from sift_assets.core.query.proving import evidence, timeline
from sift_assets.core.query.searching import search
from sift_assets.resources.agent_index.reading import opened_index
from sift_assets.resources.files import files_below
from sift_assets.resources.seats import SEATS_FOLDER
from sift_assets.workflows.promotion_scratch import Scratch
from sift_assets.workflows.promotion_scratch_folder import (
    ADMIN,
    CANARY,
    OTHER,
    OWNER,
    PEOPLE,
    sentence_of,
)
from sift_assets.workflows.promotion_trial import desk_of, revalidated
from sift_assets.workflows.querying import INDEX_FILE
from sift_assets.workflows.seat_reading import OpenedSeat

NOBODY = "nobody"
"""A name that the settings do not have, of a person and of a seat."""

BOUNDS = Bounds(limit=50, max_tokens=100_000)

Answer = Callable[[Index, str], object]

ANSWERS: Mapping[str, Answer] = {
    "search": lambda index, word: search(index, BOUNDS, word)[0].model_dump(exclude={"text"}),
    "query": lambda index, word: query(index, BOUNDS, word),
    "evidence": lambda index, word: evidence(index, BOUNDS, word),
    "path": lambda index, word: path(index, BOUNDS, word, word),
    "info": lambda index, _word: info(index, BOUNDS),
    "timeline": lambda index, _word: timeline(index, BOUNDS),
}
"""Functions of `core.query` that somebody may ask about a word of a seat."""


def isolation(scratch: Scratch, item: str, hidden: tuple[str, ...]) -> CheckResult:
    """Try to find words of the seats in Central, and to read and decide without being allowed to.

    What the tries would find if it were there is tried as well: people's own word, and a seat
    read by its owner.

    Args:
        scratch: The throw-away Central, up to date and swept.
        item: Id of an item that waits, or waited.
        hidden: Words that must be nowhere outside of their seat.
    """
    look = Look()
    for name, data in _files(scratch):
        for word in hidden:
            look.see(word.encode() not in data.lower(), f"a_word_of_a_seat_in_{name}")
    for name, ask in ANSWERS.items():
        for word in hidden:
            look.see(word not in _said(scratch, ask, word), f"a_word_of_a_seat_in_{name}")
    own = scratch.words.people
    look.see(own in _said(scratch, ANSWERS["search"], own), "nothing_is_found_at_all")
    look.see(any(own.encode() in data for _, data in _files(scratch)), "no_file_is_looked_at")
    _read(scratch, look)
    _decide(scratch, look, item)
    return look.result()


def _files(scratch: Scratch) -> Iterator[tuple[str, bytes]]:
    """Yield everything outside of the seats: what kind of file, and what is in it."""
    seats = (PEOPLE, f"{scratch.settings.store}/{SEATS_FOLDER}")
    own = {Path(scratch.settings.extract_model.partition("/")[2]).name}
    for found in files_below(scratch.root):
        is_of_seat = any(found.name.startswith(f"{folder}/") for folder in seats)
        if not is_of_seat and found.name not in own:
            kind = found.name.partition("/")[0].removeprefix(".")
            yield kind, (scratch.root / found.name).read_bytes().lower()


def _said(scratch: Scratch, ask: Answer, word: str) -> str:
    """Return an answer of Central's index, all of it, or what the error says beside the word."""
    with opened_index(scratch.workspace.exports_folder / INDEX_FILE, Filters()) as index:
        try:
            return repr(ask(index, word)).lower()
        except SiftError as error:
            return type(error).__name__.lower()


def _read(scratch: Scratch, look: Look) -> None:
    """Read a seat as everybody; only its owner may, and the others all hear the same."""
    for who in (OTHER, ADMIN, NOBODY):
        for act in (Act.READ, Act.PROPOSE, Act.WITHDRAW):
            look.see(not may(scratch.settings, who, act, OWNER), f"{who}_may_{act}")
        look.see(_denied(partial(_document, scratch, OWNER, who)), f"{who}_reads_a_seat")
    for who in (OWNER, OTHER, ADMIN):
        look.see(_denied(partial(_document, scratch, NOBODY, who)), f"{who}_reads_no_seat")
    word = sentence_of(scratch.words.canary)
    look.see(word in _document(scratch, OWNER, OWNER), "the_owner_reads_nothing")


def _document(scratch: Scratch, seat: str, who: str) -> str:
    return OpenedSeat(scratch.workspace, seat, who).text(CANARY)[1].text


def _decide(scratch: Scratch, look: Look, item: str) -> None:
    """Decide as whoever may not, on what is there and on what is not: both are denied alike."""
    for who in (OWNER, OTHER, NOBODY):
        for named in (item, "0" * len(item)):
            desk = desk_of(scratch, who)
            tries = {
                "approves": partial(desk.approve, named, "", revalidated),
                "rejects": partial(desk.reject, named, "because"),
            }
            for name, attempt in tries.items():
                look.see(_denied(attempt), f"{who}_{name}")
    unseen = partial(desk_of(scratch, ADMIN).approve, item, "", revalidated)
    look.see(_refused(unseen), "unseen_content_is_approved")


def _denied(attempt: Callable[[], object]) -> bool:
    """Say whether an attempt is denied, in the words of every denial."""
    try:
        attempt()
    except AccessDeniedError as error:
        return error.message == DENIED
    except SiftError:
        return False
    return False


def _refused(attempt: Callable[[], object]) -> bool:
    try:
        attempt()
    except SiftError:
        return True
    return False
