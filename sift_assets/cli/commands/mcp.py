"""`sift mcp`: the questions as tools for agents."""

import os
from pathlib import Path

import click

from sift_assets.cli.printing import say
from sift_assets.resources.project import enter_project, find_project

PORT = 8417
"""Taken by no service that is widely known."""


@click.command("mcp")
@click.option("--http", is_flag=True, help="Over HTTP on this machine instead of standard input.")
@click.option("--port", type=int, default=PORT, show_default=True, metavar="N", help="Of --http.")
@click.pass_obj
def command(project: Path, http: bool, port: int) -> int:
    """Serve the graph to agents over the Model Context Protocol, until stopped.

    The tools are `info`, `topology`, `search`, `query`, `path`, `evidence`, `timeline`, as the
    commands of these names, and `passage`; none of them changes anything. By `propose_merge`,
    `propose_relation` and `propose_retraction` an agent asks a person: see `sift proposals`.
    """
    from sift_assets.agent.serving import LOOPBACK, PATH, serve_http, serve_stdio

    root = find_project(project)
    enter_project(root, os.environ)  # `replay/<folder>` is looked up from there
    if not http:
        serve_stdio(root)
        return 0
    say(f"Serving at http://{LOOPBACK}:{port}{PATH}; Ctrl-C ends it.", err=True)
    serve_http(root, port)
    return 0
