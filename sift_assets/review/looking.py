"""What the page asks for, and the answers as plain data."""

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping
from typing import Any

from pydantic import Field

from sift_assets.core.decisions.decision import Decision
from sift_assets.core.decisions.history import with_undos
from sift_assets.core.decisions.kinds import decision_versions
from sift_assets.core.decisions.log import in_order
from sift_assets.core.decisions.wording import in_words
from sift_assets.core.errors import ProjectError
from sift_assets.core.planning.lineage import input_name
from sift_assets.core.records.record import Record
from sift_assets.core.review.about import KIND_NAMES, kind_of, types_of
from sift_assets.core.review.asking import in_short
from sift_assets.core.review.filtering import Wanted, score_of
from sift_assets.core.review.keys import keys_of, pairs_of
from sift_assets.core.review.proposed import why_closed
from sift_assets.core.review.records import OpenProposal, QueueItem
from sift_assets.core.review.standing import DecisionStanding, Stood, stood
from sift_assets.core.review.still_open import open_parts
from sift_assets.resources.workspace import Workspace
from sift_assets.review.project import OpenDesk, ReviewedProject, shown
from sift_assets.workflows.known import latest
from sift_assets.workflows.live_desk import Moment
from sift_assets.workflows.passages import passage_in_text
from sift_assets.workflows.reviewing import decision_row, history_of

MOST_ROWS = 2000
"""Of the list of items, and of decisions: more are not read, a filter finds the others."""

VIEWER_FILE = "viewer.html"
"""The explorer, below the exports folder."""

LATELY = 100
"""Decisions that are listed as the last ones."""


class QueueQuestion(Wanted):
    """Which items are wanted.

    Attributes:
        apart: Keys of groups that are decided pair by pair, with commas between them.
    """

    apart: str = ""


class ItemQuestion(Record):
    """Which item is wanted, by its key."""

    key: str


class HistoryQuestion(Record):
    """Whose history is wanted: an item, a decision, an entity or a relation, by id or name."""

    subject: str = Field(min_length=1)


class PassageQuestion(Record):
    """Which passage is wanted."""

    document: str
    start: int
    end: int


class NoQuestion(Record):
    """Nothing needs to be said."""


def queue(project: ReviewedProject, asked: QueueQuestion) -> dict[str, Any]:
    """Return the open items that are wanted, and how many there are of each kind."""
    desk = project.desk()
    now = desk.live.now()
    apart = {*asked.apart.split(",")}
    items = [part for one in now.open_items for part in _parts(one, apart, now)]
    found = [one for one in items if asked.matches(one)]
    kinds = Counter(kind_of(one) for one in now.open_items)
    types = Counter(name for one in items for name in {one.upper() for one in types_of(one)})
    return {
        "items": [_row(one) for one in found[:MOST_ROWS]],
        "matching": len(found),
        "open": len(now.open_items),
        "asked": len(desk.live.desk.queue.items) + kinds[KIND_NAMES[OpenProposal]],
        "kinds": kinds,
        "types": dict(sorted(types.items())),
        "conflicts": [list(one.members) for one in now.said.conflicts],
        "bad_lines": len(now.read.bad) + bool(now.read.torn),
        **_seen(desk, now),
    }


def item(project: ReviewedProject, asked: ItemQuestion) -> dict[str, Any]:
    """Return an item with its evidence, what was said of it, and whether it is settled.

    Raises:
        ProjectError: There is no such item; the queue has been made anew.
    """
    desk = project.desk()
    found = desk.items.get(asked.key)
    if found is None:
        raise ProjectError("This is asked no more.", "The queue was made anew; take another.")
    now = desk.live.now()
    meanwhile = now.meanwhile(found)
    closed = why_closed(found, now.said) if isinstance(found, OpenProposal) else None
    about = [one for one in now.read.decisions if found.key in keys_of(one)]
    return {
        "item": shown(desk, found).model_dump(mode="json"),
        "settled": meanwhile is not None,
        "because": closed.because if closed else "",
        "by": _one_row(meanwhile.by, now) if meanwhile and meanwhile.by else None,
        "history": list(_rows(with_undos(now.read.decisions, about), now)),
        **_seen(desk, now),
    }


def decided(project: ReviewedProject, _: NoQuestion) -> dict[str, Any]:
    """Return the last decisions, the latest first, and whether a run has yet to apply some."""
    desk = project.desk()
    now = desk.live.now()
    told = _told_to_all(now.read.decisions)
    latest_first = tuple(reversed(in_order(told)))[:LATELY]
    return {
        "decisions": list(_rows(latest_first, now)),
        "all": len(told),
        "unapplied": _unapplied(project),
        **_seen(desk, now),
    }


