"""A real project in a folder, with a real Dagster instance, that tests edit and run."""

import shutil
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from typing import Any, Self

import dagster as dg
from click.testing import CliRunner

from sift_assets.cli.main import sift
from sift_assets.cli.running import RunReport, bring_up_to_date
from sift_assets.core.planning.plan import Plan
from sift_assets.defs.reconciling import compare
from sift_assets.resources.instance import project_instance
from sift_assets.resources.workspace import Workspace
from sift_assets.workflows.comparing import Comparison

Versions = dict[str, str]
"""`asset` or `asset[partition]` to the latest data version in Dagster."""


class Unwatched:
    """Progress that nobody looks at."""

    def begin(self, what: str, total: int) -> None:
        """Say nothing."""


class ProjectFolder:
    """A project to edit and to run.

    Args:
        root: Its folder.
    """

    def __init__(self, root: Path) -> None:
        self.root = root
        self._instance: dg.DagsterInstance | None = None

    @contextmanager
    def opened(self) -> Iterator[Self]:
        """Keep the project's Dagster instance open for a block."""
        with project_instance(self.root) as instance:
            self._instance = instance
            yield self
            self._instance = None

    @property
    def instance(self) -> dg.DagsterInstance:
        """The open instance."""
        assert self._instance is not None
        return self._instance

    @property
    def workspace(self) -> Workspace:
        """The project as its files say now."""
        return Workspace.open(self.root, environment={})

    def document(self, path: str) -> Path:
        """Return the file of a document."""
        return self.root / "documents" / path

    def write(self, path: str, text: str) -> None:
        """Add a document or replace its content."""
        file = self.document(path)
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(text, encoding="utf-8")

    def edit(self, file: str, old: str, new: str) -> None:
        """Replace a text that occurs in a file of the project."""
        path = self.root / file
        text = path.read_text(encoding="utf-8")
        assert old in text
        path.write_text(text.replace(old, new, 1), encoding="utf-8")

    def run(self, **flags: Any) -> RunReport:
        """Do what `sift run` does."""
        return bring_up_to_date(self.instance, self.root, Unwatched(), **flags)

    def compare(self) -> Comparison:
        """Look at the folder and compare it with what is recorded."""
        return compare(self.instance, self.workspace)

    def plan(self) -> Plan:
        """Return what there is to do."""
        return self.compare().plan

    def versions(self) -> Versions:
        """Return the latest data version of every asset and partition that exists now."""
        recorded = self.compare().recorded
        return {
            f"{asset}[{partition}]" if partition else asset: version
            for asset, heads in recorded.heads.items()
            for partition, version in heads.items()
            if asset not in ("documents", "document_texts", "extractions")
            or partition in recorded.partitions
        }

    def runs(self) -> int:
        """Return how many runs Dagster has had."""
        return self.instance.get_runs_count()

    def exports(self) -> dict[str, bytes]:
        """Return name to content of every exported file."""
        folder = self.root / "exports"
        files = [file for file in folder.rglob("*") if file.is_file()]
        return {str(file.relative_to(folder)): file.read_bytes() for file in sorted(files)}


def made_project(root: Path, documents: Mapping[str, str]) -> Path:
    """Make a project as `sift init` does, with these documents."""
    made = CliRunner().invoke(sift, ["init", str(root), "--no-sample"])
    assert made.exit_code == 0, made.output
    for path, text in documents.items():
        ProjectFolder(root).write(path, text)
    return root


@contextmanager
def copied_project(template: Path, root: Path) -> Iterator[ProjectFolder]:
    """Copy a project that several tests begin with, and open the copy."""
    shutil.copytree(template, root)
    with ProjectFolder(root).opened() as folder:
        yield folder


def changed(before: Versions, after: Versions) -> set[str]:
    """Return what has another version, is new or is gone."""
    return {n for n in before.keys() | after.keys() if before.get(n) != after.get(n)}
