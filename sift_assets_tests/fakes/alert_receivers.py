"""Whom alerts reach, on loopback: a page that takes a POST, and a mail server."""

import json
import socketserver
import threading
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from email import message_from_bytes, policy
from email.message import EmailMessage
from http.server import BaseHTTPRequestHandler, HTTPServer
from typing import Any, cast

POLL_SECONDS = 0.01
"""How soon a server sees that it is to end."""


class Hook(HTTPServer):
    """A page that takes alerts.

    Args:
        statuses: Status of each answer, in order; the last one stays.

    Attributes:
        taken: The documents that it was sent.
    """

    def __init__(self, statuses: Sequence[int]) -> None:
        self.taken: list[Any] = []
        self.statuses = list(statuses)
        super().__init__(("127.0.0.1", 0), _Hooked)

    @property
    def address(self) -> str:
        """Where it is; the path stands for what only its friends know."""
        return f"http://127.0.0.1:{self.server_address[1]}/services/T0PSECRET"


class _Hooked(BaseHTTPRequestHandler):
    def do_POST(self) -> None:
        hook = cast("Hook", self.server)
        body = self.rfile.read(int(self.headers["Content-Length"]))
        assert self.headers["Content-Type"] == "application/json"
        hook.taken.append(json.loads(body))
        statuses = hook.statuses
        self.send_response(statuses.pop(0) if len(statuses) > 1 else statuses[0])
        self.send_header("Location", "/elsewhere")
        self.send_header("Content-Length", "0")
        self.end_headers()

    def do_GET(self) -> None:
        raise AssertionError("No alert is a GET.")

    def log_message(self, format: str, *args: Any) -> None:  # noqa: A002 - http.server's
        """Say nothing."""


class MailServer(socketserver.TCPServer):
    """A mail server without encryption.

    Attributes:
        taken: The messages that it was sent.
        heard: The lines of every conversation, without the messages.
    """

    allow_reuse_address = True

    def __init__(self) -> None:
        self.taken: list[EmailMessage] = []
        self.heard: list[str] = []
        super().__init__(("127.0.0.1", 0), _Mailed)

    @property
    def port(self) -> int:
        """Where it listens."""
        return int(self.server_address[1])


class _Mailed(socketserver.StreamRequestHandler):
    def handle(self) -> None:
        heard = cast("MailServer", self.server).heard
        self._say("220 here")
        while line := self.rfile.readline().decode().strip():
            heard.append(line)
            word = line.partition(" ")[0].upper()
            if word == "EHLO":
                self._say("250-here\r\n250 AUTH PLAIN")
            elif word == "DATA":
                self._say("354 go on")
                self._take()
                self._say("250 taken")
            elif word == "QUIT":
                self._say("221 bye")
                break
            else:
                self._say("235 welcome" if word == "AUTH" else "250 well")

    def _say(self, line: str) -> None:
        self.wfile.write(f"{line}\r\n".encode())

    def _take(self) -> None:
        lines: list[bytes] = []
        while (line := self.rfile.readline()) != b".\r\n":
            lines.append(line)
        message = message_from_bytes(b"".join(lines), _class=EmailMessage, policy=policy.default)
        assert isinstance(message, EmailMessage)
        cast("MailServer", self.server).taken.append(message)


@contextmanager
def listening_hook(*statuses: int) -> Iterator[Hook]:
    """Run a page that takes alerts for the length of a `with` block."""
    with Hook(statuses or (200,)) as hook, _serving(hook):
        yield hook


@contextmanager
def listening_mail_server() -> Iterator[MailServer]:
    """Run a mail server for the length of a `with` block."""
    with MailServer() as server, _serving(server):
        yield server


@contextmanager
def _serving(server: socketserver.BaseServer) -> Iterator[None]:
    thread = threading.Thread(target=server.serve_forever, args=(POLL_SECONDS,))
    thread.start()
    try:
        yield
    finally:
        server.shutdown()
        thread.join()
