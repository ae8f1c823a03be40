"""Code server, daemon and web server of one project, to be started, killed and started again."""

import contextlib
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path

from sift_assets_tests.whole.dagster_page import DagsterPage, free_port
from sift_assets_tests.whole.watched_processes import WatchedProcesses

REPOSITORY = Path(__file__).parents[2]
SECONDS = 180
"""Nothing of the scenario takes as long; what hangs must fail the test, not hold it."""

SECONDS_BETWEEN_LOOKS = 0.3

QUICK = "sift_assets_tests.whole.quick_dagster"
WORKSPACE = """
load_from:
  - grpc_server: {{socket: {socket}, location_name: sift_assets}}
"""


class DaemonProcesses(WatchedProcesses):
    """The processes of `dagster dev`, each in a group of its own.

    Args:
        root: The project.
        scratch: A folder with a short path, for the socket.
    """

    def __init__(self, root: Path, scratch: Path) -> None:
        super().__init__(root, scratch, SECONDS, SECONDS_BETWEEN_LOOKS)
        self._scratch = scratch
        self._socket, self._port = scratch / "code", free_port()
        self.page = DagsterPage(self._port)
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
        home = {"DAGSTER_HOME": str(self.root), "PYTHONPATH": str(REPOSITORY)}
        for name in names:
            self._socket.unlink(missing_ok=True) if name == "server" else None
            self.begin(name, [sys.executable, "-W", "ignore", "-m", *commands[name]], home)
            if name == "server":
                self.wait_until(self._socket.exists)


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
