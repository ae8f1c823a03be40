"""The subcommands of `sift promotions` about the evaluation that sweeps need, and its receipt."""

from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from sift_assets.cli.opening import as_json, open_instance, open_workspace
from sift_assets.cli.printing import print_json, say

if TYPE_CHECKING:
    from sift_assets.resources.workspace import Workspace


@click.command("evaluate")
@as_json
@click.pass_obj
def evaluate(project: Path, as_json: bool) -> int:
    """Try out a promotion on a throw-away Central, and write the receipt that sweeps need.

    Takes some seconds, asks no model, and touches no document and no value of the project. Exit
    code 1: a check did not end well, and nothing is swept. For administrators.
    """
    from sift_assets.cli.executing import execute
    from sift_assets.defs.layers import NO_RETRIES

    workspace = _opened(project)
    with open_instance(workspace) as instance:
        execute(instance, ("central_evaluation",), NO_RETRIES)
    return _shown(workspace, as_json)


@click.command("receipt")
@as_json
@click.pass_obj
def receipt(project: Path, as_json: bool) -> int:
    """Say until when sweeps may run by the last evaluation, or why not, and how its checks ended.

    Exit code 1: they may not. For administrators.
    """
    return _shown(_opened(project), as_json)


def _opened(project: Path) -> "Workspace":
    """Open the project for an administrator.

    Raises:
        AccessDeniedError: Who asks is none.
    """
    from sift_assets.core.promotion.access import Act
    from sift_assets.workflows.authorising import authorised

    workspace = open_workspace(project)
    authorised(workspace, Act.AUDIT)
    return workspace


def _shown(workspace: "Workspace", as_json: bool) -> int:
    """Print the receipt with what is wrong with it; return the exit code."""
    from sift_assets.resources.decision_log import system_time
    from sift_assets.workflows.promotion_gate import receipt_is_valid, stored_receipt

    finding, found = receipt_is_valid(workspace, system_time()), stored_receipt(workspace)
    stored = found.model_dump(mode="json", exclude={"signature"}) if found else None
    reasons = _reasons(workspace) if found else {}
    if as_json:
        why_not = finding.facts["reason"]
        valid = finding.passed
        print_json({"valid": valid, "why_not": why_not, "receipt": stored, "reasons": reasons})
        return 0 if valid else 1
    say(finding.summary, fg="green" if finding.passed else "red")
    if stored:
        _print_checks(stored, reasons)
    if finding.passed:
        say(f"Valid until {finding.facts['valid_until']}.")
    if finding.passed and finding.facts["central_moved"]:
        say("Central has changed since, as it does all day; the receipt holds until it expires.")
    return 0 if finding.passed else 1


def _reasons(workspace: "Workspace") -> dict[str, list[str]]:
    """Return each check of the last evaluation that did not end well, with its reasons."""
    from sift_assets.workflows.central_evaluation import latest_evaluation

    found = latest_evaluation(workspace)
    checks = found.checks.items() if found else ()
    return {name: list(result.reasons) for name, result in checks if not result.passed}


def _print_checks(stored: dict[str, Any], reasons: dict[str, list[str]]) -> None:
    for name, passed in stored["checks"].items():
        words = "passed" if passed else f"FAILED: {'; '.join(reasons.get(name, ()))}"
        say(f"  {name.replace('_', ' '):<24}{words}", fg=None if passed else "red")
    say(f"  evaluated at {stored['evaluated_at']}, run {stored['run']}")
