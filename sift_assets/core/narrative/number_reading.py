"""Numbers in a text, in digits or words, with what they count where that is money or a share."""

import re
from collections.abc import Iterator
from decimal import Decimal
from typing import NamedTuple

LONGEST_NUMBER = 40
"""Digits of a number that is compared; a longer row of digits is none."""


class FoundNumber(NamedTuple):
    """A number in a text.

    Attributes:
        values: What it may mean: `1.000` may be one or a thousand.
        unit: `%`, a sign of a currency, or empty.
        start: First character.
        end: One past the last.
    """

    values: tuple[Decimal, ...]
    unit: str
    start: int
    end: int


_SCALES = {
    **dict.fromkeys(("hundred", "hundreds"), Decimal(100)),
    **dict.fromkeys(("thousand", "thousands", "k"), Decimal(1_000)),
    **dict.fromkeys(("million", "millions", "m", "mn"), Decimal(1_000_000)),
    **dict.fromkeys(("billion", "billions", "bn", "b"), Decimal(1_000_000_000)),
    **dict.fromkeys(("trillion", "trillions", "tn"), Decimal(1_000_000_000_000)),
}
_UNITS = {
    **dict.fromkeys(("%", "percent", "per cent"), "%"),
    **dict.fromkeys(("$", "us$", "usd", "dollar", "dollars"), "$"),
    **dict.fromkeys(("€", "eur", "euro", "euros"), "€"),
    **dict.fromkeys(("£", "gbp", "pound", "pounds"), "£"),
    **dict.fromkeys(("¥", "jpy", "yen", "cny", "yuan"), "¥"),
}
_ONES = (
    *("zero", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine"),
    *("ten", "eleven", "twelve", "thirteen", "fourteen", "fifteen", "sixteen"),
    *("seventeen", "eighteen", "nineteen"),
)
_TENS = ("twenty", "thirty", "forty", "fifty", "sixty", "seventy", "eighty", "ninety")
_WORDS = {
    **{word: number for number, word in enumerate(_ONES)},
    **{word: 10 * tens for tens, word in enumerate(_TENS, start=2)},
    "dozen": 12,
}

_SPACES = "\u00a0\u2009\u202f"
"""Spaces that part thousands and no words."""
_DIGITS = re.compile(
    rf"(?<![\w.,])(?P<before>us\$|[$€£¥]|(?:usd|eur|gbp|jpy)\s)?"
    rf"(?P<number>\d{{1,3}}(?:[,.{_SPACES}’']\d{{3}})+(?:[.,]\d{{1,2}})?(?!\d)|\d+(?:[.,]\d+)?)"
    r"(?:st|nd|rd|th)?"
    r"(?:[\s-]?(?P<scale>hundreds?|thousands?|millions?|billions?|trillions?|bn|mn|tn)\b"
    r"|(?P<letter>[kmb])\b)?"
    r"(?:\s?-?(?P<after>%|per\s?cent\b|dollars?\b|euros?\b|pounds?\b|yen\b|yuan\b|"
    r"usd\b|eur\b|gbp\b|jpy\b))?",
    re.IGNORECASE,
)
_WORD = re.compile(r"[a-z]+", re.IGNORECASE)
_JOINS = re.compile(r"^(?:\s|-|\sand\s)$", re.IGNORECASE)


def numbers_in(text: str) -> tuple[FoundNumber, ...]:
    """Return the numbers of a text, in order; the word `one` alone is none, for it is a pronoun."""
    return tuple(sorted([*_in_digits(text), *_in_words(text)], key=lambda one: one.start))


def is_stated(said: FoundNumber, stated: FoundNumber) -> bool:
    """Return whether a number is another one; a unit that is said must be stated."""
    has_value = not set(said.values).isdisjoint(stated.values)
    return has_value and said.unit in ("", stated.unit)


def _in_digits(text: str) -> Iterator[FoundNumber]:
    for match in _DIGITS.finditer(text):
        digits = match["number"]
        if len(digits) <= LONGEST_NUMBER:
            scale = _SCALES.get((match["scale"] or match["letter"] or "").lower(), Decimal(1))
            unit = _unit(match["before"]) or _unit(match["after"])
            values = tuple(sorted({value * scale for value in _values(digits)}))
            yield FoundNumber(values, unit, *match.span())


def _values(digits: str) -> Iterator[Decimal]:
    """Read digits with separators: the last one may set off a fraction."""
    parts = re.split(r"\D", digits)
    mark = "".join(re.findall(r"\D", digits))[-1:]
    if not mark or len(parts[-1]) == 3:
        yield Decimal("".join(parts))
    if (mark and mark in ".," and len(parts[-1]) != 3) or (mark == "." and len(parts) == 2):
        yield Decimal(f"{''.join(parts[:-1])}.{parts[-1]}")


def _unit(said: str | None) -> str:
    words = " ".join((said or "").lower().split())
    return _UNITS.get(words, "%" if words.startswith("per") else "")


def _in_words(text: str) -> Iterator[FoundNumber]:
    group: list[re.Match[str]] = []
    for match in _WORD.finditer(text):
        word = match[0].lower()
        is_number = word in _WORDS or (bool(group) and word in _SCALES and len(word) > 2)
        if not is_number:
            continue
        if group and not _JOINS.match(text[group[-1].end() : match.start()]):
            yield from _spoken(group)
            group = []
            if word not in _WORDS:
                continue
        group.append(match)
    yield from _spoken(group)


def _spoken(group: list[re.Match[str]]) -> Iterator[FoundNumber]:
    words = [match[0].lower() for match in group]
    if not words or words == ["one"]:
        return
    total = part = Decimal(0)
    for word in words:
        if word in _WORDS:
            part += _WORDS[word]
        elif _SCALES[word] == 100:
            part *= 100
        else:
            total, part = total + part * _SCALES[word], Decimal(0)
    yield FoundNumber((total + part,), "", group[0].start(), group[-1].end())
