"""The project as a Dagster resource."""

from pathlib import Path

import dagster as dg

from sift_assets.resources.project import find_project
from sift_assets.resources.workspace import Workspace


class Project(dg.ConfigurableResource):
    """Opens the project in or above a folder, anew for every run and every look.

    Attributes:
        folder: Where to look for `sift.yaml`; the working directory of Dagster by default.
    """

    folder: str = "."

    def open(self, **flags: str | None) -> Workspace:
        """Open the project with its settings as they are now.

        Args:
            **flags: Settings that win over the file's; None stands for not given.

        Raises:
            ProjectError: There is no `sift.yaml` in the folder or above it.
            ConfigError: The settings are wrong.
        """
        return Workspace.open(find_project(Path(self.folder)), None, **flags)
