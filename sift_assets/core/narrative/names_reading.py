"""Names in a sentence: those that are known, and what looks like one."""

from collections.abc import Collection
from functools import lru_cache
from typing import NamedTuple

from sift_assets.core.extraction.local.wordlists import listed
from sift_assets.core.narrative.listing import shown
from sift_assets.core.narrative.tokens import Token, forms_of, tokens_of

STARTERS = listed(
    "a about according across additionally after afterward afterwards again all allegedly almost "
    "along already also although altogether among an and another any apart are around as aside at "
    "authorities based because before behind below beside besides between beyond both but by "
    "clients colleagues companies company consequently creditors critics currently customers "
    "dates despite directors documents during each earlier early either elsewhere employees "
    "employers entities even events eventually every executives few finally first following for "
    "former formerly four from further furthermore groups has have he her here his how however if "
    "in initially inside instead into investigators investors is it its late later lawyers "
    "likewise many meantime meanwhile members moreover most much named near nearly neither never "
    "nevertheless no nobody none nonetheless nor not now of officials often on once one only or "
    "organizations originally other others our outside over overall partners payments people "
    "perhaps persons places previously prior prosecutors rather recently records regardless "
    "regulators relations relatives reportedly reports roles second separately several "
    "shareholders she shortly similarly since so some sometimes soon sources stated still "
    "subsequently such that the their them then there thereafter thereby therefore these they "
    "third this those three through throughout thus to today together too two ultimately under "
    "unlike until up upon users was we were what when where whereas whether which while who whose "
    "why with within without yet"
)
"""Words that begin a sentence with a capital and are no names. Whether another word is one cannot
be seen at this place, so it has to stand in the evidence."""

OFFICES = listed(
    "ceo cfo coo cto mr mrs ms dr prof professor sir dame lord lady judge justice senator "
    "president chairman chairwoman minister director secretary captain general i"
)
"""Titles and offices in capitals: which one somebody has is not a matter of names."""

REMEMBERED = 64
"""Sets of known names kept ready: a community's sentences are checked one after another."""


PARTING = frozenset('()[]{};:“”"')
"""Marks that end a name, unless the name has them itself."""


class _Known(NamedTuple):
    forms: tuple[str, ...]
    marks: frozenset[str]
    is_small: bool


_Index = dict[str, tuple[_Known, ...]]


class FoundName(NamedTuple):
    """A name, or what looks like one, in a sentence.

    Attributes:
        forms: Its words as they are compared.
        text: As it stands in the sentence.
        is_known: Whether it is a known name.
        start: First character.
        end: One past the last.
    """

    forms: tuple[str, ...]
    text: str
    is_known: bool
    start: int
    end: int


class NameRun(NamedTuple):
    """Words with capitals that follow each other, or one known name.

    Attributes:
        whole: All of them as one name.
        parts: The known names among them and, as one each, what is between.
    """

    whole: FoundName
    parts: tuple[FoundName, ...]


def name_runs(text: str, known: Collection[str]) -> tuple[NameRun, ...]:
    """Return the names of a sentence, in order.

    Args:
        text: The sentence.
        known: Names and aliases. One that is a single word in small letters is left alone: it
            cannot be told from the word.
    """
    tokens = tokens_of(text)
    parts = _parts(tokens, text, _index(tuple(sorted(known))))
    runs: list[list[FoundName]] = []
    closing = -1
    for part, is_close in parts:
        if is_close and runs and closing == len(runs) - 1:
            runs[-1].append(part)
        else:
            runs.append([part])
        closing = len(runs) - 1
    return tuple(NameRun(_joined(run, text), tuple(run)) for run in runs)


def _parts(tokens: tuple[Token, ...], text: str, index: _Index) -> list[tuple[FoundName, bool]]:
    """Return known names and rows of other words with capitals, each with whether it is close."""
    found: list[tuple[FoundName, bool]] = []
    at, last = 0, -1
    while at < len(tokens):
        length = _known_length(tokens, at, text, index)
        is_known = length > 0
        if not is_known:
            length = _unknown_length(tokens, at, text, index)
        if length:
            is_close = last == at and tokens[at].is_close
            found.append((_name(tokens[at : at + length], text, is_known), is_close))
            at += length
            last = at
        else:
            at += 1
    return found


def _known_length(tokens: tuple[Token, ...], at: int, text: str, index: _Index) -> int:
    for name in index.get(tokens[at].form, ()):
        row = tokens[at : at + len(name.forms)]
        if _is_named(row, text, name):
            return 0 if len(row) == 1 and _is_starter(tokens[at], at) else len(row)
    return 0


def _marks(text: str) -> frozenset[str]:
    return PARTING & set(text)


def _is_named(row: tuple[Token, ...], text: str, name: _Known) -> bool:
    """Say whether words are a name; one that is written with capitals needs a capital here."""
    if tuple(token.form for token in row) != name.forms:
        return False
    has_capital = any(token.looks_like_a_name for token in row)
    marks = _marks(text[row[0].start : row[-1].end])
    return (has_capital or name.is_small) and name.marks >= marks


def _unknown_length(tokens: tuple[Token, ...], at: int, text: str, index: _Index) -> int:
    end = at
    while end < len(tokens) and (end == at or tokens[end].is_close):
        token = tokens[end]
        if not token.looks_like_a_name or _is_starter(token, end) or token.form in OFFICES:
            break
        if end > at and _known_length(tokens, end, text, index):
            break
        end += 1
    return end - at


def _is_starter(token: Token, at: int) -> bool:
    return at == 0 and token.form in STARTERS


def _name(row: tuple[Token, ...], text: str, is_known: bool) -> FoundName:
    start, end = row[0].start, row[-1].end
    forms = tuple(token.form for token in row)
    return FoundName(forms, text[start:end], is_known, start, end)


def _joined(run: list[FoundName], text: str) -> FoundName:
    start, end = run[0].start, run[-1].end
    forms = tuple(form for part in run for form in part.forms)
    return FoundName(forms, text[start:end], len(run) == 1 and run[0].is_known, start, end)


@lru_cache(REMEMBERED)
def _index(known: tuple[str, ...]) -> _Index:
    """Return known names by their first word, longer ones first."""
    written = {text for name in known for text in (name, shown(name))}
    names = {_known(text) for text in written}
    index: dict[str, list[_Known]] = {}
    for name in sorted(names, key=lambda one: (-len(one.forms), one.forms, sorted(one.marks))):
        for first in name.forms[:1]:
            index.setdefault(first, []).append(name)
    return {first: tuple(names) for first, names in index.items()}


def _known(name: str) -> _Known:
    forms = forms_of(name)
    is_small = len(forms) > 1 and not any(char.isupper() for char in name)
    return _Known(forms, _marks(name), is_small)
