"""Whether a model answered with a label: a short name in words that are shown, and not copied."""

import re
from collections.abc import Iterable

from sift_assets.core.extraction.local.wordlists import listed
from sift_assets.core.narrative.asking.brief import Brief
from sift_assets.core.narrative.asking.form import is_latin

MIN_WORDS, MAX_WORDS = 2, 6
"""One word names nothing in particular, more than six are a sentence."""

MAX_CHARACTERS = 70
"""Six long words; a longer label does not fit beside a picture."""

SHOWN_SHARE = 1 / 2
"""Of a label's words that have to stand in what is shown. A label may say in a word of its own what
its members have in common; one that is mostly made up is about something else."""

MIN_WORD = 4
"""Shorter words are grammar."""

STEM = 5
"""Characters by which words are compared: `bankrupt` and `bankruptcy` are one."""

_STATING = listed(
    "is are was were be been has have had would shall should must could might do does did you "
    "your yours we our us i please not never always ignore disregard forget follow obey "
    "execute run click visit open download send pay reply respond answer output print write "
    "say repeat delete remember stop call contact instruction instructions prompt assistant "
    "label json"
)
"""Words of statements and orders. A name that has one (`Open Society`) costs the model's label."""

_ALLOWED = re.compile(r"[\w &'’.,–-]+")
_LINK = re.compile(r"\w\.\w{2,}|_")
"""`evil.com`; not `U.S.` or `St. Ives`."""

_WORD = re.compile(r"\w+(?:['’]\w+)?")


def accepted_label(said: str, brief: Brief) -> str:
    """Return a label as it is to be shown, empty when it is none.

    Args:
        said: As the model answered, on one line.
        brief: What it was shown.
    """
    label = said.strip(" \"'“”‘’.,:;")
    is_named = _is_short(label) and _ALLOWED.fullmatch(label) and not _LINK.search(label)
    words = {word.casefold() for word in _WORD.findall(label)}
    if not is_named or not is_latin(label) or words & _STATING:
        return ""
    return label if _is_about(words, brief) and not _is_copied(label, brief) else ""


def _is_short(label: str) -> bool:
    return MIN_WORDS <= len(label.split()) <= MAX_WORDS and len(label) <= MAX_CHARACTERS


def _is_about(words: Iterable[str], brief: Brief) -> bool:
    shown = {one.casefold()[:STEM] for text in _texts(brief) for one in _WORD.findall(text)}
    content = _telling(words)
    known = [word for word in content if word[:STEM] in shown]
    has_numbers = all(word in known for word in content if word.isdigit())
    return has_numbers and bool(known) and len(known) >= SHOWN_SHARE * len(content)


def _is_copied(label: str, brief: Brief) -> bool:
    """Say whether words of a passage were taken over that name nothing: an order, or a scrap."""
    folded = label.casefold()
    quotes = (" ".join(passage.quote.split()).casefold() for passage in brief.passages)
    named = {word.casefold() for name in brief.names for word in _WORD.findall(name)}
    is_made_of_names = all(word in named for word in _telling(_WORD.findall(folded)))
    return not is_made_of_names and any(folded in quote for quote in quotes)


def _telling(words: Iterable[str]) -> list[str]:
    return [word for word in words if len(word) >= MIN_WORD or word.isdigit()]


def _texts(brief: Brief) -> Iterable[str]:
    return (*brief.names, *(f.text for f in brief.facts), *(p.quote for p in brief.passages))