def history(project: ReviewedProject, asked: HistoryQuestion) -> dict[str, Any]:
    """Return every decision about a subject and what it comes to.

    Raises:
        DecisionError: Nothing is called so.
    """
    log = _told_to_all(project.desk().live.now().read.decisions)
    known = {one.id: one for one in log}
    rows = history_of(project.workspace, log, asked.subject)
    return {"decisions": [row | _undo_in_words(known[row["id"]], known) for row in rows]}


def passage(project: ReviewedProject, asked: PassageQuestion) -> dict[str, Any]:
    """Return a passage in the text around it."""
    found = passage_in_text(project.workspace, asked.document, asked.start, asked.end)
    return found.model_dump(mode="json")


def pulse(project: ReviewedProject, _: NoQuestion) -> dict[str, Any]:
    """Return what changes whenever there is something new to show, and what heads every page."""
    desk = project.desk()
    return {
        "pulse": desk.pulse(),
        "open": len(desk.live.now().open_items),
        "viewer": has_viewer(project.workspace),
    }


def status(project: ReviewedProject, _: NoQuestion) -> dict[str, Any]:
    """Return what is stale and why; where the project lies is nobody's business elsewhere."""
    here = {"project": project.root.name, "dagster": project.workspace.settings.dagster_ui}
    return project.looked() | here


Answer = Callable[[ReviewedProject, Any], dict[str, Any]]

QUESTIONS: Mapping[str, tuple[type[Record], Answer]] = {
    "queue": (QueueQuestion, queue),
    "item": (ItemQuestion, item),
    "decided": (NoQuestion, decided),
    "history": (HistoryQuestion, history),
    "passage": (PassageQuestion, passage),
    "pulse": (NoQuestion, pulse),
    "status": (NoQuestion, status),
}
"""Name of each question to what it says and what answers it."""


def has_viewer(workspace: Workspace) -> bool:
    """Say whether a run has written the explorer."""
    return (workspace.exports_folder / VIEWER_FILE).is_file()


def decision_rows(decisions: Iterable[Decision], now: Moment) -> list[dict[str, Any]]:
    """Return decisions as plain data, with the keys of what they are about."""
    return list(_rows(decisions, now))


def _parts(one: QueueItem, apart: set[str], now: Moment) -> tuple[QueueItem, ...]:
    if one.key not in apart:
        return (one,)
    return tuple(part for pair in pairs_of(one) for part in open_parts(pair, now.said))


def _told_to_all(log: Iterable[Decision]) -> tuple[Decision, ...]:
    """Return the decisions that whoever is at the page may see: not those on what is of a seat."""
    return tuple(one for one in log if one.promotion is None)


def _row(one: QueueItem) -> dict[str, Any]:
    return {
        "key": one.key,
        "kind": kind_of(one),
        "short": in_short(one),
        "score": score_of(one),
    }


def _seen(desk: OpenDesk, now: Moment) -> dict[str, Any]:
    """Return what the page has seen when it shows this; it says so with a decision."""
    log = in_order(now.read.decisions)
    return {"pulse": desk.pulse(), "latest": log[-1].id if log else ""}


def _rows(decisions: Iterable[Decision], now: Moment) -> Iterator[dict[str, Any]]:
    standing = {one.decision.id: one for one in stood(now.read.decisions, None)}
    known = {one.id: one for one in now.read.decisions}
    for one in decisions:
        yield _with_keys(standing[one.id], now) | _undo_in_words(one, known)


def _undo_in_words(one: Decision, known: Mapping[str, Decision]) -> dict[str, str]:
    """Return what an undo takes back in words, in the place of an id; nothing for others."""
    undone = known.get(one.undoes)
    return {"says": f"undo: {in_words(undone)}"} if undone else {}


def _one_row(one: Decision, now: Moment) -> dict[str, Any]:
    return next(_rows([one], now))


def _with_keys(one: Stood, now: Moment) -> dict[str, Any]:
    keys = sorted(keys_of(one.decision))
    row = decision_row(one) | {"undoes": one.decision.undoes, "keys": keys}
    return row | (_standing(one.decision, now) if one.standing is DecisionStanding.IN_FORCE else {})


def _standing(one: Decision, now: Moment) -> dict[str, str]:
    """Return what a decision that counts lacks: another contradicts it, or its subject is gone."""
    if now.said.in_conflict(one):
        return {"standing": str(DecisionStanding.CONFLICT)}
    for parked in now.desk.queue.unsettled:
        if (parked.decision, parked.standing) == (one.id, DecisionStanding.PARKED):
            return {"standing": parked.standing, "because": parked.reason}
    return {}


def _unapplied(project: ReviewedProject) -> bool:
    """Say whether people have decided what the latest graph does not know of."""
    workspace = project.workspace
    known = latest(workspace, "resolved_graph").inputs
    now = decision_versions(workspace.decisions_by_kind)
    names = {input_name("decisions", kind): version for kind, version in now.items()}
    return any(known[name] != version for name, version in names.items() if name in known)
