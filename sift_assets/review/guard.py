"""What every request has to pass, and what every answer says to the browser.

A site that somebody has open can send requests here with their cookie. It cannot read the token
against forgery, it cannot choose the Origin, and a name of its own that it points here (DNS
rebinding) is not one that this page answers to.
"""

import ipaddress
from collections.abc import Collection
from urllib.parse import urlsplit

from starlette.datastructures import Headers, MutableHeaders
from starlette.responses import JSONResponse
from starlette.types import ASGIApp, Message, Receive, Scope, Send

MOST_BYTES = 64 * 1024
"""Of a request's body: a reason of some pages and a few keys."""

READING = frozenset({"GET", "HEAD"})
"""Methods that change nothing."""

PAGE_POLICY = (
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; connect-src 'self'; "
    "base-uri 'none'; form-action 'none'; frame-ancestors 'none'; "
    "require-trusted-types-for 'script'; trusted-types 'none'"
)
"""Of our own pages: files of ours and nothing else, and no text is ever made into markup."""

HEADERS = {
    "Cache-Control": "no-store",
    "Content-Security-Policy": PAGE_POLICY,
    "Cross-Origin-Opener-Policy": "same-origin",
    "Cross-Origin-Resource-Policy": "same-origin",
    "Permissions-Policy": "camera=(), geolocation=(), microphone=()",
    "Referrer-Policy": "no-referrer",
    "X-Content-Type-Options": "nosniff",
    "X-Frame-Options": "DENY",
}
"""Of every answer that does not say otherwise itself."""


class Guard:
    """Refuses what a browser of somebody else's making sends.

    Args:
        app: What answers the rest.
        names: Host names that the page answers to, beside `localhost` and addresses in numbers,
            which nobody can point elsewhere.
    """

    def __init__(self, app: ASGIApp, names: Collection[str] = ()) -> None:
        self._app = app
        self._names = frozenset(name.lower() for name in names) | {"localhost"}

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer a request, or refuse it."""
        if scope["type"] != "http":  # there is no route for anything else
            await self._app(scope, receive, send)
            return
        headers = Headers(scope=scope)
        refusal = self._refusal(scope["method"], headers)
        answer = JSONResponse({"error": refusal[1]}, refusal[0]) if refusal else self._app
        await answer(scope, receive, _with_headers(send))

    def _refusal(self, method: str, headers: Headers) -> tuple[int, str] | None:
        hosts = headers.getlist("host")
        if len(hosts) != 1 or not self._is_ours(hosts[0]):
            named = hosts[0] if hosts else "no name"
            return 421, (
                f"This page does not answer to {named}. "
                "Start it with `sift serve --allow-host NAME` if it should."
            )
        if method in READING:
            return None
        return _refused_write(headers, hosts[0])

    def _is_ours(self, host: str) -> bool:
        name = (_split(host) or "").lower()
        try:
            ipaddress.ip_address(name)
        except ValueError:
            return name in self._names
        return True


def _refused_write(headers: Headers, host: str) -> tuple[int, str] | None:
    origin = headers.get("origin", "")
    is_same = origin.partition("://")[2] == host and origin.startswith(("http://", "https://"))
    if not is_same or headers.get("sec-fetch-site", "same-origin") != "same-origin":
        return 403, "Only this page itself may send that."
    if headers.get("content-type", "").partition(";")[0].strip() != "application/json":
        return 415, "Send JSON."
    length = headers.get("content-length", "")
    if not length.isdecimal():
        return 411, "Say how long the request is."
    if int(length) > MOST_BYTES:
        return 413, f"A request has at most {MOST_BYTES} bytes."
    return None


def _split(host: str) -> str | None:
    try:
        return urlsplit(f"//{host}").hostname
    except ValueError:
        return None


def _with_headers(send: Send) -> Send:
    async def sending(message: Message) -> None:
        if message["type"] == "http.response.start":
            headers = MutableHeaders(scope=message)
            for name, value in HEADERS.items():
                headers.setdefault(name, value)
        await send(message)

    return sending
