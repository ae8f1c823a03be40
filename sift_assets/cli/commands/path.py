"""`sift path`: how two entities are connected."""

from functools import partial

import click

from sift_assets.cli.answering import Inquiry, answer, inquiring


@click.command("path")
@click.argument("source")
@click.argument("target")
@click.option(
    "--alternatives",
    type=int,
    default=3,
    show_default=True,
    metavar="N",
    help="How many ways, the shortest first.",
)
@inquiring
def command(inquiry: Inquiry, source: str, target: str, alternatives: int) -> int:
    """Show how SOURCE and TARGET are connected: every step is a relation with its quotes.

    Both are ids or names. Relations are followed in either direction.
    """
    from sift_assets.core.query.paths import path

    ask = partial(path, source=source, target=target, alternatives=alternatives)
    return answer(inquiry, "path", ask)
