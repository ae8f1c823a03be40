"""`sift dev` for real: the sensor follows the folder, and the page shows the asset graph."""

import contextlib
import json
import os
import re
import shutil
import signal
import socket
import subprocess
import time
import urllib.request
from collections import Counter
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from sift_assets.core.planning.keys import document_key
from sift_assets.core.planning.lineage import LINEAGE
from sift_assets_tests.whole.sift_process import SIFT, answer, graph_of, made, sift, surroundings

SECONDS_TO_FOLLOW = 180
"""Until the daemon has started, seen each file twice and run everything, on a busy machine."""

GROUPS = ("inputs", "extraction", "graph", "results")
"""The groups of the asset graph."""

CHROMIUM = shutil.which("chromium") or shutil.which("chromium-browser")

WaitUntil = Callable[[Callable[[], bool]], None]

EDITED, DELETED, ADDED = "notes/timeline.md", "press/nota-de-bilbao.txt", "new.txt"
"""What happens to the sample while the daemon runs."""

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


class DagsterPage:
    """Dagster's web server as a browser reaches it.

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
        with urllib.request.urlopen(request, timeout=30) as reply:  # noqa: S310 - our own server
            found = json.load(reply)
        assert "errors" not in found, found
        return found["data"]

    def answers(self) -> bool:
        """Say whether the server is up and has loaded the code."""
        try:
            return bool(self.partitions("documents") is not None)
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


@contextlib.contextmanager
def running_dev(root: Path) -> Iterator[tuple[DagsterPage, WaitUntil]]:
    """Run `sift dev` in a process group of its own, and end the whole group for sure.

    Yields:
        Its page, and a function that waits for something while it runs.
    """
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    log = root.parent / "dev.log"
    with log.open("w", encoding="utf-8") as output:
        process = subprocess.Popen(
            [SIFT, "dev", "--port", str(port)],
            cwd=root,
            env=surroundings(),
            stdout=output,
            stderr=subprocess.STDOUT,
            start_new_session=True,
            # what is started in the background ignores Ctrl-C, and so would its children
            preexec_fn=lambda: signal.signal(signal.SIGINT, signal.default_int_handler),  # noqa: PLW1509
        )

    def wait_until(reached: Callable[[], bool]) -> None:
        deadline = time.monotonic() + SECONDS_TO_FOLLOW
        while not reached():
            said = log.read_text(encoding="utf-8")[-3000:]
            assert process.poll() is None, said
            assert time.monotonic() < deadline, said
            time.sleep(1)

    try:
        page = DagsterPage(port)
        wait_until(page.answers)
        yield page, wait_until
        os.killpg(process.pid, signal.SIGINT)
        process.wait(timeout=60)
    finally:
        with contextlib.suppress(ProcessLookupError):
            os.killpg(process.pid, signal.SIGKILL)
        process.wait()


def shown_by_browser(url: str, profile: Path) -> str:
    """Return what Chromium shows of a page when its scripts have run."""
    flags = ["--headless", "--no-sandbox", "--disable-gpu", "--disable-background-networking"]
    flags += ["--no-first-run", f"--user-data-dir={profile}", "--window-size=2400,1400"]
    command = [str(CHROMIUM), *flags, "--virtual-time-budget=20000", "--dump-dom", url]
    page = subprocess.run(command, capture_output=True, text=True, timeout=90, check=True).stdout
    body = re.sub(r"<(script|style)\b.*?</\1>", " ", page, flags=re.DOTALL)
    return re.sub(r"<[^>]+>", " ", body)


def assert_shown(page: DagsterPage, profile: Path) -> None:
    """Look at the asset graph: all groups on the first page, the assets on a group's own."""
    everything = shown_by_browser(f"{page.url}/asset-groups/", profile)
    assert [group for group in GROUPS if not re.search(rf"\b{group}\b", everything)] == []
    one_group = f"{page.url}/locations/sift_assets/asset-groups/graph/lineage"
    graph = shown_by_browser(one_group, profile)
    assert [a for a in ("corpus", "knowledge_graph", "resolved_graph") if a not in graph] == []
    assert "error" not in (everything + graph).casefold()


def new_since(before: Counter[str | None], page: DagsterPage, asset: str) -> dict[str | None, int]:
    return dict(Counter(page.materialized(asset)) - before)


def test_the_daemon_follows_the_folder_and_the_page_shows_the_assets(tmp_path: Path) -> None:
    root = made(tmp_path / "project")
    folder = root / "documents"
    paths = [path.relative_to(folder) for path in folder.rglob("*") if path.is_file()]
    keys = {document_key(path.as_posix()) for path in paths}
    with running_dev(root) as (page, wait_until):
        wait_until(lambda: page.materialized("graph_exports") != [])
        wait_until(lambda: sift(root, "status", "--json").returncode == 0)
        for asset in LINEAGE:
            assert page.materialized(asset), asset
        for asset in ("documents", "document_texts", "extractions"):
            assert Counter(page.materialized(asset)) == Counter(keys)
            assert set(page.partitions(asset) or ()) == keys
        assert documents_in_graph(root) == keys

        before = {asset: Counter(page.materialized(asset)) for asset in LINEAGE}
        with (folder / EDITED).open("a", encoding="utf-8") as document:
            document.write("\nIn June 2023 Olaf Berg joined Tidewell Shipping.\n")
        (folder / DELETED).unlink()
        (folder / ADDED).write_text("Rosa Lund works for Kestrelmoor Logistics.\n", "utf-8")
        wait_until(lambda: {"Rosa Lund", "Olaf Berg"} <= names_in_graph(root))
        wait_until(lambda: sift(root, "status", "--json").returncode == 0)
        for asset in ("document_texts", "extractions"):
            assert new_since(before[asset], page, asset) == {EDITED: 1, ADDED: 1}
        left = keys - {DELETED} | {ADDED}
        assert set(page.partitions("extractions") or ()) == left
        assert documents_in_graph(root) == left
        assert answer(sift(root, "show", "document_texts", "--json")).keys() == left

        if CHROMIUM is None:
            pytest.skip("the daemon has been tested; there is no Chromium to look at its page")
        assert_shown(page, tmp_path / "profile")


def names_in_graph(root: Path) -> set[str]:
    return {node["name"] for node in graph_of(root)["nodes"]}


def documents_in_graph(root: Path) -> set[str]:
    return {row["document"] for row in graph_of(root)["documents"]}
