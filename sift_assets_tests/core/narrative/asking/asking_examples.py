"""Passages, facts and answers that the tests of asking share."""

import json
from typing import Any

from sift_assets.core.domain.facets import NarrativeFacet
from sift_assets.core.llm.model import ModelAnswer
from sift_assets.core.narrative.asking.brief import Brief, Fact
from sift_assets.core.narrative.records import Passage, Sentence

FACET = NarrativeFacet(context="A harbour.", style=("Name who says so.",))

QUOTES = (
    "Ada Varga has worked for Kestrel Ltd since 3 May 2010.",
    "Kestrel Ltd bought the tug Heron for 40,000 euros in 2012.",
    "Tom Brandt was the captain of the Heron.",
)
NAMES = ("Ada Varga", "Heron", "Kestrel Ltd", "Tom Brandt")


def passages(*quotes: str) -> tuple[Passage, ...]:
    return tuple(
        Passage(document="a.txt", page=0, start=100 * at, end=100 * at + len(quote), quote=quote)
        for at, quote in enumerate(quotes or QUOTES)
    )


def brief(*quotes: str, names: tuple[str, ...] = NAMES, about: str = "Ada Varga") -> Brief:
    shown = passages(*quotes)
    facts = (Fact(text="Ada Varga has worked for Kestrel Ltd since 2010.", cites=(shown[0].id,)),)
    return Brief(about=about, facts=facts, passages=shown, names=names)


def cited(text: str, *numbers: int, of: Brief | None = None) -> Sentence:
    shown = (of or brief()).passages
    return Sentence(text=text, cites=tuple(shown[number - 1].id for number in numbers))


def answer(*sentences: Any, label: str | None = None, model: str = "writer-2026") -> ModelAnswer:
    said = [
        {"text": one[0], "cites": list(one[1:])} if isinstance(one, tuple) else one
        for one in sentences
    ]
    body = ({} if label is None else {"label": label}) | {"sentences": said}
    return ModelAnswer(text=json.dumps(body), model=model)
