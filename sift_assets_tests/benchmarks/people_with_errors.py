"""Records of people with errors, in the style of splink's `historical_50k`, the same each time.

That set cannot be had without a network. Here each person has one to twenty records, and a record
has typing errors, nicknames, other dates and gaps. Names are made up; few are frequent and most
are rare, as names are.
"""

import csv
from collections.abc import Iterator
from pathlib import Path
from random import Random
from typing import NamedTuple

from sift_assets.core.extraction.local.wordlists import listed
from sift_assets.core.resolution.lexicon import NICKNAMES

RECORDS_OF_A_PERSON = (1, 20)
"""As many of one number as of any other, some ten on average."""

GIVEN, SURNAMES, PLACES, OCCUPATIONS = 600, 4_000, 800, 60

SKEW = 0.8
"""Exponent of Zipf's law for names, places and occupations: of 4,000 surnames the first has some
three in a hundred people."""

MISTYPED, LEFT_OUT, OTHER_DATE, SHORT_NAME = 0.2, 0.1, 0.15, 0.1
"""Share of the fields of a record with a typing error or without a value, of the dates of birth
with another day or month, and of the given names of which a nickname is known that are told so."""

ONSETS = sorted(listed("b c d f g h j k l m n p r s t v w br ch cl dr gr kr pl sh st tr"))
VOWELS = sorted(listed("a e i o u ai ea io ou"))
ENDINGS = ("", "n", "r", "s", "l", "t", "m", "nd", "rt", "ck")

FIELDS: tuple[str, ...] = (
    "unique_id", "cluster", "first_name", "surname", "dob", "birth_place", "postcode_fake",
    "occupation",
)  # fmt: skip


class _Person(NamedTuple):
    first_name: str
    surname: str
    dob: str
    birth_place: str
    postcode_fake: str
    occupation: str


def people_with_errors(records: int, seed: int = 1) -> Iterator[dict[str, str]]:
    """Yield records with `FIELDS`; those of one person have one `cluster`."""
    chance = Random(seed)  # noqa: S311 - made-up people, the same each time
    pools = _Pools(chance)
    made = person = 0
    while made < records:
        one = pools.person()
        for _ in range(min(chance.randint(*RECORDS_OF_A_PERSON), records - made)):
            said = _with_errors(chance, one)
            yield {"unique_id": str(made), "cluster": str(person)} | said
            made += 1
        person += 1


def write_people(file: Path, records: int) -> None:
    """Write the records as CSV."""
    with file.open("w", encoding="utf-8", newline="") as output:
        writer = csv.DictWriter(output, FIELDS)
        writer.writeheader()
        writer.writerows(people_with_errors(records))


class _Pools:
    """What people are made of: some names, and how frequent each is."""

    def __init__(self, chance: Random) -> None:
        known = sorted({min(group).title() for group in NICKNAMES})
        self._chance = chance
        self._given = [*known, *self._words(GIVEN - len(known), (1, 2))]
        self._surnames = self._words(SURNAMES, (2, 3))
        self._places = self._words(PLACES, (2, 3))
        self._occupations = self._words(OCCUPATIONS, (2, 3))
        chance.shuffle(self._given)

    def person(self) -> _Person:
        """Draw a person."""
        year, month, day = (self._chance.randint(*r) for r in ((1800, 1950), (1, 12), (1, 28)))
        place = self._one(self._places)
        return _Person(
            first_name=self._one(self._given),
            surname=self._one(self._surnames),
            dob=f"{year}-{month:02}-{day:02}",
            birth_place=place,
            postcode_fake=_postcode(self._chance, place),
            occupation=self._one(self._occupations),
        )

    def _words(self, count: int, syllables: tuple[int, int]) -> list[str]:
        found: dict[str, None] = {}
        while len(found) < count:
            found[_word(self._chance, self._chance.randint(*syllables))] = None
        return list(found)

    def _one(self, pool: list[str]) -> str:
        """Draw by Zipf's law, from its inverse distribution function."""
        share = 1 - SKEW
        at = (self._chance.random() * (len(pool) ** share - 1) + 1) ** (1 / share)
        return pool[min(int(at), len(pool)) - 1]


def _word(chance: Random, syllables: int) -> str:
    sounds = (chance.choice(ONSETS) + chance.choice(VOWELS) for _ in range(syllables))
    return ("".join(sounds) + chance.choice(ENDINGS)).title()


def _postcode(chance: Random, place: str) -> str:
    """Return a postcode whose first half goes with the place."""
    area, district = place[:2].upper(), sum(map(ord, place)) % 30 + 1
    letters = "".join(chance.choices("ABDEFGHJLNPQRSTUWXYZ", k=2))
    return f"{area}{district} {chance.randint(1, 9)}{letters}"


def _with_errors(chance: Random, person: _Person) -> dict[str, str]:
    said = person._asdict()
    said["first_name"] = _called(chance, person.first_name)
    if chance.random() < OTHER_DATE:
        said["dob"] = _other_date(chance, person.dob)
    for field, value in said.items():
        drawn = chance.random()
        if drawn < LEFT_OUT:
            said[field] = ""
        elif drawn < LEFT_OUT + MISTYPED and field != "dob":
            said[field] = _mistyped(chance, value)
    return said


def _called(chance: Random, name: str) -> str:
    others = sorted({n for group in NICKNAMES if name.lower() in group for n in group})
    return chance.choice(others).title() if others and chance.random() < SHORT_NAME else name


def _other_date(chance: Random, date: str) -> str:
    year, month, day = date.split("-")
    if chance.random() < 1 / 3:
        return f"{year}-01-01"  # only the year was known
    if chance.random() < 1 / 2:
        return f"{year}-{month}-{chance.randint(1, 28):02}"
    return f"{year}-{chance.randint(1, 12):02}-{day}"


def _mistyped(chance: Random, text: str) -> str:
    """Drop, double, exchange or replace a letter."""
    at = chance.randrange(len(text))
    one = text[at]
    other = chance.choice("aeioulnrst")
    return (
        text[:at]
        + chance.choice(("", one + one, other, text[at + 1 : at + 2] + one))
        + (text[at + 1 :])
    )
