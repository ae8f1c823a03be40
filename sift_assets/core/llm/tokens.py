"""How many tokens a request is: about, and at most. Nobody's tokeniser is asked."""

import math

from sift_assets.core.llm.model import ModelRequest
from sift_assets.core.records.record import canonical_json

CHARACTERS_PER_TOKEN = 4
"""Of English, by every large provider's own rule of thumb."""

FRAME_TOKENS = 1000
"""What providers wrap around a request: marks of roles, and how the answer's schema is put into
words. Measured are up to some hundred."""

SCHEMA_FACTOR = 2
"""A schema may be put into more words than it is sent in."""


def tokens_about(request: ModelRequest) -> int:
    """Return about how many tokens a request is, for the pace."""
    said = sum(len(message.content) for message in request.messages)
    return math.ceil((said + len(_schema(request))) / CHARACTERS_PER_TOKEN)


def tokens_at_most(request: ModelRequest) -> int:
    """Return the most tokens that a request can be, for the ledger.

    A token is at least one byte in every tokeniser that falls back to bytes, as those of today's
    models do.
    """
    said = sum(len(m.content.encode("utf-8", "surrogatepass")) for m in request.messages)
    return said + SCHEMA_FACTOR * len(_schema(request)) + FRAME_TOKENS


def _schema(request: ModelRequest) -> bytes:
    return canonical_json(request.answer_schema) if request.answer_schema else b""
