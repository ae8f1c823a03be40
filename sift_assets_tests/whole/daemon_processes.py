"""Code server, daemon and web server of one project, to be started, killed and started again."""

import contextlib
import os
import signal
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from pathlib import Path

from sift_assets_tests.whole.dagster_page import DagsterPage, free_port
from sift_assets_tests.whole.sift_process import surroundings

REPOSITORY = Path(__file__).parents[2]
SECONDS = 180
"""Nothing of the scenario takes as long; what hangs must fail the test, not hold it."""

QUICK = "sift_assets_tests.whole.quick_dagster"
WORKSPACE = """
load_from:
  - grpc_server: {{socket: {socket}, location_name: sift_assets}}
"""


class DaemonProcesses:
    """The processes of `dagster dev`, each in a group of its own.

    Args:
        root: The project.
        scratch: A folder with a short path, for the socket.
    """

    def __init__(self, root: Path, scratch: Path) -> None:
        self.root, self._scratch = root, scratch
        self._socket, self._port = scratch / "code", free_port()
        self.page = DagsterPage(self._port)
        self._running: dict[str, subprocess.Popen[bytes]] = {}
        (scratch / "workspace.yaml").write_text(WORKSPACE.format(socket=self._socket), "utf-8")

    def start(self, *names: str) -> None:
        """Start `server`, `daemon` or `page`, and wait until the code server listens."""
        workspace = ["-w", str(self._scratch / "workspace.yaml")]
        code = ["-m", "sift_assets_tests.whole.scripted_location"]
        commands = {
            "server": [QUICK, "server", "api", "grpc", "--socket", str(self._socket), *code],
            "daemon": [QUICK, "daemon", "run", *workspace],
            "page": ["dagster_webserver", "-h", "127.0.0.1", "-p", str(self._port), *workspace],
        }
        for name in names:
            self._socket.unlink(missing_ok=True) if name == "server" else None
            self._running[name] = self._started(name, commands[name])
            if name == "server":
                self.wait_until(self._socket.exists)

    def kill(self, *names: str) -> None:
        """Kill processes with all that they have started, as a power cut does."""
        for name in names:
            process = self._running.pop(name)
            with contextlib.suppress(ProcessLookupError):
                os.killpg(process.pid, signal.SIGKILL)
            process.wait()

    def stop(self) -> None:
        """Kill whatever runs."""
        self.kill(*list(self._running))

    def wait_until(self, reached: Callable[[], bool], what: str = "") -> None:
        """Wait for something while all processes live.

        Raises:
            AssertionError: It takes too long, or a process has ended.
        """
        deadline = time.monotonic() + SECONDS
        while not reached():
            for name, process in self._running.items():
                assert process.poll() is None, f"{name} ended: {self._said(name)}"
            assert time.monotonic() < deadline, f"{what}: {self._said('daemon')}"
            time.sleep(0.3)

    def _started(self, name: str, arguments: list[str]) -> subprocess.Popen[bytes]:
        home = {"DAGSTER_HOME": str(self.root), "PYTHONPATH": str(REPOSITORY)}
        with (self._scratch / f"{name}.log").open("ab") as log:
            return subprocess.Popen(
                [sys.executable, "-W", "ignore", "-m", *arguments],
                cwd=self.root,
                env=surroundings(home),
                stdin=subprocess.DEVNULL,
                stdout=log,
                stderr=log,
                start_new_session=True,
            )

    def _said(self, name: str) -> str:
        log = self._scratch / f"{name}.log"
        return log.read_text("utf-8", "replace")[-3000:] if log.exists() else ""


@contextlib.contextmanager
def daemon_processes(root: Path) -> Iterator[DaemonProcesses]:
    """Start all three for a block, and end them for sure."""
    # a socket's path may have a hundred characters, and pytest's folders have as many
    with tempfile.TemporaryDirectory(prefix="sift-") as scratch:
        processes = DaemonProcesses(root, Path(scratch))
        try:
            processes.start("server", "daemon", "page")
            processes.wait_until(processes.page.answers, "the page")
            yield processes
        finally:
            processes.stop()
