"""`sift run` up to a layer: what the verbs `extract`, `build` and `resolve` have in common."""

from collections.abc import Collection
from pathlib import Path
from typing import TYPE_CHECKING

import click

from sift_assets.cli.opening import open_instance, open_workspace
from sift_assets.cli.progress import shown_progress
from sift_assets.core.planning.lineage import LAYERS, SPINE

if TYPE_CHECKING:
    from sift_assets.cli.running import RunReport

approve = click.option(
    "--approve",
    is_flag=True,
    help="Go ahead although a language model costs more than confirm_above_usd.",
)
"""The option of every command that may ask a language model."""

allow_mass_delete = click.option(
    "--allow-mass-delete",
    is_flag=True,
    help="Forget documents that are gone, even when more than a fifth of them went at once.",
)
"""The option of every command that looks at the folder first."""

again = click.option(
    "--again",
    multiple=True,
    metavar="DOCUMENT",
    help="Ask the language model anew about a document, by its path. May be repeated.",
)
"""The option of every command that extracts."""

EXTRACT: tuple[str, ...] = ()
BUILD = ("graph",)
RESOLVE = ("graph", "resolution")
"""The layers of `core.planning.lineage` that a verb brings up to date, after the documents."""


def outside(layers: Collection[str]) -> tuple[str, ...]:
    """Return the assets below the documents that a run over some layers leaves as they are."""
    inside = {asset for layer in layers for asset in LAYERS[layer]}
    return tuple(asset for asset in SPINE if asset not in inside)


def run_layers(
    project: Path,
    layers: Collection[str],
    *,
    quiet: bool,
    approve: bool | None = False,
    allow_mass_delete: bool = False,
    again: Collection[str] = (),
    leave_out: Collection[str] = (),
) -> "RunReport":
    """Bring the documents and some layers up to date, as `sift run` does with all of them.

    Args:
        project: The project's folder, or one in it.
        layers: Of `core.planning.lineage`; what they hang on is among them.
        quiet: Whether no progress is shown.
        approve: See `bring_up_to_date`, as the others.
        allow_mass_delete: Likewise.
        again: Keys of documents.
        leave_out: Assets of the layers that stay as they are.

    Raises:
        SiftError: As `bring_up_to_date` does.
    """
    from sift_assets.cli.running import bring_up_to_date

    workspace = open_workspace(project)
    with open_instance(workspace) as instance, shown_progress(quiet=quiet) as progress:
        return bring_up_to_date(
            instance,
            workspace.root,
            progress,
            allow_mass_deletion=allow_mass_delete,
            approve=approve,
            again=again,
            leave_out=(*outside(layers), *leave_out),
        )
