"""`sift search`: entities by name and passages by words."""

from functools import partial

import click

from sift_assets.cli.answering import Inquiry, answer, inquiring


@click.command("search")
@click.argument("text", nargs=-1, required=True)
@click.option(
    "--only",
    type=click.Choice(("entities", "passages")),
    help="Look for entities alone, or for passages of the documents alone.",
)
@inquiring
def command(inquiry: Inquiry, text: tuple[str, ...], only: str | None) -> int:
    """Look for TEXT among the names of entities and in the texts of the documents.

    Exact names come first, then names that begin so, that have these words, and misspelled ones.
    Case and accents do not count.
    """
    from sift_assets.core.query.searching import search

    wanted = {"entities": only != "passages", "passages": only != "entities"}
    return answer(inquiry, "search", partial(search, text=" ".join(text), **wanted))
