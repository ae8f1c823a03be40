"""`sift serve`: the review page, for a browser."""

import os
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from sift_assets.cli.opening import as_json, open_workspace
from sift_assets.cli.printing import print_json, say
from sift_assets.core.errors import ConfigError, ProjectError

if TYPE_CHECKING:
    import socket

    from sift_assets.resources.workspace import Workspace

DEFAULT_PORT = 3001
"""The one after Dagster's."""


@click.command("serve")
@click.option("--host", default="127.0.0.1", show_default=True, help="Address it listens on.")
@click.option(
    "--port",
    type=click.IntRange(0, 65535),
    default=DEFAULT_PORT,
    show_default=True,
    help="Port it listens on; 0 takes any that is free.",
)
@click.option("--no-open", is_flag=True, help="Open no browser.")
@click.option(
    "--allow-host", "names", metavar="NAME", multiple=True, help="A name that it is reached by."
)
@click.option("--need-token", is_flag=True, help="Ask for a token on this machine as well.")
@click.option("--token-for", metavar="NAME", help="Make a token for somebody, print it, and end.")
@click.option(
    "--role",
    type=click.Choice(["reader", "reviewer"]),
    default="reviewer",
    show_default=True,
    help="What the one with the new token may do: look, or decide as well.",
)
@click.option("--revoke", metavar="NAME", help="Make somebody's token good no more, and end.")
@as_json
@click.pass_obj
def command(
    project: Path,
    host: str,
    port: int,
    no_open: bool,
    names: tuple[str, ...],
    need_token: bool,
    token_for: str | None,
    role: str,
    revoke: str | None,
    as_json: bool,
) -> int:
    """Serve the review page: what is open with its evidence, one key for each answer, and undo.

    Ctrl-C ends it. On this machine whoever opens the page decides under the name in SIFT_ACTOR,
    or the system's. Any other --host needs a token: one for each person, made with --token-for,
    with the name under which they decide. Put a proxy with TLS before it where others could listen.

    With --json the address is printed as JSON when the page can be opened.
    """
    from sift_assets.review.serving import is_loopback, listening

    workspace = open_workspace(project)
    if token_for is not None:
        return _make_token(workspace, token_for, role, as_json)
    if revoke is not None:
        return _revoke(workspace, revoke, as_json)
    needs_token = need_token or not is_loopback(host)
    _check_tokens(workspace, host, needs_token)
    with listening(host, port) as listener:
        _announce(workspace, listener, host, needs_token, as_json, is_opened=not no_open)
        _serve(workspace, listener, (host, *names), needs_token)
    return 0


def _serve(
    workspace: "Workspace", listener: "socket.socket", names: tuple[str, ...], needs_token: bool
) -> None:
    from sift_assets.cli.commands.status import state_of
    from sift_assets.resources.review_tokens import ReviewTokens
    from sift_assets.review.access import Access
    from sift_assets.review.app import ReviewPage, review_app
    from sift_assets.review.project import ReviewedProject
    from sift_assets.review.serving import serve

    root = workspace.root
    page = ReviewPage(
        ReviewedProject(root, lambda: state_of(open_workspace(root))),
        Access(lambda: ReviewTokens(workspace), needs_token),
        cookie=f"sift_review_{listener.getsockname()[1]}",
    )
    serve(review_app(page, names), listener)


def _check_tokens(workspace: "Workspace", host: str, needs_token: bool) -> None:
    from sift_assets.resources.review_tokens import ReviewTokens

    if needs_token and not ReviewTokens(workspace).holders():
        raise ConfigError(
            f"Nobody could enter: to listen on {host} a token is needed, and there is none.",
            "Make one with `sift serve --token-for NAME`, or `--role reader` to look only.",
        )


def _announce(
    workspace: "Workspace",
    listener: "socket.socket",
    host: str,
    needs_token: bool,
    as_json: bool,
    *,
    is_opened: bool,
) -> None:
    from sift_assets.review.serving import address_of

    url = address_of(listener, host)
    if as_json:
        shown = {"url": url, "project": str(workspace.root), "needs_token": needs_token}
        print_json(shown)
        sys.stdout.flush()
        return
    say(f"Review page: {url}   Ctrl-C ends it.")
    if needs_token:
        say("Everybody enters with a token of their own: `sift serve --token-for NAME`.")
    if is_opened and _has_screen():
        import webbrowser

        webbrowser.open(url)


def _make_token(workspace: "Workspace", name: str, role: str, as_json: bool) -> int:
    from sift_assets.resources.review_tokens import Person, ReviewTokens, Role

    if not name.strip():
        raise ProjectError("A token is for somebody: give a name.")
    person = Person(actor=name.strip(), role=Role(role))
    made = ReviewTokens(workspace).made(person)
    if as_json:
        shown: dict[str, Any] = {"actor": person.actor, "role": role, "token": made.token}
        print_json(shown | {"replaced": made.replaced})
        return 0
    say(made.token)
    say(f"For {person.actor}, as {role}. It is shown this once; to end it: --revoke.", err=True)
    if made.replaced:
        say("The earlier one is good no more.", err=True, fg="yellow")
    return 0


def _revoke(workspace: "Workspace", name: str, as_json: bool) -> int:
    from sift_assets.resources.review_tokens import ReviewTokens

    if not ReviewTokens(workspace).revoke(name.strip()):
        raise ProjectError(f"{name!r} has no token.")
    if as_json:
        print_json({"revoked": name.strip()})
    else:
        say(f"The token of {name.strip()} is good no more.")
    return 0


def _has_screen() -> bool:
    """Say whether a browser would open a window, not take over this terminal."""
    return sys.platform == "darwin" or bool(
        os.environ.get("DISPLAY") or os.environ.get("WAYLAND_DISPLAY")
    )
