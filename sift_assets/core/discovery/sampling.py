"""Which documents show what a corpus is about: a small sample over folders, kinds and lengths.

The choice hangs on contents, never on the order in which documents arrive, so the same corpus has
the same sample, and one more document moves little of it.
"""

from collections import Counter
from collections.abc import Callable, Iterable
from pathlib import PurePosixPath

from sift_assets.core.planning.keys import document_path
from sift_assets.core.records.record import Record, key_of

SAMPLE_SIZE = 12
"""Documents that are shown. With `EXCERPT_CHARACTERS` of each it is one call of some 10,000 tokens,
which every current model reads and which costs a few cents at most."""

EXCERPT_CHARACTERS = 3000
"""Of one document: a page and a half, where a document has said what kind it is."""

MAX_TRIED = 5 * SAMPLE_SIZE
"""Documents that are read, at most, to find enough with text: of a folder of scans without OCR
the rest has none either, and reading is what takes time."""

_LENGTHS = (2_000, 20_000, 200_000)
"""Bytes that part notes, letters, reports and books."""

_GAP = "\n[…]\n"

Stratum = tuple[str, str, int]
"""Folder, kind by the name's suffix, and class of length."""


class Candidate(Record):
    """A document that may be shown.

    Attributes:
        key: Its partition key.
        content: Hash of its bytes.
        size: In bytes.
    """

    key: str
    content: str
    size: int

    @property
    def rank(self) -> str:
        """Where it stands among documents that are equally wanted; by chance, but always there."""
        return key_of("sample", self.content)

    @property
    def stratum(self) -> Stratum:
        """Folder, kind by the name's suffix, and class of length."""
        path = PurePosixPath(document_path(self.key))
        length = sum(self.size >= bound for bound in _LENGTHS)
        return str(path.parent), path.suffix.lower(), length


def sampled(
    candidates: Iterable[Candidate],
    is_usable: Callable[[Candidate], bool] = lambda _: True,
    size: int = SAMPLE_SIZE,
) -> tuple[Candidate, ...]:
    """Choose documents so that folders, then kinds, then lengths are shown evenly.

    Args:
        candidates: All documents, in any order; of equal contents one is shown.
        is_usable: Whether a document has text; asked of at most `MAX_TRIED`, the likeliest first.
        size: How many are wanted.

    Returns:
        The sample in the order of choice, which is that of the prompt.
    """
    waiting = _strata(candidates)
    seen = Counter[tuple[str, str | int]]()
    chosen: list[Candidate] = []
    tried = 0
    while waiting and len(chosen) < size and tried < MAX_TRIED:
        stratum = min(waiting, key=lambda s: _place(s, seen, waiting[s][-1]))
        one = waiting[stratum].pop()
        if not waiting[stratum]:
            del waiting[stratum]
        tried += 1
        if is_usable(one):
            chosen.append(one)
            seen.update(_parts(stratum))
    return tuple(chosen)


def excerpt(text: str, content: str) -> str:
    """Return what is shown of a document: its beginning, and a part from further in.

    Args:
        text: The whole text.
        content: Hash of the document; says which part.
    """
    if len(text) <= EXCERPT_CHARACTERS:
        return text
    half = (EXCERPT_CHARACTERS - len(_GAP)) // 2
    start = half + int(key_of("excerpt", content), 16) % (len(text) - 2 * half + 1)
    return text[:half] + _GAP + text[start : start + half]


def _strata(candidates: Iterable[Candidate]) -> dict[Stratum, list[Candidate]]:
    """Return documents by stratum, the first to be chosen last; one for each content."""
    by_content: dict[str, Candidate] = {}
    for one in candidates:
        held = by_content.get(one.content)
        if held is None or one.key < held.key:
            by_content[one.content] = one
    strata: dict[Stratum, list[Candidate]] = {}
    for one in sorted(by_content.values(), key=lambda c: c.rank, reverse=True):
        strata.setdefault(one.stratum, []).append(one)
    return strata


def _place(
    stratum: Stratum, seen: Counter[tuple[str, str | int]], first: Candidate
) -> tuple[int | str, ...]:
    """Return what the least of is chosen: how often its parts were shown, then its rank."""
    return (*(seen[part] for part in _parts(stratum)), first.rank)


def _parts(stratum: Stratum) -> tuple[tuple[str, str | int], ...]:
    return tuple(zip(("folder", "kind", "length"), stratum, strict=True))
