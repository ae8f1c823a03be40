"""Running the MCP server: over standard input and output, or over HTTP on this machine alone."""

from pathlib import Path

from mcp.server.transport_security import TransportSecuritySettings
from starlette.applications import Starlette

from sift_assets.agent.server import make_server

LOOPBACK = "127.0.0.1"
"""The only address that is listened at: who else should ask, asks through SSH."""

PATH = "/mcp"


def serve_stdio(root: Path, seat: str = "") -> None:
    """Serve a project over standard input and output, until the input ends.

    Args:
        root: The project's folder.
        seat: Whose documents are served as well; empty for none.
    """
    make_server(root, seat).run("stdio")


def serve_http(root: Path, port: int) -> None:
    """Serve a project over streamable HTTP, until it is stopped.

    Args:
        root: The project's folder.
        port: Of this machine.
    """
    import uvicorn

    uvicorn.run(http_app(root, port), host=LOOPBACK, port=port, log_level="warning")


def http_app(root: Path, port: int) -> Starlette:
    """Return the application that answers at one port.

    A page in a browser may send requests here under any name that it has resolved to this machine;
    so only requests for this machine by its own names, and of no foreign page, are answered.

    Args:
        root: The project's folder.
        port: Where it will listen.
    """
    hosts = [f"{name}:{port}" for name in (LOOPBACK, "localhost")]
    security = TransportSecuritySettings(
        allowed_hosts=hosts, allowed_origins=[f"http://{host}" for host in hosts]
    )
    return make_server(root).streamable_http_app(
        streamable_http_path=PATH, stateless_http=True, transport_security=security, host=LOOPBACK
    )
