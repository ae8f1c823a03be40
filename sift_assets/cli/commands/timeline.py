"""`sift timeline`: what happened, and when."""

from functools import partial

import click

from sift_assets.cli.answering import Inquiry, answer, inquiring


@click.command("timeline")
@click.argument("entities", metavar="[ENTITY]...", nargs=-1)
@click.option("--from", "start", default="", metavar="DATE", help="Only from then on.")
@click.option("--to", "end", default="", metavar="DATE", help="Only until then.")
@inquiring
def command(inquiry: Inquiry, entities: tuple[str, ...], start: str, end: str) -> int:
    """Show what the documents date, in order of time: of all, or of what concerns an ENTITY.

    --from and --to are about when something happened, --since and --until about documents.
    """
    from sift_assets.core.query.proving import timeline

    return answer(inquiry, "timeline", partial(timeline, names=entities, start=start, end=end))
