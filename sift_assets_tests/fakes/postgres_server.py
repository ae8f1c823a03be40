"""A real server of Postgres on loopback, of the test session's own, in a folder of its own.

Where there is no Postgres the tests that want one are skipped; on CI they fail (`SIFT_TESTS_NEED`
names `postgres`), for there it is installed.
"""

import os
import pwd
import shutil
import socket
import subprocess
import time
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path
from tempfile import TemporaryDirectory

import psycopg
import pytest

NEEDED_VARIABLE = "SIFT_TESTS_NEED"
"""Names, apart by spaces, what must be there: its absence fails instead of skipping."""

PASSWORD = "not%a/secret:word"
"""With characters that must be escaped in an address, so that masking is tried."""

ESCAPED = "not%25a%2Fsecret%3Aword"

FAST = ("fsync=off", "synchronous_commit=off", "full_page_writes=off")
"""A test's server needs to outlive no power cut. Killing a client loses nothing all the same."""

NOBODY = "nobody"
"""Postgres refuses to run as root."""

START_SECONDS = 30


def binaries() -> Path | None:
    """Return the folder of Postgres' programs, the newest there is."""
    found = sorted(
        Path("/usr/lib/postgresql").glob("*/bin/initdb"),
        key=lambda program: int(program.parts[-3].split(".")[0]),
    )
    on_path = shutil.which("initdb")
    program = found[-1] if found else Path(on_path).resolve() if on_path else None
    return program.parent if program else None


def programs_or_skip() -> Path:
    """Return the same; skip the test where there are none, fail it where there must be."""
    found = binaries()
    if found is None and "postgres" in os.environ.get(NEEDED_VARIABLE, "").split():
        pytest.fail("Postgres is not installed, and must be here.")
    if found is None:
        pytest.skip("Postgres is not installed (apt-get install postgresql).")
    return found


class PostgresServer:
    """A server; see `running_postgres`.

    Args:
        programs: The folder of its programs.
        data: Its folder.
        port: Where it listens.
    """

    def __init__(self, programs: Path, data: Path, port: int) -> None:
        self._programs, self._data, self.port = programs, data, port
        self._process: subprocess.Popen[bytes] | None = None
        self._schemas = 0

    def make(self) -> None:
        """Make its folder."""
        secret = self._data.parent / "password"
        secret.write_text(PASSWORD, encoding="ascii")
        command = [
            *(str(self._programs / "initdb"), "-D", str(self._data), "-U", "sift"),
            *("--auth=scram-sha-256", f"--pwfile={secret}", "--no-sync", "-E", "UTF8"),
            "--locale=C.UTF-8",
        ]
        subprocess.run(command, check=True, stdout=subprocess.DEVNULL, user=_user())

    def start(self, settings: tuple[str, ...] = FAST) -> None:
        """Start it, and wait until it answers."""
        command = [
            *(str(self._programs / "postgres"), "-D", str(self._data), "-p", str(self.port)),
            *("-h", "127.0.0.1", "-k", ""),
            *(part for one in (*settings, "max_connections=60") for part in ("-c", one)),
        ]
        with (self._data.parent / "log").open("ab") as log:
            self._process = subprocess.Popen(command, stdout=log, stderr=log, user=_user())
        deadline = time.monotonic() + START_SECONDS
        while True:
            try:
                psycopg.connect(self.address()).close()
            except psycopg.OperationalError:
                assert time.monotonic() < deadline, (self._data.parent / "log").read_text()
                time.sleep(0.05)
            else:
                return

    def stop(self, *, kill: bool = False) -> None:
        """End it: at once and in order, or as a power cut does."""
        if self._process is not None:
            program = str(self._programs / "pg_ctl")
            mode = "immediate" if kill else "fast"
            command = [program, "-D", str(self._data), "-m", mode, "-s", "stop"]
            subprocess.run(command, check=False, user=_user())
            self._process.wait()
            self._process = None

    def next_schema(self) -> str:
        """Return the name of a schema that no test has had."""
        self._schemas += 1
        return f"tried_{self._schemas}"

    def address(self, name: str = "postgres", password: str = ESCAPED) -> str:
        """Return the address of one of its databases; the one that is always there serves all."""
        return f"postgresql://sift:{password}@127.0.0.1:{self.port}/{name}"

    def do(self, statement: str) -> None:
        """Do a statement as its administrator."""
        with closing(psycopg.connect(self.address(), autocommit=True)) as connection:
            connection.execute(statement.encode())


@contextmanager
def running_postgres(settings: tuple[str, ...] = FAST) -> Iterator[PostgresServer]:
    """Run a server on a free port; its folder is gone afterwards."""
    programs = programs_or_skip()
    with TemporaryDirectory(prefix="sift-postgres-") as folder:
        user = _user()
        if user:
            shutil.chown(folder, user)
        server = PostgresServer(programs, Path(folder) / "data", _free_port())
        server.make()
        try:
            server.start(settings)
            yield server
        finally:
            server.stop(kill=True)  # its folder goes as well


def _user() -> str | None:
    """Return who runs it where we are root, who may not."""
    if os.getuid() != 0:
        return None
    try:
        pwd.getpwnam("postgres")
    except KeyError:
        return NOBODY
    return "postgres"


def _free_port() -> int:
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        return taken.getsockname()[1]
