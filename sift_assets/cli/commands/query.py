"""`sift query`: an entity with what is around it."""

from functools import partial

import click

from sift_assets.cli.answering import Inquiry, answer, inquiring

DIRECTIONS = ("out", "in", "both")


@click.command("query")
@click.argument("entity")
@click.option(
    "--depth", type=int, default=1, show_default=True, metavar="N", help="How many relations away."
)
@click.option(
    "--direction",
    type=click.Choice(DIRECTIONS),
    default="both",
    show_default=True,
    help="Only relations that lead out of what is looked at, or into it.",
)
@inquiring
def command(inquiry: Inquiry, entity: str, depth: int, direction: str) -> int:
    """Show ENTITY with its relations, each with the quotes it rests on, and its neighbours.

    ENTITY is an id, a name, another name of it, or a part of a name that only it has.
    """
    from sift_assets.core.query.index import Direction
    from sift_assets.core.query.neighbourhood import query

    ask = partial(query, name=entity, depth=depth, direction=Direction(direction))
    return answer(inquiry, "query", ask)
