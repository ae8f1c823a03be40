"""Rows of an index as records of an answer."""

import json
from collections.abc import Iterable, Mapping, Sequence

from sift_assets.core.graph.identity import relation_id
from sift_assets.core.query.fitting import LONGEST_NAME, LONGEST_QUOTE, cut
from sift_assets.core.query.index import Index
from sift_assets.core.query.naming import called_by, end_of
from sift_assets.core.query.passages import LONGEST
from sift_assets.core.query.records import (
    CommunityFound,
    Description,
    Fact,
    Found,
    PassageFound,
    Source,
)
from sift_assets.core.query.rows import (
    CommunityRow,
    EntityRow,
    PassageRow,
    PlaceRow,
    RelationRow,
)

SOURCES_SHOWN = 2
"""Places shown with a fact among others; `evidence` gives all."""

ALIASES_SHOWN = 8
"""Other names of an entity that are shown."""

NAMED_SHOWN = 6
"""Entities of a passage that are shown with it."""

LONGEST_DESCRIPTION = 1200
"""Characters: a profile of the narrative is shorter, a model's may be longer."""


def source_of(place: PlaceRow, longest: int = LONGEST_QUOTE) -> Source:
    """Return a place with its quote, or with the beginning of it."""
    quote, was_cut = cut(place.quote, longest)
    return Source(
        document=place.document,
        title=cut(place.title, LONGEST_NAME)[0],
        date=place.date,
        page=place.page,
        start=place.start,
        end=place.end,
        quote=quote,
        cut=was_cut,
        extractor=place.extractor,
        alignment=place.alignment,
    )


def by_owner(places: Iterable[PlaceRow]) -> dict[int, list[PlaceRow]]:
    """Return places by whose they are."""
    found: dict[int, list[PlaceRow]] = {}
    for place in places:
        found.setdefault(place.owner, []).append(place)
    return found


def founds(
    index: Index,
    rows: Sequence[EntityRow],
    *,
    distances: Mapping[int, int] | None = None,
    sources: int = 0,
) -> list[Found]:
    """Return entities for a list.

    Args:
        index: Where they are from.
        rows: The entities.
        distances: Row to distance.
        sources: Places of each that are shown.
    """
    labels = index.labels()
    verdicts = index.verdicts([row.id for row in rows])
    places = by_owner(index.mentions([row.row for row in rows], sources) if sources else ())
    return [
        found(row, labels.get(row.community, "")).model_copy(
            update={
                "distance": (distances or {}).get(row.row, 0),
                "sources": tuple(source_of(place) for place in places.get(row.row, ())),
                "verdicts": tuple(verdicts.get(row.id, ())),
            }
        )
        for row in rows
    ]


def found(row: EntityRow, community: str) -> Found:
    """Return one entity as it stands in its row."""
    aliases: list[str] = json.loads(row.aliases)
    return Found(
        **end_of(row).model_dump(),
        status=row.status,
        flags=tuple(row.flags.split()),
        confidence=row.confidence,
        support=row.support,
        mentions=row.mentions,
        degree=row.degree,
        community=cut(community, LONGEST_NAME)[0],
        aliases=tuple(cut(one, LONGEST_NAME)[0] for one in aliases[:ALIASES_SHOWN]),
        first_seen=row.first_seen,
        last_seen=row.last_seen,
    )


def described(index: Index, row: EntityRow) -> Found:
    """Return an entity that an answer is about, with what is told of it."""
    (one,) = founds(index, [row])
    told = index.description(row.row)
    if told is None:
        return one
    text, _ = cut(told.text, LONGEST_DESCRIPTION)
    shown = Description(text=text, writer=told.writer, cites=told.cites[:ALIASES_SHOWN])
    return one.model_copy(update={"description": shown})


def facts(
    index: Index,
    rows: Sequence[RelationRow],
    *,
    distances: Mapping[int, int] | None = None,
    sources: int = SOURCES_SHOWN,
) -> list[Fact]:
    """Return relations with the surest places that state them.

    Args:
        index: Where they are from.
        rows: The relations.
        distances: Entity's row to its distance; the farther end's is the relation's.
        sources: Places of each that are shown.
    """
    numbers = [row.row for row in rows]
    ends = index.entities({end for row in rows for end in (row.source, row.target)})
    counts = index.statement_counts(numbers)
    places = by_owner(index.statements(numbers, sources))
    ids = {row.row: relation_id(ends[row.source].id, row.type, ends[row.target].id) for row in rows}
    verdicts = index.verdicts(ids.values())
    at = distances or {}
    return [
        Fact(
            id=ids[row.row],
            source=end_of(ends[row.source]),
            type=row.type,
            target=end_of(ends[row.target]),
            status=row.status,
            flags=tuple(row.flags.split()),
            confidence=row.confidence,
            support=row.support,
            statements=counts.get(row.row, 0),
            valid_from=row.valid_from,
            valid_to=row.valid_to,
            first_seen=row.first_seen,
            last_seen=row.last_seen,
            sources=tuple(source_of(place) for place in places.get(row.row, ())),
            verdicts=tuple(verdicts.get(ids[row.row], ())),
            distance=max(at.get(row.source, 0), at.get(row.target, 0)),
        )
        for row in rows
    ]


def community_lists(
    index: Index, most: int, *, with_top: bool = False
) -> tuple[tuple[CommunityFound, ...], int]:
    """Return communities that have members, the largest first, and how many there are.

    Args:
        index: Where they are from.
        most: How many at most.
        with_top: Whether their best connected members are named.
    """
    rows = sorted(
        (row for row in index.communities().values() if row.size),
        key=lambda row: (-row.size, row.key, row.row),
    )
    has_names = with_top or not all(row.label for row in rows[:most])
    top = index.top_of_communities([row.row for row in rows[:most]]) if has_names else {}
    shown = tuple(_community(row, top.get(row.row, ()), with_top) for row in rows[:most])
    return shown, len(rows)


def _community(row: CommunityRow, top: Sequence[EntityRow], with_top: bool) -> CommunityFound:
    return CommunityFound(
        key=row.key or top[0].id,
        label=cut(row.label or called_by(top), LONGEST_NAME)[0],
        size=row.size,
        level=row.level,
        parent=row.parent,
        top=tuple(map(end_of, top)) if with_top else (),
    )


def shown_passages(index: Index, places: Sequence[PassageRow]) -> list[PassageFound]:
    """Return passages with some entities that they name."""
    named = index.named_in(places, NAMED_SHOWN)
    return [
        PassageFound(
            document=place.document,
            title=cut(place.title, LONGEST_NAME)[0],
            date=place.date,
            page=place.page,
            start=place.start,
            end=place.end,
            text=cut(place.text.strip(), LONGEST)[0],
            entities=tuple(end_of(one) for one in named.get(place.row, ())),
        )
        for place in places
    ]
