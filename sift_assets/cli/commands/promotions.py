"""`sift promotions`: what of people's seats may come to Central, and what became of it."""

import click

from sift_assets.cli.opening import as_json
from sift_assets.cli.promotions_deciding import abandon, approve, reject, reopen, retry
from sift_assets.cli.promotions_evaluating import evaluate, receipt
from sift_assets.cli.promotions_revoking import revoke
from sift_assets.cli.promotions_showing import audit, list_items, listed, show
from sift_assets.cli.promotions_sweeping import sweep


@click.group("promotions", invoke_without_command=True)
@as_json
@click.pass_context
def command(context: click.Context, as_json: bool) -> int:
    """Decide on what is proposed from people's seats. Without a subcommand: list it.

    Who you are says SIFT_ACTOR, else the user of the system; who may do what, `principals` in
    sift.yaml. Nobody decides on what is of their own seat. To whoever may not see an item it is
    not there.
    """
    return 0 if context.invoked_subcommand else list_items(context.obj, "", "", as_json)


DECIDING = (approve, reject, retry, abandon, reopen, revoke)

for subcommand in (listed, show, *DECIDING, audit, evaluate, receipt, sweep):
    command.add_command(subcommand)
