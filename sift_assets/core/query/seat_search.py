"""`seats search`: what the documents of a seat and Central say, each with where it is from."""

from collections.abc import Iterator, Mapping, Sequence
from itertools import zip_longest
from typing import Any, ClassVar

from sift_assets.core.query.records import Found, PassageFound
from sift_assets.core.query.results import Result, SearchResult

CENTRAL = "central"


class PassageFrom(PassageFound):
    """A passage with where it is from: `central`, or a seat as `seat:ada`."""

    collection: str


class FoundIn(Found):
    """An entity with where it is from: of `central`, for a seat has no graph."""

    collection: str


class SeatSearchResult(Result):
    """Passages of a seat and of Central in turns, and entities of Central.

    `not_searched` says which of both could not be asked, and why.
    """

    lists: ClassVar[tuple[str, ...]] = ("passages", "entities")

    text: str
    seat: str
    passages: tuple[PassageFrom, ...] = ()
    entities: tuple[FoundIn, ...] = ()
    not_searched: dict[str, str] = {}


def of_seat(seat: str) -> str:
    """Return what a seat is called where Central is `central`; it may have any name."""
    return f"seat:{seat}"


def seat_search_result(
    text: str, seat: str, found: Mapping[str, SearchResult], not_searched: dict[str, str]
) -> SeatSearchResult:
    """Return one answer out of two.

    How well a passage answers is measured against the other texts of its own index, so the two
    orders cannot be merged by it: they are told in turns, the seat's first.

    Args:
        text: What was looked for.
        seat: Name of the seat.
        found: What each of the two says, the seat's first; one may be absent.
        not_searched: Which is absent, and why.
    """
    in_order = (
        [_passage(one, where) for one in result.passages] for where, result in found.items()
    )
    return SeatSearchResult(
        text=text,
        seat=seat,
        passages=tuple(_in_turns(*in_order)),
        entities=tuple(
            FoundIn(**_fields(one), collection=where)
            for where, result in found.items()
            for one in result.entities
        ),
        not_searched=not_searched,
    )


def _passage(one: PassageFound, collection: str) -> PassageFrom:
    return PassageFrom(**_fields(one), collection=collection)


def _fields(one: Found | PassageFound) -> dict[str, Any]:
    return {name: getattr(one, name) for name in type(one).model_fields}


def _in_turns(*orders: Sequence[PassageFrom]) -> Iterator[PassageFrom]:
    for turn in zip_longest(*orders):
        yield from (one for one in turn if one is not None)
