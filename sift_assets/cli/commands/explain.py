"""`sift explain`: what a value was made from, where that came from, back to the roots."""

from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from sift_assets.cli.commands.plan import HASH_SHOWN, in_words
from sift_assets.cli.opening import as_json, existing_history, open_workspace
from sift_assets.cli.printing import print_json, say
from sift_assets.core.errors import ProjectError
from sift_assets.core.planning.explanation import Explained, Name, Reason, explain
from sift_assets.core.planning.keys import document_key
from sift_assets.core.planning.lineage import LINEAGE, ROOTS, Partitioning, input_name
from sift_assets.core.planning.state import Recorded
from sift_assets.resources.workspace import Workspace

if TYPE_CHECKING:
    from sift_assets.resources.moments import Past

MEMBERS = 5
"""Of an input of many partitions, how many are told of unless more are asked for."""


@click.command("explain")
@click.argument("asset", type=click.Choice(tuple(LINEAGE)), metavar="ASSET")
@click.argument("partition", default="")
@click.option(
    "--depth", type=click.IntRange(min=0), help="Steps to go back; else as far as the roots."
)
@click.option(
    "--members",
    type=click.IntRange(min=0),
    default=MEMBERS,
    show_default=True,
    help="Of an input of many partitions, tell of so many, stale ones first; 0 tells of all.",
)
@as_json
@click.pass_obj
def command(
    project: Path, asset: str, partition: str, depth: int | None, members: int, as_json: bool
) -> int:
    """Say what the value of ASSET, or of its PARTITION, was made from.

    For each value behind it: its version, the file or stored object that holds it, when Dagster
    recorded it and by which run, and whether it is fresh, else why not. PARTITION is a document's
    path or key, an entity type, a facet, a stage or a kind.
    """
    from sift_assets.workflows.comparing import compared
    from sift_assets.workflows.planning import whole_plan

    workspace = open_workspace(project)
    with existing_history(workspace) as (events, past):
        comparison = compared(events, workspace, remember=False)
        observed, recorded = comparison.observation.observed, comparison.recorded
        name = _named(asset, partition, recorded.provenance.get(asset, {}))
        todo = whole_plan(comparison.plan, observed, recorded)
        value = explain(name, todo, observed, recorded, depth=depth, members=members)
        if value is None:
            raise ProjectError(f"There is no {input_name(*name)}.", _fix(asset))
        shown = _told(past, workspace, value, recorded)
    if as_json:
        print_json(shown)
    else:
        _Tree().value(shown, 0)
    return 0


def _named(asset: str, partition: str, known: Any) -> Name:
    """Take a partition as it is called, or a document by its path."""
    is_document = LINEAGE[asset].partitioning is Partitioning.DOCUMENT
    if is_document and partition and partition not in known:
        return asset, document_key(partition)
    return asset, partition


def _fix(asset: str) -> str:
    if LINEAGE[asset].partitioning is Partitioning.NONE:
        return "`sift run` computes it."
    return f"`sift show {asset}` lists its partitions; `sift run` computes them."


def _told(
    past: "Past", workspace: Workspace, value: Explained, recorded: Recorded
) -> dict[str, Any]:
    from sift_assets.resources.moments import recording_of
    from sift_assets.workflows.explaining import as_dagster_knows, told

    known = as_dagster_knows(recorded.provenance, workspace.settings.shards)
    return told(
        workspace,
        value,
        lambda asset, partition, version: recording_of(past, *known(asset, partition, version)),
    )


@dataclass
class _Tree:
    """Prints a told value as a tree; where a value lies is said once."""

    located: set[tuple[str, str]] = field(default_factory=set)

    def value(self, value: dict[str, Any], level: int, name: str = "") -> None:
        indent = "  " * level
        title = name or input_name(value["asset"], value["partition"])
        line = f"{indent}{title}  {value['version'][:HASH_SHOWN]}  {_standing(value)}"
        say(line, fg=None if value["fresh"] else "yellow", bold=level == 0)
        if (value["asset"], value["partition"]) in self.located:
            return  # its inputs were told as well
        self.located.add((value["asset"], value["partition"]))
        say(f"{indent}    {_origin(value)}", dim=True)
        for read in value["inputs"]:
            self.input(read, level + 1)

    def input(self, read: dict[str, Any], level: int) -> None:
        values, count = read["values"], read["partitions"]
        name = read["name"] if count == 1 else f"{read['name']} of {count}"
        if len(values) == 1 and (count == 1 or not values[0]["partition"]):
            self.value(values[0], level, name)
            return
        indent = "  " * level
        moved = "  moved since" if read["moved"] else ""
        say(f"{indent}{name}  {read['version'][:HASH_SHOWN]}{moved}")
        for value in values:
            self.value(value, level + 1)
        if values and count > len(values):
            say(f"{indent}  … and {count - len(values)} more, see --members")


def _standing(value: dict[str, Any]) -> str:
    if value["fresh"]:
        return "fresh"
    word = "has moved:" if value["asset"] in ROOTS else "stale because of"
    return f"{word} {_because(value)}"


def _because(value: dict[str, Any]) -> str:
    reasons = [in_words(Reason.model_validate(reason)) for reason in value["reasons"]]
    if not value["confirmed"]:
        reasons.append("another version in Dagster")
    return ", ".join(reasons)


def _origin(value: dict[str, Any]) -> str:
    code = f", code version {value['code_version']}"
    parts = [f"by {value['computed_by']}{code if value['computed_by'] != 'people' else ''}"]
    recorded = value["recorded"]
    if recorded:
        run = f" in run {recorded['run_id'][:HASH_SHOWN]}" if recorded["run_id"] else ""
        parts.append(f"recorded {recorded['recorded_at']} by {recorded['started_by']}{run}")
    if value["place"]:
        parts.append(value["place"])
    return "; ".join(parts)
