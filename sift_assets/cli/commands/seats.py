"""`sift seats`: what is in the seats that you may read, and what they and Central say."""

from functools import partial
from pathlib import Path

import click

from sift_assets.cli.answering import Inquiry, answer_by, inquiring
from sift_assets.cli.making import made_or_refused
from sift_assets.cli.opening import as_json, open_workspace
from sift_assets.cli.printing import counted, print_json, say
from sift_assets.core.query.envelope import NOTICE


@click.group("seats", invoke_without_command=True)
@as_json
@click.pass_context
def command(context: click.Context, as_json: bool) -> int:
    """Read your own seat, and search it together with Central.

    Without a subcommand: list the seats that you may read. Who you are says SIFT_ACTOR, else the
    user of the system; who may read what, `principals` in sift.yaml. To whoever may not read a
    seat it is not there.
    """
    return 0 if context.invoked_subcommand else _list(context.obj, as_json)


@command.command("list")
@as_json
@click.pass_obj
def listed(project: Path, as_json: bool) -> int:
    """List the seats that you may read, and how many documents each has."""
    return _list(project, as_json)


@command.command("show")
@click.argument("seat")
@click.argument("document", default="")
@as_json
@click.pass_obj
def show(project: Path, seat: str, document: str, as_json: bool) -> int:
    """List the documents of SEAT and what is to become of each, or print the text of DOCUMENT.

    As the last sweep found them; DOCUMENT is a path below the seat's folder.
    """
    from sift_assets.workflows.seat_reading import OpenedSeat

    opened = OpenedSeat(open_workspace(project), seat)
    if document:
        told, text = opened.text(document)
        shown = {**told.model_dump(mode="json"), "title": text.title, "date": text.document_date}
        if as_json:
            print_json({"notice": NOTICE, **shown, "text": text.text})
        else:
            say(f"{told.document}  {told.status}  {told.reason}".rstrip(), bold=True)
            say(text.text)
        return 0
    rows = [one.model_dump(mode="json") for one in opened.documents()]
    unseen = opened.candidates()[0].unseen
    if as_json:
        print_json({"seat": seat, "unseen": unseen, "documents": rows})
        return 0
    for row in rows:
        tags = f"  [{', '.join(row['tags'])}]" if row["tags"] else ""
        say(f"{row['document']}  {row['status']}  {row['reason']}".rstrip() + tags)
    say(f"{counted(len(rows), 'document')} in seat {seat}", bold=True)
    if unseen:
        say(f"{unseen} files could not be looked at by the last sweep.", fg="yellow")
    return 0


@command.command("init")
@click.argument("seat")
@as_json
@click.pass_obj
def init(project: Path, seat: str, as_json: bool) -> int:
    """Make the project of SEAT's own that `isolation: strict` wants: see docs/seats.md.

    `sift dev` in its folder is a code location, an instance and a store that no other seat has
    part in. Its folder in sift.yaml must end in /documents. What is there is left as it is.
    """
    from sift_assets.core.promotion.access import Act
    from sift_assets.resources.opaque_seats import name_in_central
    from sift_assets.resources.seats import seat_named, seat_project
    from sift_assets.workflows.authorising import authorised

    workspace = open_workspace(project)
    called = name_in_central(workspace.root, workspace.settings, seat)
    authorised(workspace, Act.SET_UP, called)
    folder = seat_project(workspace, seat_named(workspace, called))
    made = made_or_refused(folder, None, with_sample=False)
    if as_json:
        print_json({"project": str(folder.resolve()), "made": [str(path) for path in made]})
    else:
        say(f"{folder.resolve()} is the project of seat {seat} now.")
    return 0


@command.command("search")
@click.argument("seat")
@click.argument("text", nargs=-1, required=True)
@inquiring
def search(inquiry: Inquiry, seat: str, text: tuple[str, ...]) -> int:
    """Look for TEXT in the documents of SEAT and in Central.

    Each passage says which of both it is from. Entities are Central's: a seat has no graph.
    """
    from sift_assets.workflows.seat_searching import search_seat

    asked = {"name": seat, "text": " ".join(text), "must_be_fresh": inquiry.must_be_fresh}
    return answer_by(inquiry, partial(search_seat, **asked))


def _list(project: Path, as_json: bool) -> int:
    from sift_assets.workflows.seat_reading import seats_of

    rows = seats_of(open_workspace(project))
    if as_json:
        print_json(rows)
        return 0
    for row in rows:
        count = row["documents"]
        known = "not swept yet" if count is None else counted(count, "document")
        say(f"{row['seat']}  {known}  owner {row['owner']}, autonomy {row['autonomy']}")
    if not rows:
        say("There is no seat that you may read.")
    return 0
