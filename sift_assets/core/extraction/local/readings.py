"""Reads a folded path: which tier states which relation between two names."""

from collections.abc import Iterator

from sift_assets.core.extraction.local.lexicon import (
    FAMILY_NOUNS,
    LIGHT_VERBS,
    LINK_NOUNS,
    PARTICIPLES,
    RECIPROCAL_VERBS,
    ROLE_NOUNS,
    SAYING_VERBS,
    VERB_FRAMES,
    Concept,
    NounSense,
)
from sift_assets.core.extraction.local.paths import Path, Step
from sift_assets.core.extraction.local.schema import SMALL_WORDS, Cue, Kind, Schema
from sift_assets.core.extraction.local.syntax import Sentence
from sift_assets.core.extraction.local.tiers import Anchor, Finding, Tier
from sift_assets.core.extraction.local.wordlists import listed

SHORT = 4
"""Steps of a path that still relates its ends more often than not."""


CUE_REACH = 3
"""Tokens around the main word of a cue in which its other words must stand."""

_INSTITUTION = listed("of at for with in to on from poss compound nmod amod by")
_HOLDERS = frozenset({"nsubj", "nsubjpass", "dobj", "agent", "poss"})
_CLAUSES = frozenset({"ccomp", "xcomp", "pcomp", "conj", "parataxis"})
_JOINING = frozenset({"of", "at", "in", "for"})
_NEAR = listed("in at near outside off from inside within")
_SLOTS = {"nsubj": "subj", "nsubjpass": "obj", "dobj": "obj", "agent": "subj", "dative": "to"}
_NOMINAL = frozenset({"NOUN", "PROPN", "ADJ"})
_HEAD_LIKE = listed(
    "office division unit operation business team board group part branch company firm fund "
    "department program school arm project website platform"
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
        or _weak(sentence, left, right, path)
    )


def noun_sense(
    sentence: Sentence, noun: int, left: Kind, right: Kind, schema: Schema
) -> tuple[NounSense, tuple[str, ...], Tier] | None:
    """Return what a noun says of a holder and an institution: sense, cues of the domain, tier."""
    token = sentence.tokens[noun]
    if token.pos not in _NOMINAL:
        return None
    cues = cue_types(sentence, noun, schema)
    if Kind.PERSON == left == right and token.lemma in FAMILY_NOUNS:
        return NounSense(Concept.FAMILY), cues, Tier.FAMILY
    sense = ROLE_NOUNS.get(token.lemma)
    if sense is None and cues:
        sense = NounSense(Concept.ASSOCIATION)
    return None if sense is None else (sense, cues, Tier.ROLE)


def cue_types(
    sentence: Sentence, token: int, schema: Schema, slots: frozenset[str] | None = None
) -> tuple[str, ...]:
    """Return the relation types of the domain whose cue stands at a token, the longer cue first.

    Args:
        sentence: The sentence.
        token: The noun or verb.
        schema: Holds the cues.
        slots: What is related by a verb. A cue that ends in a preposition ("work for") wants it
            among them, one that does not ("acquire") wants subject and object.
    """
    here = sentence.tokens[token]
    cues = {*schema.cues.get(here.lemma, ()), *schema.cues.get(here.text.lower(), ())}
    found = sorted(
        (c for c in cues if _is_here(sentence, token, c) and _takes(c, slots)),
        key=lambda c: (-len(c.words), c.words, c.type),
    )
    return tuple(dict.fromkeys(cue.type for cue in found))


def _is_here(sentence: Sentence, token: int, cue: Cue) -> bool:
    """Whether the other content words of a cue stand around its main word."""
    near = sentence.tokens[max(0, token - CUE_REACH) : token + CUE_REACH + 1]
    words = {word for t in near for word in (t.lemma, t.text.lower())}
    return all(word in words or word in SMALL_WORDS for word in cue.words)


