"""A relation in words, without a model: its type as an English clause, in its true direction.

What belongs here: verbs, their tense and their number. What does not: what a text says about, and
in which order. Names go through `listing.shown`; marks of Markdown are neutralised by renderers.
"""

import re
from collections.abc import Mapping
from functools import cache
from typing import NamedTuple

from sift_assets.core.graph.review import Status
from sift_assets.core.narrative.inflection import Tense, conjugated
from sift_assets.core.narrative.listing import sentence, shown
from sift_assets.core.narrative.periods import OPEN, Period, event_words, state_words
from sift_assets.core.narrative.relation_table import TABLE
from sift_assets.core.narrative.unknown_relations import words_of_unknown

UNCONFIRMED = " (unconfirmed)"
"""Behind what waits for a person."""

_SAME, _NONE = "=", "-"
_LEADING = re.compile(r"^(?:IS|WAS)_(?=[A-Z]+_)")
"""`IS_OWNED_BY` is `OWNED_BY`."""

_BY_SUBJECT = re.compile(r"<([^|>]*)\|([^>]*)>")
_BY_OBJECT = re.compile(r"\{([^|}]*)\|([^}]*)\}")


class Words(NamedTuple):
    """How a type of relations is said.

    Attributes:
        forward: What the source does: a verb in its base form and what follows it.
        backward: What the target does; empty where there are no words for it.
        is_event: Whether it happened once, and is past; else it holds.
        is_symmetric: Whether it is the same from either side.
    """

    forward: str
    backward: str
    is_event: bool
    is_symmetric: bool = False


def words_of(relation_type: str, source_type: str = "") -> Words:
    """Return how a type of relations is said, of sources of some type."""
    table = _table()
    names = (relation_type, _LEADING.sub("", relation_type))
    keys = ((name, kind) for name in names for kind in (source_type, ""))
    return next((table[key] for key in keys if key in table), None) or _of_unknown(relation_type)


def predicate(
    relation_type: str,
    period: Period = OPEN,
    *,
    source_type: str = "",
    backward: bool = False,
    many_subjects: bool = False,
    many_objects: bool = False,
    tense: Tense = Tense.PRESENT,
) -> str:
    """Return verb and preposition of a relation: "works for", "were members of".

    Args:
        relation_type: Upper snake case, of any domain.
        period: What is stated of its validity; decides the tense.
        source_type: Entity type of the source, where the words depend on it.
        backward: The subject is the target of the relation.
        many_subjects: The subject is in the plural.
        many_objects: Several names follow.
        tense: Of a state of which no period is stated.

    Returns:
        What stands between subject and object; empty if `backward` and there are no words for it:
        then the other end must be the subject.
    """
    words = words_of(relation_type, source_type)
    phrase = words.backward if backward else words.forward
    if not phrase:
        return ""
    phrase = _BY_SUBJECT.sub(r"\2" if many_subjects else r"\1", phrase)
    phrase = _BY_OBJECT.sub(r"\2" if many_objects else r"\1", phrase)
    verb, _, rest = phrase.partition(" ")
    told = Tense.PAST if words.is_event else _tense_of_state(period, tense)
    return f"{conjugated(verb, told, plural=many_subjects)} {rest}".rstrip()


def when(relation_type: str, period: Period, source_type: str = "") -> str:
    """Say when it held or happened, with a space before; empty where nothing is stated."""
    words = words_of(relation_type, source_type)
    said = event_words(period) if words.is_event else state_words(period)
    return f" {said}" if said else ""


def relation_sentence(
    source: str,
    relation_type: str,
    target: str,
    period: Period = OPEN,
    *,
    source_type: str = "",
    status: str = "",
) -> str:
    """Say one relation as a sentence, as in: Ada Varga has worked for Kestrel Ltd since 2010.

    Args:
        source: Name of its source.
        relation_type: Its type.
        target: Name of its target.
        period: What is stated of its validity.
        source_type: Entity type of the source.
        status: Of the relation, see `graph.review.Status`; what is pending is said to be
            unconfirmed.
    """
    doubt = UNCONFIRMED if status == Status.PENDING else ""
    does = predicate(relation_type, period, source_type=source_type)
    at = when(relation_type, period, source_type)
    return sentence(f"{shown(source)} {does} {shown(target)}{at}{doubt}")


def _tense_of_state(period: Period, unstated: Tense) -> Tense:
    if period.end:
        return Tense.PAST
    return Tense.PERFECT if period.start else unstated


@cache
def _table() -> Mapping[tuple[str, str], Words]:
    lines = (line for line in TABLE.splitlines() if line and not line.startswith("#"))
    return dict(map(_read, lines))


def _read(line: str) -> tuple[tuple[str, str], Words]:
    name, forward, backward, kind = (part.strip() for part in line.split(";"))
    relation_type, _, source_type = (part.strip() for part in name.partition("@"))
    is_symmetric = backward == _SAME
    said = forward if is_symmetric else "" if backward == _NONE else backward
    return (relation_type, source_type), Words(forward, said, kind == "event", is_symmetric)


def _of_unknown(relation_type: str) -> Words:
    forward, backward, is_event = words_of_unknown(relation_type)
    return Words(forward, "" if backward == _NONE else backward, is_event)
