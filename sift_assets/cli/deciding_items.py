"""The subcommands of `sift decide` about items of the queue, by key, and about decisions, by id."""

from collections.abc import Iterable
from pathlib import Path
from typing import TYPE_CHECKING

import click

from sift_assets.cli.deciding import Office, print_decided, with_reason
from sift_assets.cli.opening import as_json
from sift_assets.core.decisions.decision import Act, Decision
from sift_assets.core.decisions.folding import counting
from sift_assets.core.decisions.history import undone_by
from sift_assets.core.decisions.promotion import refuse_undoing_promotions
from sift_assets.core.errors import DecisionError
from sift_assets.core.review.keys import by_key, keys_of, named
from sift_assets.core.review.records import OpenContradiction
from sift_assets.workflows.live_desk import check_needed

if TYPE_CHECKING:
    from sift_assets.core.review.records import QueueItem

CONFIRMING = frozenset({Act.MERGE, Act.SPLIT, Act.ADD, Act.CONFIRM})
REJECTING = frozenset({Act.NOT_SAME, Act.WHOLE, Act.REJECT, Act.DROP})


@click.command("confirm")
@click.argument("keys", metavar="KEY...", nargs=-1, required=True)
@with_reason
@as_json
@click.pass_obj
def confirm(project: Path, keys: tuple[str, ...], reason: str, as_json: bool) -> int:
    """Say yes to items: one and the same, a variant, several things, a relation that holds."""
    return _say_of(project, keys, CONFIRMING, reason, as_json)


@click.command("reject")
@click.argument("keys", metavar="KEY...", nargs=-1, required=True)
@with_reason
@as_json
@click.pass_obj
def reject(project: Path, keys: tuple[str, ...], reason: str, as_json: bool) -> int:
    """Say no to items: different things, one thing, a relation that does not hold."""
    return _say_of(project, keys, REJECTING, reason, as_json)


@click.command("keep")
@click.argument("key")
@click.argument("facts", metavar="N...|all", nargs=-1, required=True)
@with_reason
@as_json
@click.pass_obj
def keep(project: Path, key: str, facts: tuple[str, ...], reason: str, as_json: bool) -> int:
    """Say which facts of a contradiction stand, by their numbers in `sift review`, or all."""
    office = Office.open(project)
    item = named(key, by_key(office.desk.items), "item")
    if not isinstance(item, OpenContradiction):
        raise DecisionError(
            f"{item.key} is no contradiction.", "Use `sift decide confirm` or `reject`."
        )
    decisions = office.deciding(reason).keep(item, _numbers(facts, item))
    print_decided(office.decide(decisions), as_json)
    return 0


@click.command("undo")
@click.argument("ids", metavar="ID...", nargs=-1, required=True)
@with_reason
@as_json
@click.pass_obj
def undo(project: Path, ids: tuple[str, ...], reason: str, as_json: bool) -> int:
    """Take back decisions, by the ids that `sift decisions show` lists.

    Also an undo can be taken back. What was decided before counts again.
    """
    office = Office.open(project)
    known = {one.id: one for one in office.read.decisions}
    wanted = {one.id: one for one in (named(each, known, "decision") for each in ids)}
    refuse_undoing_promotions(office.read.decisions, wanted)
    undone = undone_by(office.read.decisions)
    for one in wanted:
        check_needed(office.read.decisions, one)
    deciding = office.deciding(reason)
    new = [deciding.undo(one) for one in wanted if one not in undone]
    held = [undone[one] for one in wanted if one in undone]
    print_decided(office.report(office.log.append(new), held), as_json)
    return 0


def _say_of(
    project: Path, keys: Iterable[str], acts: frozenset[Act], reason: str, as_json: bool
) -> int:
    """Decide about items; about none of them where one cannot be decided."""
    office = Office.open(project)
    items = by_key((*office.desk.queue.items, *office.desk.open_proposals(office.said)))
    decisions = [one for key in keys for one in _about(office, items, key, acts, reason)]
    print_decided(office.decide(decisions), as_json)
    return 0


def _about(
    office: Office, items: "dict[str, QueueItem]", key: str, acts: frozenset[Act], reason: str
) -> tuple[Decision, ...]:
    past = {each: one for one in counting(office.read.decisions) for each in keys_of(one)}
    found = named(key, {**past, **items}, "item")
    deciding = office.deciding(reason)
    if not isinstance(found, Decision):
        return deciding.confirm(found) if acts is CONFIRMING else deciding.reject(found)
    if found.act in acts or (found.act is Act.RETRACT and found.proposal and acts is CONFIRMING):
        return (found,)
    raise DecisionError(
        f"{key} was decided otherwise, by decision {found.id}.",
        f"Take it back with `sift decide undo {found.id}`; it is open again after the next run.",
    )


def _numbers(facts: Iterable[str], item: OpenContradiction) -> list[int]:
    """Read the numbers of facts, from 1, as places from 0."""
    given = [one for fact in facts for one in fact.replace(",", " ").split()]
    if given == ["all"]:
        return list(range(len(item.facts)))
    if not given or not all(map(str.isdecimal, given)):
        raise click.UsageError("Give the numbers of the facts that stand, or all.")
    return [int(one) - 1 for one in given]
