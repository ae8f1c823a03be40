"""What the graph holds, for people at a terminal and for programs."""

from collections import Counter
from pathlib import Path
from typing import Any

from sift_assets.cli.printing import printable, say
from sift_assets.cli.running import RunReport
from sift_assets.cli.waiting import say_what_is_told, say_what_to_decide
from sift_assets.core.graph.summary import summarise
from sift_assets.resources.workspace import Workspace
from sift_assets.workflows.known import to_decide, told
from sift_assets.workflows.report import REPORT_FILE
from sift_assets.workflows.resolved import load_resolved

TOP = 8
"""Entities shown; enough to see whether the graph is about what the documents are about."""


def summary_of(workspace: Workspace, report: RunReport) -> dict[str, Any]:
    """Return the state of the project after a run, as plain data."""
    texts = workspace.provenance.read("document_texts")
    graph = summarise(load_resolved(workspace))
    comparison = report.comparison
    return {
        "documents": len(texts),
        "documents_by_status": dict(
            sorted(Counter(str(entry.facts["status"]) for entry in texts.values()).items())
        ),
        "unread": {
            key: str(entry.facts["reason"])
            for key, entry in texts.items()
            if entry.facts["status"] not in ("text", "empty")
        },
        "entities": graph.entities,
        "entities_by_type": graph.entities_by_type,
        "relations": graph.relations,
        "relations_by_type": graph.relations_by_type,
        "pending": graph.pending,
        "to_decide": to_decide(workspace),
        "told": told(workspace),
        "top_entities": [entity.model_dump() for entity in graph.top_entities[:TOP]],
        "exports": str(workspace.exports_folder),
        "computed": {"documents": report.documents, "assets": report.assets},
        "repaired": report.repaired,
        "failed": report.failures,
        "given_up": dict(comparison.plan.given_up) if comparison else {},
        "waiting": dict(comparison.plan.waiting) if comparison else {},
    }


def print_summary(summary: dict[str, Any]) -> None:
    """Print a summary on one screen."""
    from rich.columns import Columns
    from rich.console import Console
    from rich.panel import Panel
    from rich.text import Text

    console = Console()
    tables = [
        _table("Documents", "status", summary["documents_by_status"]),
        _table("Entities", "type", summary["entities_by_type"]),
        _table("Relations", "type", summary["relations_by_type"]),
        _top(summary["top_entities"]),
    ]
    console.print(Columns(tables, padding=(0, 3)))
    for key, reason in {**summary["unread"], **summary["given_up"], **summary["waiting"]}.items():
        name, why = (printable(key), "bold"), f"  {printable(reason)}"
        console.print(Text.assemble(("! ", "yellow"), name, why), soft_wrap=True)
    closing = (
        f"{summary['documents']} documents  ·  {summary['entities']} entities  ·  "
        f"{summary['relations']} relations  ·  {summary['told']['communities']} communities  ·  "
        f"{summary['to_decide']['open']} to decide"
    )
    console.print(Panel(Text(closing), expand=False, border_style="green"))
    if not summary["documents"]:
        say("The folder holds no documents any more, so the graph is empty.", fg="yellow")
    say(f"Exports   {summary['exports']}")  # outside of the frame, where no path is broken
    say(f"Read      {Path(summary['exports']) / REPORT_FILE}")
    say_what_is_told(summary["told"])
    say_what_to_decide(summary["to_decide"])
    say("Look      sift view   (the graph; every fact opens its passage)")
    say("          sift dev    (the Dagster UI; `make dev` in a clone)")


def _table(title: str, column: str, counts: dict[str, int]) -> Any:
    from rich.table import Table
    from rich.text import Text

    table = Table(title=title, title_justify="left", box=None, pad_edge=False)
    table.add_column(column, style="cyan")
    table.add_column("n", justify="right")
    for name, count in sorted(counts.items(), key=lambda item: (-item[1], item[0])):
        table.add_row(Text(printable(name)), str(count))
    return table


def _top(entities: list[dict[str, Any]]) -> Any:
    from rich.table import Table
    from rich.text import Text

    table = Table(title="Most connected", title_justify="left", box=None, pad_edge=False)
    table.add_column("entity", style="bold")
    table.add_column("type", style="cyan")
    table.add_column("documents", justify="right")
    for entity in entities:
        name, kind = printable(entity["name"]), printable(entity["type"])
        table.add_row(Text(name), Text(kind), str(entity["support"]))
    return table
