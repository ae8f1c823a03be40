"""What a language model is shown of one subject: facts and numbered passages, on lines of ours.

What belongs here: the value and how it is written down. What it is made from is in `briefs`, what
is asked about it in `questions`.
"""

import re

from sift_assets.core.narrative.checking import Ground
from sift_assets.core.narrative.records import Passage
from sift_assets.core.records.record import Record

MAX_PASSAGES = 40
"""Passages in one question: with quotes of a usual length some 4,000 tokens, which every model
reads with care. What is told of one subject seldom needs more."""

MAX_FACTS = 60
"""Facts in one question; the most important come first, so what is left out is the least."""

MAX_QUOTE = 400
"""Characters of a passage that are shown: two or three sentences."""

MAX_LINE = 300
"""Characters of a fact that are shown; an attribute may hold a page."""

_NUMBERED = re.compile(r"\[(?=\s*\d+\s*\])")
"""What looks like the number of a passage, in the text of one: it must not be taken for ours."""


class Fact(Record):
    """Something that the graph knows of the subject.

    Attributes:
        text: In English, with names as documents write them: untrusted.
        cites: Ids of the passages that it rests on.
        also: The same in other words. Not shown; for the check of sentences.
    """

    text: str
    cites: tuple[str, ...] = ()
    also: str = ""


class Brief(Record):
    """All that a model is shown of one subject.

    Attributes:
        about: What the subject is, in a few words: untrusted, because names are.
        facts: The most important first.
        passages: Likewise; the first is number 1.
        names: Every name that may be spoken of, sorted. Not shown; for the check of sentences.
        grounds: What each passage supports, by its id; likewise.
        counts: How many there are of what is counted; likewise.
    """

    about: str
    facts: tuple[Fact, ...]
    passages: tuple[Passage, ...]
    names: tuple[str, ...] = ()
    grounds: dict[str, Ground] = {}
    counts: tuple[int, ...] = ()

    def bounded(self) -> "Brief":
        """Return the same with no more facts and passages than are shown."""
        passages = self.passages[:MAX_PASSAGES]
        known = {passage.id for passage in passages}
        facts = (
            fact.model_copy(update={"cites": tuple(one for one in fact.cites if one in known)})
            for fact in self.facts
        )
        told = [fact for fact in facts if fact.cites]
        grounds = {one: ground for one, ground in self.grounds.items() if one in known}
        update = {"facts": tuple(told[:MAX_FACTS]), "passages": passages, "grounds": grounds}
        return self.model_copy(update=update)

    def cited(self, ids: tuple[str, ...]) -> tuple[Passage, ...]:
        """Return the passages of some ids."""
        by_id = {passage.id: passage for passage in self.passages}
        return tuple(by_id[one] for one in ids if one in by_id)

    def lines(self) -> str:
        """Write it down. No text of a document begins a line, so none can pass for ours."""
        numbers = {passage.id: number for number, passage in enumerate(self.passages, start=1)}
        facts = [
            f"- {one_line(fact.text, MAX_LINE)} "
            + "".join(f"[{numbers[one]}]" for one in fact.cites if one in numbers)
            for fact in self.facts
        ]
        quotes = [
            f"[{number}] {one_line(passage.quote, MAX_QUOTE)}"
            for number, passage in enumerate(self.passages, start=1)
        ]
        about = one_line(self.about, MAX_LINE)
        return "\n".join((f"Subject: {about}", "Facts", *facts, "Passages", *quotes))


def one_line(text: str, most: int) -> str:
    """Return untrusted text on one line, cut, without what looks like the number of a passage."""
    return _NUMBERED.sub("［", " ".join(text.split()))[:most]
