"""What extracting from stale documents takes: chunks, calls, tokens and money.

What a text would be asked is known to the call; what an answer will hold, and what a file that has
not been read yet will say, is estimated, and told apart.
"""

import math
from collections.abc import Iterable, Mapping

from sift_assets.core.llm.model import ModelRequest
from sift_assets.core.records.record import Record, canonical_json

CHARACTERS_PER_TOKEN = 4
"""Of English, by every large provider's own rule of thumb. Other scripts take more tokens."""

ANSWER_TOKENS_PER_CHARACTER = 0.6
"""About 60 records of 100 tokens each for 10,000 characters (`llm.model.DEFAULT_MAX_TOKENS`): a
dense text. Most take less, so this is rather too much than too little."""

TEXT_SUFFIXES = frozenset(
    (".txt", ".md", ".markdown", ".rst", ".csv", ".tsv", ".json", ".jsonl", ".yaml", ".tex", ".eml")
)
"""Files that are their text: a byte a character."""

IMAGE_SUFFIXES = frozenset((".png", ".jpg", ".jpeg", ".gif", ".tif", ".tiff", ".bmp", ".webp"))
"""Images: what they hold does not show in their size."""

PAGE_CHARACTERS = 3000
"""A full page of print: what an image is taken to hold."""

TEXT_SHARE = 0.2
"""Characters per byte of other files: 0.1 (a spreadsheet) to 0.3 (a Word file) in the sample."""


class Prices(Record):
    """Dollars per token of one model."""

    sent: float
    answered: float


class Work(Record):
    """What extracting from one document takes, or from several together.

    Attributes:
        chunks_to_run: Chunks without a stored result.
        chunks_cached: Chunks whose answer is stored already.
        calls: Calls to a language model; equal chunks share one, the local model takes none.
        input_tokens: Estimated tokens sent.
        output_tokens: Estimated tokens answered, rather too many than too few.
        unread: Documents that have not been read yet; what they take is estimated from the size
            of their files.
    """

    chunks_to_run: int = 0
    chunks_cached: int = 0
    calls: int = 0
    input_tokens: int = 0
    output_tokens: int = 0
    unread: int = 0


class Estimate(Record):
    """What carrying out a plan takes.

    Attributes:
        documents: Document to its work, of the documents that are extracted from.
        total: All of it.
        cost_usd: Estimated dollars; None when the price of the model is not known, 0 for the local
            model.
    """

    documents: dict[str, Work] = {}
    total: Work = Work()
    cost_usd: float | None = 0.0


def call_work(request: ModelRequest, empty: ModelRequest) -> Work:
    """Return what one call takes.

    Args:
        request: What would be asked.
        empty: What would be asked about no text, to tell the text from what goes with it. A
            question of another kind is taken to be answered at full length.
    """
    answered = request.max_tokens
    if request.answer_schema == empty.answer_schema:
        answered = answer_tokens(_said(request) - _said(empty), request.max_tokens)
    return Work(calls=1, input_tokens=request_tokens(request), output_tokens=answered)


def request_tokens(request: ModelRequest) -> int:
    """Return about how many tokens a request is: its messages and its schema."""
    schema = len(canonical_json(request.answer_schema)) if request.answer_schema else 0
    return math.ceil((_said(request) + schema) / CHARACTERS_PER_TOKEN)


def answer_tokens(characters: int, max_tokens: int) -> int:
    """Return about how many tokens an answer to a stretch of text is, rather too many."""
    return min(math.ceil(characters * ANSWER_TOKENS_PER_CHARACTER), max_tokens)


def characters_of(size: int, suffix: str) -> int:
    """Return about how many characters of text a file holds that has not been read.

    Args:
        size: Bytes.
        suffix: Of its name, with the dot.
    """
    kind = suffix.lower()
    if kind in TEXT_SUFFIXES:
        return size
    return PAGE_CHARACTERS if kind in IMAGE_SUFFIXES else math.ceil(size * TEXT_SHARE)


def unread_work(characters: int, chunk_size: int, empty: ModelRequest | None) -> Work:
    """Return about what a document takes that has not been read.

    Args:
        characters: As estimated.
        chunk_size: The most characters of a chunk.
        empty: What would be asked about no text; None for the local model.
    """
    chunks = math.ceil(characters / chunk_size)
    if empty is None:
        return Work(chunks_to_run=chunks, unread=1)
    each = math.ceil(characters / chunks) if chunks else 0
    sent = request_tokens(empty) + math.ceil(each / CHARACTERS_PER_TOKEN)
    return Work(
        chunks_to_run=chunks,
        calls=chunks,
        input_tokens=chunks * sent,
        output_tokens=chunks * answer_tokens(each, empty.max_tokens),
        unread=1,
    )


def together(works: Iterable[Work]) -> Work:
    """Return the sum of some work."""
    sums = dict.fromkeys(Work.model_fields, 0)
    for work in works:
        for name in sums:
            sums[name] += getattr(work, name)
    return Work(**sums)


def estimate(documents: Mapping[str, Work], prices: Prices | None) -> Estimate:
    """Add up what some documents take, and what that costs.

    Args:
        documents: Document to its work.
        prices: Of the model; None when they are not known.

    Returns:
        The estimate; without a call it costs nothing, whatever the price.
    """
    total = together(documents.values())
    cost: float | None = 0.0
    if total.calls:
        cost = _cost(total, prices)
    return Estimate(documents=dict(documents), total=total, cost_usd=cost)


def _cost(total: Work, prices: Prices | None) -> float | None:
    if prices is None:
        return None
    return total.input_tokens * prices.sent + total.output_tokens * prices.answered


def _said(request: ModelRequest) -> int:
    return sum(len(message.content) for message in request.messages)
