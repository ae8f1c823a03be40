"""What it costs to propose merges among very many entities of one type, and to have them judged."""

import time
from collections.abc import Iterator
from math import ceil
from pathlib import Path
from random import Random
from typing import NamedTuple

from sift_assets.core.extraction.local.wordlists import listed
from sift_assets.core.graph.partition import TypeGraph
from sift_assets.core.resolution.compared_names import ComparedNames
from sift_assets.core.resolution.opinions import BATCH
from sift_assets.core.resolution.proposing import propose
from sift_assets.core.resolution.records import Proposals
from sift_assets.core.resolution.settings import ResolutionStage
from sift_assets_tests.benchmarks.figures import NO_LIMIT, Figure, peak_mib
from sift_assets_tests.core.resolution.resolution_examples import FACET, Known, part_of

SIZES = (1_000, 5_000, 20_000, 50_000)
EDITED = 10_000
"""Size at which one more entity comes."""

SERIES = "abcdefghij"
"""Letters of the names of a series."""

JUDGED = (1_000, 10_000)
"""Sizes at which calls to a language model are counted."""

LIMIT_SECONDS = 120
"""CPU seconds for the largest: minutes, not hours."""

LIMIT_MIB = 1_500
LIMIT_EDIT_SECONDS = 3
"""CPU seconds for the proposals of 10,000 after one edit."""

LIMIT_GROWTH = 1.5
"""Times the cost of an entity of 1,000 that one of 50,000 may have."""

PEER_WINDOW, PEER_STEP = 100, 80
"""How sift-kg 0.9.0 batches a type: every entity is in at least one window, each is one call."""

CERTAIN = 0.95
"""Scores from which nobody asks a language model."""

DOUBLES = 0.1
"""Share of entities that are another spelling of one before."""

ONSETS = sorted(listed("b c d f g h j k l m n p r s t v w z br ch cl dr fr gr kr pl sh st tr"))
VOWELS = sorted(listed("a e i o u ai ea io ou"))
ENDINGS = ("", "n", "r", "s", "l", "t", "m", "nd", "rt", "ck")


class Measured(NamedTuple):
    """What proposing on one size gave and cost."""

    proposals: Proposals
    seconds: float


def proposals_of_one_type(scratch: Path) -> list[Figure]:
    """Propose merges among people of whom one in ten is another spelling of another."""
    del scratch
    measured = {size: _measured(size) for size in sorted({*SIZES, *JUDGED})}
    figures = [_seconds(size, measured[size]) for size in SIZES]
    each = {size: measured[size].seconds / size for size in (SIZES[0], SIZES[-1])}
    growth = each[SIZES[-1]] / each[SIZES[0]]
    figures.append(Figure("cost of an entity, 50,000 against 1,000", growth, LIMIT_GROWTH, "times"))
    figures.append(
        Figure("peak memory of the process, people included", peak_mib(), LIMIT_MIB, "MiB")
    )
    for size in JUDGED:
        peer = 1 + ceil((size - PEER_WINDOW) / PEER_STEP)
        ours = ceil(_doubtful(measured[size].proposals) / BATCH)
        figures.append(Figure(f"model calls for {size:,} entities", ours, NO_LIMIT, ""))
        figures.append(Figure("the same as sift-kg batches them (each time)", peer, NO_LIMIT, ""))
    return [*figures, *_after_an_edit(people(EDITED), people(EDITED, 1), "people")]


def proposals_of_a_series(scratch: Path) -> list[Figure]:
    """Propose among companies that are called almost alike: Abcde Ltd, Abcdf Ltd, and so on."""
    del scratch
    return _after_an_edit(series(EDITED), series(EDITED + 1), "companies of one series")


def series(size: int) -> TypeGraph:
    """Make up names of five letters out of ten, each of which is near fifty others."""
    names = ("".join(SERIES[int(digit)] for digit in f"{at:05}") for at in range(size))
    return part_of("ORGANIZATION", *(f"{name.title()} Ltd" for name in names))


def people(size: int, more: int = 0) -> TypeGraph:
    """Make up people with employers and birthdays, the same for the same size, and some more."""
    random = Random(size)  # noqa: S311 - made-up names, the same each time
    given = [_word(random, random.choice((1, 2))) for _ in range(1_500)]
    surnames = [_word(random, random.choice((2, 3))) for _ in range(max(800, size // 4))]
    employers = [_word(random, 3) for _ in range(size // 5 + 5)]
    known: dict[str, Known] = {}
    names: list[str] = []
    while len(known) < size + more:
        name = f"{random.choice(given)} {random.choice(surnames)}"
        if names and random.random() < DOUBLES:
            name = _respelt(random, random.choice(names))
        if name.casefold() in known:
            continue
        names.append(name)
        known[name.casefold()] = _person(random, name, employers)
    return part_of("PERSON", *known.values())


def _measured(size: int) -> Measured:
    part = people(size)
    began = time.process_time()
    proposals, _ = propose(part, FACET, ResolutionStage(), None)
    return Measured(proposals, time.process_time() - began)


def _after_an_edit(before: TypeGraph, after: TypeGraph, what: str) -> list[Figure]:
    """Propose, and once more when one entity came, with what is known of the first time."""
    count = f"{len(before.entities):,} {what}"
    began = time.process_time()
    _, names = propose(before, FACET, ResolutionStage(), None)
    known = ComparedNames.from_bytes(names.to_bytes())
    middle = time.process_time()
    propose(after, FACET, ResolutionStage(), None, known)
    ended = time.process_time()
    return [
        Figure(f"proposals of {count}", middle - began, NO_LIMIT, "s"),
        Figure("the same after one edit", ended - middle, LIMIT_EDIT_SECONDS, "s"),
    ]


def _seconds(size: int, measured: Measured) -> Figure:
    pairs = len(measured.proposals.pairs)
    limit = LIMIT_SECONDS if size == SIZES[-1] else NO_LIMIT
    return Figure(f"proposals of {size:,} people: {pairs:,} pairs", measured.seconds, limit, "s")


def _doubtful(proposals: Proposals) -> int:
    return sum(pair.score < CERTAIN for pair in proposals.pairs)


def _word(random: Random, syllables: int) -> str:
    sounds = (random.choice(ONSETS) + random.choice(VOWELS) for _ in range(syllables))
    return ("".join(sounds) + random.choice(ENDINGS)).title()


def _respelt(random: Random, name: str) -> str:
    words = name.split()
    return random.choice(list(_spellings(random, name, words)))


def _spellings(random: Random, name: str, words: list[str]) -> Iterator[str]:
    at = random.randrange(1, len(name) - 1)
    yield name[:at] + name[at + 1 :]
    yield f"Dr. {name}"
    yield words[-1]
    yield f"{words[0][0]}. {words[-1]}"


def _person(random: Random, name: str, employers: list[str]) -> Known:
    related = [("WORKS_FOR", random.choice(employers)) for _ in range(random.randrange(3))]
    born = [("born", str(random.randrange(1930, 2000)))] if random.random() < 0.3 else []
    return Known(name, related=related, attributes=born)
