"""`sift topology`: how the graph hangs together."""

import click

from sift_assets.cli.answering import Inquiry, answer, inquiring


@click.command("topology")
@inquiring
def command(inquiry: Inquiry) -> int:
    """Show communities and what connects them, bridges, islands, and the best connected entities.

    Bridges and islands are those of the whole graph; filters leave out whom they do not concern.
    """
    from sift_assets.core.query.overview import topology

    return answer(inquiry, "topology", topology)
