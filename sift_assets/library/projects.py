"""The project that a call of the library works on, and the settings that its arguments are.

What shapes a value, such as the model, is written into `sift.yaml`: the graph is made from what
stands there, and the next call, `sift status` and the sensor must see the same. What shapes none,
such as a budget, holds for the call.
"""

import os
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

from sift_assets.cli.making import made_project
from sift_assets.cli.opening import open_instance
from sift_assets.cli.progress import shown_progress
from sift_assets.cli.running import RunReport, bring_up_to_date
from sift_assets.cli.running_up_to import outside
from sift_assets.core.domain.model import Domain
from sift_assets.core.errors import ProjectError
from sift_assets.core.planning.lineage import LAYERS
from sift_assets.core.settings.loading import PREFIX
from sift_assets.core.settings.writing import Setting
from sift_assets.library.domains import settled_domain
from sift_assets.library.event_loops import beside_loops
from sift_assets.resources.project import SETTINGS_FILE
from sift_assets.resources.settings_file import place_of, write_settings
from sift_assets.resources.workspace import Workspace


@dataclass(frozen=True)
class Call:
    """A project with the settings of one call.

    Attributes:
        root: The project's folder.
        limits: Settings that hold for the call only, by variable of the environment.
    """

    root: Path
    limits: Mapping[str, str]

    def run(
        self,
        layers: tuple[str, ...] = tuple(LAYERS),
        *,
        approve: bool | None = False,
        again: bool = False,
        leave_out: tuple[str, ...] = (),
    ) -> RunReport:
        """Bring the documents and some layers up to date.

        Args:
            layers: Of `core.planning.lineage`.
            approve: See `bring_up_to_date`.
            again: Whether a language model is asked anew about every document.
            leave_out: Assets of the layers that stay as they are.

        Raises:
            SiftError: It cannot be done, see `bring_up_to_date`. A document that fails is no error.
        """
        left = (*outside(layers), *leave_out)
        return beside_loops(lambda: self._run(left, approve=approve, again=again))

    def _run(self, left: tuple[str, ...], *, approve: bool | None, again: bool) -> RunReport:
        with self.opened() as workspace:
            anew = known_keys(workspace) if again else ()
            with open_instance(workspace) as instance, shown_progress(quiet=True) as progress:
                return bring_up_to_date(
                    instance,
                    workspace.root,
                    progress,
                    approve=approve,
                    again=anew,
                    leave_out=left,
                )

    @contextmanager
    def opened(self) -> Iterator[Workspace]:
        """Open the project; afterwards the environment and the working directory are as before.

        Raises:
            ConfigError: The settings are wrong.
        """
        before = {name: os.environ.get(name) for name in self.limits}
        folder = Path.cwd()
        os.environ.update(self.limits)
        try:
            yield Workspace.open(self.root)
        finally:
            os.chdir(folder)
            for name, value in before.items():
                if value is None:
                    os.environ.pop(name, None)
                else:
                    os.environ[name] = value


def known_keys(workspace: Workspace) -> tuple[str, ...]:
    """Return the documents that a language model can be asked about anew: none of the local one."""
    from sift_assets.core.settings.model import is_local
    from sift_assets.workflows.observing import known_documents

    local = is_local(workspace.settings.extract_model)
    return () if local else tuple(known_documents(workspace))


def prepared(
    output_dir: Path | str,
    settings: Mapping[str, Setting | None] | None = None,
    *,
    domain: Domain | str | Path | None = None,
    doc_dir: Path | str | None = None,
    **limits: float | bool | None,
) -> Call:
    """Make a folder a project, where it is none, that says what a call says.

    Args:
        output_dir: The project's folder.
        settings: What shapes a value, by path of the field; None is not given.
        domain: See `settled_domain`; None is not given.
        doc_dir: The folder of the documents; None is not given. A new project needs it, or has its
            documents in `documents/`.
        **limits: What shapes none, by field.

    Raises:
        ConfigError: `sift.yaml` cannot be changed by a line, or a setting is wrong.
        ProjectError: The folder cannot be made.
    """
    root = Path(output_dir).resolve()
    try:
        if not (root / SETTINGS_FILE).is_file():
            made_project(root, with_sample=False)
        given = {name: value for name, value in (settings or {}).items() if value is not None}
        if doc_dir is not None:
            given["documents"] = place_of(root, Path(doc_dir).resolve())
        if domain is not None:
            given["domain"] = settled_domain(root, domain)
        write_settings(root, given)
    except OSError as error:
        raise ProjectError(
            f"{error.filename or root}: cannot be made ({error.strerror})."
        ) from error
    variables = {
        f"{PREFIX}{name.upper()}": str(value) for name, value in limits.items() if value is not None
    }
    return Call(root, variables)
