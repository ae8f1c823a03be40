"""The subcommands of `sift promotions` that decide, and what they say became of it."""

import sys
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from sift_assets.cli.opening import as_json, open_workspace
from sift_assets.cli.printing import print_json, say
from sift_assets.cli.promotions_showing import inline, print_whole
from sift_assets.core.decisions.decision import Channel

if TYPE_CHECKING:
    from sift_assets.workflows.promotion_book import PromotionBook
    from sift_assets.workflows.promotion_deciding import PromotionDesk

because = click.option(
    "--reason", default="", help="Why, in words; whoever reads the decision log reads it."
)
"""The option of every subcommand that decides; a reason should not quote what stays with a seat."""

NOT_IN_CENTRAL = "It is not in Central"


@click.command("approve")
@click.argument("item")
@click.option(
    "--shown",
    default="",
    metavar="MARK",
    help="What the last line of `show` says; else it is asked.",
)
@click.option(
    "--despite-drift", is_flag=True, help="Also where what speaks for it has changed since."
)
@because
@as_json
@click.pass_obj
def approve(
    project: Path, item: str, shown: str, despite_drift: bool, reason: str, as_json: bool
) -> int:
    """Let ITEM into Central, after seeing its whole text, and deliver it.

    At a terminal the text is shown and you are asked; elsewhere give --shown. Guards and references
    are looked at again. Exit code 1: it is approved and could not be delivered; the next sweep
    tries again, or `retry`.
    """
    from sift_assets.workflows.promotion_revalidating import revalidated

    desk = _desk(project)
    seen = shown or _confirmed(desk, item, as_json)
    desk.approve(item, seen, revalidated, reason=reason, despite_drift=despite_drift)
    return _delivered(desk.book, item, as_json)


@click.command("reject")
@click.argument("item")
@because
@as_json
@click.pass_obj
def reject(project: Path, item: str, reason: str, as_json: bool) -> int:
    """Refuse ITEM, for a reason. The same text, and what is nearly the same, is not asked again."""
    return _decide(project, item, as_json, lambda desk: desk.reject(item, reason))


@click.command("abandon")
@click.argument("item")
@because
@as_json
@click.pass_obj
def abandon(project: Path, item: str, reason: str, as_json: bool) -> int:
    """Let an approved ITEM not be delivered after all."""
    return _decide(project, item, as_json, lambda desk: desk.abandon(item, reason))


@click.command("reopen")
@click.argument("item")
@because
@as_json
@click.pass_obj
def reopen(project: Path, item: str, reason: str, as_json: bool) -> int:
    """Take back what was decided about ITEM, so that it is asked again."""
    return _decide(project, item, as_json, lambda desk: desk.reopen(item, reason))


@click.command("retry")
@click.argument("item")
@as_json
@click.pass_obj
def retry(project: Path, item: str, as_json: bool) -> int:
    """Deliver an approved ITEM now. Exit code 1: it could not be delivered."""
    desk = _desk(project)
    desk.check_retry(item)
    return _delivered(desk.book, item, as_json)


def _desk(project: Path) -> "PromotionDesk":
    """Open the items for whoever is at the terminal."""
    from sift_assets.resources.decision_log import actor
    from sift_assets.workflows.promotion_book import PromotionBook
    from sift_assets.workflows.promotion_deciding import PromotionDesk

    book = PromotionBook(open_workspace(project))
    return PromotionDesk(book, actor(), Channel.COMMAND)


def _confirmed(desk: "PromotionDesk", item: str, as_json: bool) -> str:
    """Show an item whole and ask; return what its text is recognised by.

    Raises:
        AccessDeniedError: Who asks may not decide on it.
        UsageError: There is nobody to ask.
        Abort: The answer was no.
    """
    from sift_assets.workflows.promotion_listing import whole_for

    desk.check_approve(item)
    if as_json or not at_a_terminal():
        raise click.UsageError(f"Give --shown, which `sift promotions show {item}` says.")
    found = whole_for(desk.book, desk.actor, item)
    print_whole(found)
    click.confirm("Let this whole text into Central?", abort=True)
    return found.shown


def at_a_terminal() -> bool:
    """Say whether there is somebody to ask."""
    return sys.stdin.isatty()


def _decide(
    project: Path, item: str, as_json: bool, decide: "Callable[[PromotionDesk], object]"
) -> int:
    desk = _desk(project)
    decide(desk)
    _print(desk.book, item, as_json)
    return 0


def _delivered(book: "PromotionBook", item: str, as_json: bool) -> int:
    """Deliver an item and say whether it is really in Central; return the exit code."""
    from sift_assets.workflows.delivering import deliver_open

    deliver_open(book, item)
    return 0 if _print(book, item, as_json)["milestones"]["accepted"] else 1


def _print(book: "PromotionBook", item: str, as_json: bool) -> dict[str, Any]:
    """Print what an item has come to, and return it."""
    from sift_assets.core.promotion.delivered import Milestones
    from sift_assets.workflows.delivering import milestones
    from sift_assets.workflows.promotion_listing import row_of

    known = book.known()[item]
    found = row_of(book, known, milestones(book, [known]).get(item, Milestones()))
    row = found.model_dump(mode="json", exclude={"preview"})
    if as_json:
        print_json(row)
    else:
        say(f"{item} is {row['state']}.", bold=True)
        say(_where(row), fg="red" if row["failure"] else None)
    return row


def _where(row: dict[str, Any]) -> str:
    """Say in a sentence whether an item is in Central."""
    reached = row["milestones"]
    if row["failure"]:
        return f"{NOT_IN_CENTRAL}: {inline(row['failure'])} `sift promotions retry` tries again."
    if not reached["accepted"]:
        return f"{NOT_IN_CENTRAL}."
    if reached["retrievable"]:
        return "It is in Central, and answers find it."
    return "It is in Central's folder; `sift run` reads it, and then answers find it."
