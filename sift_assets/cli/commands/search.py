"""`sift search`: entities by name and passages by words, and both by what they mean."""

import click

from sift_assets.cli.answering import Inquiry, answer, inquiring


@click.command("search")
@click.argument("text", nargs=-1, required=True)
@click.option(
    "--only",
    type=click.Choice(("entities", "passages")),
    help="Look for entities alone, or for passages of the documents alone.",
)
@click.option(
    "--meaning",
    is_flag=True,
    help="Search by meaning too, with vectors, where `resolution.encoder` is set to minilm.",
)
@inquiring
def command(inquiry: Inquiry, text: tuple[str, ...], only: str | None, meaning: bool) -> int:
    """Look for TEXT among the names of entities and in the texts of the documents.

    Exact names come first, then names that begin so, that have these words, and misspelled ones.
    Case and accents do not count. With --meaning, entities whose names mean about the same follow
    these, and passages that are about TEXT stand among those with its words.
    """
    from sift_assets.workflows.querying import searching

    ask = searching(" ".join(text), only, by_meaning=meaning)
    return answer(inquiry, "search", ask)
