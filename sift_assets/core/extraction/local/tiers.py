"""Reads a folded path: which tier states which relation between two names.

The confidence of each tier is explained in the package's docstring.
"""

from collections.abc import Iterator
from enum import StrEnum
from typing import NamedTuple

from sift_assets.core.extraction.local.lexicon import (
    FAMILY_NOUNS,
    LIGHT_VERBS,
    LINK_NOUNS,
    RECIPROCAL_VERBS,
    ROLE_NOUNS,
    SAYING_VERBS,
    VERB_FRAMES,
    Concept,
    NounSense,
)
from sift_assets.core.extraction.local.paths import Path, Step
from sift_assets.core.extraction.local.schema import Cue, Kind, Schema
from sift_assets.core.extraction.local.syntax import Sentence


class Tier(StrEnum):
    """The rule that found a relation."""

    ROLE = "role"
    CITY_STATE = "city_state"
    FAMILY = "family"
    PLACE = "place"
    MEMBERSHIP = "membership"
    VERB = "verb"
    MODAL = "modal"
    SVO = "svo"
    SALIENT = "salient"
    SHORT_PATH = "short_path"


CONFIDENCE: dict[Tier, float] = {
    Tier.ROLE: 0.8,
    Tier.CITY_STATE: 0.75,
    Tier.FAMILY: 0.7,
    Tier.PLACE: 0.65,
    Tier.MEMBERSHIP: 0.65,
    Tier.VERB: 0.6,
    Tier.MODAL: 0.5,
    Tier.SVO: 0.5,
    Tier.SALIENT: 0.5,
    Tier.SHORT_PATH: 0.35,
}

SHORT = 3
"""Steps of a path that still relates its ends more often than not."""


class Anchor(NamedTuple):
    """A name or a reference in a sentence.

    Attributes:
        first: First token.
        last: One past the last token.
        root: The token that its path starts from.
        kind: What it is, for the grammar.
        cluster: Number of the entity.
        type: Its entity type.
        reference: Whether it is a pronoun or a noun that stands for the entity.
        start: First character.
        end: One past the last.
    """

    first: int
    last: int
    root: int
    kind: Kind
    cluster: int
    type: str
    reference: bool
    start: int
    end: int


class Finding(NamedTuple):
    """What a path says.

    Attributes:
        tier: The rule.
        concept: What is stated, from the left to the right name unless `reversed`.
        reversed: Whether it holds from right to left.
        predicate: The token that says it; its place decides negation and time.
        cues: Relation types of the domain whose cue this is, best first.
        role: The role noun with its modifiers, when there is one.
    """

    tier: Tier
    concept: Concept
    reversed: bool
    predicate: int
    cues: tuple[str, ...] = ()
    role: str = ""


_INSTITUTION = frozenset("of at for with in to on from poss compound nmod amod by".split())
_CLAUSES = frozenset({"ccomp", "xcomp", "pcomp", "conj", "parataxis"})
_JOINING = frozenset({"of", "at", "in", "for"})
_NEAR = frozenset("in at near outside off from inside within".split())
_SLOTS = {"nsubj": "subj", "nsubjpass": "obj", "dobj": "obj", "agent": "subj", "dative": "to"}
_NOMINAL = frozenset({"NOUN", "PROPN", "ADJ"})
_HEAD_LIKE = frozenset(
    "office division unit operation business team board group part branch company firm fund "
    "department program school arm project website platform".split()
)
"""Nouns that stand for the name before or after them: "runs the London office of Y"."""


def read_path(
    sentence: Sentence, left: Anchor, right: Anchor, path: Path, schema: Schema
) -> Finding | None:
    """Return what a path states between two names, the strongest reading first, or None."""
    if not path.length:
        return _reciprocal(sentence, left, right)
    return (
        _noun_reading(sentence, left, right, path, schema)
        or _direct(sentence, left, right, path)
        or _verb_reading(sentence, left, right, path, schema)
        or _weak(path)
    )


def noun_sense(
    sentence: Sentence, noun: int, left: Kind, right: Kind, schema: Schema
) -> tuple[NounSense, tuple[str, ...], Tier] | None:
    """Return what a noun says of a holder and an institution: sense, cues of the domain, tier."""
    token = sentence.tokens[noun]
    if token.pos not in _NOMINAL:
        return None
    cues = cue_types(sentence, noun, schema, "")
    if Kind.PERSON == left == right and token.lemma in FAMILY_NOUNS:
        return NounSense(Concept.FAMILY), cues, Tier.FAMILY
    sense = ROLE_NOUNS.get(token.lemma)
    if sense is None and cues:
        sense = NounSense(Concept.ASSOCIATION)
    return None if sense is None else (sense, cues, Tier.ROLE)


