"""The review page as a web application: which address answers what, to whom."""

import json
import secrets
from collections.abc import Awaitable, Callable, Collection
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from pydantic import ValidationError
from starlette.applications import Starlette
from starlette.concurrency import run_in_threadpool
from starlette.middleware import Middleware
from starlette.requests import Request
from starlette.responses import FileResponse, Response
from starlette.routing import Route
from starlette.types import ASGIApp

from sift_assets.core.errors import AccessDeniedError, DecisionError, ProjectError, SiftError
from sift_assets.core.records.record import Record
from sift_assets.core.review.visible import all_visible
from sift_assets.resources.review_tokens import Role
from sift_assets.review.access import Access, Session
from sift_assets.review.guard import Guard
from sift_assets.review.looking import QUESTIONS, NoQuestion, has_viewer
from sift_assets.review.project import ReviewedProject
from sift_assets.review.promoting import (
    PROMOTION_QUESTIONS,
    PROMOTION_SAYINGS,
    sees_promotions,
)
from sift_assets.review.saying import SAYINGS, MeanwhileError
from sift_assets.review.telling import VIEWER_POLICY, narrative, viewer_file

PAGE = Path(__file__).parent / "page"
"""The parts of the page: plain files, served as they are."""

MEDIA_TYPES = {
    ".html": "text/html",
    ".css": "text/css",
    ".js": "text/javascript",
    ".svg": "image/svg+xml",
}

CSRF_HEADER = "x-sift-csrf"

STATUS_OF: dict[type[SiftError], int] = {
    AccessDeniedError: 403,
    MeanwhileError: 409,
    DecisionError: 422,
    ProjectError: 404,
}
"""HTTP status of an error that whoever is at the page can do something about; of others 503."""

_READING = {**QUESTIONS, "narrative": (NoQuestion, narrative)}

Endpoint = Callable[[Request], Awaitable[Response]]


class Entering(Record):
    """What opens a session from elsewhere."""

    token: str


