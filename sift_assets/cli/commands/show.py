"""`sift show`: any recorded value, readably."""

import json
from pathlib import Path
from typing import Any

import click

from sift_assets.cli.opening import as_json, open_workspace
from sift_assets.cli.printing import print_json, say
from sift_assets.core.communities.records import Community
from sift_assets.core.decisions.resolved import ResolvedGraph
from sift_assets.core.errors import CorruptObjectError, ProjectError
from sift_assets.core.graph.partition import TypeGraph
from sift_assets.core.planning.keys import document_key
from sift_assets.core.planning.lineage import LINEAGE, Partitioning
from sift_assets.core.planning.state import Provenance
from sift_assets.resources.workspace import Workspace

ROWS_SHOWN = 40
"""Rows of a table printed for people; --json prints all."""

TABLES = {
    "knowledge_graph": TypeGraph,
    "resolved_graph": ResolvedGraph,
    "communities": Community,
}
"""Assets whose values are Arrow tables; the others are JSON."""


@click.command("show")
@click.argument("asset", type=click.Choice(tuple(LINEAGE)), metavar="ASSET")
@click.argument("key", default="")
@as_json
@click.pass_obj
def command(project: Path, asset: str, key: str, as_json: bool) -> int:
    """Print the latest value of ASSET, or of its partition KEY; without KEY list the partitions.

    KEY is a document's path or key, an entity type, a community's key, a facet, a stage or a kind.
    """
    workspace = open_workspace(project)
    entries = workspace.provenance.read(asset)
    if LINEAGE[asset].partitioning is not Partitioning.NONE and not key:
        _list(asset, {k: v for k, v in entries.items() if k}, as_json)
        return 0
    entry = entries.get(key) or entries.get(_as_document_key(key))
    if entry is None:
        raise ProjectError(
            f"There is no {asset}{f'[{key}]' if key else ''}.",
            f"`sift show {asset}` lists what there is; `sift run` computes it.",
        )
    _print(asset, value_of(workspace, asset, entry), as_json)
    return 0


def value_of(workspace: Workspace, asset: str, entry: Provenance) -> dict[str, Any]:
    """Return a stored value as plain data, with its version and where it came from.

    Raises:
        CorruptObjectError: The object is damaged; it is forgotten, so that the next run rebuilds
            it.
    """
    shown: dict[str, Any] = {"version": entry.version, "inputs": entry.inputs, "facts": entry.facts}
    if asset == "documents":
        return shown
    try:
        data = workspace.store.get(entry.version)
    except CorruptObjectError:
        workspace.provenance.forget_version(entry.version)
        raise
    if asset in TABLES:
        bundle = TABLES[asset].from_bytes(data)
        tables = {name: getattr(bundle, name) for name in bundle.__dataclass_fields__}
        value = {n: t.to_pylist() if hasattr(t, "to_pylist") else t for n, t in tables.items()}
    else:
        value = json.loads(data)
    return shown | {"value": value}


def _as_document_key(path: str) -> str:
    return document_key(path) if path else ""


def _list(asset: str, entries: dict[str, Provenance], as_json: bool) -> None:
    if as_json:
        rows = {key: entry.model_dump(mode="json") for key, entry in entries.items()}
        print_json(rows)
        return
    say(f"{len(entries)} partitions of {asset}", bold=True)
    for key, entry in entries.items():
        facts = ", ".join(f"{k} {v}" for k, v in entry.facts.items() if v not in ("", 0, False))
        say(f"  {key}  {entry.version[:12]}  {facts}")


def _print(asset: str, shown: dict[str, Any], as_json: bool) -> None:
    if as_json:
        print_json(shown)
        return
    if asset in TABLES:
        shown = shown | {"value": {name: _head(rows) for name, rows in shown["value"].items()}}
    print_json(shown, indent=2)


def _head(rows: Any) -> Any:
    if not isinstance(rows, list) or len(rows) <= ROWS_SHOWN:
        return rows
    return [*rows[:ROWS_SHOWN], f"… {len(rows) - ROWS_SHOWN} more rows, see --json"]