def cue_types(sentence: Sentence, token: int, schema: Schema, preposition: str) -> tuple[str, ...]:
    """Return the relation types of the domain whose cue stands at a token."""
    lemma = sentence.tokens[token].lemma
    found = [c.type for c in schema.cues.get(lemma, ()) if _is_here(sentence, token, c, preposition)]
    for cue in schema.cues.get(sentence.tokens[token].text.lower(), ()):
        if cue.type not in found and _is_here(sentence, token, cue, preposition):
            found.append(cue.type)
    return tuple(dict.fromkeys(found))


def _is_here(sentence: Sentence, token: int, cue: Cue, preposition: str) -> bool:
    """Whether the other words of a cue stand around its main word."""
    around = {sentence.tokens[i].lemma for i in range(max(0, token - 3), token)}
    around.update(sentence.tokens[i].text.lower() for i in range(max(0, token - 3), token))
    after = {sentence.tokens[i].lemma for i in range(token, min(len(sentence.tokens), token + 3))}
    here = {sentence.tokens[token].lemma, sentence.tokens[token].text.lower()}
    return all(word in here or word in around or word in after or word == preposition
               for word in cue.words)


def _noun_reading(
    sentence: Sentence, left: Anchor, right: Anchor, path: Path, schema: Schema
) -> Finding | None:
    for side, other, swapped in ((path.right, path.left, False), (path.left, path.right, True)):
        holder, institution = (right, left) if swapped else (left, right)
        for noun, rest in _nouns_on(side, other):
            if holder.first <= noun < holder.last or institution.first <= noun < institution.last:
                continue
            if not rest and not _is_held(sentence, noun, holder, path.pivot):
                continue
            read = _read_noun(sentence, noun, rest, holder, institution, schema)
            if read is not None:
                return read._replace(reversed=read.reversed != swapped)
    return None


def _nouns_on(
    side: tuple[Step, ...], other: tuple[Step, ...]
) -> Iterator[tuple[int, tuple[Step, ...]]]:
    """Yield nouns that the institution attaches to, each with the rest of the way to the holder."""
    for hop, step in enumerate(side[:2]):
        if step.label not in (_INSTITUTION if hop == 0 else _JOINING):
            return
        yield step.token, (*side[hop + 1 :], *reversed(other))


def _is_held(sentence: Sentence, noun: int, holder: Anchor, pivot: int) -> bool:
    """Whether a noun explains this holder and not its neighbour: in "X (head of Y) and Z" not Z."""
    plural = sentence.tokens[noun].tag in ("NNS", "NNPS")
    direct = noun in (pivot, sentence.tokens[holder.root].head) and (
        sentence.tokens[holder.root].dep != "conj"
    )
    return plural or direct or holder.first <= pivot < holder.last


def _read_noun(
    sentence: Sentence,
    noun: int,
    rest: tuple[Step, ...],
    holder: Anchor,
    institution: Anchor,
    schema: Schema,
) -> Finding | None:
    read = noun_sense(sentence, noun, holder.kind, institution.kind, schema)
    if read is not None and (not rest or _ties(sentence, rest, direct=True)):
        sense, cues, tier = read
        role = role_phrase(sentence, noun)
        return Finding(tier, sense.concept, sense.reversed, noun, cues, role)
    link = LINK_NOUNS.get(sentence.tokens[noun].lemma)
    if link is not None and _ties(sentence, rest, direct=False):
        cues = cue_types(sentence, noun, schema, "")
        return Finding(Tier.VERB, link.concept, link.reversed, noun, cues)
    return None


def _ties(sentence: Sentence, rest: tuple[Step, ...], *, direct: bool) -> bool:
    """Whether the rest of a path makes its end the holder of what the noun says."""
    labels = tuple(step.label for step in rest)
    if direct and labels in (("nsubj",), ("compound",), ("nmod",), ("poss",), ("appos",)):
        return True
    if len(labels) != 2 or labels[1] not in ("nsubj", "nsubjpass", "dobj", "agent", "poss"):
        return False
    verb = sentence.tokens[rest[0].token].lemma
    if direct:
        return labels[0] in ("as", "xcomp", "acomp") or (labels[0] == "dobj" and verb == "have")
    return labels[0] in ("dobj", "in", "with", "at", "on", "nsubjpass") and (
        verb in LIGHT_VERBS or labels[0] != "in"
    )


def role_phrase(sentence: Sentence, noun: int) -> str:
    """Return a role as the text says it, with its modifiers: "former chief executive officer"."""
    first = noun
    while first > 0 and sentence.tokens[first - 1].head in range(first - 1, noun + 1):
        before = sentence.tokens[first - 1]
        if before.dep not in ("amod", "compound", "nmod", "punct", "advmod"):
            break
        if before.pos == "PROPN" and before.lemma not in ROLE_NOUNS:
            break
        first -= 1
    parts = sentence.tokens[first : noun + 1]
    joined = "".join(
        ("" if i == 0 or token.start == parts[i - 1].end else " ") + token.text
        for i, token in enumerate(parts)
    )
    return joined.strip(" -,\"'“”")


