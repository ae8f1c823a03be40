"""Which ranges of partitions to run for a set of keys: a run carries one contiguous range."""

from collections.abc import Collection, Sequence

from sift_assets.core.records.record import Record

MAX_RANGES = 4
"""Runs to ask for at once. A run costs 2.5 to 4 CPU-seconds of its own, an untouched document in
its range about 16 ms, so closing a gap pays while it is under some 150 documents."""

MAX_DOCUMENTS_PER_RUN = 500
"""So that progress is seen, a retry repeats little, and the planned events (7 ms each, written
by the daemon before the run starts) do not block it."""


class KeyRange(Record):
    """A contiguous stretch of partition keys in Dagster's order.

    Attributes:
        first: Key of the first partition.
        last: Key of the last one.
        keys: The keys in it that are to be computed; the others are left as they are.
    """

    first: str
    last: str
    keys: tuple[str, ...]


def ranges_over(
    order: Sequence[str],
    keys: Collection[str],
    max_ranges: int = MAX_RANGES,
    max_documents: int = MAX_DOCUMENTS_PER_RUN,
) -> tuple[KeyRange, ...]:
    """Cover keys with few contiguous ranges.

    Args:
        order: All registered partitions, in Dagster's order of insertion.
        keys: Those to be computed; keys that are not registered are left out.
        max_ranges: Above this many natural ranges the smallest gaps are closed first.
        max_documents: No range spans more partitions than this, so there may be more ranges.

    Returns:
        Ranges in order; together they hold every registered key exactly once.
    """
    wanted = set(keys)
    spans = _natural_spans([i for i, key in enumerate(order) if key in wanted])
    spans = _close_gaps(spans, max_ranges)
    pieces = [piece for span in spans for piece in _split(span, max_documents)]
    found = (_as_range(order, first, last, wanted) for first, last in pieces)
    return tuple(piece for piece in found if piece.keys)


def _natural_spans(positions: Sequence[int]) -> list[tuple[int, int]]:
    spans: list[tuple[int, int]] = []
    for position in positions:
        if spans and position == spans[-1][1] + 1:
            spans[-1] = (spans[-1][0], position)
        else:
            spans.append((position, position))
    return spans


def _close_gaps(spans: list[tuple[int, int]], max_ranges: int) -> list[tuple[int, int]]:
    """Keep the `max_ranges - 1` widest gaps open and close the others."""
    gaps = sorted(range(1, len(spans)), key=lambda i: (spans[i - 1][1] - spans[i][0], i))
    kept = set(gaps[: max(0, max_ranges - 1)])
    closed: list[tuple[int, int]] = []
    for i, span in enumerate(spans):
        if closed and i not in kept:
            closed[-1] = (closed[-1][0], span[1])
        else:
            closed.append(span)
    return closed


def _split(span: tuple[int, int], size: int) -> list[tuple[int, int]]:
    first, last = span
    return [(start, min(start + size - 1, last)) for start in range(first, last + 1, size)]


def _as_range(order: Sequence[str], first: int, last: int, wanted: set[str]) -> KeyRange:
    inside = tuple(key for key in order[first : last + 1] if key in wanted)
    if not inside:
        return KeyRange(first=order[first], last=order[last], keys=())
    return KeyRange(first=inside[0], last=inside[-1], keys=inside)
