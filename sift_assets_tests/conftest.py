"""What holds for every test: no network, and a project to work on.

The switch is an audit hook: it sees every connection that Python makes, whatever library makes
it, and cannot be undone by a library that replaces `socket.socket`. Child processes are not held.
"""

import ipaddress
import os
import shutil
import socket
import sys
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path
from typing import Any

import pytest
from hypothesis import settings

from sift_assets.core.errors import SiftError
from sift_assets_tests.fakes.name_extractor import NameExtractor
from sift_assets_tests.fakes.postgres_server import PostgresServer, running_postgres
from sift_assets_tests.fakes.project_folder import ProjectFolder, copied_project, made_project

CONNECTING = frozenset({"socket.connect", "socket.sendto"})

MEMORY, ROOM = Path("/dev/shm"), 8 * 2**30  # noqa: S108 - pytest makes folders of its own there
"""Where there is room, projects are made in memory: everything is forced to the disk when it is
written, and half of the time of a test was waiting for that. A whole suite writes some 3 GiB."""

LONGEST = "test_daemon_follows"
"""Some minutes in one test, most of them waiting for the daemon."""

DOCUMENTS = {
    "contracts/kestrel.txt": "Ada Varga works for Kestrel Ltd.\n\nKestrel Ltd hired Tom Brandt.\n",
    "letters/first letter.txt": "Ada Varga met Karl Meier in the harbour.\n",
    "notes.md": "# Notes\n\nKarl Meier works for Pelagos Ltd.\n",
    "twice.txt": "Nina Olsen works for Kestrel Ltd.\n",
}


EXAMPLES = "SIFT_TESTS_EXAMPLES"
"""Variable of the environment: on how many examples of chance a law is tried."""


OpenedCopy = Callable[[Path], ProjectFolder]
"""Copies a project for one test and opens it, see `opened_copy`."""


class BlockedConnectionError(SiftError):
    """A test tried to reach the network."""


def pytest_configure() -> None:
    """Block every connection but those to this machine; let no timing and no chance decide a test.

    Laws are tried on the same examples every time, and on new ones, so many each, where `EXAMPLES`
    says how many: `make laws`.
    """
    sys.addaudithook(_refuse_network)
    if MEMORY.is_dir() and shutil.disk_usage(MEMORY).free > ROOM:
        os.environ.setdefault("PYTEST_DEBUG_TEMPROOT", str(MEMORY))
    settings.register_profile("any machine", deadline=None, derandomize=True)
    settings.load_profile("any machine")
    if examples := os.environ.get(EXAMPLES):
        settings.register_profile("by chance", deadline=None, max_examples=int(examples))
        settings.load_profile("by chance")


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Begin with what takes longest, so that no worker waits for it at the end."""
    items.sort(key=lambda item: LONGEST not in item.nodeid)


def _refuse_network(event: str, arguments: tuple[Any, ...]) -> None:
    if event in CONNECTING:
        connection, address = arguments
        if connection.family != socket.AF_UNIX and not _is_here(address[0]):
            raise BlockedConnectionError(f"A test may not connect to {address[0]}.")
    elif event == "socket.getaddrinfo" and arguments[0] and not _is_here(arguments[0]):
        raise BlockedConnectionError(f"A test may not look up {arguments[0]}.")


def _is_here(host: str | bytes) -> bool:
    name = host.decode() if isinstance(host, bytes) else host
    if name in ("", "localhost", socket.gethostname()):
        return True
    try:
        return ipaddress.ip_address(name.partition("%")[0]).is_loopback
    except ValueError:
        return False


@pytest.fixture
def own_surroundings(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Leave the caller's Dagster home and settings out, and come back to the old folder."""
    monkeypatch.chdir(tmp_path)
    for name in [name for name in os.environ if name.startswith(("SIFT_", "DAGSTER_"))]:
        monkeypatch.delenv(name)


@pytest.fixture
def extractor(monkeypatch: pytest.MonkeyPatch) -> NameExtractor:
    """Put an extractor that counts its calls in the place of the configured one."""
    fake = NameExtractor()
    monkeypatch.setattr("sift_assets.defs.document_run.open_extractor", lambda *_: fake)
    return fake


@pytest.fixture
def project(
    tmp_path: Path,
    own_surroundings: None,  # noqa: ARG001 - they are left out while the project is open
    extractor: NameExtractor,  # noqa: ARG001 - it is in place while the project runs
) -> Iterator[ProjectFolder]:
    """Return a project with four small documents that has not been run yet."""
    root = made_project(tmp_path / "project", DOCUMENTS)
    with ProjectFolder(root).opened() as folder:
        yield folder


@contextmanager
def set_apart(folder: Path) -> Iterator[None]:
    """Do for a project of several tests what `own_surroundings` and `extractor` do for one's."""
    with pytest.MonkeyPatch.context() as patch:
        patch.chdir(folder)
        for name in [name for name in os.environ if name.startswith(("SIFT_", "DAGSTER_"))]:
            patch.delenv(name)
        fake = NameExtractor()
        patch.setattr("sift_assets.defs.document_run.open_extractor", lambda *_: fake)
        yield


@pytest.fixture(scope="session")
def built_once(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Build one project for all tests that start from a built one: copying it is cheaper."""
    root = tmp_path_factory.mktemp("built") / "project"
    with set_apart(root.parent), ProjectFolder(made_project(root, DOCUMENTS)).opened() as folder:
        assert folder.run().succeeded
    return root


@pytest.fixture
def opened_copy(
    tmp_path: Path,
    own_surroundings: None,  # noqa: ARG001 - they are left out while the project is open
    extractor: NameExtractor,  # noqa: ARG001 - it is in place while the project runs
) -> Iterator[OpenedCopy]:
    """Give what copies a project that several tests start from, and keeps it open for the test."""
    with ExitStack() as stack:
        yield lambda root: stack.enter_context(copied_project(root, tmp_path / "project"))


@pytest.fixture
def built(opened_copy: OpenedCopy, built_once: Path) -> ProjectFolder:
    """Return the same project after one run: everything is up to date."""
    return opened_copy(built_once)


@pytest.fixture(scope="session")
def postgres() -> Iterator[PostgresServer]:
    """Run one server of Postgres for all tests of this worker; skip them where there is none."""
    with running_postgres() as server:
        yield server


@pytest.fixture
def database(postgres: PostgresServer, monkeypatch: pytest.MonkeyPatch) -> Iterator[PostgresServer]:
    """Give a test a schema of its own in the server's database, by the environment."""
    from sift_assets.resources.postgres import close_idle
    from sift_assets.resources.postgres_locks import close_living

    monkeypatch.setenv("SIFT_DATABASE", postgres.address())
    monkeypatch.setenv("SIFT_DATABASE_SCHEMA", postgres.next_schema())
    yield postgres
    close_idle()
    close_living()


@pytest.fixture(params=["a file", "postgres"])
def shared_folder(request: pytest.FixtureRequest, tmp_path: Path) -> Path:
    """Return a project's folder whose small tables and locks lie in files, or in a database."""
    folder = tmp_path / "shared"
    folder.mkdir()
    if request.param == "postgres":
        request.getfixturevalue("database")
    (folder / "sift.yaml").touch()
    return folder
