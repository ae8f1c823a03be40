"""Where the entities of a document stand: labelled spots, missed ones, and anchors in sentences."""

from bisect import bisect_right
from collections import Counter
from collections.abc import Iterator, Sequence

from sift_assets.core.extraction.local.clusters import Cluster
from sift_assets.core.extraction.local.listing import find_entries
from sift_assets.core.extraction.local.names import TITLES
from sift_assets.core.extraction.local.schema import Kind
from sift_assets.core.extraction.local.syntax import Sentence
from sift_assets.core.extraction.local.tiers import Anchor

MIN_LABELLED = 2
"""Labels that a single word needs before its other occurrences are taken for the same entity: one
label may be an error, and back-filling would repeat it."""

MIN_SURNAME = 3
"""Letters of a surname that is looked for alone; shorter ones are words of other languages."""

MAX_ANCHORS = 40
"""Names of one sentence that are related to each other: pairs grow with the square, and a sentence
with more names is a list."""


def missed(
    text: str, clusters: Sequence[Cluster], sentences: Sequence[Sentence]
) -> list[tuple[int, int, int]]:
    """Return unlabelled occurrences of known surfaces as (start, end, number of the cluster)."""
    entries: dict[str, set[int]] = {}
    surnames: dict[str, set[int]] = {}
    for number, one in enumerate(clusters):
        for surface in _searchable(text, one):
            entries.setdefault(surface, set()).add(number)
        if one.kind is Kind.PERSON and " " in one.name:
            surnames.setdefault(one.name.split()[-1], set()).add(number)
    alone = {name for name in surnames if len(name) >= MIN_SURNAME and name not in entries}
    owners = {**entries, **{name: surnames[name] for name in alone}}
    known = {surface: min(numbers) for surface, numbers in owners.items() if len(numbers) == 1}
    covered = {i for one in clusters for spot in one.spots for i in range(spot.start, spot.end)}
    starts = [sentence.start for sentence in sentences]
    found: list[tuple[int, int, int]] = []
    for start, end, entry in sorted(find_entries(text, known), key=lambda m: (m[0], -m[1])):
        free = covered.isdisjoint(range(start, end))
        index = bisect_right(starts, start) - 1
        if free and (entry not in alone or _stands_alone(sentences[index], start, end)):
            covered.update(range(start, end))
            found.append((start, end, known[entry]))
    return found


def _stands_alone(sentence: Sentence, start: int, end: int) -> bool:
    """Whether a surname is a name here and no part of another: not "Wray Street", "Lake Wray"."""
    tokens = sentence.range_of(start, end)
    if tokens is None or sentence.tokens[tokens[1] - 1].pos != "PROPN":
        return False
    first, last = tokens
    around = (*sentence.tokens[max(0, first - 1) : first], *sentence.tokens[last : last + 1])
    return not any(t.pos == "PROPN" and t.lemma.rstrip(".") not in TITLES for t in around)


def _searchable(text: str, one: Cluster) -> Iterator[str]:
    counts = Counter(text[spot.start : spot.end] for spot in one.spots if not spot.name)
    for surface, count in counts.items():
        if "\n" not in surface and (" " in surface or count >= MIN_LABELLED):
            yield surface
    yield from one.aliases


def anchors_by_sentence(
    sentences: Sequence[Sentence],
    clusters: Sequence[Cluster],
    extra: Sequence[tuple[int, int, int]],
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
