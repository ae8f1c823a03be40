"""A real Redis on loopback, in memory only.

Where there is none the tests that want one are skipped; on CI they fail (`SIFT_TESTS_NEED` names
`redis`), for there it is installed.
"""

import os
import shutil
import socket
import subprocess
import time
from collections.abc import Iterator
from contextlib import contextmanager

import pytest

from sift_assets_tests.fakes.postgres_server import NEEDED_VARIABLE
from sift_assets_tests.whole.dagster_page import free_port

START_SECONDS = 30


def program_or_skip() -> str:
    """Return the server's program; skip the test without one, fail it where it must be there."""
    found = shutil.which("redis-server")
    if found is None and "redis" in os.environ.get(NEEDED_VARIABLE, "").split():
        pytest.fail("Redis is not installed, and must be here.")
    if found is None:
        pytest.skip("Redis is not installed (apt-get install redis-server).")
    return found


@contextmanager
def running_redis() -> Iterator[str]:
    """Run a server on a free port; yield its address."""
    port = free_port()
    command = [program_or_skip(), "--port", str(port), "--bind", "127.0.0.1"]
    with subprocess.Popen(
        [*command, "--save", "", "--appendonly", "no"], stdout=subprocess.DEVNULL
    ) as process:
        try:
            _wait_for(port)
            yield f"redis://127.0.0.1:{port}"
        finally:
            process.kill()


def _wait_for(port: int) -> None:
    deadline = time.monotonic() + START_SECONDS
    while True:
        try:
            socket.create_connection(("127.0.0.1", port)).close()
        except ConnectionRefusedError:
            assert time.monotonic() < deadline, "Redis does not answer."
            time.sleep(0.02)
        else:
            return
