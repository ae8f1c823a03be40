"""What every command that answers a question has: filters, bounds, and one way to end."""

import functools
import os
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import click

from sift_assets.cli.opening import as_json, open_workspace
from sift_assets.cli.printing import print_json
from sift_assets.core.query.envelope import Bounds
from sift_assets.core.query.filters import STATUSES, Filters, filters_of
from sift_assets.core.query.fitting import checked_bounds
from sift_assets.resources.project import enter_project
from sift_assets.resources.workspace import Workspace

_OPTIONS = (
    click.option(
        "--collection",
        "collections",
        multiple=True,
        metavar="NAME",
        help="Scope: only documents of this collection.",
    ),
    click.option(
        "--folder",
        "folders",
        multiple=True,
        metavar="PATH",
        help="Scope: only documents in this folder or below it.",
    ),
    click.option(
        "--tag", "tags", multiple=True, metavar="TAG", help="Scope: only documents with this tag."
    ),
    click.option(
        "--document", "documents", multiple=True, metavar="PATH", help="Scope: only this document."
    ),
    click.option(
        "--since",
        default="",
        metavar="DATE",
        help="Scope: only documents of this date or later (2024, 2024-03, 2024-03-01).",
    ),
    click.option(
        "--until", default="", metavar="DATE", help="Scope: only documents of this date or earlier."
    ),
    click.option(
        "--status",
        "statuses",
        multiple=True,
        type=click.Choice(STATUSES),
        help="Only facts of this status.",
    ),
    click.option(
        "--min-confidence",
        type=float,
        default=0.0,
        metavar="0..1",
        help="Only facts at least so sure.",
    ),
    click.option(
        "--min-support",
        type=int,
        default=0,
        metavar="N",
        help="Only facts that so many documents of the scope state.",
    ),
    click.option(
        "--type",
        "entity_types",
        multiple=True,
        metavar="TYPE",
        help="Only entities of this type: found, neighbours, or on a path.",
    ),
    click.option(
        "--relation",
        "relation_types",
        multiple=True,
        metavar="TYPE",
        help="Only relations of this type.",
    ),
    click.option(
        "--limit",
        type=int,
        default=Bounds().limit,
        show_default=True,
        metavar="N",
        help="Items of each list, at most.",
    ),
    click.option(
        "--max-tokens",
        type=int,
        default=Bounds().max_tokens,
        show_default=True,
        metavar="N",
        help="Length of the answer, about; what is left out is counted in it.",
    ),
    click.option(
        "--fresh", "must_be_fresh", is_flag=True, help="Fail when the answer would not be of today."
    ),
    as_json,
)
"""All may be given more than once where they say "this": then any of them counts."""

_FILTERS = (
    *("collections", "folders", "tags", "documents", "since", "until"),
    *("statuses", "min_confidence", "min_support", "entity_types", "relation_types"),
)


@dataclass(frozen=True)
class Inquiry:
    """How a question is asked.

    Attributes:
        project: Folder of the project or one below it.
        filters: As they were given.
        limit: Likewise.
        max_tokens: Likewise.
        must_be_fresh: Likewise.
        as_json: Whether a program reads the answer.
    """

    project: Path
    filters: dict[str, Any]
    limit: int
    max_tokens: int
    must_be_fresh: bool
    as_json: bool


def inquiring(function: Callable[..., int]) -> Callable[..., int]:
    """Give a command all filters and bounds; it gets them as `inquiry`, its first argument."""

    @functools.wraps(function)
    def with_inquiry(project: Path, **options: Any) -> int:
        filters = {name: options.pop(name) for name in _FILTERS}
        bounds = {name: options.pop(name) for name in ("limit", "max_tokens", "must_be_fresh")}
        inquiry = Inquiry(project, filters, **bounds, as_json=options.pop("as_json"))
        return function(inquiry, **options)

    wrapped: Callable[..., int] = with_inquiry
    for option in reversed(_OPTIONS):
        wrapped = option(wrapped)
    return click.pass_obj(wrapped)


def answer(inquiry: Inquiry, name: str, ask: Callable[..., Any]) -> int:
    """Ask, print the answer and return the exit code.

    Args:
        inquiry: How.
        name: Of the function, for the envelope.
        ask: The function, given an index and bounds.
    """
    from sift_assets.workflows.querying import Asked, answered

    def said(workspace: Workspace, filters: Filters, bounds: Bounds) -> dict[str, Any]:
        asked = Asked(name, ask, filters, bounds, inquiry.must_be_fresh)
        return answered(workspace, asked)

    return answer_by(inquiry, said)


def answer_by(
    inquiry: Inquiry, answered: Callable[[Workspace, Filters, Bounds], dict[str, Any]]
) -> int:
    """Print what a workflow answers and return the exit code.

    Args:
        inquiry: How.
        answered: Gives the answer of an open project as plain data.
    """
    from sift_assets.cli.answering_words import print_answer

    filters = filters_of(**inquiry.filters)
    bounds = checked_bounds(inquiry.limit, inquiry.max_tokens)
    workspace = open_workspace(inquiry.project)
    enter_project(workspace.root, os.environ)  # `replay/<folder>` is looked up from there
    said = answered(workspace, filters, bounds)
    if inquiry.as_json:
        print_json(said)
    else:
        print_answer(said)
    return 0
