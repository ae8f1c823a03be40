"""Types of relations that no table knows, in words: `REPORTS_TO` reads "reports to".

Types are English by custom and written by people or models: a verb in some form, a noun with a
preposition, or neither. What cannot be read is shown as a name, in quotation marks.
"""

from typing import NamedTuple

from sift_assets.core.extraction.local.wordlists import listed
from sift_assets.core.narrative.inflection import (
    FIXED,
    LEMMAS,
    lemma_of_third_person,
    participle_of,
    past_of,
    plural_of,
    with_article,
)

PREPOSITIONS = listed(
    "about above across after against along among around as at before behind below between beyond "
    "by down during for from in inside into near of off on onto over through to toward towards "
    "under until up upon via with within without"
)

ACTIVE = listed(
    "account act adhere agree appeal appear apply apologize argue arrive battle belong bid "
    "campaign clash collaborate collude comment communicate compete complain comply confer consult "
    "contribute converse cooperate correspond deal debate defect depart differ disagree donate "
    "emigrate escape escort fight flee fly graduate happen immigrate interact invest join lecture "
    "liaise live lobby look meet merge migrate move negotiate object occur operate participate "
    "partner perform plead plot preach proceed protest quarrel react rebel register reply report "
    "reside resign respond retire return run serve settle side sit speak stand star stay struggle "
    "study subscribe succeed surrender sympathize talk testify trade train travel turn visit vote "
    "wait walk work write"
)
"""Verbs that do something to nobody: `INVESTED_IN` is "invested in", not "was invested in"."""

LASTING = listed(
    "base locate situate headquarter own control employ manage lead run relate connect link marry "
    "engage affiliate associate ally register incorporate license domicile include contain belong "
    "know name call found regulate govern represent supervise chair operate hold use involve "
    "interest compose comprise make derive inherit mean intend require"
) - {"found"}
"""Verbs whose passive is a state: `LOCATED_IN` is "is located in", not "was located in"."""

STATES = listed("work live reside own hold manage lead control employ report belong serve")
"""Verbs that are types in their base form: `WORK_FOR`."""

ACRONYMS = listed("ceo cfo cto coo cio uk us usa un eu ngo nato llm ai api dna rna id ip url tv")

_LEADING = ("is", "was", "were", "are", "be", "been")

_PASSIVE_STATES = {participle_of(verb): verb for verb in LASTING}
_ACTIVE_PAST = {past_of(verb): verb for verb in ACTIVE}

MOST_WORDS = 4
"""Words of a type that are read as a clause; more are shown as they are."""


class UnknownWords(NamedTuple):
    """What the name of a type says, as in a line of `relation_table`.

    Attributes:
        forward: What the source does.
        backward: What the target does, `-` where there are no words for it.
        is_event: Whether it is past.
    """

    forward: str
    backward: str = "-"
    is_event: bool = False


def words_of_unknown(type_name: str) -> UnknownWords:
    """Read the name of a relation type, which is in upper snake case."""
    words = [word for word in type_name.lower().split("_") if word]
    had_been = words[:1] in (["was"], ["were"])
    while len(words) > 1 and words[0] in _LEADING:
        words = words[1:]
    words = [word.upper() if word in ACRONYMS else word for word in words]
    if not words or len(words) > MOST_WORDS:
        return _as_a_name(words)
    if words[0] == "has" and len(words) > 1:
        return _possession(words[1:])
    if words[-1] in PREPOSITIONS and len(words) > 1:
        return _with_preposition(words[0], words[1:], words, had_been=had_been)
    return _without_preposition(words[0], words[1:], words)


def _as_a_name(words: list[str]) -> UnknownWords:
    return UnknownWords(f"have the relation “{' '.join(words)}” to")


def _possession(words: list[str]) -> UnknownWords:
    """Read `HAS_OFFICE` and `HAS_OFFICE_IN`."""
    noun = " ".join(words)
    if words[-1] in PREPOSITIONS:
        return UnknownWords(f"have {with_article(noun)}")
    return UnknownWords(f"have {{the {noun}|the {plural_of(noun)}}}", f"be {_counted(noun)} of")


def _with_preposition(
    first: str, others: list[str], words: list[str], *, had_been: bool
) -> UnknownWords:
    """Read `INVESTED_IN`, `ACQUIRED_BY`, `REPORTS_TO`, `SHIP_BROKER_OF`."""
    rest = " ".join(others)
    if _is_past(first):
        if first in _ACTIVE_PAST and others != ["by"]:
            return UnknownWords(f"{FIXED}{first} {rest}", is_event=True)
        return _passive(first, rest, had_been=had_been)
    verb = "" if rest == "of" else _present(first)
    if verb:
        return UnknownWords(f"{verb} {rest}")
    return UnknownWords(f"be {_counted(' '.join(words[:-1]))} {words[-1]}")


def _passive(participle: str, rest: str, *, had_been: bool) -> UnknownWords:
    verb = _PASSIVE_STATES.get(participle)
    is_event = had_been or verb is None
    agent = f"{FIXED}{participle}" if verb is None else verb
    if participle in LEMMAS:
        agent = LEMMAS[participle]
    return UnknownWords(f"be {participle} {rest}", agent if rest == "by" else "-", is_event)


def _without_preposition(first: str, others: list[str], words: list[str]) -> UnknownWords:
    """Read `ACQUIRED`, `STUDIES`, `USES_TOOL`."""
    is_past = _is_past(first)
    verb = f"{FIXED}{first}" if is_past else _present(first)
    if not verb:
        return _as_a_name(words)
    if others:
        noun = " ".join(others)
        return UnknownWords(f"{verb} {{the {noun}|the {plural_of(noun)}}}", "-", is_past)
    participle = participle_of(LEMMAS.get(first, "")) if first in LEMMAS else first
    passive = participle if is_past else participle_of(verb)
    return UnknownWords(verb, f"be {passive} by", is_past)


def _is_past(word: str) -> bool:
    return word in LEMMAS or (word.endswith("ed") and not word.endswith("eed") and len(word) > 3)


def _present(word: str) -> str:
    """Return the verb of a base form that is known, or of a form in `-s`; empty if it is none."""
    return word if word in STATES | ACTIVE else lemma_of_third_person(word)


def _counted(noun: str) -> str:
    return f"<{with_article(noun)}|{plural_of(noun)}>"
