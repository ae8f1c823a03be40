"""Where the entities of a document stand: labelled spots, missed ones, and anchors in sentences."""

from bisect import bisect_right
from collections import Counter
from collections.abc import Iterator, Sequence

from sift_assets.core.extraction.local.clusters import Cluster
from sift_assets.core.extraction.local.spotting import find_entries
from sift_assets.core.extraction.local.syntax import Sentence
from sift_assets.core.extraction.local.tiers import Anchor

MIN_LABELLED = 2
"""Labels that a single word needs before its other occurrences are taken for the same entity: one
label may be an error, and back-filling would repeat it."""

MAX_ANCHORS = 40
"""Names of one sentence that are related to each other: pairs grow with the square, and a sentence
with more names is a list."""


def missed(text: str, clusters: Sequence[Cluster]) -> list[tuple[int, int, int]]:
    """Return unlabelled occurrences of known surfaces as (start, end, number of the cluster)."""
    entries: dict[str, set[int]] = {}
    for number, one in enumerate(clusters):
        for surface in _searchable(text, one):
            entries.setdefault(surface, set()).add(number)
    known = {surface: min(owners) for surface, owners in entries.items() if len(owners) == 1}
    covered = {i for one in clusters for spot in one.spots for i in range(spot.start, spot.end)}
    found: list[tuple[int, int, int]] = []
    matches = sorted(find_entries(text, known), key=lambda m: (m[0], -m[1]))
    for start, end, entry in matches:
        if covered.isdisjoint(range(start, end)):
            covered.update(range(start, end))
            found.append((start, end, known[entry]))
    return found


def _searchable(text: str, one: Cluster) -> Iterator[str]:
    counts = Counter(text[spot.start : spot.end] for spot in one.spots if not spot.name)
    for surface, count in counts.items():
        if "\n" not in surface and (" " in surface or count >= MIN_LABELLED):
            yield surface
    yield from one.aliases


def anchors_by_sentence(
    sentences: Sequence[Sentence], clusters: Sequence[Cluster], extra: Sequence[tuple[int, int, int]]
) -> list[list[Anchor]]:
    """Return the named anchors of each sentence in text order, at most `MAX_ANCHORS` of them."""
    spans = [(s.start, s.end, n) for n, one in enumerate(clusters) for s in one.spots]
    starts = [sentence.start for sentence in sentences]
    anchors: list[list[Anchor]] = [[] for _ in sentences]
    for start, end, number in sorted([*spans, *extra]):
        index = bisect_right(starts, start) - 1
        if index < 0 or end > sentences[index].end or len(anchors[index]) >= MAX_ANCHORS:
            continue
        tokens = sentences[index].range_of(start, end)
        if tokens:
            one = clusters[number]
            root = sentences[index].root_of(*tokens)
            anchors[index].append(
                Anchor(*tokens, root, one.kind, number, one.type, False, start, end)
            )
    return anchors
