"""A browser at the review page, as far as its requests go."""

from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from typing import Any, Self

from starlette.testclient import TestClient

from sift_assets.resources.review_tokens import Person, ReviewTokens, Role
from sift_assets.resources.workspace import Workspace
from sift_assets.review.access import Access
from sift_assets.review.app import CSRF_HEADER, ReviewPage, review_app
from sift_assets.review.project import ReviewedProject

ORIGIN = "http://127.0.0.1:3001"

COOKIE = "sift_review_3001"


class PageClient:
    """What a browser sends for somebody, and what it gets.

    Args:
        client: Sends it.
        root: The project that is served.
    """

    def __init__(self, client: TestClient, root: Path) -> None:
        self.client, self.root = client, root
        self.csrf = ""

    @classmethod
    @contextmanager
    def of(cls, root: Path, *, needs_token: bool = False) -> Iterator[Self]:
        """Serve a project; where no token is needed, open a session."""
        client = TestClient(page_of(root, needs_token=needs_token), base_url=ORIGIN)
        with client:
            found = cls(client, root)
            if not needs_token:
                found.csrf = found.get("session")["csrf"]
            yield found

    def get(self, name: str, status: int = 200, **words: Any) -> Any:
        """Ask something, and return the answer after checking how it ended."""
        answer = self.client.get(f"/api/{name}", params=words)
        assert answer.status_code == status, answer.text
        return answer.json()

    def post(
        self, name: str, body: Any, status: int = 200, headers: Mapping[str, str] | None = None
    ) -> Any:
        """Say something, and return the answer likewise."""
        own = {"Origin": ORIGIN, CSRF_HEADER: self.csrf}
        answer = self.client.post(f"/api/{name}", json=body, headers={**own, **(headers or {})})
        assert answer.status_code == status, answer.text
        return answer.json()

    def enter(self, token: str, status: int = 200) -> Any:
        """Enter with a token."""
        found = self.post("enter", {"token": token}, status)
        self.csrf = found.get("csrf", "")
        return found

    def open_keys(self, **wanted: Any) -> list[str]:
        """Return the keys of what is open."""
        return [one["key"] for one in self.get("queue", **wanted)["items"]]

    def saying(self, key: str, word: str = "approve", **more: Any) -> dict[str, Any]:
        """Return what the page sends when somebody has looked at an item and says a word."""
        seen = self.get("item", key=key)
        return {
            "key": key,
            "shown": seen["item"]["shown"],
            "word": word,
            "after": seen["latest"],
            **more,
        }

    def decide(self, key: str, word: str = "approve", **more: Any) -> Any:
        """Look at an item and say a word."""
        return self.post("decide", self.saying(key, word, **more))


def page_of(root: Path, *, needs_token: bool = False) -> Any:
    """Return the application of a project, as `sift serve` has it."""
    workspace = Workspace.open(root, environment={})
    access = Access(lambda: ReviewTokens(workspace), needs_token)
    project = ReviewedProject(root, lambda: {"up_to_date": True})
    return review_app(ReviewPage(project, access, COOKIE))


def token_for(root: Path, actor: str, role: Role = Role.REVIEWER) -> str:
    """Make a token for somebody."""
    tokens = ReviewTokens(Workspace.open(root, environment={}))
    return tokens.made(Person(actor=actor, role=role)).token
