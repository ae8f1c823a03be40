"""Candidate pairs: what blocking rules and neighbours find, within bounds, whatever the order."""

from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import combinations

from sift_assets.core.resolution.blocking import RULES, BlockingRule
from sift_assets.core.resolution.names import Kind
from sift_assets.core.resolution.subjects import Subject

Pair = tuple[int, int]
"""Positions of two subjects, the lesser first."""

Found = dict[Pair, set[str]]
"""Pairs with the names of the rules that found them."""

FULL_BLOCK = 30
"""Entities that share a key and are all compared with each other: at most 435 pairs."""

NEAR_IN_BLOCK = 8
"""In a larger block each is compared with so many behind it in order of letters: duplicates stand
near each other there, and the pairs grow with the block instead of its square."""

RARE = 12
"""A word or value that more entities share says little about any two of them. In FTX the words
that duplicates share are in 2 to 9 names."""


def candidates(
    subjects: Sequence[Subject],
    kind: Kind,
    neighbours: Mapping[str, Iterable[Pair]],
) -> Found:
    """Find pairs that are worth comparing.

    Args:
        subjects: In order of their ids.
        kind: How their names work.
        neighbours: Pairs found by other means than keys, by the name of the means.

    Returns:
        Each pair with the rules that found it. An entity takes part in at most
        `FULL_BLOCK - 1` pairs for each of its keys (`2 * NEAR_IN_BLOCK` in larger blocks).
    """
    found: Found = {}
    for rule in RULES:
        for pair in _pairs(rule, subjects, kind):
            found.setdefault(pair, set()).add(rule.name)
    for name, pairs in neighbours.items():
        for pair in pairs:
            found.setdefault(pair, set()).add(name)
    return {pair: found[pair] for pair in sorted(found)}


def _pairs(rule: BlockingRule, subjects: Sequence[Subject], kind: Kind) -> Iterator[Pair]:
    blocks: defaultdict[str, set[int]] = defaultdict(set)
    for at, subject in enumerate(subjects):
        for key in rule.keys(subject, kind):
            if key:
                blocks[key].add(at)
    for block in blocks.values():
        if len(block) <= (RARE if rule.rare else FULL_BLOCK):
            yield from combinations(sorted(block), 2)
        elif not rule.rare:
            yield from _near(block, subjects)


def _near(block: Iterable[int], subjects: Sequence[Subject]) -> Iterator[Pair]:
    in_order = sorted(block, key=lambda at: (subjects[at].name.roman, at))
    for place, one in enumerate(in_order):
        for other in in_order[place + 1 : place + 1 + NEAR_IN_BLOCK]:
            yield (one, other) if one < other else (other, one)