def joined_roles(sentence: Sentence, finding: Finding) -> Iterator[Finding]:
    """Yield the further roles of "co-founder and chief executive of Y" that say something else."""
    if finding.tier is not Tier.ROLE:
        return
    seen = {finding.concept}
    for token in (*sentence.children[finding.predicate], sentence.tokens[finding.predicate].head):
        link = token if token > finding.predicate else finding.predicate
        sense = ROLE_NOUNS.get(sentence.tokens[token].lemma)
        if sentence.tokens[link].dep == "conj" and sense and sense.concept not in seen:
            seen.add(sense.concept)
            backwards = finding.reversed != sense.reversed
            role = role_phrase(sentence, token)
            yield Finding(Tier.ROLE, sense.concept, backwards, token, (), role)


def _direct(sentence: Sentence, left: Anchor, right: Anchor, path: Path) -> Finding | None:
    """Read one step between two names: "X of Y", "Y in Z"."""
    if path.length != 1:
        return None
    step, low, high = (
        (path.right[0], right, left) if path.right else (path.left[0], left, right)
    )
    swapped = high is right
    explains = sentence.tokens[step.token].pos == "NOUN" and _is_held(
        sentence, step.token, high, path.pivot
    )
    if not (explains or high.first <= step.token < high.last):
        return None
    if low.kind is Kind.PLACE and (step.label in _NEAR or step.label == "of"):
        return Finding(Tier.PLACE, Concept.LOCATION, swapped, high.root)
    joins = step.label in ("of", "at", "from", "for", "with", "poss")
    if joins and low.kind is Kind.ORGANIZATION and high.kind is Kind.PERSON:
        return Finding(Tier.MEMBERSHIP, Concept.EMPLOYMENT, swapped, high.root)
    return None


def _verb_reading(
    sentence: Sentence, left: Anchor, right: Anchor, path: Path, schema: Schema
) -> Finding | None:
    verb = path.pivot
    if sentence.tokens[verb].pos not in ("VERB", "AUX"):
        return None
    slots = _slot(sentence, path.left, verb), _slot(sentence, path.right, verb)
    if "" in slots:
        return None
    swapped = _rank(slots[0]) > _rank(slots[1])
    preposition = next((s for s in slots if s not in ("subj", "obj")), "")
    cues = cue_types(sentence, verb, schema, preposition)
    for frame in VERB_FRAMES.get(sentence.tokens[verb].lemma, ()):
        if (frame.left, frame.right) in (slots, slots[::-1]):
            backwards = frame.left != slots[0]
            if _verb_fits(frame.concept, left, right, backwards):
                return Finding(Tier.VERB, frame.concept, backwards, verb, cues)
    if cues:
        return Finding(Tier.VERB, Concept.ASSOCIATION, swapped, verb, cues)
    if set(slots) == {"subj", "obj"} and sentence.tokens[verb].lemma not in SAYING_VERBS:
        return Finding(Tier.SVO, Concept.ASSOCIATION, swapped, verb)
    return None


def _verb_fits(concept: Concept, left: Anchor, right: Anchor, backwards: bool) -> bool:
    target = left if backwards else right
    return concept not in (Concept.LOCATION, Concept.RESIDENCE) or target.kind in (
        Kind.PLACE,
        Kind.OTHER,
    )


def _slot(sentence: Sentence, side: tuple[Step, ...], verb: int) -> str:
    """Return the slot that a side fills in its verb, seeing through nouns that stand for a name."""
    if not side or side[-1].token != verb:
        return ""
    if len(side) > 1:
        inner = sentence.tokens[side[0].token].lemma
        if len(side) > 2 or inner not in _HEAD_LIKE or side[0].label not in _INSTITUTION:
            return ""
    label = side[-1].label
    return _SLOTS.get(label, label)


def _rank(slot: str) -> int:
    return {"subj": 0, "obj": 1}.get(slot, 2)


def _reciprocal(sentence: Sentence, left: Anchor, right: Anchor) -> Finding | None:
    """Read a plural subject: "X and Y married"."""
    head = left.root
    while sentence.tokens[head].dep in ("conj", "appos") and sentence.tokens[head].head != head:
        head = sentence.tokens[head].head
    verb = sentence.tokens[head].head
    lone = all(sentence.tokens[c].dep != "dobj" for c in sentence.children[verb])
    subject = sentence.tokens[head].dep in ("nsubj", "nsubjpass")
    if subject and lone and sentence.tokens[verb].lemma in RECIPROCAL_VERBS:
        both = left.kind is Kind.PERSON is right.kind
        family = both and sentence.tokens[verb].lemma in ("marry", "divorce")
        concept = Concept.FAMILY if family else Concept.ASSOCIATION
        return Finding(Tier.VERB, concept, False, verb)
    return None


def _weak(path: Path) -> Finding | None:
    """Take any path of few steps that stays inside one clause: across clauses one in ten holds."""
    labels = {step.label for step in (*path.left, *path.right)}
    if path.length <= SHORT and labels.isdisjoint(_CLAUSES):
        return Finding(Tier.SHORT_PATH, Concept.ASSOCIATION, False, path.pivot)
    return None
