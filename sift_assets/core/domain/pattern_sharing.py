r"""In how many ways neighbouring repetitions of a pattern can divide a text among themselves.

Each of the three repetitions in `\w+\w+\w+x` takes any share of a long word, and all shares are
tried when no x follows: a line of two thousand letters would take hours. Where something stands
between that only one of two can match, as the space in `\w+ \w+`, there is nothing to divide.
"""

import re
import string
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from functools import lru_cache
from math import log2, prod
from typing import NamedTuple

from sift_assets.core.domain.pattern_tokens import TOKEN, bounds

LONGEST = 2000
"""Characters of a line that a pattern is matched against: no repetition can take more, and one of
quadratic cost stays cheap."""

_TOO_MANY = float(LONGEST**3)
"""Ways that no text is long enough for; it stands for all numbers above."""

_SIGNS = frozenset(string.printable) | frozenset("éß中٣\u00a0\u2019")
"""By which two parts are held to match the same: every ASCII sign, and some of other kinds."""

_NO_WIDTH = frozenset((r"\b", r"\B", r"\A", r"\Z", "^", "$"))
_LOOKING = ("(?=", "(?!", "(?<=", "(?<!")


class _Piece(NamedTuple):
    """A part of a pattern.

    Attributes:
        signs: What it may match.
        least: So many of them at least.
        ways: Of choosing how many.
        optional: The groups around it that may be left out, by where they begin.
    """

    signs: frozenset[str]
    least: float
    ways: float
    optional: frozenset[int] = frozenset()


@dataclass(slots=True)
class _Group:
    """What stands in one group so far: finished branches, and the atoms of this one."""

    looks: bool = False
    branches: list[list[_Piece]] = field(default_factory=list[list[_Piece]])
    atoms: list[list[_Piece]] = field(default_factory=list[list[_Piece]])

    def pieces(self) -> list[_Piece]:
        return [piece for atom in self.atoms for piece in atom]

    def end_branch(self) -> None:
        self.branches.append(self.pieces())
        self.atoms = []

    def end(self) -> list[_Piece]:
        self.end_branch()
        if len(self.branches) == 1:
            return self.branches[0]
        return [
            _Piece(
                _signs(piece for branch in self.branches for piece in branch),
                min(sum(piece.least for piece in branch) for branch in self.branches),
                min(_TOO_MANY, sum(_divisions(branch) for branch in self.branches)),
            )
        ]


@lru_cache(maxsize=256)
def divisions(pattern: str) -> float:
    """Return in how many ways neighbouring repetitions can divide a text, generously counted.

    Remembered, because every document asks about every pattern of its domain.

    Args:
        pattern: One that compiles and refers back to none of its groups.
    """
    signs = _SIGNS | frozenset(pattern)
    groups, looked = [_Group()], 1.0
    for token in TOKEN.finditer(pattern):
        kind, text, group = token.lastgroup, token.group(), groups[-1]
        if kind == "open":
            groups.append(_Group(looks=text in _LOOKING))
        elif kind == "close":
            pieces = groups.pop().end()
            if group.looks:  # what it matches takes nothing of the text
                looked, pieces = max(looked, _divisions(pieces)), []
            groups[-1].atoms.append(pieces)
        elif kind == "branch":
            group.end_branch()
        elif kind == "repeat":
            group.atoms[-1] = _repeated(group.atoms[-1], *bounds(text), token.start())
        elif kind != "flags" and text not in _NO_WIDTH:
            group.atoms.append([_Piece(_matched(text, signs), 1, 1)])
        else:
            group.atoms.append([])
    return max(looked, _divisions(groups[0].end()))


def _matched(atom: str, signs: frozenset[str]) -> frozenset[str]:
    """Return the signs that an atom matches; all where it cannot stand alone, as half an escape."""
    try:
        rule = re.compile(atom, re.IGNORECASE | re.DOTALL)
    except re.error:
        return signs
    return frozenset(filter(rule.fullmatch, signs))


def _signs(pieces: Iterable[_Piece]) -> frozenset[str]:
    return frozenset(sign for piece in pieces for sign in piece.signs)


def _repeated(pieces: list[_Piece], least: float, most: float, place: int) -> list[_Piece]:
    if not pieces or least == most == 1:
        return pieces
    inner, signs = _divisions(pieces), _signs(pieces)
    if inner > 1 and (least, most) == (0, 1):  # what stands in it still keeps neighbours apart
        within = [one._replace(optional=one.optional | {place}) for one in pieces]
        return [_Piece(signs, 0, 2), *within]
    ways = min(LONGEST, most) - least + 1
    if inner > 1:
        ways *= _TOO_MANY if log2(inner) * most > log2(_TOO_MANY) else inner**most
    each = sum(piece.least for piece in pieces)
    return [_Piece(signs, each * least, max(1, ways))]


def _divisions(pieces: Sequence[_Piece]) -> float:
    """Return the ways of the most numerous run of repetitions that divide one text."""
    flexible = [place for place, piece in enumerate(pieces) if piece.ways > 1]
    runs: list[list[int]] = []
    for place in flexible:
        joined = [run for run in runs if any(_share(pieces, one, place) for one in run)]
        runs = [run for run in runs if run not in joined]
        runs.append([one for run in joined for one in run] + [place])
    return max((prod(pieces[one].ways for one in run) for run in runs), default=1.0)


def _share(pieces: Sequence[_Piece], first: int, second: int) -> bool:
    """Say whether two pieces can take the same signs, also across what must stand between."""
    one, other = pieces[first], pieces[second]
    present = one.optional | other.optional
    between = [
        piece.signs
        for piece in pieces[first + 1 : second]
        if piece.least and piece.optional <= present
    ]
    return bool(one.signs & other.signs) and all(
        signs & one.signs and signs & other.signs for signs in between
    )
