"""Fitting an answer into so many tokens: whole items are left out, and it is said how many."""

import json
import math
from collections.abc import Mapping
from typing import Any

from sift_assets.core.query.envelope import Bounds, Envelope
from sift_assets.core.query.errors import Code, QueryError
from sift_assets.core.query.results import Result

BYTES_PER_TOKEN = 4
"""Of English text about what tokenisers make of it, of other scripts rather more than they do."""

FEWEST_TOKENS = 1000
"""Envelope, an entity with its description and what is left out take up to 900."""

MOST_ITEMS = 1000
"""Of a list; who wants all of a graph takes an export."""

LONGEST_QUOTE = 400
LONGEST_NAME = 160
"""Characters of a quote among others, and of a name. Evidence is given at length."""

SAID_OF_TRUNCATION = (
    "Lists are cut by at least so many items: ask with a higher limit or more tokens, or narrow the"
    " question by filters."
)


def checked_bounds(limit: int, max_tokens: int) -> Bounds:
    """Return bounds that can be kept.

    Raises:
        QueryError: `bad_filter`: one of them is too small or too large.
    """
    if not 1 <= limit <= MOST_ITEMS:
        raise QueryError(Code.BAD_FILTER, f"The limit {limit} is not from 1 to {MOST_ITEMS}.")
    if max_tokens < FEWEST_TOKENS:
        raise QueryError(
            Code.BAD_FILTER, f"An answer of {max_tokens} tokens is too short.",
            f"Give {FEWEST_TOKENS} or more.",
        )  # fmt: skip
    return Bounds(limit=limit, max_tokens=max_tokens)


def tokens_of(value: object) -> int:
    """Return about how many tokens a value is as JSON."""
    return math.ceil(
        len(json.dumps(value, ensure_ascii=False).encode("utf-8", "replace")) / BYTES_PER_TOKEN
    )


def fitted(
    envelope: Envelope, result: Result, in_all: Mapping[str, int], bounds: Bounds
) -> dict[str, Any]:
    """Return an answer that is no longer than it may be.

    Args:
        envelope: What stands around it.
        result: Its lists are in order of importance, and so are their items.
        in_all: List to how many items there are, where it does not hold them all.
        bounds: See `Bounds`.
    """
    whole = result.said
    found = {name: whole.pop(name) for name in result.lists if name in whole}
    lists = {name: items[: bounds.limit] for name, items in found.items()}
    missing = {
        name: max(in_all.get(name, 0), len(items)) - len(lists[name])
        for name, items in found.items()
    }
    missing |= {name: number for name, number in in_all.items() if name not in lists}
    reserve = tokens_of(envelope.around(whole, _left_out(dict.fromkeys(result.lists, 10**6), True)))
    budget = bounds.max_tokens - reserve
    kept: dict[str, Any] = {}
    by_tokens = False
    for name, items in lists.items():
        taken, budget = _taken(items, budget)
        by_tokens |= len(taken) < len(items)
        missing[name] += len(items) - len(taken)
        kept[name] = taken
    said = _left_out({name: n for name, n in missing.items() if n > 0}, by_tokens)
    return envelope.around(whole | {name: items for name, items in kept.items() if items}, said)


def _taken(items: list[Any], budget: int) -> tuple[list[Any], int]:
    """Return the first items that fit, and what is left; once one does not fit, none does."""
    taken: list[Any] = []
    for item in items:
        cost = tokens_of(item) + 1
        if cost > budget:
            return taken, 0
        taken.append(item)
        budget -= cost
    return taken, budget


def _left_out(missing: dict[str, int], by_tokens: bool) -> dict[str, Any]:
    if not missing:
        return {}
    because = "max_tokens" if by_tokens else "limit"
    return {"left_out": missing, "because": because, "note": SAID_OF_TRUNCATION}


def cut(text: str, longest: int) -> tuple[str, bool]:
    """Return a text, or its beginning, and whether it was cut."""
    return (text, False) if len(text) <= longest else (f"{text[: longest - 1]}…", True)
