"""Writing decisions down and saying what follows, for every command that decides."""

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import Any, Self

import click

from sift_assets.cli.opening import open_workspace
from sift_assets.cli.printing import print_json, say
from sift_assets.cli.reviewing_panel import inline
from sift_assets.core.decisions.decision import Channel, Decision
from sift_assets.core.decisions.folding import counting
from sift_assets.core.decisions.log import ReadLog
from sift_assets.core.decisions.wording import in_words
from sift_assets.core.review.deciding import Deciding
from sift_assets.core.review.said import Said
from sift_assets.core.review.signature import Signature
from sift_assets.resources.decision_log import DecisionLog, actor
from sift_assets.resources.workspace import Workspace
from sift_assets.workflows.reviewing import Desk, desk_of

APPLIED_BY = "`sift run` applies what was decided, or the sensor does."

with_reason = click.option("--reason", default="", help="Why, in words; kept with the decision.")
"""The option of every command that decides."""


@dataclass(frozen=True)
class Office:
    """An open project with its desk and its log.

    Attributes:
        workspace: The project.
        desk: What is decided about.
        log: Where it is written down.
    """

    workspace: Workspace
    desk: Desk
    log: DecisionLog

    @classmethod
    def open(cls, project: Path, desk: Callable[[Workspace], Desk] = desk_of) -> Self:
        """Open the project in or above a folder.

        Raises:
            ProjectError: There is no project, or nothing to decide about yet.
        """
        workspace = open_workspace(project)
        return cls(workspace, desk(workspace), workspace.decision_log)

    @cached_property
    def read(self) -> ReadLog:
        """The log as it was when it was first asked for."""
        return read_loudly(self.log)

    @cached_property
    def said(self) -> Said:
        """What counted then."""
        return self.desk.said(counting(self.read.decisions))

    def deciding(self, reason: str = "", channel: Channel = Channel.COMMAND) -> Deciding:
        """Return what makes decisions for whoever is at the terminal."""
        return self.desk.deciding(Signature(actor=actor(), channel=channel, reason=reason))

    def decide(self, decisions: Iterable[Decision]) -> dict[str, Any]:
        """Write down what is not in force already, and return what there is to say of it."""
        new: list[Decision] = []
        held: list[Decision] = []
        for one in decisions:
            (held if self.said.holds(one) else new).append(one)
        return self.report(self.log.append(new), held)

    def report(self, written: Sequence[Decision], held: Sequence[Decision] = ()) -> dict[str, Any]:
        """Return what was decided, and what follows, as plain data."""
        said = self.desk.said(counting(self.log.read().decisions))
        conflicts = {one.members: one for made in written for one in said.in_conflict(made)}
        return {
            "decisions": [as_row(one) for one in written],
            "already": [in_words(one) for one in held],
            "conflicts": [list(members) for members in conflicts],
            "open": len(self.desk.open_items(said)),
        }


def read_loudly(log: DecisionLog) -> ReadLog:
    """Read a log; lines that do not count are told of and cost no other."""
    found = log.read()
    if found.bad or found.torn:
        count = len(found.bad) + bool(found.torn)
        _aside(f"{count} lines of {log.path} do not count; `sift decisions fsck` names them.")
    return found


def as_row(one: Decision) -> dict[str, Any]:
    """Return a decision as plain data, with its words."""
    fields = one.model_dump(mode="json", include={"id", "time", "actor", "channel", "act"})
    details = one.model_dump(mode="json", include={"reason", "rule", "threshold", "proposal"})
    return fields | {"says": in_words(one)} | {name: v for name, v in details.items() if v}


def print_decided(report: dict[str, Any], as_json: bool) -> None:
    """Print what `Office.report` returns."""
    if as_json:
        print_json(report)
        return
    for row in report["decisions"]:
        say(f"{inline(row['says'])}   decision {row['id']}", fg="green")
    for words in report["already"]:
        say(f"{inline(words)}   is in force already, nothing was added")
    for members in report["conflicts"]:
        say(
            f"Contradicts another decision, so nothing is merged of {', '.join(members)}.", fg="red"
        )
        say("`sift decisions show` names both; undo one.")
    say(f"{open_in_words(report['open'])} {APPLIED_BY}")


def open_in_words(count: int) -> str:
    """Say how many items are open."""
    return "1 item is open." if count == 1 else f"{count} items are open."


def _aside(line: str) -> None:
    say(line, err=True, fg="yellow")
