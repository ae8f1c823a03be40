"""What of a text holds: every sentence against what it cites, before and after it was mended."""

from collections.abc import Mapping, Sequence
from typing import NamedTuple

from sift_assets.core.narrative.asking.brief import Brief
from sift_assets.core.narrative.asking.form import form_problems
from sift_assets.core.narrative.asking.mending import Fault
from sift_assets.core.narrative.asking.support import names_someone, unsupported
from sift_assets.core.narrative.checking import facts_lost, problems_of
from sift_assets.core.narrative.phrases import phrases_in
from sift_assets.core.narrative.records import Sentence

HOLDING_VERSION = "1"
"""Raised with every change of a check by which other sentences or labels may be kept: here, in
`form`, `labels` and `support`, or in the checks that they share with the local writer."""

MAX_WORDS_NAMED = 6
"""Words that a problem names; more are the whole sentence."""


class Held(NamedTuple):
    """Sentences that hold.

    Attributes:
        sentences: In their order, none twice.
        rewritten: How many of them were written once more.
        dropped: How many did not hold the second time either and were left out.
    """

    sentences: tuple[Sentence, ...]
    rewritten: int = 0
    dropped: int = 0


def faults_in(
    sentences: Sequence[Sentence], brief: Brief, style: Sequence[str] = ()
) -> dict[int, Fault]:
    """Return what does not hold, by the sentence's place from 0.

    Args:
        sentences: As a model wrote them.
        brief: What they were written from.
        style: Rules of the domain about what is not to be said.
    """
    found = {at: _fault(sentence, brief, style) for at, sentence in enumerate(sentences)}
    return {at: fault for at, fault in found.items() if fault is not None}


def mended(
    sentences: Sequence[Sentence],
    faults: Mapping[int, Fault],
    again: Mapping[int, Sentence],
    brief: Brief,
    style: Sequence[str] = (),
) -> Held:
    """Return what holds when those that did not were written once more.

    A sentence whose facts hold is never lost for a phrase: it stays as it was where its other
    wording loses a fact or does not hold.

    Args:
        sentences: As they were written first.
        faults: See `faults_in`.
        again: By the number of the fault from 1, what was written in its place.
        brief: What they were written from.
        style: See `faults_in`.
    """
    kept: dict[str, Sentence] = {}
    rewritten = dropped = 0
    numbers = {at: number for number, at in enumerate(sorted(faults), start=1)}
    for at, sentence in enumerate(sentences):
        final = sentence
        if at in faults:
            other = again.get(numbers[at])
            chosen = _chosen(faults[at], other, brief, style)
            if chosen is None:
                dropped += 1
                continue
            rewritten += chosen is other
            final = chosen
        kept.setdefault(final.text.casefold(), final)
    return Held(tuple(kept.values()), rewritten, dropped)


def _chosen(
    fault: Fault, other: Sentence | None, brief: Brief, style: Sequence[str]
) -> Sentence | None:
    wrong = None if other is None else _fault(other, brief, style)
    holds = other is not None and (wrong is None or wrong.is_style)
    if not fault.is_style:
        return other if holds else None
    is_better = other is not None and wrong is None and not _is_poorer(other, fault.sentence, brief)
    return other if is_better else fault.sentence


def _is_poorer(other: Sentence, first: Sentence, brief: Brief) -> bool:
    return bool(facts_lost(first.text, other.text, brief.names))


def _fault(sentence: Sentence, brief: Brief, style: Sequence[str]) -> Fault | None:
    problems = (*form_problems(sentence.text), *_unproven(sentence, brief))
    if problems:
        return Fault(sentence, problems)
    rules = phrases_in(sentence.text, style)
    phrases = tuple(f'it uses the phrase "{rule.phrase}", which {rule.reason}' for rule in rules)
    return Fault(sentence, phrases, is_style=True) if phrases else None


def _unproven(sentence: Sentence, brief: Brief) -> tuple[str, ...]:
    problems = problems_of(sentence, brief.grounds, brief.names, brief.counts)
    quotes = [passage.quote for passage in brief.cited(sentence.cites)]
    told = [fact for fact in brief.facts if set(fact.cites) & set(sentence.cites)]
    facts = [text for fact in told for text in (fact.text, fact.also)]
    words = unsupported(sentence.text, quotes, facts, brief.names)
    if words:
        named = ", ".join(words[:MAX_WORDS_NAMED])
        problems = (*problems, f"it says what its passages do not: {named}")
    if names_someone(sentence.text, brief.names):
        return problems
    return (*problems, "it does not name whom or what it is about")
