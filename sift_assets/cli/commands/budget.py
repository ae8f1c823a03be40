"""`sift budget`: what language models have cost, and what is left."""

import time
from pathlib import Path
from typing import Any

import click

from sift_assets.cli.opening import as_json, open_workspace
from sift_assets.cli.printing import print_json, say


@click.command("budget")
@as_json
@click.pass_obj
def command(project: Path, as_json: bool) -> int:
    """Say what was spent on language models, on what, and what may still be spent.

    Changes nothing. The budget is `budget_usd` in sift.yaml; raising it lets what waits go on.
    """
    from sift_assets.core.llm.ledger import day_of
    from sift_assets.core.llm.money import dollars
    from sift_assets.resources.ledger import project_ledger

    workspace = open_workspace(project)
    ledger = project_ledger(workspace.root, workspace.settings)
    sums, today = ledger.sums(), ledger.spent_in(day_of(time.time()))
    settings = workspace.settings
    shown: dict[str, Any] = {
        "ledger": str(ledger.path),
        "budget_usd": settings.budget_usd,
        "budget_per_run_usd": settings.budget_per_run_usd,
        "budget_per_day_usd": settings.budget_per_day_usd,
        "confirm_above_usd": settings.confirm_above_usd,
        "spent_usd": dollars(sums.spent),
        "spent_today_usd": dollars(today.spent),
        "reserved_usd": dollars(sums.reserved),
        "left_usd": dollars(max(0, ledger.limits.total - sum(sums))),
        "spent_on": [_row(row.model_dump()) for row in ledger.spent_on()],
    }
    if as_json:
        print_json(shown)
    else:
        _print(shown)
    return 0


def _row(row: dict[str, Any]) -> dict[str, Any]:
    from sift_assets.core.llm.money import dollars

    return {**row, "usd": dollars(row.pop("nano"))}


def _print(shown: dict[str, Any]) -> None:
    say(
        f"${shown['spent_usd']:.4f} of ${shown['budget_usd']:.2f} is spent, "
        f"${shown['left_usd']:.4f} left; ${shown['spent_today_usd']:.4f} today",
        bold=True,
    )
    if shown["reserved_usd"]:
        say(f"  ${shown['reserved_usd']:.4f} is reserved by calls under way")
    for row in shown["spent_on"]:
        tokens = f"{row['input_tokens']:,} tokens in, {row['output_tokens']:,} out"
        say(f"  {row['stage']}  {row['model']}  {row['calls']} calls  ${row['usd']:.4f}  {tokens}")
        if row["unpriced"]:
            say(f"    {row['unpriced']} answers have no known price and are not in the sum")
        if row["assumed"]:
            say(f"    {row['assumed']} calls without an answer are in it at the most they can cost")
