"""The review page on a port of its own, served by a thread of this process."""

import socket
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from starlette.types import ASGIApp

from sift_assets.review.serving import address_of, listening, server_of
from sift_assets_tests.review.page_client import page_of


@contextmanager
def served(root: Path, port: int = 0, *, needs_token: bool = False) -> Iterator[str]:
    """Serve a project's page for a block, and give its address.

    Args:
        root: The project.
        port: The one to listen on; 0 takes any.
        needs_token: Whether whoever comes needs one.
    """
    app = page_of(root, needs_token=needs_token)
    with listening("127.0.0.1", port) as listener, _running(app, listener):
        yield address_of(listener, "127.0.0.1")


@contextmanager
def _running(app: ASGIApp, listener: socket.socket) -> Iterator[None]:
    server = server_of(app)
    thread = threading.Thread(target=server.run, kwargs={"sockets": [listener]})
    thread.start()
    try:
        yield
    finally:
        server.should_exit = True
        thread.join()
