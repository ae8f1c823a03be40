"""`sift metrics`: counts, bytes, dollars and moments for Prometheus."""

import sys
from pathlib import Path
from typing import Any

import click

from sift_assets.cli.opening import as_json, open_workspace
from sift_assets.cli.printing import print_json, say

HERE = "127.0.0.1"
"""The only address that is served: a scraper from elsewhere comes through a proxy of your own."""


@click.command("metrics")
@click.option(
    "--port",
    type=click.IntRange(0, 65535),
    help="Serve them at /metrics of this port of 127.0.0.1 until Ctrl-C; 0 takes any.",
)
@as_json
@click.pass_obj
def command(project: Path, port: int | None, as_json: bool) -> int:
    """Print measurements of the project in the text format of Prometheus.

    Documents by status, entities, relations, what is stale, what waits for people, money, failed
    runs, bytes, and when the sensor last looked. No name of a document is in it. Changes nothing.

    With --port they are measured anew for every scrape; with --json as well the address is printed
    as JSON when it can be asked.
    """
    from sift_assets.cli.measuring import measured_now
    from sift_assets.core.operations.exposition import exposition

    root = open_workspace(project).root
    if port is not None:
        _serve(root, port, as_json)
        return 0
    families = measured_now(root)
    if as_json:
        print_json({"families": [_plain(family) for family in families]})
    else:
        click.echo(exposition(families), nl=False)
    return 0


def _plain(family: Any) -> dict[str, Any]:
    samples = [{"labels": dict(one.labels), "value": one.value} for one in family.samples]
    return {**family._asdict(), "samples": samples}


def _serve(root: Path, port: int, as_json: bool) -> None:
    from sift_assets.cli.measuring import metrics_app
    from sift_assets.review.serving import address_of, listening, serve

    with listening(HERE, port) as listener:
        url = f"{address_of(listener, HERE)}metrics"
        if as_json:
            print_json({"url": url, "project": str(root)})
            sys.stdout.flush()
        else:
            say(f"Metrics: {url}   Ctrl-C ends it.")
        serve(metrics_app(root), listener)
