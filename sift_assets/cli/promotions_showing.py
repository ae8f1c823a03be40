"""The subcommands of `sift promotions` that read: the list, one item in full, the audit."""

from collections import Counter
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from sift_assets.cli.opening import as_json, open_workspace
from sift_assets.cli.printing import print_json, say
from sift_assets.core.review.visible import visible

if TYPE_CHECKING:
    from sift_assets.workflows.promotion_listing import WholeItem

STATES = (
    "pending", "expired", "approved", "delivering", "delivered", "failed", "rejected", "revoked",
    "abandoned",
)  # fmt: skip
"""As `core.promotion.states` has them, whose import is not for every help text."""

COLOURS = {"pending": "yellow", "failed": "red", "delivered": "green"}

AUDITED = 50
"""Lines of the audit that are shown; the last ones tell what is going on."""


@click.command("list")
@click.option("--state", type=click.Choice(STATES), help="Only items in this state.")
@click.option("--seat", default="", metavar="NAME", help="Only items of this seat.")
@as_json
@click.pass_obj
def listed(project: Path, state: str | None, seat: str, as_json: bool) -> int:
    """List the items that you may see, with the beginning of each and what was found out.

    Secrets are hidden in what is shown. `show` prints an item in full.
    """
    return list_items(project, state or "", seat, as_json)


@click.command("show")
@click.argument("item")
@click.option("--redacted", is_flag=True, help="Hide what looks like a secret; approves nothing.")
@as_json
@click.pass_obj
def show(project: Path, item: str, redacted: bool, as_json: bool) -> int:
    """Print ITEM in full: everything that was found out about it, and its whole text.

    The last line says what `approve` wants to know, so that nobody approves what they have not
    been shown.
    """
    from sift_assets.resources.decision_log import actor
    from sift_assets.workflows.promotion_book import PromotionBook
    from sift_assets.workflows.promotion_listing import whole_for, without_secrets

    book = PromotionBook(open_workspace(project))
    found = whole_for(book, actor(), item)
    if redacted:  # who has not seen all of it cannot say that they have
        text = found.text.model_copy(update={"text": without_secrets(book, found.text)})
        found = found.model_copy(update={"text": text, "shown": ""})
    if as_json:
        print_json(_as_data(found))
    else:
        print_whole(found)
    return 0


@click.command("audit")
@click.option("--item", default="", metavar="ID", help="Only of this item.")
@click.option(
    "--limit",
    type=click.IntRange(min=1),
    default=AUDITED,
    show_default=True,
    help="Only the last so many.",
)
@as_json
@click.pass_obj
def audit(project: Path, item: str, limit: int, as_json: bool) -> int:
    """Print what happened to items, and who was denied what. For administrators.

    It tells ids, names and times, and nothing of what documents say.
    """
    from sift_assets.core.promotion.access import Act
    from sift_assets.workflows.authorising import authorised
    from sift_assets.workflows.promotion_book import PromotionBook

    workspace = open_workspace(project)
    authorised(workspace, Act.AUDIT)
    read = PromotionBook(workspace).audit.read()
    found = [one for one in read.events if item in ("", one.item)][-limit:]
    rows = [one.model_dump(mode="json", exclude_defaults=True) for one in found]
    if as_json:
        print_json({"events": rows, "damaged_lines": list(read.damaged)})
        return 1 if read.damaged else 0
    for row in rows:
        who = f"  {inline(row['actor'])}" if "actor" in row else ""
        about = "  ".join(row[name] for name in ("seat", "item", "what") if name in row)
        say(f"{row['at'][:19]}  {row['kind']:<8}{who}  {about}")
    for number in read.damaged:
        say(f"line {number} of {read_path(workspace.root)} cannot be read", fg="red")
    if not rows:
        say("Nothing has happened yet.")
    return 1 if read.damaged else 0


def read_path(root: Path) -> Path:
    """Return where the audit lies."""
    from sift_assets.resources.project import DECISIONS_FOLDER
    from sift_assets.resources.promotion_audit import AUDIT_FILE

    return root / DECISIONS_FOLDER / AUDIT_FILE


def inline(text: str) -> str:
    """Return text on one line, with what does not show made visible."""
    return visible(" ".join(text.split()))


def list_items(project: Path, state: str, seat: str, as_json: bool) -> int:
    """Print the items that whoever asks may see; return the exit code."""
    from sift_assets.resources.decision_log import actor
    from sift_assets.workflows.promotion_book import PromotionBook
    from sift_assets.workflows.promotion_listing import rows_for

    every = rows_for(PromotionBook(open_workspace(project)), actor(), seat)
    counts = Counter(str(row.state) for row in every)
    rows = [row.model_dump(mode="json") for row in every if state in ("", row.state)]
    if as_json:
        print_json({"counts": dict(sorted(counts.items())), "items": rows})
        return 0
    for row in rows:
        _print_row(row)
    words = ", ".join(f"{counts[one]} {one}" for one in STATES if counts[one])
    say(words or "Nothing is proposed.", bold=True)
    return 0


def print_whole(found: "WholeItem") -> None:
    """Print an item with its whole text, made safe for a terminal."""
    row, assessment = found.row.model_dump(mode="json"), found.assessment
    _print_row(row)
    say(f"  document    {inline(assessment.candidate.document)}")
    say(f"  expires     {row['expires_at'][:19]}")
    if assessment.reference:
        say(f"  reference   {inline(assessment.reference.reason)}")
        for hint in assessment.reference.hints:
            tracked = f"  of {inline(hint.tracked)}" if hint.tracked else ""
            say(f"    {hint.kind} {inline(hint.value)}{tracked}")
        for hit in assessment.reference.hits:
            say(f"    {inline(hit.type)} {inline(hit.name)}  {hit.documents} documents")
    if assessment.verdict:
        said = assessment.verdict
        say(f"  verdict     {said.score:.2f} by {inline(said.model)}: {inline(said.reason)}")
    for finding in assessment.candidate.scan.findings if assessment.candidate.scan else ():
        say(f"  line {finding.line}: {finding.kind} ({finding.severity})", fg="yellow")
    say("— the whole text —", dim=True)
    say(found.text.text)
    say("— end of the text —", dim=True)
    if found.shown and "approve" in row["acts"]:
        say(f"To approve it: sift promotions approve {row['id']} --shown {found.shown}", bold=True)


def _as_data(found: "WholeItem") -> dict[str, Any]:
    from sift_assets.core.query.envelope import NOTICE

    return {
        "notice": NOTICE,
        **found.row.model_dump(mode="json"),
        "assessment": found.assessment.model_dump(mode="json"),
        "text": found.text.text,
        "shown": found.shown,
    }


def _print_row(row: dict[str, Any]) -> None:
    state = row["state"]
    said = dict.fromkeys((row["outcome"], row["reason"], row["reference"]))
    why = "  ".join(filter(None, said))  # a reason is often the status itself
    say(f"{row['id']}  {row['seat']}  {state}", fg=COLOURS.get(state), bold=True)
    say(f"  {inline(why)}  score {row['score']:.2f}  secrets: {inline(row['scan'])}")
    if row["preview"]:
        say(f"  {inline(row['preview'])}")
    if row["decided_by"]:
        said = f": {inline(row['why'])}" if row["why"] else ""
        say(f"  {inline(row['decided_by'])}, {row['decided_at'][:19]}{said}", dim=True)
    if row["failure"]:
        say(f"  not delivered, {row['attempts']} attempts: {inline(row['failure'])}", fg="red")
    reached = [name for name, is_so in row["milestones"].items() if is_so]
    if reached:
        say(f"  in Central: {', '.join(reached)}", fg="green")
