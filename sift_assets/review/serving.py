"""Listening for the page's requests until somebody stops it."""

import errno
import ipaddress
import signal
import socket
from collections.abc import Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING

from starlette.types import ASGIApp

from sift_assets.core.errors import ProjectError

if TYPE_CHECKING:
    from uvicorn import Server

WAITING = 128
"""Connections that wait to be taken."""

SECONDS_TO_END = 3
"""How long requests under way may take at the end; a decision takes milliseconds."""

STOPPING = (signal.SIGINT, signal.SIGTERM)


def is_loopback(host: str) -> bool:
    """Say whether only this machine can reach an address."""
    try:
        return ipaddress.ip_address(host).is_loopback
    except ValueError:
        return host == "localhost"


def listening(host: str, port: int) -> socket.socket:
    """Return a socket that listens.

    Args:
        host: An address, or a name of one.
        port: 0 for any that is free.

    Raises:
        ProjectError: The port is taken or not allowed, or the address is not this machine's.
    """
    try:
        family, *_, address = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM)[0]
        found = socket.socket(family, socket.SOCK_STREAM)
    except OSError as error:
        raise _cannot(host, port, error) from error
    try:
        found.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        found.bind(address)
        found.listen(WAITING)
    except OSError as error:
        found.close()
        raise _cannot(host, port, error) from error
    return found


def address_of(listener: socket.socket, host: str) -> str:
    """Return the address of the page for a browser."""
    port = listener.getsockname()[1]
    return f"http://{f'[{host}]' if ':' in host else host}:{port}/"


def server_of(app: ASGIApp) -> "Server":
    """Return a server that is not running yet."""
    from uvicorn import Config, Server

    config = Config(
        app,
        access_log=False,
        log_level="warning",
        lifespan="off",
        ws="none",
        server_header=False,
        timeout_graceful_shutdown=SECONDS_TO_END,
    )
    return Server(config)


def serve(app: ASGIApp, listener: socket.socket) -> None:
    """Answer requests until Ctrl-C or SIGTERM; what is under way is finished."""
    with _stopped_quietly():
        server_of(app).run(sockets=[listener])


@contextmanager
def _stopped_quietly() -> Iterator[None]:
    """Let the signals that stop the server do nothing more: uvicorn raises them once again."""
    before = {one: signal.signal(one, _already_stopped) for one in STOPPING}
    try:
        yield
    finally:
        for one, handler in before.items():
            signal.signal(one, handler)


def _already_stopped(_number: int, _frame: object) -> None:
    """Do nothing: the server has ended."""


def _cannot(host: str, port: int, error: OSError) -> ProjectError:
    if error.errno == errno.EADDRINUSE:
        return ProjectError(
            f"Port {port} of {host} is in use.", "Give another one with --port; 0 takes any."
        )
    return ProjectError(f"{host}:{port} cannot be listened on ({error.strerror}).")
