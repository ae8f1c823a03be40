"""From weights to a score that reads like a probability, and the ceilings that no sum passes."""

from typing import NamedTuple

from sift_assets.core.resolution.comparisons import MEANING, SAME_SPELLINGS, Comparison
from sift_assets.core.resolution.records import Level
from sift_assets.core.resolution.weights import Weights

EXCLUDED_CEILING = 0.05
"""Of pairs that cannot be one: kept for whoever looks at a pair, below any proposal."""

LOOKALIKE_CEILING = 0.94
"""Of pairs whose names are not one spelling, unless telling values speak for them: below every
customary automatic threshold (.95), because John William is not John Williams however many
neighbours they share."""

MEANING_CEILING = 0.49
"""Of pairs that only an encoder holds for one: vectors find pairs for whoever judges them, and
never group them."""

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
    """A score and what it is the sum of: comparison, level and weight of each."""

    score: float
    weighed: tuple[tuple[str, str, float], ...]

    def levels(self) -> tuple[Level, ...]:
        """Return the levels as proposals show them; few of the candidates become proposals."""
        return tuple(Level(comparison=n, level=level, weight=w) for n, level, w in self.weighed)


def scored(compared: Comparison, weights: Weights) -> Scored:
    """Add up the weights of a pair."""
    levels = weights.of(compared)
    total = weights.odds + sum(weight for _, _, weight in levels)
    score = min(1.0 / (1.0 + 2.0**-total), _ceiling(compared, levels))
    return Scored(round(score, DECIMALS), tuple(levels))


def _ceiling(compared: Comparison, levels: list[tuple[str, str, float]]) -> float:
    if compared.excluded:
        return EXCLUDED_CEILING
    name = compared.levels.get("name", "")
    if MEANING in compared.levels:
        return MEANING_CEILING
    telling = sum(level == "equal" and weight >= TELLING for _, level, weight in levels)
    is_sure = name in SAME_SPELLINGS or telling + (name in NEAR_SPELLINGS) > 1
    return 1.0 if is_sure else LOOKALIKE_CEILING
