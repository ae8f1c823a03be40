"""Which ranges of partitions to run for a set of keys: a run carries one contiguous range."""

from collections.abc import Collection, Mapping, Sequence, Set

from sift_assets.core.planning.shards import documents_of, partition_of, shard_names
from sift_assets.core.records.record import Record

MAX_RANGES = 4
"""Runs to ask for at once. A run costs 2.5 to 4 CPU-seconds of its own, an untouched document in
its range about 16 ms, so closing a gap pays while it is under some 150 documents."""

MAX_DOCUMENTS_PER_RUN = 500
"""So that progress is seen, a retry repeats little, and the planned events (7 ms each, written
by the daemon before the run starts) do not block it."""

MAX_SHARDS_PER_RUN = 16
"""Each has a lock, an open file or a session of a database, which the run holds. Shards are for so
many documents that a run is full before."""


class KeyRange(Record):
    """A contiguous stretch of partitions in Dagster's order.

    Attributes:
        first: The first partition.
        last: The last one.
        keys: The documents in it that are to be computed; the others are left as they are.
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
    """Cover documents with few contiguous ranges, where each is a partition.

    Args:
        order: All registered partitions, in Dagster's order of insertion.
        keys: Those to be computed; keys that are not registered are left out.
        max_ranges: Above this many natural ranges the smallest gaps are closed first.
        max_documents: No range spans more partitions than this, so there may be more ranges.

    Returns:
        Ranges in order; together they hold every registered key exactly once.
    """
    spans = _spans(order, set(keys), max_ranges)
    pieces = [piece for span in spans for piece in _split(span, max_documents)]
    found = (_as_range(order, first, last, set(keys)) for first, last in pieces)
    return tuple(piece for piece in found if piece.keys)


def shard_ranges(
    documents: Collection[str],
    stale: Collection[str],
    shards: int,
    busy: Set[str] = frozenset(),
    max_documents: int = MAX_DOCUMENTS_PER_RUN,
) -> tuple[KeyRange, ...]:
    """Cover documents with few contiguous ranges of the shards that they lie in.

    Args:
        documents: All that there are.
        stale: Those to be computed.
        shards: How many shards there are.
        busy: Shards that a run is at work on; no range holds one.
        max_documents: A range of more than one shard holds no more documents.

    Returns:
        Ranges in order; together they hold every stale document of an idle shard exactly once.
    """
    order = shard_names(shards)
    held = documents_of(order, sorted(documents), shards)
    wanted = {partition_of(key, shards) for key in stale} - busy
    spans = _spans(order, wanted, len(wanted) if busy else MAX_RANGES)  # a gap may hold a busy one
    sizes = [len(held[shard]) for shard in order]
    pieces = [piece for span in spans for piece in _packed(span, sizes, max_documents)]
    found = (_as_range(order, first, last, wanted) for first, last in pieces)
    of_them = set(stale)
    return tuple(
        piece.model_copy(update={"keys": _among(of_them, held, piece.keys)})
        for piece in found
        if piece.keys
    )


def narrowed(piece: KeyRange, keys: Set[str], shards: int) -> KeyRange | None:
    """Return what of a range holds some of its documents; None when it holds none of them."""
    kept = tuple(key for key in piece.keys if key in keys)
    if not kept:
        return None
    first, last = (partition_of(key, shards) for key in (kept[0], kept[-1]))
    return KeyRange(first=first, last=last, keys=kept)


def _among(
    keys: Set[str], held: Mapping[str, Sequence[str]], shards: Sequence[str]
) -> tuple[str, ...]:
    return tuple(key for shard in shards for key in held[shard] if key in keys)


def _spans(order: Sequence[str], wanted: Set[str], max_ranges: int) -> list[tuple[int, int]]:
    natural = _natural_spans([i for i, key in enumerate(order) if key in wanted])
    return _close_gaps(natural, max_ranges)


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


def _packed(
    span: tuple[int, int], sizes: Sequence[int], max_documents: int
) -> list[tuple[int, int]]:
    """Cut a span of shards; each piece holds so many documents at most, or is a single shard."""
    first, last = span
    pieces: list[tuple[int, int]] = []
    held = 0
    for at in range(first, last + 1):
        held += sizes[at]
        if at > first and (held > max_documents or at - first == MAX_SHARDS_PER_RUN):
            pieces.append((first, at - 1))
            first, held = at, sizes[at]
    return [*pieces, (first, last)]


def _as_range(order: Sequence[str], first: int, last: int, wanted: set[str]) -> KeyRange:
    inside = tuple(key for key in order[first : last + 1] if key in wanted)
    if not inside:
        return KeyRange(first=order[first], last=order[last], keys=())
    return KeyRange(first=inside[0], last=inside[-1], keys=inside)
