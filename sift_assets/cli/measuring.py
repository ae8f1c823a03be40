"""Measuring a project as it is now, once or for every scrape."""

import time
from pathlib import Path

from starlette.applications import Starlette
from starlette.concurrency import run_in_threadpool
from starlette.middleware import Middleware
from starlette.middleware.trustedhost import TrustedHostMiddleware
from starlette.requests import Request
from starlette.responses import PlainTextResponse, Response
from starlette.routing import Route

from sift_assets.cli.opening import existing_history, open_workspace
from sift_assets.core.errors import SiftError
from sift_assets.core.operations.exposition import MEDIA_TYPE, Family, exposition
from sift_assets.workflows.measuring import measured

NAMES = ["127.0.0.1", "localhost"]
"""What a browser may call this machine: no page from elsewhere reads it under a name of its own."""


def measured_now(root: Path) -> tuple[Family, ...]:
    """Open a project and measure it.

    Raises:
        SiftError: It cannot be measured.
    """
    workspace = open_workspace(root)
    with existing_history(workspace) as (events, past):
        return measured(events, past, workspace, time.time())


def metrics_app(root: Path) -> Starlette:
    """Return what answers `/metrics` of a project.

    A project that cannot be measured answers 503, which a scraper shows as down: numbers of before
    would say that all is well.
    """

    async def metrics(_: Request) -> Response:
        try:
            families = await run_in_threadpool(measured_now, root)
        except SiftError as error:
            return PlainTextResponse(f"{error}\n", 503)
        return Response(exposition(families), media_type=MEDIA_TYPE)

    guards = [Middleware(TrustedHostMiddleware, allowed_hosts=NAMES)]
    return Starlette(routes=[Route("/metrics", metrics)], middleware=guards)
