"""Whether a statement is asserted, denied, or only planned, alleged or possible."""

from collections.abc import Iterator
from enum import StrEnum

from sift_assets.core.extraction.local.syntax import Sentence
from sift_assets.core.extraction.local.wordlists import listed


class Truth(StrEnum):
    """How a sentence presents what it says."""

    STATED = "stated"
    NEGATED = "negated"
    MODAL = "modal"


_NEGATIONS = frozenset({"not", "n't", "n’t", "never", "no", "neither", "nor", "nobody", "none"})

_DENIALS = listed("deny refuse decline fail cancel abandon reject dispute")
"""Verbs whose complement did not happen, or is said not to have happened."""

_FACTIVES = listed("know realize realise learn remember forget notice mention reveal disclose see")
"""Verbs whose complement holds even if they are denied: "she did not know that X owns Y"."""

_MODAL_AUXILIARIES = frozenset({"may", "might", "could", "would", "should", "can"})
"""`will` and `shall` are left out: announcements and contracts state facts with them."""

_MODAL_WORDS = listed(
    "plan intend propose consider hope want seek try attempt aim threaten allege accuse claim "
    "suspect rumor rumour offer bid expect urge wish like speculate doubt proposal intent "
    "intention talk possibility allegation accusation option letter discuss contemplate explore "
    "potential possible proposed alleged suspected planned rumored"
)

_EMPTYING = frozenset({"det", "preconj", "cc"})
_GOVERNED = listed("ccomp xcomp pcomp pobj prep dobj attr oprd acomp conj nsubjpass dative")
"""Attachments through which a governing word still colours the statement."""


def truth_of(sentence: Sentence, predicate: int, ends: frozenset[int]) -> Truth:
    """Judge the statement that a predicate makes, climbing to the words that govern it.

    Args:
        sentence: The sentence.
        predicate: The noun or verb that says it.
        ends: Tokens of the names it relates; the climb never passes through them.

    Returns:
        Negated when any governing word is denied, else modal, else stated.
    """
    truth = Truth.STATED
    for token, below in _governors(sentence, predicate, ends):
        lemma = sentence.tokens[token].lemma
        knowing = below == "ccomp" and lemma in _FACTIVES
        denied = below != "conj" and not knowing and _is_negated(sentence, token)
        if denied or (below and lemma in _DENIALS):
            return Truth.NEGATED
        if (below and lemma in _MODAL_WORDS) or _is_modal(sentence, token):
            truth = Truth.MODAL
    return truth


def _governors(
    sentence: Sentence, predicate: int, ends: frozenset[int]
) -> Iterator[tuple[int, str]]:
    """Yield the predicate and what governs it, each with the label of the step that led there."""
    token, label = predicate, ""
    for _ in range(12):
        yield token, label
        here = sentence.tokens[token]
        opens = here.dep in _GOVERNED or (here.dep == "acl" and _is_complement(sentence, token))
        if here.head == token or here.head in ends or not opens:
            return
        token, label = here.head, here.dep


def _is_complement(sentence: Sentence, verb: int) -> bool:
    """Whether a clause completes its noun ("plan to buy") and does not describe it."""
    return any(
        sentence.tokens[c].lemma in ("to", "that") and sentence.tokens[c].dep in ("aux", "mark")
        for c in sentence.children[verb]
    )


def _is_negated(sentence: Sentence, token: int) -> bool:
    for child in sentence.children[token]:
        word = sentence.tokens[child]
        if word.dep in ("nsubj", "nsubjpass") and _is_empty(sentence, child):
            return True
        if word.lemma in _NEGATIONS and word.dep in ("neg", "det", "preconj", "cc", "advmod"):
            follows = child + 1 < len(sentence.tokens) and sentence.tokens[child + 1].lemma
            if follows not in ("only", "longer"):
                return True
        if word.text.lower() == "longer" and _has_word(sentence, child, "no"):
            return True
        if word.dep in ("prep", "advmod") and word.lemma in ("without", "hardly", "barely"):
            return word.lemma != "without" or token == child
    return sentence.tokens[token].lemma == "without"


def _is_infinitive(sentence: Sentence, verb: int) -> bool:
    return any(
        sentence.tokens[c].lemma == "to" and sentence.tokens[c].dep == "aux"
        for c in sentence.children[verb]
    )


def _is_empty(sentence: Sentence, noun: int) -> bool:
    """Whether a subject is denied itself: "no director", "neither X nor Y"."""
    words = (sentence.tokens[c] for c in sentence.children[noun])
    return any(w.lemma in ("no", "neither") and w.dep in _EMPTYING for w in words)


def _has_word(sentence: Sentence, token: int, lemma: str) -> bool:
    before = token > 0 and sentence.tokens[token - 1].lemma == lemma
    return before or any(sentence.tokens[c].lemma == lemma for c in sentence.children[token])


def _is_modal(sentence: Sentence, token: int) -> bool:
    if sentence.tokens[token].dep in ("advcl", "acl", "relcl") and _is_infinitive(sentence, token):
        return True  # a purpose: "signed a letter for X to be acquired by Y"
    for child in sentence.children[token]:
        word = sentence.tokens[child]
        if word.dep == "aux" and word.lemma in _MODAL_AUXILIARIES:
            return True
        if word.dep == "mark" and word.lemma in ("if", "unless", "whether"):
            return True
        if word.dep in ("amod", "advmod") and word.lemma in _HEDGES:
            return True
    return False


_HEDGES = listed(
    "possible potential alleged allegedly reportedly proposed suspected purported supposedly "
    "perhaps possibly prospective would-be"
)
