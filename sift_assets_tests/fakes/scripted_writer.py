"""A language model that writes what a test wants: by default, every passage as a sentence."""

import re
from collections.abc import Callable, Sequence
from typing import Any, NamedTuple

from sift_assets.core.llm.fence import enclosed
from sift_assets.core.llm.model import ModelRequest
from sift_assets.core.records.record import canonical_json

Written = tuple[str, tuple[int, ...]]
"""A sentence and the numbers of the passages that it cites."""


class Shown(NamedTuple):
    """What a question shows.

    Attributes:
        subject: Its first line.
        passages: Number to quote.
        wanted: Fields of the answer.
        faulty: Number to sentence, of those that are sent back.
        text: All of it.
    """

    subject: str
    passages: dict[int, str]
    wanted: tuple[str, ...]
    faulty: dict[int, str]
    text: str

    @property
    def is_mending(self) -> bool:
        """Whether sentences are sent back."""
        return bool(self.faulty)

    @property
    def is_profile(self) -> bool:
        """Whether a profile is asked for."""
        return "label" not in self.wanted and not self.is_mending

    def number(self, words: str) -> int:
        """Return the number of the passage with some words."""
        return next(number for number, quote in self.passages.items() if words in quote)


def shown_in(request: ModelRequest) -> Shown:
    """Read a question as a model does."""
    return shown_of(request.messages[-1].content, request.answer_schema)


def shown_of(asked: str, schema: dict[str, Any]) -> Shown:
    """Read a user's message and the schema of its answer."""
    text = enclosed(asked)
    evidence, _, sent_back = text.partition("\nSentences that do not hold\n")
    return Shown(
        subject=evidence.splitlines()[0].removeprefix("Subject: "),
        passages={int(n): q for n, q in re.findall(r"^\[(\d+)\] (.*)$", evidence, re.MULTILINE)},
        wanted=tuple(schema["required"]),
        faulty={int(n): s for n, s in re.findall(r"^S(\d+) (.*)$", sent_back, re.MULTILINE)},
        text=text,
    )


def said(sentences: Sequence[Written], label: str | None = None) -> str:
    """Return an answer in the form that is asked for."""
    rows = [{"text": text, "cites": list(cites)} for text, cites in sentences]
    return canonical_json(
        ({} if label is None else {"label": label}) | {"sentences": rows}
    ).decode()


def mended(sentences: dict[int, Written]) -> str:
    """Return an answer about sentences that were sent back, by their numbers."""
    rows = [{"sentence": n, "text": text, "cites": list(c)} for n, (text, c) in sentences.items()]
    return canonical_json({"sentences": rows}).decode()


def faithful(shown: Shown, label: str = "Kestrel Ltd and its people") -> str:
    """Write every passage that is a sentence once more, and mend nothing."""
    if shown.is_mending:
        return mended({})
    told = [(quote, (n,)) for n, quote in shown.passages.items() if len(quote.split()) > 3]
    return said(told, label if "label" in shown.wanted else None)


def writer(write: Callable[[Shown], Any] = faithful) -> Callable[[ModelRequest], Any]:
    """Return a script for a model that writes so."""
    return lambda request: write(shown_in(request))
