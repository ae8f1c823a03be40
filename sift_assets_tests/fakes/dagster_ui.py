"""Dagster's UI and daemon in this process: the questions and clicks of its pages, and what follows.

The queries are what the pages of this version send, cut to the fields that are looked at.
"""

import logging
import sys
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import dagster as dg
import yaml
from dagster._core.remote_origin import InProcessCodeLocationOrigin
from dagster._core.types.loadable_target_origin import LoadableTargetOrigin
from dagster._core.workspace.context import WorkspaceProcessContext
from dagster._core.workspace.load_target import InProcessWorkspaceLoadTarget
from dagster._daemon.backfill import execute_backfill_iteration
from dagster_graphql.test.utils import execute_dagster_graphql

from sift_assets.core.planning.explanation import CODE
from sift_assets.core.planning.lineage import LINEAGE, input_name
from sift_assets.resources.dagster_internals import instance_of

STALENESS_OF_ALL = """
query AssetStaleStatusDataQuery($keys: [AssetKeyInput!]!) {
  assetNodes(assetKeys: $keys) {
    assetKey { path }
    staleStatus
    staleCauses { category key { path } partitionKey }
  }
}"""
"""Of the asset graph and of the page of an asset."""

STALENESS_OF_PARTITION = """
query AssetPartitionStaleQuery($key: AssetKeyInput!, $partition: String!) {
  assetNodeOrError(assetKey: $key) {
    ... on AssetNode {
      staleStatus(partition: $partition)
      staleCauses(partition: $partition) { category key { path } partitionKey }
    }
  }
}"""
"""Of the page of a partition."""

MATERIALIZE_ALL = """
mutation LaunchPartitionBackfill($backfillParams: LaunchBackfillParams!) {
  launchPartitionBackfill(backfillParams: $backfillParams) {
    __typename
    ... on LaunchBackfillSuccess { backfillId }
    ... on PythonError { message }
  }
}"""
"""A click on "Materialize all" and on "Launch backfill"."""

IN_THIS_PROCESS = {
    "module": "dagster._core.launcher.sync_in_memory_run_launcher",
    "class": "SyncInMemoryRunLauncher",
}
"""Launches a run by doing it."""

MOST_ITERATIONS = 30
"""Of the daemon over one backfill: each asset may take two, and there are twelve."""

FRESH = "FRESH"
"""Dagster's word for what is not stale."""

Standing = tuple[str, frozenset[str]]
"""Dagster's word for a value, and the inputs that it names as causes."""


class DagsterUi:
    """The pages and the daemon over one instance.

    Args:
        context: Of this process, with the code location loaded.
    """

    def __init__(self, context: WorkspaceProcessContext) -> None:
        self._context = context

    def ask(self, query: str, **variables: Any) -> Any:
        """Ask by GraphQL and return the data."""
        context = self._context.create_request_context()
        found = execute_dagster_graphql(context, query, variables)
        assert not found.errors, found.errors
        return found.data

    def staleness(self) -> dict[str, Standing]:
        """Return what the asset graph says of each asset."""
        nodes = self.ask(STALENESS_OF_ALL, keys=_paths(LINEAGE))["assetNodes"]
        return {node["assetKey"]["path"][0]: _standing(node) for node in nodes}

    def stale(self) -> dict[str, frozenset[str]]:
        """Return the assets that are not fresh on the asset graph, with what it names as causes."""
        return {name: causes for name, (word, causes) in self.staleness().items() if word != FRESH}

    def partition(self, asset: str, partition: str) -> Standing:
        """Return what the page of a partition says."""
        (key,) = _paths([asset])
        return _standing(
            self.ask(STALENESS_OF_PARTITION, key=key, partition=partition)["assetNodeOrError"]
        )

    def materialize_all(self) -> str:
        """Click on "Materialize all"; return the id of the backfill."""
        wanted = {
            "tags": [{"key": "dagster/from_ui", "value": "true"}],
            "assetSelection": _paths(LINEAGE),
            "allPartitions": True,
        }
        done = self.ask(MATERIALIZE_ALL, backfillParams=wanted)["launchPartitionBackfill"]
        assert done["__typename"] == "LaunchBackfillSuccess", done
        return done["backfillId"]

    def finish(self, backfill: str) -> str:
        """Do what the daemon does until a backfill has ended; return how it ended."""
        instance = self._context.instance
        queued = dg.RunsFilter(statuses=[dg.DagsterRunStatus.QUEUED])
        for _ in range(MOST_ITERATIONS):
            list(execute_backfill_iteration(self._context, logging.getLogger("backfill")))
            for run in instance.get_runs(queued):
                instance.launch_run(run.run_id, self._context.create_request_context())
            found = instance.get_backfill(backfill)
            assert found is not None
            if found.status.value not in ("REQUESTED", "FAILING", "CANCELING"):
                return found.status.value
        raise AssertionError(f"not done after {MOST_ITERATIONS} iterations")


@contextmanager
def dagster_ui(instance: dg.DagsterInstance) -> Iterator[DagsterUi]:
    """Serve the pages of an instance in this process."""
    target = LoadableTargetOrigin(
        executable_path=sys.executable, module_name="sift_assets.definitions", attribute="defs"
    )
    origin = InProcessCodeLocationOrigin(target, location_name="sift_assets")
    with WorkspaceProcessContext(instance, InProcessWorkspaceLoadTarget(origin)) as context:
        yield DagsterUi(context)


@contextmanager
def launching_here(root: Path) -> Iterator[dg.DagsterInstance]:
    """Open the instance of a project so that a run is done in this process when it is launched.

    Args:
        root: The project; its `dagster.yaml` is changed.
    """
    file = root / "dagster.yaml"
    config = yaml.safe_load(file.read_text(encoding="utf-8")) | {"run_launcher": IN_THIS_PROCESS}
    file.write_text(yaml.safe_dump(config), encoding="utf-8")
    with instance_of(str(root)) as instance:
        yield instance


def _paths(assets: Iterable[str]) -> list[dict[str, list[str]]]:
    return [{"path": [asset]} for asset in assets]


def _standing(node: dict[str, Any]) -> Standing:
    return node["staleStatus"], frozenset(map(_cause, node["staleCauses"]))


def _cause(cause: dict[str, Any]) -> str:
    """Name a cause as the planner names it: `code`, or the input with its partition."""
    if cause["category"] == "CODE":
        return CODE
    return input_name(cause["key"]["path"][0], cause["partitionKey"] or "")
