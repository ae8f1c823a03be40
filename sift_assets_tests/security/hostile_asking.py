"""What is sent to the review page and to the tools of agents that neither should take."""

from typing import Any

from sift_assets_tests.security.hostile_names import NAMES

QUESTIONED = {"queue": "apart", "item": "key", "history": "subject", "passage": "document"}
"""Each question of the page that takes a text, and what it calls it."""

FORMS = (
    b"",
    b"null",
    b"[" * 20_000,
    b'{"key":' * 5000,
    b"\x80\x04\x95",
    b'{"key": "\\ud800", "shown": "x", "word": "approve"}',
    b'{"key": "x", "shown": "x", "word": "approve", "facts": [9999999999999999999999]}',
    b'{"key": "x", "shown": "x", "word": "approve", "reason": "' + b"x" * 5000 + b'"}',
    b'{"key": "x", "shown": "x", "word": "__proto__"}',
    b'{"key": "x", "shown": "x", "word": "approve", "actor": "somebody else"}',
    b'{"decisions": ["../../log"], "reason": "x"}',
)
"""What somebody sends who has the cookie and the token against forgery, but not our page."""

ASKED = {
    "search": "text",
    "query": "entity",
    "evidence": "subject",
    "passage": "document",
    "info": "entity",
}
"""Each tool that takes a text, and what it calls it."""

PROPOSED: dict[str, dict[str, Any]] = {
    "propose_retraction": {"entity": NAMES["script"][0]},
    "propose_merge": {"entities": [NAMES["script"][0], NAMES["formula"][0]]},
}
"""Each tool that proposes something, with what it is given beside a reason."""
