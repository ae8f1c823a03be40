"""How long Dagster's UI takes to show many documents: its questions, and its pages in a browser.

Nothing is extracted: documents are registered, and a version of each is reported for the three
assets that are partitioned by document. `SIFT_UI_DOCUMENTS` says how many, by default 1,000;
10,000 take some ten minutes to report.
"""

import json
import os
import shutil
import signal
import socket
import subprocess
import sys
import time
import urllib.request
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import dagster as dg

from sift_assets.core.planning.lineage import LINEAGE, Partitioning
from sift_assets.resources.dagster_internals import CODE_VERSION_TAG, DATA_VERSION_TAG
from sift_assets.resources.instance import project_instance
from sift_assets_tests.benchmarks.figures import Figure
from sift_assets_tests.fakes.project_folder import made_project

LIMIT = 2.0
"""Seconds until an answer or a page, on a machine that does nothing else."""

TRIES = 3
"""The quickest of the later ones counts as warm; the first is told beside it."""

SECONDS_TO_START = 120
"""The web server loads the code location, on a busy machine."""

ASSET, MANY = "extractions", "documents"

GRAPH_PAGE = """
query AssetGraphLiveQuery($keys: [AssetKeyInput!]!) {
  assetNodes(assetKeys: $keys, loadMaterializations: true) {
    assetMaterializations(limit: 1) { timestamp runId }
    assetChecksOrError { ... on AssetChecks {
      checks { name executionForLatestMaterialization { status timestamp } }
    } }
    partitionStats { numMaterialized numMaterializing numPartitions numFailed }
    staleStatus
    staleCauses { category key { path } }
  }
  assetsLatestInfo(assetKeys: $keys) { id }
}"""
"""What the page of the asset graph asks of every asset."""

PARTITIONS_PAGE = """
query PartitionHealthQuery($key: AssetKeyInput!) {
  assetNodeOrError(assetKey: $key) { ... on AssetNode {
    partitionKeysByDimension { name partitionKeys }
    assetPartitionStatuses { ... on DefaultPartitionStatuses {
      materializedPartitions materializingPartitions failedPartitions
    } }
  } }
}"""
"""What the page of a partitioned asset asks for its list."""

PARTITION_PAGE = """
query AssetPartitionStaleQuery($key: AssetKeyInput!, $partition: String!) {
  assetNodeOrError(assetKey: $key) { ... on AssetNode {
    staleStatus(partition: $partition)
    staleCauses(partition: $partition) { category key { path } }
  } }
}"""
"""What the page of one partition asks."""

PAGES = {
    "asset graph": ("/locations/sift_assets/asset-groups/extraction/lineage", "document_texts"),
    "asset": (f"/assets/{ASSET}", "Overview"),
    "list of partitions": (f"/assets/{ASSET}?view=partitions", "00000.txt"),
}
"""Page to its address and to a text that it shows when its data is there."""


def many_documents_in_the_ui(scratch: Path) -> list[Figure]:
    """Questions of the asset graph, of an asset and of a partition; the pages in Chromium."""
    count = int(os.environ.get("SIFT_UI_DOCUMENTS", "1000"))
    root = made_project(scratch / "project", {})
    keys = [f"{number:05}.txt" for number in range(count)]
    _register(root, keys)
    with _served(root) as url:
        figures = [*_questions(url, keys[-1])]
        return [*figures, *_pages(url, scratch / "profile")]


def _register(root: Path, keys: list[str]) -> None:
    by_document = [a for a, of in LINEAGE.items() if of.partitioning is Partitioning.DOCUMENT]
    with project_instance(root) as instance:
        instance.add_dynamic_partitions(MANY, keys)
        for asset in by_document:
            code = LINEAGE[asset].code_version
            for key in keys:
                tags = {DATA_VERSION_TAG: f"{asset} {key}", CODE_VERSION_TAG: code}
                made = dg.AssetMaterialization(asset, partition=key, tags=tags)
                instance.report_runless_asset_event(made)


