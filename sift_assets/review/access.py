"""Who is at the page: sessions, opened by a token or, on this machine, by whoever is at it."""

import secrets
import time
from collections.abc import Callable
from dataclasses import dataclass, field

from sift_assets.resources.decision_log import actor
from sift_assets.resources.review_tokens import Person, ReviewTokens, Role

MOST_SESSIONS = 1000
"""Kept at a time; the oldest go first. Each open browser has one."""

SESSION_SECONDS = 12 * 3600
"""A day's work; then the token is asked for again."""


@dataclass(frozen=True)
class Session:
    """One browser that has entered.

    Attributes:
        id: What its cookie holds.
        csrf: What its writing requests must name, so that another site cannot make them.
        digest: Hash of the token that it entered by; empty on this machine without one.
        opened: When, in seconds of a clock that only goes forward.
    """

    id: str
    csrf: str
    digest: str
    opened: float


@dataclass
class Access:
    """Who may look and who may decide.

    Attributes:
        tokens: Gives the tokens as they are now, so that a revoked one is good no more at once.
        needs_token: Whether a token is needed; else whoever is at this machine may decide.
        clock: Seconds of a clock that only goes forward.
    """

    tokens: Callable[[], ReviewTokens]
    needs_token: bool
    clock: Callable[[], float] = time.monotonic
    _sessions: dict[str, Session] = field(default_factory=dict[str, Session], repr=False)

    def enter(self, token: str) -> Session | None:
        """Open a session by a token; None where it is not good."""
        found = self.tokens().holder(token)
        return self._opened(found[0]) if found else None

    def enter_here(self) -> Session | None:
        """Open a session without a token; None where one is needed."""
        return None if self.needs_token else self._opened("")

    def leave(self, session: Session) -> None:
        """End a session."""
        self._sessions.pop(session.id, None)

    def session(self, cookie: str) -> Session | None:
        """Return the session of a cookie that is still good."""
        found = self._sessions.get(cookie)
        if found is None or self.clock() - found.opened > SESSION_SECONDS:
            return None
        return found if self._holder(found) else None

    def person(self, session: Session | None) -> Person | None:
        """Return who is there; without a session only where no token is needed."""
        if session is not None:
            return self._holder(session)
        return None if self.needs_token else _whoever_is_here()

    def _holder(self, session: Session) -> Person | None:
        if not session.digest:
            return None if self.needs_token else _whoever_is_here()
        return self.tokens().holders().get(session.digest)

    def _opened(self, digest: str) -> Session:
        one = Session(secrets.token_urlsafe(), secrets.token_urlsafe(), digest, self.clock())
        while len(self._sessions) >= MOST_SESSIONS:
            self._sessions.pop(next(iter(self._sessions)), None)
        self._sessions[one.id] = one
        return one


def _whoever_is_here() -> Person:
    return Person(actor=actor(), role=Role.REVIEWER)
