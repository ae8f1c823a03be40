"""Phrases that say nothing, as data with the reason, and finding them in a sentence.

They come from language models. Some claim a meaning that no document states, some speak of the
documents instead of what they say, some put a label in the place of a fact. The local writer uses
none of them (a law), and what a model writes is asked for once more.

    pattern (words; `*` any one word)   why it is not written
"""

import re
from collections.abc import Iterable
from functools import cache
from typing import NamedTuple

PHRASES = """
played a * role          | says that somebody mattered, and not what was done
played a crucial role    | praises or blames in the place of a fact
played a pivotal role    | praises or blames in the place of a fact
served as                | hides what was done behind an office: say "was" or what was done
highlighting             | hangs a meaning on a fact that no document gives it
underscoring             | hangs a meaning on a fact that no document gives it
indicating               | draws a conclusion of its own
suggesting               | draws a conclusion of its own
this suggests            | draws a conclusion of its own
this indicates           | draws a conclusion of its own
this highlights          | hangs a meaning on a fact that no document gives it
as evidenced by          | argues; the citation is the evidence
the documents reveal     | speaks of the documents, not of what they say
records show             | speaks of the documents, not of what they say
the source material indicates | speaks of the documents, not of what they say
is associated with       | hides which link it is: say it, or that it is a connection
is mentioned in          | speaks of the documents, not of what they say
in the context of        | fills
is significant as        | praises or blames in the place of a fact
is noted for             | praises or blames in the place of a fact
is identified as         | puts a label between the name and what is said of it
is a key figure          | says that somebody mattered, and not what was done
"""
"""The 22 that sift-kg 0.9 has rewritten, so that who comes from there finds no other style; the
reasons are ours."""

MARK = "never write:"
"""A style rule of a domain that begins so forbids the phrases after it, parted by semicolons."""


class PhraseRule(NamedTuple):
    """A phrase that is not written.

    Attributes:
        phrase: Its words; `*` stands for any one word.
        reason: Why not.
    """

    phrase: str
    reason: str


@cache
def phrase_rules() -> tuple[PhraseRule, ...]:
    """Return the rules that hold in every domain."""
    lines = filter(None, PHRASES.splitlines())
    return tuple(PhraseRule(*map(str.strip, line.split("|"))) for line in lines)


def rules_of(style: Iterable[str]) -> tuple[PhraseRule, ...]:
    """Return the rules that the style of a domain adds: `Never write: allegedly; it is said`."""
    forbidding = (rule[len(MARK) :] for rule in style if rule.lower().startswith(MARK))
    phrases = (" ".join(part.split()) for rule in forbidding for part in rule.split(";"))
    return tuple(PhraseRule(phrase, "the domain asks so") for phrase in phrases if phrase)


def phrases_in(text: str, style: Iterable[str] = ()) -> tuple[PhraseRule, ...]:
    """Return the rules that a text breaks.

    Args:
        text: A sentence or several.
        style: Style rules of the domain; those that forbid a phrase count as well.
    """
    rules = (*phrase_rules(), *rules_of(style))
    return tuple(rule for rule in rules if _pattern(rule.phrase).search(text))


@cache
def _pattern(phrase: str) -> re.Pattern[str]:
    words = r"\s+".join(r"\w+" if word == "*" else re.escape(word) for word in phrase.split())
    return re.compile(rf"(?<!\w){words}(?!\w)", re.IGNORECASE)