@dataclass(frozen=True)
class ReviewPage:
    """Answers the page's requests.

    Attributes:
        project: What is reviewed.
        access: Who may look and decide.
        cookie: Name of the cookie; two pages on one machine share its cookies, so each has one.
    """

    project: ReviewedProject
    access: Access
    cookie: str

    def routes(self) -> list[Route]:
        """Return what answers where."""
        page = [Route("/", _file(PAGE / "index.html"))]
        page += [Route(f"/page/{one.name}", _file(one)) for one in sorted(PAGE.iterdir())]
        questions = [
            Route(f"/api/{name}", self._reading(model, answer))
            for name, (model, answer) in _READING.items()
        ]
        sayings = [
            Route(f"/api/{name}", self._writing(model, write), methods=["POST"])
            for name, (model, write) in SAYINGS.items()
        ]
        sayings += [
            Route(f"/api/{name}", self._promoting(model, write), methods=["POST"])
            for name, (model, write) in PROMOTION_SAYINGS.items()
        ]
        questions += [
            Route(f"/api/{name}", self._reading_as(model, answer))
            for name, (model, answer) in PROMOTION_QUESTIONS.items()
        ]
        session = [
            Route("/api/session", self._session),
            Route("/api/enter", self._enter, methods=["POST"]),
            Route("/api/leave", self._leave, methods=["POST"]),
        ]
        return [*page, *questions, *sayings, *session, Route("/viewer", self._viewer)]

    def _reading(self, model: type[Record], answer: Callable[..., Any]) -> Endpoint:
        async def endpoint(request: Request) -> Response:
            if self.access.person(self._session_of(request)) is None:
                return _entry_needed()
            asked = model.model_validate(dict(request.query_params), strict=False)
            return _json(await run_in_threadpool(answer, self.project, asked))

        return endpoint

    def _reading_as(self, model: type[Record], answer: Callable[..., Any]) -> Endpoint:
        async def endpoint(request: Request) -> Response:
            person = self.access.person(self._session_of(request))
            if person is None:
                return _entry_needed()
            asked = model.model_validate(dict(request.query_params), strict=False)
            return _json(await run_in_threadpool(answer, self.project, person, asked))

        return endpoint

    def _promoting(self, model: type[Record], write: Callable[..., Any]) -> Endpoint:
        async def endpoint(request: Request) -> Response:
            found = await self._said(request, model, write)
            return found if isinstance(found, Response) else _json(*found)

        return endpoint

    def _writing(self, model: type[Record], write: Callable[..., Any]) -> Endpoint:
        async def endpoint(request: Request) -> Response:
            found = await self._said(request, model, write)
            return found if isinstance(found, Response) else _json(found)

        return endpoint

    async def _said(self, request: Request, model: type[Record], write: Callable[..., Any]) -> Any:
        """Let somebody say something, and return what came of it; a response where they may not."""
        session = self._session_of(request)
        person = self.access.person(session)
        if session is None or person is None or not _has_csrf(request, session):
            return _entry_needed()
        if person.role is not Role.REVIEWER:
            return _error("You may look, but not decide: your token is a reader's.", 403)
        said = model.model_validate_json(await request.body())
        return await run_in_threadpool(write, self.project, person, said)

    async def _session(self, request: Request) -> Response:
        session = self._session_of(request) or self.access.enter_here()
        return self._entered(request, session) if session else _entry_needed()

    async def _enter(self, request: Request) -> Response:
        said = Entering.model_validate_json(await request.body())
        session = self.access.enter(said.token)
        if session is None:
            return _error("This token is not good. Ask for a new one.", 403)
        return self._entered(request, session)

    async def _leave(self, request: Request) -> Response:
        session = self._session_of(request)
        if session is None or not _has_csrf(request, session):
            return _entry_needed()
        self.access.leave(session)
        left = _json({"left": True})
        left.delete_cookie(self.cookie, samesite="strict", httponly=True)
        return left

    async def _viewer(self, request: Request) -> Response:
        if self.access.person(self._session_of(request)) is None:
            return _entry_needed()
        file = viewer_file(self.project.workspace)
        headers = {"Content-Security-Policy": VIEWER_POLICY}
        return FileResponse(file, media_type="text/html; charset=utf-8", headers=headers)

    def _entered(self, request: Request, session: Session) -> Response:
        person = self.access.person(session)
        if person is None:
            return _entry_needed()
        answer = _json(
            {
                "actor": person.actor,
                "role": str(person.role),
                "csrf": session.csrf,
                "project": self.project.root.name,
                "dagster": self.project.workspace.settings.dagster_ui,
                "may_leave": bool(session.digest),
                "viewer": has_viewer(self.project.workspace),
                "promotions": sees_promotions(self.project.workspace, person.actor),
            }
        )
        is_safe = request.url.scheme == "https"
        answer.set_cookie(self.cookie, session.id, secure=is_safe, httponly=True, samesite="strict")
        return answer

    def _session_of(self, request: Request) -> Session | None:
        return self.access.session(request.cookies.get(self.cookie, ""))


def review_app(page: ReviewPage, names: Collection[str] = ()) -> ASGIApp:
    """Return the application.

    Args:
        page: What answers.
        names: Host names that it answers to, beside `localhost` and addresses in numbers.
    """
    return Starlette(
        routes=page.routes(),
        middleware=[Middleware(Guard, names=names)],
        exception_handlers={SiftError: _told, ValidationError: _misunderstood},
    )


def _file(path: Path) -> Endpoint:
    media_type = f"{MEDIA_TYPES[path.suffix]}; charset=utf-8"

    async def endpoint(_: Request) -> Response:
        return FileResponse(path, media_type=media_type)

    return endpoint


def _json(value: Any, status: int = 200) -> Response:
    """Return data in which no text hides anything."""
    data = json.dumps(all_visible(value), ensure_ascii=False, separators=(",", ":"))
    return Response(data.encode(), status, media_type="application/json")


def _error(message: str, status: int, **more: Any) -> Response:
    return _json({"error": message, **more}, status)


def _entry_needed() -> Response:
    return _error("Enter with a token first.", 401)


async def _told(_: Request, error: Exception) -> Response:
    status = STATUS_OF.get(type(error), 503)  # type: ignore[arg-type]
    return _error(str(error), status, by=getattr(error, "by", None))


async def _misunderstood(_: Request, error: Exception) -> Response:
    first = error.errors()[0] if isinstance(error, ValidationError) else {"loc": (), "msg": ""}
    return _error(f"{'.'.join(map(str, first['loc']))}: {first['msg']}", 400)


def _has_csrf(request: Request, session: Session) -> bool:
    return secrets.compare_digest(
        request.headers.get(CSRF_HEADER, "").encode(), session.csrf.encode()
    )
