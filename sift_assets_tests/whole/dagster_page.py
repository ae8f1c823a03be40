"""Dagster's web server as a browser reaches it, by the queries that its pages send."""

import json
import socket
import urllib.request
from typing import Any

EVENTS = """
query Events($asset: [String!]!) {
  assetOrError(assetKey: {path: $asset}) {
    ... on Asset { assetMaterializations(limit: 1000) { partition timestamp } }
  }
}"""
PARTITIONS = """
query Partitions($asset: [String!]!) {
  assetNodeOrError(assetKey: {path: $asset}) { ... on AssetNode { partitionKeys } }
}"""
TICKS = """
query Ticks($sensor: SensorSelector!, $limit: Int!) {
  sensorOrError(sensorSelector: $sensor) {
    ... on Sensor { sensorState { ticks(limit: $limit) {
      id status skipReason runIds error { message } logEvents { events { message } }
    } } }
  }
}"""
RUN = """
query Run($run: ID!) {
  runOrError(runId: $run) { ... on Run { status tags { key value } } }
}"""
LAUNCH = """
mutation Launch($parameters: ExecutionParams!) {
  launchPipelineExecution(executionParams: $parameters) {
    __typename ... on LaunchRunSuccess { run { runId } }
    ... on InvalidSubsetError { message } ... on PythonError { message }
  }
}"""
CHECKS = """
query Checks($assets: [AssetKeyInput!]!) {
  assetNodes(assetKeys: $assets) {
    assetKey { path }
    assetChecksOrError { ... on AssetChecks { checks { name jobNames } } }
  }
}"""
CHECK = """
query Check($asset: AssetKeyInput!, $check: String!) {
  assetCheckExecutions(assetKey: $asset, checkName: $check, limit: 50) {
    status
    evaluation { metadataEntries { label ... on IntMetadataEntry { intValue }
      ... on TextMetadataEntry { text } ... on FloatMetadataEntry { floatValue } } }
  }
}"""

REPOSITORY = {"repositoryLocationName": "sift_assets", "repositoryName": "__repository__"}
JOB = "__ASSET_JOB"
SENSOR = {**REPOSITORY, "sensorName": "watch_documents"}


def free_port() -> int:
    """Return a port of this machine that nobody listens on."""
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        return int(free.getsockname()[1])


class DagsterPage:
    """Dagster's web server.

    Args:
        port: Where it listens on this machine.
    """

    def __init__(self, port: int) -> None:
        self.url = f"http://127.0.0.1:{port}"

    def ask(self, query: str, **variables: Any) -> Any:
        """Ask by GraphQL and return the data."""
        body = json.dumps({"query": query, "variables": variables}).encode()
        request = urllib.request.Request(  # noqa: S310 - our own server
            f"{self.url}/graphql", body, {"Content-Type": "application/json"}
        )
        with urllib.request.urlopen(request, timeout=60) as reply:  # noqa: S310 - our own server
            found = json.load(reply)
        assert "errors" not in found, found
        return found["data"]

    def answers(self) -> bool:
        """Say whether the server is up and has loaded the code."""
        try:
            return self.partitions("documents") is not None
        except OSError:
            return False

    def partitions(self, asset: str) -> list[str] | None:
        """Return the partitions of an asset, None while the code is not loaded."""
        node = self.ask(PARTITIONS, asset=[asset])["assetNodeOrError"]
        return node.get("partitionKeys")

    def materialized(self, asset: str) -> list[str | None]:
        """Return the partition of each materialization of an asset so far."""
        found = self.ask(EVENTS, asset=[asset])["assetOrError"]
        return [event["partition"] for event in found.get("assetMaterializations", [])]

    def ticks(self, limit: int) -> list[dict[str, Any]]:
        """Return the latest ticks of the sensor, newest first, with what each has logged."""
        found = self.ask(TICKS, sensor=SENSOR, limit=limit)["sensorOrError"]
        return list(found["sensorState"]["ticks"])

    def run_tags(self, run_id: str) -> dict[str, str]:
        """Return the tags of a run."""
        tags = self.ask(RUN, run=run_id)["runOrError"]["tags"]
        return {tag["key"]: tag["value"] for tag in tags}

    def check_metadata(self, asset: str, check: str) -> list[dict[str, Any]]:
        """Return the metadata of each evaluation of a check, newest first."""
        found = self.ask(CHECK, asset={"path": [asset]}, check=check)["assetCheckExecutions"]
        evaluations = [one["evaluation"]["metadataEntries"] for one in found if one["evaluation"]]
        return [
            {e.pop("label"): next(iter(e.values()), None) for e in entries}
            for entries in evaluations
        ]

    def materialize(self, assets: list[str], partition: str) -> str:
        """Do what a click on "Materialize" does, and return the run's id.

        Like the page it selects the assets with all their checks.
        """
        paths = [{"path": [asset]} for asset in assets]
        job = {**REPOSITORY, "pipelineName": JOB, "assetSelection": paths}
        parameters = {
            "mode": "default",
            "runConfigData": {},
            "selector": {**job, "assetCheckSelection": self._checks_of(paths)},
            "executionMetadata": {"tags": [{"key": "dagster/partition", "value": partition}]},
        }
        launched = self.ask(LAUNCH, parameters=parameters)["launchPipelineExecution"]
        assert launched["__typename"] == "LaunchRunSuccess", launched
        return str(launched["run"]["runId"])

    def _checks_of(self, paths: list[dict[str, list[str]]]) -> list[dict[str, Any]]:
        return [
            {"assetKey": node["assetKey"], "name": check["name"]}
            for node in self.ask(CHECKS, assets=paths)["assetNodes"]
            for check in node["assetChecksOrError"]["checks"]
            if JOB in check["jobNames"]
        ]
