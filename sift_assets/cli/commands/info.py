"""`sift info`: what the graph holds, or all that is known of one entity."""

from functools import partial

import click

from sift_assets.cli.answering import Inquiry, answer, inquiring


@click.command("info")
@click.argument("entity", default="")
@inquiring
def command(inquiry: Inquiry, entity: str) -> int:
    """Show what the graph holds, in numbers; with ENTITY, what is known of it.

    ENTITY is an id, a name, another name of it, or a part of a name that only it has.
    """
    from sift_assets.core.query.overview import entity_info, info

    if entity:
        return answer(inquiry, "entity_info", partial(entity_info, name=entity))
    return answer(inquiry, "info", info)
