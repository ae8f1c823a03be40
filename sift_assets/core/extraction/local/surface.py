"""Readings of the words between two names, where parses of titles and lists are unreliable."""

from sift_assets.core.extraction.local.lexicon import FAMILY_NOUNS, Concept
from sift_assets.core.extraction.local.readings import noun_sense, role_phrase
from sift_assets.core.extraction.local.schema import Kind, Schema
from sift_assets.core.extraction.local.syntax import Sentence, Token
from sift_assets.core.extraction.local.tiers import Anchor, Finding, Tier

TITLE_REACH = 6
"""Tokens between an organization and the person whose title stands between them."""

ROLE_REACH = 10
"""Tokens between a person and the organization in "X, former head of something at Y"."""

_JOINS = frozenset({"of", "at", "for", "with", "from"})
_BEFORE_ROLE = frozenset({"NOUN", "PROPN", "ADJ", "PART", "PUNCT", "CCONJ", "DET", "ADV", "NUM"})


def read_surface(sentence: Sentence, left: Anchor, right: Anchor, schema: Schema) -> Finding | None:
    """Return what the words between two names state, or None.

    Args:
        sentence: The sentence.
        left: The name that comes first.
        right: The other one.
        schema: Cues of the domain.
    """
    between = sentence.tokens[left.last : right.first]
    if not between:
        return None
    if left.kind is Kind.PLACE is right.kind:
        return _city_state(sentence, left, right, between)
    if right.kind is Kind.PERSON and len(between) <= TITLE_REACH:
        return _title(sentence, left, right, between, schema)
    if left.kind is Kind.PERSON and len(between) <= ROLE_REACH:
        return _role_of(sentence, left, right, between, schema)
    return None


def _city_state(
    sentence: Sentence, left: Anchor, right: Anchor, between: tuple[Token, ...]
) -> Finding | None:
    """Read "Lenox, Massachusetts" but not "Paris, London and Rome"."""
    if len(between) != 1 or between[0].text != ",":
        return None
    after = sentence.tokens[right.last] if right.last < len(sentence.tokens) else None
    listed = after is not None and after.lemma in ("and", "or")
    before = sentence.tokens[left.first - 1].text if left.first else ""
    if listed or (
        before == "," and left.first > 1 and sentence.tokens[left.first - 2].pos == "PROPN"
    ):
        return None
    return Finding(Tier.CITY_STATE, Concept.LOCATION, False, left.root)


def _title(
    sentence: Sentence,
    left: Anchor,
    right: Anchor,
    between: tuple[Token, ...],
    schema: Schema,
) -> Finding | None:
    """Read "FTX CEO X", "FTX's former chief executive, X", "X's girlfriend Y"."""
    comma = between[-1].text == ","
    words = between[:-1] if comma else between
    if not words or any(t.pos not in _BEFORE_ROLE or t.text in ",;()" for t in words):
        return None
    noun = left.last + len(words) - 1
    read = noun_sense(sentence, noun, right.kind, left.kind, schema)
    if read is None or words[0].lemma in ("and", "or"):
        return None
    sense, cues, tier = read
    return Finding(tier, sense.concept, not sense.reversed, noun, cues, role_phrase(sentence, noun))


def _role_of(
    sentence: Sentence,
    left: Anchor,
    right: Anchor,
    between: tuple[Token, ...],
    schema: Schema,
) -> Finding | None:
    """Read "X, the former head of sales at Y" and "X (director of Y)"."""
    if between[0].text not in (",", "(", "-", "–", "—"):
        return None
    words = [t for t in between[1:] if t.pos != "DET"]
    if not words or words[-1].text.lower() not in _JOINS:
        return None
    if any(t.pos in ("VERB", "AUX", "SCONJ", "PRON") or t.text in ";()" for t in words):
        return None
    for offset, token in enumerate(between):
        noun = left.last + offset
        read = noun_sense(sentence, noun, left.kind, right.kind, schema)
        if read is not None and token.lemma not in FAMILY_NOUNS:
            sense, cues, tier = read
            return Finding(
                tier, sense.concept, sense.reversed, noun, cues, role_phrase(sentence, noun)
            )
    return None
