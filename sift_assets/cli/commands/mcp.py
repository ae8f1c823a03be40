"""`sift mcp`: the questions as tools for agents."""

import os
from pathlib import Path

import click

from sift_assets.cli.printing import say
from sift_assets.resources.project import enter_project, find_project
from sift_assets.resources.workspace import Workspace

PORT = 8417
"""Taken by no service that is widely known."""


@click.command("mcp")
@click.option("--http", is_flag=True, help="Over HTTP on this machine instead of standard input.")
@click.option("--port", type=int, default=PORT, show_default=True, metavar="N", help="Of --http.")
@click.option(
    "--seat", default="", metavar="NAME", help="Also serve a seat that you may read; not by --http."
)
@click.pass_obj
def command(project: Path, http: bool, port: int, seat: str) -> int:
    """Serve the graph to agents over the Model Context Protocol, until stopped.

    The tools are `info`, `topology`, `search`, `query`, `path`, `evidence`, `timeline`, as the
    commands of these names, and `passage`; none of them changes anything. By `propose_merge`,
    `propose_relation` and `propose_retraction` an agent asks a person: see `sift proposals`. With
    --seat there are `seat_search`, `seat_documents` and `seat_document` for that seat alone, and
    nothing can be proposed: proposals are everybody's to read.
    """
    from sift_assets.agent.serving import LOOPBACK, PATH, serve_http, serve_stdio

    if seat and http:
        # Other users of this machine reach that port as well, and nobody tells them apart there.
        raise click.UsageError("--seat is served over standard input only, not by --http.")
    root = find_project(project)
    enter_project(root, os.environ)  # `replay/<folder>` is looked up from there
    if seat:
        from sift_assets.workflows.seat_reading import OpenedSeat

        OpenedSeat(Workspace.open(root), seat)  # refused before anything is served
    if not http:
        serve_stdio(root, seat)
        return 0
    say(f"Serving at http://{LOOPBACK}:{port}{PATH}; Ctrl-C ends it.", err=True)
    serve_http(root, port)
    return 0
