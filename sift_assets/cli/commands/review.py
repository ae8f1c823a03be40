"""`sift review`: decide at the terminal what is open, one item after the other."""

from collections import Counter
from collections.abc import Iterable
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from sift_assets.cli.opening import as_json
from sift_assets.cli.printing import print_json, say

if TYPE_CHECKING:
    from sift_assets.cli.deciding import Office
    from sift_assets.cli.reviewing import Sitting
    from sift_assets.core.decisions.decision import Decision
    from sift_assets.core.review.records import QueueItem

KINDS = ("merges", "relations", "variants", "splits", "contradictions", "proposals")

INTERRUPTED = 130


@click.command("review")
@click.option("--type", "type_name", metavar="T", help="Only items about this type.")
@click.option("--kind", type=click.Choice(KINDS), help="Only items of this kind.")
@click.option(
    "--auto-approve",
    type=click.FloatRange(0, 1),
    metavar="X",
    help="Confirm what has at least this score or confidence. Off unless given; 1 is off.",
)
@click.option(
    "--auto-reject",
    type=click.FloatRange(0, 1),
    metavar="Y",
    help="Reject relations with less than this confidence. Off unless given.",
)
@click.option("--limit", type=click.IntRange(min=1), metavar="N", help="Look at so many items.")
@click.option("--list", "listing", is_flag=True, help="List what is open by key; ask nothing.")
@as_json
@click.pass_obj
def command(
    project: Path,
    type_name: str | None,
    kind: str | None,
    auto_approve: float | None,
    auto_reject: float | None,
    limit: int | None,
    listing: bool,
    as_json: bool,
) -> int:
    """Show what is open, item by item with its evidence, and write down what you say.

    Keys: a approve, r reject, s skip, n and p next and previous, u undo the last, o decide a group
    pair by pair, a number jumps, q quit. Of facts that contradict each other, type the numbers of
    those that stand. Each decision is on the disk before the next item is shown.

    Without a terminal a line stands for a key. With --json what is open is listed and nothing is
    asked. Thresholds act only when they are given; never on what the domain wants a person for,
    never on merges across types, never on what was decided before.

    Exit code 1: there was no terminal, and the input ended before the review did.
    """
    from sift_assets.cli.deciding import Office
    from sift_assets.cli.reviewing_rules import by_thresholds, check_thresholds
    from sift_assets.workflows.reviewing import reviewing_desk

    check_thresholds(auto_approve, auto_reject)
    office = Office.open(project, reviewing_desk)
    items = tuple(_wanted(office.desk.open_items(office.said), type_name, kind))[:limit]
    is_automatic = auto_approve is not None or auto_reject is not None
    written: tuple[Decision, ...] = ()
    if is_automatic:
        written = by_thresholds(office, items, auto_approve, auto_reject)
    if as_json or listing:
        return _list(office, items, written, as_json)
    _say_automatic(written)
    return _review(office, items, is_automatic=is_automatic)


def _wanted(
    items: Iterable["QueueItem"], type_name: str | None, kind: str | None
) -> Iterable["QueueItem"]:
    from sift_assets.core.review.about import is_about, kind_of

    for one in items:
        is_wanted = type_name is None or is_about(one, type_name)
        if is_wanted and kind in (None, kind_of(one)):
            yield one


def _review(office: "Office", items: "tuple[QueueItem, ...]", *, is_automatic: bool) -> int:
    from sift_assets.cli.reviewing import Ending, Sitting
    from sift_assets.cli.reviewing_keys import keys_of_this_process
    from sift_assets.core.decisions.decision import Channel
    from sift_assets.core.review.agenda import Agenda
    from sift_assets.workflows.live_desk import LiveDesk

    deciding = office.deciding(channel=Channel.TERMINAL)
    with keys_of_this_process() as keys:
        sitting = Sitting(LiveDesk(office.desk, office.log), deciding, Agenda(items), keys)
        try:
            ending = sitting.run()
        except KeyboardInterrupt:
            _say_end(office, sitting)
            return INTERRUPTED
    if ending is Ending.NO_KEYS and not sitting.pressed:
        if is_automatic:
            _say_end(office, sitting)
            return 0
        say("There is no terminal and no key came, so nothing was decided.", err=True, fg="red")
        say("Decide by `sift decide`, or give --auto-approve or --auto-reject.", err=True)
        return 1
    _say_end(office, sitting)
    return 1 if ending is Ending.NO_KEYS else 0


def _list(
    office: "Office",
    items: "tuple[QueueItem, ...]",
    written: "tuple[Decision, ...]",
    as_json: bool,
) -> int:
    """Print what is open; what thresholds have just settled is not, any more."""
    from sift_assets.cli.deciding import open_in_words
    from sift_assets.cli.reviewing_panel import one_line
    from sift_assets.core.decisions.folding import counting
    from sift_assets.core.review.about import kind_of
    from sift_assets.core.review.still_open import still_open

    said = office.desk.said(counting(office.log.read().decisions))
    left = still_open(items, said)
    if as_json:
        print_json(office.report(written) | {"items": [_row(one) for one in left]})
        return 0
    _say_automatic(written)
    for one in left:
        say(f"{one.key}  {kind_of(one):<14}  {one_line(one)}")
    count = len(office.desk.open_items(said))
    say(f"{open_in_words(count)} `sift review` shows the evidence.")
    return 0


def _row(item: "QueueItem") -> dict[str, Any]:
    from sift_assets.core.review.about import kind_of

    return {"key": item.key, "kind": kind_of(item), "item": item.model_dump(mode="json")}


def _say_automatic(written: "tuple[Decision, ...]") -> None:
    counts = Counter((one.rule, str(one.act), one.threshold) for one in written)
    for (rule, act, threshold), count in sorted(counts.items()):
        say(f"--{rule} {threshold:g}: {count} × {act}", fg="green")


def _say_end(office: "Office", sitting: "Sitting") -> None:
    from sift_assets.cli.deciding import APPLIED_BY, open_in_words
    from sift_assets.core.decisions.folding import counting

    decided = sum(len(decisions) for _, decisions in sitting.made)
    said = office.desk.said(counting(office.log.read().decisions))
    left = len(office.desk.open_items(said))
    aside = f", {sitting.agenda.put_aside} skipped" if sitting.agenda.put_aside else ""
    say(f"{decided} decided{aside}. {open_in_words(left)} {APPLIED_BY}")
