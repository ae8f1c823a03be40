"""Candidate pairs: what blocking rules and neighbours find, within bounds, whatever the order."""

from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import chain, combinations
from zlib import crc32

import numpy as np
import numpy.typing as npt

from sift_assets.core.resolution.blocking import RULES, BlockingRule
from sift_assets.core.resolution.names import Kind
from sift_assets.core.resolution.subjects import Subject

Pair = tuple[int, int]
"""Positions of two subjects, the lesser first."""

Numbers = npt.NDArray[np.int64]

FULL_BLOCK = 30
"""Entities that share a key and are all compared with each other: at most 435 pairs."""

NEAR_IN_BLOCK = 8
"""In a larger block each is compared with so many behind it in order of letters: duplicates stand
near each other there, and the pairs grow with the block instead of its square."""

RARE = 12
"""A word or value that more entities share says little about any two of them. In FTX the words
that duplicates share are in 2 to 9 names."""


AT_ONCE = 200_000
"""Subjects of whose keys the blocks of a rule are in memory at once: they take some 350 MB."""


@dataclass(frozen=True, eq=False)
class Found:
    """Pairs with the rules that found them, as columns: there may be half a million.

    Attributes:
        left: Positions of the one subject, the lesser.
        right: Of the other; the pairs are sorted by both.
        names: Of the rules.
        rules: Which of them found the pair, a bit for each.
    """

    left: Numbers
    right: Numbers
    names: tuple[str, ...]
    rules: Numbers

    def __len__(self) -> int:
        """Return how many pairs there are."""
        return len(self.left)

    def pairs(self) -> Iterator[Pair]:
        """Yield the pairs."""
        return zip(self.left.tolist(), self.right.tolist(), strict=True)

    def blocked_by(self, at: int) -> tuple[str, ...]:
        """Return the rules that found a pair, sorted."""
        bits = int(self.rules[at])
        return tuple(sorted(name for bit, name in enumerate(self.names) if bits >> bit & 1))


def candidates(
    subjects: Sequence[Subject],
    kind: Kind,
    neighbours: Mapping[str, Iterable[Pair]],
    at_once: int = AT_ONCE,
) -> Found:
    """Find pairs that are worth comparing.

    Args:
        subjects: In order of their ids.
        kind: How their names work.
        neighbours: Pairs found by other means than keys, by the name of the means.
        at_once: Subjects of whose keys a rule's blocks are in memory at once; more are divided by
            the hashes of their keys. Shapes nothing.

    Returns:
        Each pair with the rules that found it. An entity takes part in at most
        `FULL_BLOCK - 1` pairs for each of its keys (`2 * NEAR_IN_BLOCK` in larger blocks).
    """
    parts = max(1, -(-len(subjects) // at_once))
    by_name: dict[str, Iterable[Pair]] = {
        rule.name: _found_by(rule, subjects, kind, parts) for rule in RULES
    }
    by_name |= neighbours
    codes = [_coded(pairs, len(subjects)) for pairs in by_name.values()]
    bits = [np.full(len(found), 1 << bit, np.int64) for bit, found in enumerate(codes)]
    code, rules = _united(np.concatenate(codes), np.concatenate(bits))
    left, right = np.divmod(code, max(1, len(subjects)))
    return Found(left, right, tuple(by_name), rules)


def _coded(pairs: Iterable[Pair], count: int) -> Numbers:
    """Return each pair once, as one number: its place in the square of all pairs."""
    flat = np.fromiter(chain.from_iterable(pairs), np.int64)
    return np.unique(flat[0::2] * count + flat[1::2])


def _united(code: Numbers, bits: Numbers) -> tuple[Numbers, Numbers]:
    """Return the distinct codes, sorted, each with the bits of all its occurrences."""
    if not len(code):
        return code, bits
    order = np.argsort(code, kind="stable")
    code = code[order]
    first = np.flatnonzero(np.diff(code, prepend=-1))
    return code[first], np.bitwise_or.reduceat(bits[order], first)


def _found_by(
    rule: BlockingRule, subjects: Sequence[Subject], kind: Kind, parts: int
) -> Iterator[Pair]:
    for part in range(parts):
        yield from _pairs(_blocks(rule, subjects, kind, part, parts), rule, subjects)


def _blocks(
    rule: BlockingRule, subjects: Sequence[Subject], kind: Kind, part: int, parts: int
) -> Iterable[set[int]]:
    """Gather who shares a key, of the keys of one part: a key and all who have it are in one."""
    blocks: defaultdict[str, set[int]] = defaultdict(set)
    for at, subject in enumerate(subjects):
        for key in rule.keys(subject, kind):
            if key and (parts == 1 or crc32(key.encode("utf-8", "surrogatepass")) % parts == part):
                blocks[key].add(at)
    return blocks.values()


def _pairs(
    blocks: Iterable[set[int]], rule: BlockingRule, subjects: Sequence[Subject]
) -> Iterator[Pair]:
    for block in blocks:
        if len(block) <= (RARE if rule.rare else FULL_BLOCK):
            yield from combinations(sorted(block), 2)
        elif not rule.rare:
            yield from _near(block, subjects)


def _near(block: Iterable[int], subjects: Sequence[Subject]) -> Iterator[Pair]:
    in_order = sorted(block, key=lambda at: (subjects[at].name.roman, at))
    for place, one in enumerate(in_order):
        for other in in_order[place + 1 : place + 1 + NEAR_IN_BLOCK]:
            yield (one, other) if one < other else (other, one)
