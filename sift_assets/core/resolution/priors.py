"""What each level of each comparison is worth before any data has been seen.

A weight is the logarithm to the base 2 of how much likelier the level is where both are one. The
numbers were set by hand on the name traps, the FTX example and the train parts of public sets, and
rounded; data of a graph moves them within the bounds below.
"""

from typing import NamedTuple

from sift_assets.core.extraction.local.wordlists import listed

PRIOR_ODDS = -3.2
"""One candidate pair in ten is one thing: in FTX 17 of some 200."""

ODDS_RANGE = (PRIOR_ODDS - 1.0, PRIOR_ODDS + 1.5)
"""How far a graph's data may move the prior odds. Less downwards: EM sees no synonyms."""


class Prior(NamedTuple):
    """A level's weight, and its share among pairs that are one."""

    weight: float
    share: float


NAME = {
    "same name": Prior(9.0, 0.04),
    "same spelling": Prior(8.0, 0.08),
    "same letters": Prior(6.0, 0.05),
    "stated other name": Prior(6.0, 0.04),
    "legal form": Prior(6.0, 0.06),
    "title": Prior(5.5, 0.04),
    "article": Prior(5.5, 0.02),
    "transliteration": Prior(5.0, 0.02),
    "long typo": Prior(4.5, 0.02),
    "middle name": Prior(4.5, 0.04),
    "other order": Prior(4.0, 0.02),
    "shared other name": Prior(4.0, 0.02),
    "weak words": Prior(4.0, 0.04),
    "nickname": Prior(4.0, 0.04),
    "plural": Prior(4.0, 0.03),
    "acronym": Prior(3.5, 0.05),
    "abbreviated": Prior(3.5, 0.02),
    "typo": Prior(3.2, 0.05),
    "initials": Prior(2.8, 0.05),
    "near transliteration": Prior(2.5, 0.01),
    "sound": Prior(2.0, 0.01),
    "shortened": Prior(1.5, 0.05),
    "one name": Prior(1.5, 0.05),
    "close": Prior(1.0, 0.03),
    "within": Prior(1.5, 0.03),
    "part": Prior(0.0, 0.01),
    "given name": Prior(-0.5, 0.01),
    "alike": Prior(-1.5, 0.03),
}
"""Levels of `name`. `different` takes what is left of both sides."""

LEARNED: dict[str, dict[str, Prior]] = {
    "name": NAME,
    "neighbours": {"several shared": Prior(2.5, 0.4), "one shared": Prior(1.2, 0.3)},
    "roles": {"shared": Prior(1.5, 0.4)},
}
"""Comparisons whose weights a graph's data moves, without the level that is left."""

LEFT = {"name": "different", "neighbours": "none shared", "roles": "others"}
"""The level of a learned comparison that takes what is left."""

VALUE_SHARES = (0.6, 0.12)
"""Of pairs that are one, how many have an equal, and a similar, value of an attribute."""

FIXED = {
    ("short form", "used for the other"): 1.5,
    ("meaning", "near"): 2.5,
    ("numbers", "differ"): -8.0,
    ("numbers", "one has one"): -4.0,
    ("symbols", "differ"): -8.0,
    ("letters", "sound only"): -8.0,
    ("generation", "differ"): -8.0,
    ("generation", "one has one"): -2.5,
    ("gender", "differ"): -8.0,
    ("gender", "of the husband"): -8.0,
    ("given names", "differ"): -8.0,
    ("opposites", "differ"): -8.0,
    ("several", "one is several"): -8.0,
    ("words", "both have others"): -3.0,
    ("words", "region"): -8.0,
    ("words", "designation"): -8.0,
    ("legal form", "differ"): -3.0,
    ("place", "another name"): -8.0,
    ("dates", "far apart"): -1.5,
    ("related", "to each other"): -3.0,
    ("listed", "side by side"): -4.0,
    ("crowd", "one of many"): -4.0,
}
"""Weights that no data moves: what speaks against a pair is too rare to be learned, and whether
vectors are right is not seen in letters."""

PRIOR_PAIRS = {"name": 400.0, "neighbours": 200.0, "roles": 200.0}
"""Pairs that the prior of a learned comparison counts as: tens of candidates hardly move it."""

VALUE_PRIOR_PAIRS = 20.0
"""Likewise for attributes: nobody knows beforehand what the key `class` of some graph means."""

SHIFT = 1.0
"""How far data may move a learned weight: half or double the odds."""

FURTHER = 0.6
"""Part of its weight that an attribute counts when a stronger one agrees as well."""

CLASS_KEYS = frozenset(
    listed(
        "type kind category class status state country nationality gender sex sector industry "
        "field language genre level format currency year"
    )
)
"""Attributes that say what sort of thing something is: many share a value, whatever it is."""

CLASS_RANGE = (-1.5, 1.0)
"""Weights of such an attribute lie between. In FTX many organizations are of a type that one other
has and no two of them are one, and SoftBank is a company here and an investor there."""

SIMILAR_WEIGHT = 3.0
"""Of a similar value, at most: houses of a street and days of a month are similar as well."""

VALUE_RANGE = (-3.0, 9.0)
"""Weights of other attributes lie between. Models word one fact in many ways, so that another
value never says as much as an equal one."""

WEIGHT_RANGE = (-6.0, 9.0)
"""Weights of any level lie between."""
