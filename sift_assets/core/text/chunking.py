"""Cutting a text into chunks that cover it exactly and stay where they are under edits.

What belongs here: the chunks and what is carried over between them. Where the boundaries lie is
decided in `boundaries`.
"""

from itertools import pairwise

from sift_assets.core.errors import ConfigError
from sift_assets.core.records.text import Chunk
from sift_assets.core.text.boundaries import boundaries
from sift_assets.core.text.sentences import sentences

CHUNKING_VERSION = 1
"""Part of the code version, and so of the key, of extractions: raise it when boundaries move."""

DEFAULT_LIMIT = 10_000
"""Characters, about 2,500 tokens of English: the size that sift-kg's users know."""

MINIMUM_LIMIT = 500
"""Below this a chunk holds too little context to relate two names, and calls multiply."""

CARRY_SENTENCES = 2
CARRY_LIMIT = 500
"""Unless told otherwise so many sentences and characters are shown again at most: a relation across
a cut is seen, and more would be paid twice for little."""


def chunk(
    text: str, limit: int = DEFAULT_LIMIT, overlap: int = CARRY_SENTENCES
) -> tuple[Chunk, ...]:
    """Cut a text into chunks that own it exactly, each at most `limit` characters long.

    Args:
        text: The text of a document.
        limit: The most characters that a chunk may own. What is carried over comes on top, at
            most `CARRY_LIMIT`.
        overlap: How many sentences are carried over, at most.

    Returns:
        Chunks in order; none for an empty text.

    Raises:
        ConfigError: The limit is below `MINIMUM_LIMIT`.
    """
    if limit < MINIMUM_LIMIT:
        raise ConfigError(
            f"a chunk limit of {limit} characters is too small.",
            f"Set it to at least {MINIMUM_LIMIT}.",
        )
    cuts = (0, *boundaries(text, limit), len(text)) if text else ()
    return tuple(
        Chunk(index=index, start=start, end=end, carried_from=carried_from(text, start, overlap))
        for index, (start, end) in enumerate(pairwise(cuts))
    )


def carried_from(text: str, start: int, overlap: int = CARRY_SENTENCES) -> int:
    """Return where the carried-over text before a boundary begins: at a sentence or a word.

    Depends on nothing but the `CARRY_LIMIT` characters before `start`.
    """
    if not overlap:
        return start
    floor = max(0, start - CARRY_LIMIT)
    found = sentences(text, floor, start)
    if floor > 0:
        found = found[1:]  # the first one may have begun before the floor
    if found:
        return found[-overlap:][0][0]
    words = text.find(" ", floor, start) + 1
    return words if 0 < words < start else start
