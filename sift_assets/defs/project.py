"""The project as a Dagster resource."""

from pathlib import Path

import dagster as dg

from sift_assets.core.errors import SiftError
from sift_assets.core.settings.model import Settings
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

    def settings_now(self) -> Settings:
        """Return the settings as they are; the defaults where there is no project, or a wrong one.

        For what is declared: a mistake in `sift.yaml` is told by checks and commands, and keeps
        nobody from the page that says so.
        """
        try:
            return self.open().settings
        except SiftError:
            return Settings()