def _takes(cue: Cue, slots: frozenset[str] | None) -> bool:
    if slots is None:
        return True
    last = cue.words[len(cue.words) - 1]
    return last in slots if last in SMALL_WORDS else slots == frozenset({"subj", "obj"})


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
    adjective = institution.kind is Kind.PLACE and holder.kind is Kind.ORGANIZATION
    if read is not None and not adjective and (not rest or _ties(sentence, rest, direct=True)):
        sense, cues, tier = read
        role = role_phrase(sentence, noun)
        return Finding(tier, sense.concept, sense.reversed, noun, cues, role)
    link = LINK_NOUNS.get(sentence.tokens[noun].lemma)
    if link is not None and _ties(sentence, rest, direct=False):
        cues = cue_types(sentence, noun, schema)
        return Finding(Tier.VERB, link.concept, link.reversed, noun, cues)
    return None


def _ties(sentence: Sentence, rest: tuple[Step, ...], *, direct: bool) -> bool:
    """Whether the rest of a path makes its end the holder of what the noun says."""
    labels = [step.label for step in rest]
    if direct and labels in (["nsubj"], ["compound"], ["nmod"], ["poss"], ["appos"]):
        return True
    if len(rest) != 2 or rest[1].label not in _HOLDERS:
        return False
    first, verb = rest[0].label, sentence.tokens[rest[0].token].lemma
    if direct:
        return first in ("as", "xcomp", "acomp") or (first == "dobj" and verb == "have")
    return first in ("dobj", "with", "at", "on", "nsubjpass") or (
        first == "in" and verb in LIGHT_VERBS
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
    step, low, high = (path.right[0], right, left) if path.right else (path.left[0], left, right)
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
    lemma = PARTICIPLES.get(sentence.tokens[verb].lemma, sentence.tokens[verb].lemma)
    if sentence.tokens[verb].pos not in ("VERB", "AUX") and lemma not in VERB_FRAMES:
        return None
    slots = _slot(sentence, path.left, verb), _slot(sentence, path.right, verb)
    if "" in slots:
        return None
    swapped = _rank(slots[0]) > _rank(slots[1])
    cues = cue_types(sentence, verb, schema, frozenset(slots))
    for frame in VERB_FRAMES.get(lemma, ()):
        if (frame.left, frame.right) in (slots, slots[::-1]):
            backwards = frame.left != slots[0]
            if _verb_fits(frame.concept, left, right, backwards):
                return Finding(Tier.VERB, frame.concept, backwards, verb, cues)
    if cues:
        return Finding(Tier.VERB, Concept.ASSOCIATION, swapped, verb, cues)
    if set(slots) == {"subj", "obj"} and lemma not in SAYING_VERBS:
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
    if not 1 <= len(side) <= 2:
        return ""
    first, last = side[0], side[len(side) - 1]
    seen_through = len(side) == 1 or (
        sentence.tokens[first.token].lemma in _HEAD_LIKE and first.label in _INSTITUTION
    )
    return _SLOTS.get(last.label, last.label) if seen_through and last.token == verb else ""


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


def _weak(sentence: Sentence, left: Anchor, right: Anchor, path: Path) -> Finding | None:
    """Take any path of few steps that stays inside one clause: across clauses one in ten holds."""
    labels = {step.label for step in (*path.left, *path.right)}
    if path.length > SHORT or not labels.isdisjoint(_CLAUSES):
        return None
    acts = sentence.tokens[path.pivot].pos in ("VERB", "AUX")
    for low, side, high in ((right, path.right, left), (left, path.left, right)):
        inside = not acts and bool(side) and side[0].label in _NEAR
        if inside and low.kind is Kind.PLACE and high.kind is Kind.ORGANIZATION:
            return Finding(Tier.SHORT_PATH, Concept.LOCATION, low is left, path.pivot)
    return Finding(Tier.SHORT_PATH, Concept.ASSOCIATION, False, path.pivot)
