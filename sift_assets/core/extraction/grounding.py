"""Finds where a quote stands in the text: exact, then normalised, then aligned, or not at all.

Whatever the alignment, the evidence holds the text's own characters, never the model's.
"""

import re
import unicodedata
from collections import Counter
from collections.abc import Sequence
from difflib import Match, SequenceMatcher
from functools import cached_property
from typing import NamedTuple

from sift_assets.core.extraction.normal_form import NormalForm
from sift_assets.core.records.extraction import Alignment, Evidence

ALIGNED_THRESHOLD = 0.75
"""Share of the longer of quote and slice that must agree. Models that shorten or correct a quote
stay above; two sentences that only share a subject stay below (0.4 to 0.6)."""

MIN_ALIGNED_WORDS = 4
"""Shorter quotes agree by chance; they must be found exactly or normalised."""

MAX_ALIGNED_WORDS = 200
"""A longer quote is a copied page, not a statement; aligning it would not be linear any more."""

_COMMON_WORD = 40
"""A word that stands in the text more often than this says little of where a quote is."""

_SLACK_WORDS = 8
"""Words looked at before and after where the quote should stand, for what a model left out."""

_WORD = re.compile(
    r"[\u0e00-\u0eff\u2e80-\u9fff\uf900-\ufaff\U00020000-\U0003ffff]|[^\W\u0e00-\u9fff]+|\w"
)
"""A word, or one character of a script that puts no spaces between words."""

_JOINING = frozenset({"Lu", "Ll", "Lt", "Nd"})
"""Letters and digits of scripts in which a name never continues inside a longer word."""


class _Word(NamedTuple):
    text: str
    start: int
    end: int


class Grounder:
    """Finds quotes in one stretch of a text; what is prepared once serves every quote.

    Args:
        text: The whole text.
        start: First character of the stretch to search.
        end: One past its last character.
    """

    def __init__(self, text: str, start: int, end: int) -> None:
        self._text, self._start, self._end = text, start, end

    def ground(self, quote: str) -> Evidence | None:
        """Find a quote; None when it does not stand in the stretch."""
        return self.exactly(quote) or self._aligned(quote)

    def within(self, start: int, end: int) -> "Grounder":
        """Return a grounder for a part of this stretch."""
        return Grounder(self._text, start, end)

    def exactly(self, quote: str) -> Evidence | None:
        """Find a quote or a name, exactly or normalised; whole words only."""
        bare = quote.strip()
        if not bare:
            return None
        at = _whole(self._text, bare, self._start, self._end)
        if at >= 0:
            return self._evidence(at, at + len(bare), Alignment.EXACT)
        sought = NormalForm(bare).text
        at = _whole(self._normal.text, sought, 0, len(self._normal.text)) if sought else -1
        if at < 0:
            return None
        return self._evidence(*self._normal.original_span(at, at + len(sought)))

    def _aligned(self, quote: str) -> Evidence | None:
        sought = _words(NormalForm(quote).text)
        if not MIN_ALIGNED_WORDS <= len(sought) <= MAX_ALIGNED_WORDS:
            return None
        shift = self._best_shift(sought)
        if shift is None:
            return None
        first = max(0, shift - _SLACK_WORDS)
        window = self._words[first : shift + len(sought) + _SLACK_WORDS]
        span = _agreeing_span(sought, window)
        if span is None:
            return None
        start, end = self._normal.original_span(window[span[0]].start, window[span[1]].end)
        return self._evidence(start, end, Alignment.ALIGNED)

    def _best_shift(self, sought: Sequence[_Word]) -> int | None:
        """Return the index of the word where the quote most probably begins."""
        votes: Counter[int] = Counter()
        for index, word in enumerate(sought):
            places = self._places.get(word.text, [])
            if len(places) <= _COMMON_WORD:
                votes.update(place - index for place in places)
        if not votes:
            return None
        return max(votes, key=lambda shift: (_near(votes, shift), -shift))

    def _evidence(
        self, start: int, end: int, alignment: Alignment = Alignment.NORMALISED
    ) -> Evidence:
        return Evidence(start=start, end=end, quote=self._text[start:end], alignment=alignment)

    @cached_property
    def _normal(self) -> NormalForm:
        return NormalForm(self._text, self._start, self._end)

    @cached_property
    def _words(self) -> list[_Word]:
        return _words(self._normal.text)

    @cached_property
    def _places(self) -> dict[str, list[int]]:
        places: dict[str, list[int]] = {}
        for index, word in enumerate(self._words):
            places.setdefault(word.text, []).append(index)
        return places


def ground(quote: str, text: str, start: int = 0, end: int | None = None) -> Evidence | None:
    """Find a quote in `text[start:end]`; None when it does not stand there.

    Returns:
        Evidence whose `quote` is the slice of the text itself, with page 0.
    """
    return Grounder(text, start, len(text) if end is None else end).ground(quote)


def _words(normal: str) -> list[_Word]:
    return [_Word(m.group(), m.start(), m.end()) for m in _WORD.finditer(normal)]


def _near(votes: Counter[int], shift: int) -> int:
    """Count the votes for a shift and for those that a few left-out words make of it."""
    return sum(votes[shift + slack] for slack in range(-_SLACK_WORDS // 2, _SLACK_WORDS // 2 + 1))


def _agreeing_span(sought: Sequence[_Word], window: Sequence[_Word]) -> tuple[int, int] | None:
    """Return first and last word of the window that the quote aligns with, None below threshold."""
    ours, theirs = [w.text for w in window], [w.text for w in sought]
    matcher = SequenceMatcher(None, ours, theirs, autojunk=False)
    # never empty: a word that voted for this window stands in it; the last block is a sentinel
    blocks = _without_strays(matcher.get_matching_blocks()[:-1])
    agreed = sum(len(w) for b in blocks for w in ours[b.a : b.a + b.size])
    first, last = blocks[0].a, blocks[-1].a + blocks[-1].size - 1
    longer = max(sum(map(len, theirs)), sum(map(len, ours[first : last + 1])))
    return (first, last) if agreed >= ALIGNED_THRESHOLD * longer else None


def _without_strays(blocks: list[Match]) -> list[Match]:
    """Drop runs of words at either end that are further off than they are long: chance."""
    while len(blocks) > 1 and _gap(blocks[0], blocks[1]) > blocks[0].size:
        blocks = blocks[1:]
    while len(blocks) > 1 and _gap(blocks[-2], blocks[-1]) > blocks[-1].size:
        blocks = blocks[:-1]
    return blocks


def _gap(one: Match, other: Match) -> int:
    return other.a - (one.a + one.size)


def _whole(text: str, sought: str, start: int, end: int) -> int:
    """Return the first place where a string stands and neither end cuts a word, else -1."""
    at = text.find(sought, start, end)
    while at >= 0:
        after = at + len(sought)
        if not (_cuts(text, at, start, end) or _cuts(text, after, start, end)):
            return at
        at = text.find(sought, at + 1, end)
    return -1


def _cuts(text: str, at: int, start: int, end: int) -> bool:
    """Say whether the place before `text[at]` is inside a word or before a combining mark."""
    if not start < at < end:
        return False
    return (_joins(text[at - 1]) and _joins(text[at])) or not _base(text[at])


def _joins(character: str) -> bool:
    return unicodedata.category(character) in _JOINING


def _base(character: str) -> bool:
    return unicodedata.combining(character) == 0
