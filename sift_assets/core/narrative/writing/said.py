"""Parts of sentences with what they stand on, and how they are joined."""

from collections.abc import Iterable, Sequence
from typing import NamedTuple

from sift_assets.core.narrative.listing import sentence
from sift_assets.core.narrative.records import Passage, Sentence

MOST_CITED = 24
"""Passages that one sentence cites: three clauses of five names each, with some that state more
than the relation. A longer row of marks is not read."""


class Said(NamedTuple):
    """A part of a sentence, or a whole one without its end.

    Attributes:
        text: In English.
        cites: The passages that it stands on.
    """

    text: str
    cites: tuple[Passage, ...]

    def as_sentence(self) -> Sentence:
        """Return it as a sentence."""
        ids = tuple(dict.fromkeys(passage.id for passage in self.cites))
        return Sentence(text=sentence(self.text), cites=ids[:MOST_CITED])


def joined(clauses: Sequence[Said]) -> Said:
    """Join clauses of one subject: a comma before "and" where one of them has a list of its own."""
    texts = [clause.text for clause in clauses]
    cites = cites_of(clauses)
    if len(texts) < 2:
        return Said("".join(texts), cites)
    is_plain = len(texts) == 2 and not any(mark in texts[0] for mark in (",", ";", " and "))
    mark = ";" if any(";" in text for text in texts) else ","
    last = " and " if is_plain else f"{mark} and "
    return Said(f"{f'{mark} '.join(texts[:-1])}{last}{texts[-1]}", cites)


def cites_of(parts: Iterable[Said]) -> tuple[Passage, ...]:
    """Return the passages of some parts, each once, in order."""
    return tuple(dict.fromkeys(passage for part in parts for passage in part.cites))
