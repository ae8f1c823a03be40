"""Runs of the assets that are files: from what the project knows to recorded events."""

from collections.abc import Callable

import dagster as dg

from sift_assets.defs.layers import RESULTS, layer, read_inputs
from sift_assets.defs.recording import recorded_result
from sift_assets.resources.workspace import Workspace
from sift_assets.workflows.outcome import Outcome

Writing = Callable[[Workspace, dict[str, str]], Outcome]
"""Writes an asset's files, given the versions of everything that it reads."""


def run_writing(
    context: dg.AssetExecutionContext, workspace: Workspace, asset: str, write: Writing
) -> dg.MaterializeResult:
    """Write and record an asset of files."""
    with layer(context, workspace, RESULTS):
        inputs = read_inputs(workspace, asset)
        return recorded_result(workspace, lambda: write(workspace, inputs))
