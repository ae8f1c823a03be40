"""`evidence` and `timeline`: the places that facts rest on, and what the documents date."""

from collections.abc import Sequence

from sift_assets.core.graph.identity import RELATION_MARK
from sift_assets.core.query.dates import days_of
from sift_assets.core.query.envelope import Bounds
from sift_assets.core.query.errors import Code, QueryError
from sift_assets.core.query.fitting import LONGEST_NAME, cut
from sift_assets.core.query.index import Index
from sift_assets.core.query.naming import end_of, meant
from sift_assets.core.query.records import Event
from sift_assets.core.query.results import EvidenceResult, PassageResult, TimelineResult
from sift_assets.core.query.rows import PassageRow, RelationRow
from sift_assets.core.query.searching import Counts
from sift_assets.core.query.showing import by_owner, described, facts, shown_passages, source_of

LONGEST_EVIDENCE = 2000
"""Characters of a quote that is asked for by itself."""

MARKS_OF_RELATION = 2
"""Between source, type and target in the id of a relation."""


def evidence(
    index: Index, bounds: Bounds, subject: str, other: str = ""
) -> tuple[EvidenceResult, Counts]:
    """Return what an entity, a relation, or all relations between two entities rest on.

    Args:
        index: What is asked.
        bounds: How many places at most.
        subject: An entity, by id or name; or a relation, by id.
        other: Empty, or the other entity.

    Raises:
        QueryError: An entity cannot be told, or there is no such relation.
    """
    if other:
        first, second = meant(index, subject), meant(index, other)
        rows = index.between(first.row, second.row)
        if not rows:
            message = f"Nothing states a relation between {first.name} and {second.name}."
            raise QueryError(Code.UNKNOWN_RELATION, message, "`path` finds what lies between them.")
        return _of_relations(index, rows, bounds)
    if subject.count(RELATION_MARK) == MARKS_OF_RELATION and index.entity(subject) is None:
        return _of_relations(index, [_relation(index, subject)], bounds)
    entity = meant(index, subject)
    places = index.mentions([entity.row], bounds.limit)
    shown = tuple(source_of(place, LONGEST_EVIDENCE) for place in places)
    in_all = index.mention_count(entity.row)
    return EvidenceResult(entity=described(index, entity), sources=shown, in_all=in_all), {
        "sources": in_all
    }


def passage(
    index: Index, bounds: Bounds, document: str, start: int = 0
) -> tuple[PassageResult, Counts]:
    """Return the passages of a document from a place on, to read what stands around a quote.

    Args:
        index: What is asked.
        bounds: How many passages at most.
        document: Its key.
        start: A character in its text; the passage that holds it comes first.

    Raises:
        QueryError: `unknown_passage`: there is no such place in a document of the scope.
    """
    found: list[PassageRow] = []
    while len(found) <= bounds.limit and (row := index.passage_at(document, start)):
        found.append(row)
        start = row.end
    if not found:
        raise QueryError(
            Code.UNKNOWN_PASSAGE,
            f"There is no text at {start} in `{cut(document, LONGEST_NAME)[0]}`.",
            "Documents are named by their keys, as in the sources of facts.",
        )
    return PassageResult(passages=tuple(shown_passages(index, found[: bounds.limit]))), {
        "passages": len(found)
    }


def timeline(
    index: Index, bounds: Bounds, names: Sequence[str] = (), start: str = "", end: str = ""
) -> tuple[TimelineResult, Counts]:
    """Return what happened, in order of time.

    Args:
        index: What is asked.
        bounds: How many events at most.
        names: Entities concerned, by id or name; none for all of the graph.
        start: Date from which on, empty for any.
        end: Date until which, likewise.

    Raises:
        QueryError: An entity cannot be told, or a date is none.
    """
    entities = [meant(index, name) for name in names]
    first, last = _day(start)[0], _day(end)[1]
    rows, number = index.dated([one.row for one in entities], first, last, bounds.limit)
    places = by_owner(index.places_of([row.row for row in rows]))
    events = tuple(
        Event(
            start=row.start,
            end=row.end,
            precision=row.precision,
            about=row.about,
            text=row.text,
            sources=tuple(source_of(place) for place in places.get(row.row, ())),
        )
        for row in rows
    )
    result = TimelineResult(
        about=tuple(map(end_of, entities)), events=events, unread=index.about().unread_dates
    )
    return result, {"events": number}


def _of_relations(
    index: Index, rows: Sequence[RelationRow], bounds: Bounds
) -> tuple[EvidenceResult, Counts]:
    numbers = [row.row for row in rows]
    counts = index.statement_counts(numbers)
    shown = facts(index, rows[: bounds.limit], sources=0)
    places = by_owner(index.statements(numbers[: bounds.limit], bounds.limit))
    quotes = [
        fact.model_copy(
            update={"sources": tuple(source_of(one, LONGEST_EVIDENCE) for one in places.get(n, ()))}
        )
        for fact, n in zip(shown, numbers, strict=False)
    ]
    return EvidenceResult(facts=tuple(quotes), in_all=sum(counts.values())), {"facts": len(rows)}


def _relation(index: Index, relation: str) -> RelationRow:
    source, type_name, target = relation.split(RELATION_MARK)
    ends = index.entity(source), index.entity(target)
    if ends[0] and ends[1]:
        for row in index.between(ends[0].row, ends[1].row):
            if row.type == type_name and row.source == ends[0].row:
                return row
    raise QueryError(
        Code.UNKNOWN_RELATION,
        f"There is no relation `{relation}` that passes the filters.",
        "`query` lists the relations of an entity with their ids.",
    )


def _day(date: str) -> tuple[str, str]:
    if not date:
        return "", ""
    days = days_of(date)
    if days is None:
        raise QueryError(
            Code.BAD_FILTER, f"`{date}` is no date; write 2024, 2024-03 or 2024-03-01."
        )
    return days
