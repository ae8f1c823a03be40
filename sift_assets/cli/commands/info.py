"""`sift info`: what the graph holds, or all that is known of one entity."""

from functools import partial

import click

from sift_assets.cli.answering import Inquiry, answer, inquiring
from sift_assets.cli.opening import open_workspace


@click.command("info")
@click.argument("entity", default="")
@inquiring
def command(inquiry: Inquiry, entity: str) -> int:
    """Show what the graph holds, in numbers; with ENTITY, what is known of it.

    Without ENTITY also which types the domain has, what waits for a person, and how fresh it is.

    ENTITY is an id, a name, another name of it, or a part of a name that only it has.
    """
    from sift_assets.core.query.overview import entity_info
    from sift_assets.workflows.project_state import info_of

    if entity:
        return answer(inquiry, "entity_info", partial(entity_info, name=entity))
    return answer(inquiry, "info", info_of(lambda: open_workspace(inquiry.project)))
