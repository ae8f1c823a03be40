"""The page that the last run has written, found without loading what it was made from."""

from pathlib import Path

from sift_assets.core.errors import ProjectError
from sift_assets.resources.workspace import Workspace

VIEWER_FILE = "viewer.html"
"""The page, below the exports folder."""


def existing_page(workspace: Workspace) -> Path:
    """Return the page that the last run has written.

    Raises:
        ProjectError: There is none.
    """
    path = workspace.exports_folder / VIEWER_FILE
    if not path.is_file():
        raise ProjectError("There is no viewer yet.", "Run `sift run`.")
    return path.absolute()
