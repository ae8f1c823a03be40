"""`sift evidence`: the places that an entity or a relation rests on."""

from functools import partial

import click

from sift_assets.cli.answering import Inquiry, answer, inquiring


@click.command("evidence")
@click.argument("subject")
@click.argument("other", default="")
@inquiring
def command(inquiry: Inquiry, subject: str, other: str) -> int:
    """Show the quotes that SUBJECT rests on, with document, page and place, and what was decided.

    SUBJECT is an entity, or a relation by its id; with OTHER, all relations between two entities.
    """
    from sift_assets.core.query.proving import evidence

    return answer(inquiry, "evidence", partial(evidence, subject=subject, other=other))