@contextmanager
def _served(root: Path) -> Iterator[str]:
    """Run Dagster's web server without a daemon, so that nothing else happens."""
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    command = [sys.executable, "-m", "dagster_webserver", "-w", "workspace.yaml", "-p", str(port)]
    quiet, url = subprocess.DEVNULL, f"http://127.0.0.1:{port}"
    server = subprocess.Popen(
        command,
        cwd=root,
        env={**os.environ, "DAGSTER_HOME": str(root)},
        stdout=quiet,
        stderr=quiet,
        start_new_session=True,
    )
    try:
        _wait_for(url)
        yield url
    finally:
        os.killpg(server.pid, signal.SIGTERM)
        server.wait()


def _wait_for(url: str) -> None:
    deadline = time.monotonic() + SECONDS_TO_START
    while True:
        try:
            if _ask(url, PARTITIONS_PAGE, key=_key(ASSET))["assetNodeOrError"]:
                return
        except OSError:
            if time.monotonic() > deadline:
                raise
        time.sleep(0.5)


def _questions(url: str, partition: str) -> Iterator[Figure]:
    asked: dict[str, tuple[str, dict[str, Any]]] = {
        "asset graph": (GRAPH_PAGE, {"keys": [_key(asset) for asset in LINEAGE]}),
        "list of partitions": (PARTITIONS_PAGE, {"key": _key(ASSET)}),
        "one partition": (PARTITION_PAGE, {"key": _key(ASSET), "partition": partition}),
    }
    for page, (query, variables) in asked.items():
        first, *later = (_seconds_of(url, query, variables) for _ in range(1 + TRIES))
        yield Figure(f"question of the UI: {page}, first time", first, LIMIT, "s")
        yield Figure(f"question of the UI: {page}", min(later), LIMIT, "s")


def _seconds_of(url: str, query: str, variables: dict[str, Any]) -> float:
    began = time.perf_counter()
    _ask(url, query, **variables)
    return time.perf_counter() - began


def _ask(url: str, query: str, **variables: Any) -> Any:
    body = json.dumps({"query": query, "variables": variables}).encode()
    request = urllib.request.Request(  # noqa: S310 - our own server
        f"{url}/graphql", body, {"Content-Type": "application/json"}
    )
    with urllib.request.urlopen(request, timeout=SECONDS_TO_START) as reply:  # noqa: S310 - as above
        found = json.load(reply)
    assert "errors" not in found, found
    return found["data"]


def _key(asset: str) -> dict[str, list[str]]:
    return {"path": [asset]}


def _pages(url: str, profile: Path) -> Iterator[Figure]:
    """Open pages in Chromium and take off what it takes to open an empty one; none without it."""
    chromium = shutil.which("chromium") or shutil.which("chromium-browser")
    if chromium is None:
        return
    empty = min(_opened(chromium, profile, "about:blank", "")[0] for _ in range(TRIES))
    for page, (path, text) in PAGES.items():
        times = [_opened(chromium, profile, url + path, text) for _ in range(TRIES)]
        assert all(shown for _, shown in times), f"{page} does not show {text}"
        yield Figure(f"page in the browser: {page}", min(t for t, _ in times) - empty, LIMIT, "s")


def _opened(chromium: str, profile: Path, url: str, text: str) -> tuple[float, bool]:
    """Return the seconds until a page is still, and whether it shows a text.

    Chromium lets its clock run while nothing is under way, so the wait at the end takes no time.
    """
    flags = ["--headless", "--no-sandbox", "--disable-gpu", "--disable-background-networking"]
    flags += ["--no-first-run", f"--user-data-dir={profile}", "--window-size=1800,1100"]
    command = [chromium, *flags, "--virtual-time-budget=20000", "--dump-dom", url]
    began = time.perf_counter()
    page = subprocess.run(command, capture_output=True, text=True, timeout=300, check=True).stdout
    return time.perf_counter() - began, text in page
