"""The switch in `conftest.py`: no test reaches another machine."""

import os
import socket
import urllib.request
from collections.abc import Callable
from pathlib import Path

import pytest


def connected(address: tuple[str, int], family: socket.AddressFamily = socket.AF_INET) -> None:
    with socket.socket(family) as connection:
        connection.settimeout(0.2)
        connection.connect(address)


def sent() -> None:
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as connection:
        connection.sendto(b"hello", ("192.0.2.1", 9))


@pytest.mark.parametrize(
    "reach",
    [
        lambda: connected(("192.0.2.1", 9)),
        lambda: connected(("2001:db8::1", 9), socket.AF_INET6),
        lambda: socket.getaddrinfo("example.com", 80),
        lambda: urllib.request.urlopen("http://192.0.2.1:9/"),
        sent,
    ],
    ids=["IPv4", "IPv6", "a name", "a library", "a datagram"],
)
def test_another_machine_cannot_be_reached(reach: Callable[[], object]) -> None:
    with pytest.raises(Exception, match="A test may not"):
        reach()


@pytest.mark.parametrize("host", ["127.0.0.1", "localhost"])
def test_this_machine_can_be_reached(host: str) -> None:
    with (
        socket.create_server(("127.0.0.1", 0)) as server,
        socket.create_connection((host, server.getsockname()[1]), timeout=5) as connection,
    ):
        assert connection.getpeername()[1] == server.getsockname()[1]


def test_sockets_of_the_file_system_are_free(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)  # the name of such a socket is short
    with socket.socket(socket.AF_UNIX) as server, socket.socket(socket.AF_UNIX) as client:
        server.bind("socket")
        server.listen()
        client.connect("socket")


@pytest.mark.usefixtures("own_surroundings")
def test_the_surroundings_of_whoever_runs_the_tests_are_left_out() -> None:
    assert not [name for name in os.environ if name.startswith(("SIFT_", "DAGSTER_"))]
