"""`sift dev` as people start it: the sensor builds the graph, and the page shows the assets.

What the daemon does when things change is in `test_daemon_follows`.
"""

import contextlib
import os
import re
import shutil
import signal
import subprocess
import time
from collections import Counter
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from sift_assets.core.planning.lineage import LINEAGE
from sift_assets_tests.whole.dagster_page import DagsterPage, free_port
from sift_assets_tests.whole.sift_process import SIFT, graph_of, made, sift, surroundings

SECONDS_TO_FOLLOW = 180
"""Until the daemon has started, seen each file twice and run everything, on a busy machine."""

GROUPS = ("inputs", "extraction", "graph", "resolution", "results")
"""The groups of the asset graph."""

CHROMIUM = shutil.which("chromium") or shutil.which("chromium-browser")

WaitUntil = Callable[[Callable[[], bool]], None]

DOCUMENTS = {
    "letter.txt": "Ada Varga works for Kestrel Ltd in Oslo.\n",
    "notes.md": "# Notes\n\nIn June 2023 Olaf Berg joined Tidewell Shipping.\n",
}


@contextlib.contextmanager
def running_dev(root: Path) -> Iterator[tuple[DagsterPage, WaitUntil]]:
    """Run `sift dev` in a process group of its own, and end the whole group for sure.

    Yields:
        Its page, and a function that waits for something while it runs.
    """
    port = free_port()
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
    page = subprocess.run(command, capture_output=True, text=True, timeout=150, check=True).stdout
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


def test_sift_dev_builds_the_graph_once_and_its_page_shows_the_assets(tmp_path: Path) -> None:
    root = made(tmp_path / "project", DOCUMENTS)
    with running_dev(root) as (page, wait_until):
        for asset in LINEAGE:
            wait_until(lambda asset=asset: page.materialized(asset) != [])
        for asset in ("documents", "document_texts", "extractions"):
            assert Counter(page.materialized(asset)) == Counter(DOCUMENTS.keys())
            assert page.partitions(asset) == sorted(DOCUMENTS)
        assert sift(root, "status", "--json").returncode == 0
        assert {"Ada Varga", "Olaf Berg"} <= {node["name"] for node in graph_of(root)["nodes"]}

        if CHROMIUM is None:
            pytest.skip("the daemon has been tested; there is no Chromium to look at its page")
        assert_shown(page, tmp_path / "profile")
