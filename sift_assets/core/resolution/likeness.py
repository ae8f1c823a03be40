"""How much two words, or two lists of words, are alike."""

from collections.abc import Sequence

import jellyfish
from rapidfuzz.distance import OSA, JaroWinkler

from sift_assets.core.resolution.lexicon import FEMININE_ENDINGS, NICKNAMES, OPPOSITES

TYPO_LETTERS = 5
"""Shorter words are one letter from other words: Mark, Mary."""

LONG_WORD = 9
"""A word of so many letters stays itself with two slips."""

ABBREVIATION = (3, 5)
"""Letters of an abbreviation: Univ, Dep, Assoc. Two begin too many words, and what is longer is a
word of its own (London, Londonderry)."""

OPPOSITE_LETTERS = 4
"""Letters that two opposites share at least: supervised, unsupervised."""


_NONE: frozenset[int] = frozenset()

_NICKNAMES_OF: dict[str, frozenset[int]] = {
    name: frozenset(at for at, group in enumerate(NICKNAMES) if name in group)
    for name in {name for group in NICKNAMES for name in group}
}
"""Given name to the groups it is in: to go through all groups takes longer than all else."""


def is_slip(one: str, other: str) -> bool:
    """Return whether two different words are apart by a slip of the hand; numbers never are."""
    shorter = min(len(one), len(other))
    if shorter < TYPO_LETTERS or not (one.isalpha() and other.isalpha()):
        return False
    allowed = 2 if shorter >= LONG_WORD else 1
    return 0 < OSA.distance(one, other, score_cutoff=allowed) <= allowed


def is_joined_slip(one: str, other: str) -> bool:
    """Return whether names without their spaces are one slip apart: Mac Aulay, MacAuley."""
    long = min(len(one), len(other)) >= LONG_WORD
    return long and OSA.distance(one, other, score_cutoff=1) == 1


def are_plural(one: str, other: str) -> bool:
    """Return whether one word is the regular English plural of the other."""
    singular, plural = sorted((one, other), key=len)
    if len(singular) < TYPO_LETTERS - 1:
        return False
    if singular.endswith("y"):
        return plural in (f"{singular[:-1]}ies", f"{singular}s")
    sibilant = singular.endswith(("s", "x", "z", "ch", "sh"))
    return plural == f"{singular}{'es' if sibilant else 's'}"


def is_abbreviation(one: str, other: str) -> bool:
    """Return whether one word is the beginning of the other."""
    shorter, longer = sorted((one, other), key=len)
    least, most = ABBREVIATION
    return least <= len(shorter) <= most and shorter != longer and longer.startswith(shorter)


def are_opposites(one: str, other: str) -> bool:
    """Return whether two words differ in a beginning that turns one into its opposite."""
    shared = 0
    while shared < min(len(one), len(other)) and one[-1 - shared] == other[-1 - shared]:
        shared += 1
    # what is shared may reach into the beginning: inter and intra both end in r or a
    return shared >= OPPOSITE_LETTERS and any(
        frozenset((one[: len(one) - at], other[: len(other) - at])) == pair
        for at in range(OPPOSITE_LETTERS, shared + 1)
        for pair in OPPOSITES
    )


def is_feminine_of(one: str, other: str) -> bool:
    """Return whether one given name is the other with a woman's ending."""
    shorter, longer = sorted((one, other), key=len)
    ending = longer.removeprefix(shorter)
    return len(shorter) > 1 and ending != longer and ending in FEMININE_ENDINGS


def are_nicknames(one: str, other: str) -> bool:
    """Return whether people use two given names for one another."""
    return not _NICKNAMES_OF.get(one, _NONE).isdisjoint(_NICKNAMES_OF.get(other, _NONE))


def sound_alike(one: Sequence[str], other: Sequence[str]) -> bool:
    """Return whether all words sound the same, in order; Latin letters only."""
    pairs = zip(one, other, strict=True) if len(one) == len(other) else ()
    compared = [(a, b) for a, b in pairs if a != b]
    return bool(compared) and all(
        min(len(a), len(b)) >= TYPO_LETTERS - 1
        and a.isascii()
        and b.isascii()
        and jellyfish.metaphone(a) == jellyfish.metaphone(b)
        for a, b in compared
    )


def nearness(one: str, other: str) -> float:
    """Return the Jaro-Winkler similarity, from 0 to 1."""
    return JaroWinkler.similarity(one, other)


def agreement(one: str, other: str) -> float:
    """Return the share of characters that are right, from 0 to 1."""
    return OSA.normalized_similarity(one, other)


def differing(one: Sequence[str], other: Sequence[str]) -> tuple[list[str], list[str]]:
    """Return the words that each has and the other has not, in order."""
    return [word for word in one if word not in other], [w for w in other if w not in one]
