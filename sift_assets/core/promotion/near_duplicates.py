"""When two texts are one for whoever has refused the first: the same, or as good as the same.

A text is compared by its words and pairs of words, so that case, spaces, punctuation and the order
of paragraphs do not count. Of a long text the smallest hashes stand for all (a bottom-k sketch,
Cohen and Kaplan 2007); of a short one there are all, and the comparison is exact.
"""

import hashlib
import heapq
import re
import unicodedata
from collections.abc import Iterable, Iterator
from typing import NamedTuple

from sift_assets.core.records.record import Record

SKETCHED = 128
"""Hashes kept of a text. The error of a similarity near 0.7 is 0.04, near 0.95 it is 0.02; a
sketch takes 2 kB in the log of decisions."""

HASH_BYTES = 6
"""Of a hash: JSON says whole numbers of 48 bits exactly everywhere, and of two thousand pairs of
words two collide with a chance of one in 10^8."""

SAME_DOCUMENT = 0.5
"""A refused document that is changed stays refused from this similarity on: in a note of five
words one may be another, in a long text about a third of the words. Below it, more is new than
was kept, and somebody should look again."""

OTHER_DOCUMENT = 0.7
"""Another document is a copy of a refused one from this similarity on: of ten words one may be
another. Higher than for the same document, because two letters from one template are alike to 0.6
and are two letters all the same."""

_TOKEN = re.compile(
    "[\u0e00-\u0eff\u1000-\u109f\u1780-\u17ff\u3040-\u30ff\u3400-\u4dbf\u4e00-\u9fff]"  # no spaces
    r"|[^\W_]+"
)


class Refused(Record):
    """What somebody has refused, as far as it takes to know it again.

    Attributes:
        candidate: Id of the document, as `Candidate.id`.
        content: Of the text that was refused, as `Candidate.content`.
        signature: Of the same text, as `Candidate.signature`; empty where nobody knows it.
        reason: Why; for people.
        at: When, as times in the decision log are written.
        by: Who.
    """

    candidate: str
    content: str
    signature: tuple[int, ...] = ()
    reason: str = ""
    at: str = ""
    by: str = ""


class Likeness(NamedTuple):
    """An earlier refusal that a document falls under.

    Attributes:
        refused: The refusal.
        exact: Whether the text is the very same.
    """

    refused: Refused
    exact: bool


def refusal_of(
    candidate: str, content: str, signature: tuple[int, ...], refusals: Iterable[Refused]
) -> Likeness | None:
    """Return the refusal that a document falls under, None when it falls under none.

    It is compared with what was refused, not with what it was yesterday, so that many small
    changes end a refusal at the same point as one large one.

    Args:
        candidate: Id of the document.
        content: Of its text.
        signature: Of its text.
        refusals: Those in force, of its seat.
    """
    in_order = sorted(refusals, key=lambda one: (one.at, one.content))
    for one in in_order:
        if content and one.content == content:
            return Likeness(one, exact=True)
    for one in in_order:
        least = SAME_DOCUMENT if one.candidate == candidate else OTHER_DOCUMENT
        if similarity(signature, one.signature) >= least:
            return Likeness(one, exact=False)
    return None


def folded(text: str) -> str:
    """Return a text without differences of case, Unicode form and invisible characters."""
    composed = unicodedata.normalize("NFKC", unicodedata.normalize("NFKC", text).casefold())
    if composed.isascii():
        return composed
    return "".join(c for c in composed if unicodedata.category(c) != "Cf")


def normalised(text: str) -> str:
    """Return a text as contents are compared: folded, with single spaces between its words."""
    return " ".join(folded(text).split())


def signature_of(text: str, key: str) -> tuple[int, ...]:
    """Return the signature of a text, sorted; empty when it has no word.

    Args:
        text: As it is read, or normalised: both have one signature.
        key: Of the project; without it nobody can try which words a signature is made of.
    """
    secret = bytes.fromhex(key)[: hashlib.blake2b.MAX_KEY_SIZE]

    def hashed(feature: str) -> int:
        digest = hashlib.blake2b(feature.encode(), key=secret, digest_size=HASH_BYTES).digest()
        return int.from_bytes(digest)

    return tuple(heapq.nsmallest(SKETCHED, {hashed(one) for one in set(_features(text))}))


def similarity(one: tuple[int, ...], other: tuple[int, ...]) -> float:
    """Return how much of two texts is shared, from 0 to 1 (Jaccard); 0 for texts without words.

    Exact where neither text has more than `SKETCHED` words and pairs, else an estimate.
    """
    mine, theirs = set(one), set(other)
    both = sorted(mine | theirs)[:SKETCHED]
    return sum(n <= both[-1] for n in mine & theirs) / len(both) if both else 0.0


def _features(text: str) -> Iterator[str]:
    before = ""
    for word in _TOKEN.findall(normalised(text)):
        yield word
        if before:
            yield f"{before} {word}"
        before = word
