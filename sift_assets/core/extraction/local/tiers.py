"""The tiers with their confidence, and what reading a path yields.

The confidence of each tier is explained in the package's docstring.
"""

from enum import StrEnum
from typing import NamedTuple

from sift_assets.core.extraction.local.lexicon import Concept
from sift_assets.core.extraction.local.schema import Kind


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
