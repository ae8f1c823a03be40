"""Whose answer it is: telling by what an answer says which text it was given about.

An answer is kept under the hash of its request, from which the text cannot be had back. But it
repeats names and quotes of that text.
"""

import re
from collections.abc import Sequence
from typing import Any, cast

from sift_assets.core.llm.json_reading import find_object

QUOTE_WORDS = 4
"""A string of at least so many words is a quote, and stands in one text only; names recur."""

LEAST_CHARACTERS = 3
"""Shorter strings stand in any text."""

_WORD = re.compile(r"\w{4,}")


def statements(answer: str, keys: Sequence[str]) -> frozenset[str]:
    """Return every text that an answer states, with single spaces: names, quotes, values.

    Args:
        answer: As the model gave it. Of one without a readable object, all words.
        keys: Top-level keys of the object that was asked for.
    """
    found = find_object(answer, keys)
    if found is None:
        return frozenset(_WORD.findall(answer))
    texts = (" ".join(leaf.split()) for leaf in _leaves(found.value))
    return frozenset(text for text in texts if len(text) >= LEAST_CHARACTERS)


def standing_in(stated: frozenset[str], text: str) -> frozenset[str]:
    """Return what of the stated stands in a text with single spaces."""
    return frozenset(statement for statement in stated if statement in text)


def is_about(stated: frozenset[str], text: str, revealed: frozenset[str]) -> bool:
    """Return whether an answer is about a text, so that it may stay when another is forgotten.

    It quotes the text, and what it says of the forgotten one stands here too. What it says in its
    own words does not count: that stands nowhere.

    Args:
        stated: What the answer states.
        text: With single spaces.
        revealed: What of it stands in a forgotten text.
    """
    quotes = frozenset(s for s in stated if len(s.split()) >= QUOTE_WORDS)
    quoted = bool(standing_in(quotes, text)) or not quotes
    return quoted and standing_in(revealed, text) == revealed


def _leaves(value: Any) -> list[str]:
    if isinstance(value, str):
        return [value]
    inner: list[Any] = []
    if isinstance(value, dict):
        inner = list(cast("dict[str, Any]", value).values())
    elif isinstance(value, list):
        inner = cast("list[Any]", value)
    return [leaf for item in inner for leaf in _leaves(item)]
