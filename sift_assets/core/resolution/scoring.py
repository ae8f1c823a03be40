"""From weights to a score that reads like a probability, and the ceilings that no sum passes."""

from typing import NamedTuple

from sift_assets.core.resolution.comparisons import SAME_SPELLINGS, Comparison
from sift_assets.core.resolution.records import Level
from sift_assets.core.resolution.weights import Weights

EXCLUDED_CEILING = 0.05
"""Of pairs that cannot be one: kept for whoever looks at a pair, below any proposal."""

LOOKALIKE_CEILING = 0.94
"""Of pairs whose names are not one spelling, unless telling values speak for them: below every
customary automatic threshold (.95), because John William is not John Williams however many
neighbours they share."""

NEAR_SPELLINGS = frozenset(
    (
        *("legal form", "article", "title", "middle name", "nickname", "transliteration"),
        *("stated other name", "weak words", "abbreviated", "typo", "long typo", "initials"),
    )
)
"""Ways to write a name for which one telling value is enough; others need two."""

TELLING = 5.0
"""Weight of an equal value that lifts the ceiling: one that 3 % of entities or fewer have, such as
a birthday, a phone number, an address."""

DECIMALS = 3
"""Of a score."""


class Scored(NamedTuple):
    """A score and the levels that it is the sum of."""

    score: float
    levels: tuple[Level, ...]


def scored(compared: Comparison, weights: Weights) -> Scored:
    """Add up the weights of a pair."""
    levels = weights.of(compared)
    total = weights.odds + sum(weight for _, _, weight in levels)
    score = min(1.0 / (1.0 + 2.0**-total), _ceiling(compared, levels))
    named = (Level(comparison=name, level=level, weight=w) for name, level, w in levels)
    return Scored(round(score, DECIMALS), tuple(named))


def _ceiling(compared: Comparison, levels: list[tuple[str, str, float]]) -> float:
    if compared.excluded:
        return EXCLUDED_CEILING
    name = compared.levels.get("name", "")
    telling = sum(level == "equal" and weight >= TELLING for _, level, weight in levels)
    is_sure = name in SAME_SPELLINGS or telling + (name in NEAR_SPELLINGS) > 1
    return 1.0 if is_sure else LOOKALIKE_CEILING
