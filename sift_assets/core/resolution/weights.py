"""Match weights after Fellegi and Sunter (1969), learned without labels by EM.

How often a value is shared by chance is counted; how often pairs that are one agree is estimated
by expectation and maximisation over the candidate pairs (Winkler 1988), with Dirichlet priors that
a small graph hardly moves. Weights are rounded, so that the last bits of a sum decide nothing.
"""

from collections import Counter, defaultdict
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import combinations
from math import log2, sqrt

import numpy as np
import numpy.typing as npt

from sift_assets.core.records.record import content_hash
from sift_assets.core.resolution.comparisons import CROWD, VALUE, Comparison, are_similar
from sift_assets.core.resolution.priors import (
    CLASS_KEYS,
    CLASS_RANGE,
    FIXED,
    FURTHER,
    LEARNED,
    LEFT,
    ODDS_RANGE,
    PRIOR_ODDS,
    PRIOR_PAIRS,
    SHIFT,
    SIMILAR_WEIGHT,
    VALUE_PRIOR_PAIRS,
    VALUE_RANGE,
    VALUE_SHARES,
    WEIGHT_RANGE,
)
from sift_assets.core.resolution.subjects import Subject

ROUNDS = 25
"""Of EM; with such priors it stands still after about ten."""

DECIMALS = 2
"""Of a weight: .01 moves a probability by less than .002."""

PRIOR_ODDS_PAIRS = 300.0
"""Pairs that the prior share of matches counts as."""

SAMPLE = 150
"""Values of an attribute whose pairs are looked at: 11,175 pairs, some 20 ms."""

SIMILAR_RANGE = (0.005, 0.5)
"""Share of similar pairs that is believed of a sample."""

RAREST = 2.0
"""Entities with a value that counts as rarest: a pair that shares one holds it twice."""

Floats = npt.NDArray[np.float64]
Numbers = npt.NDArray[np.int64]


@dataclass(frozen=True)
class Weights:
    """What levels are worth in one graph.

    Attributes:
        odds: Logarithm to the base 2 of the odds before anything was compared.
        levels: Weight by comparison and level.
        agreement: By attribute, the share of pairs that are one and have an equal value.
        chance: By attribute, the share of pairs that are not one and have an equal value.
        frequency: By attribute and value, the share of entities that have it.
    """

    odds: float
    levels: dict[tuple[str, str], float]
    agreement: dict[str, float]
    chance: dict[str, float]
    frequency: dict[str, dict[str, float]]

    def of(self, compared: Comparison) -> list[tuple[str, str, float]]:
        """Return comparison, level and weight of all that came out.

        Of the attributes that speak for a pair the strongest counts whole and any other in part:
        who shares an address shares the city, and often the telephone.
        """
        levels = compared.levels.items()
        found = [(name, level, self._weight(name, level, compared)) for name, level in levels]
        best = max((w for name, _, w in found if name.startswith(VALUE)), default=0.0)
        firsts = [name for name, _, w in found if name.startswith(VALUE) and w == best][:1]
        return [
            (name, level, round(w * FURTHER, DECIMALS))
            if w > 0 and name.startswith(VALUE) and name not in firsts
            else (name, level, w)
            for name, level, w in found
        ]

    def _weight(self, name: str, level: str, compared: Comparison) -> float:
        key = name.removeprefix(VALUE)
        if level != "equal" or key == name:
            return self.levels[name, level]
        # half way between the attribute and the value: a rare value of a common sort says less
        # than its rarity, because values are rare for many reasons
        share = sqrt(self.frequency[key][compared.values[key]] * self.chance[key])
        return _bounded(name, level, log2(self.agreement[key] / share))


def learned(
    subjects: Sequence[Subject], outcomes: Sequence[Comparison], counts: Numbers
) -> Weights:
    """Estimate the weights of a graph.

    Args:
        subjects: All of a type.
        outcomes: What comparing the candidate pairs gave, each outcome once; pairs that are
            excluded, or one of many alike, are counted as not one.
        counts: How many pairs have each outcome.
    """
    frequency = _frequencies(subjects)
    tables = _tables(frequency)
    codes = _coded(outcomes, tables)
    excluded = np.array([one.excluded or CROWD[0] in one.levels for one in outcomes], np.bool_)
    odds, estimates = _estimated(tables, codes, excluded, counts)
    levels = dict(FIXED)
    for name, (matches, others) in estimates.items():
        ratios = np.log2(matches) - np.log2(others)
        for level, ratio in zip(tables[name].levels, ratios.tolist(), strict=True):
            levels[name, level] = _bounded(name, level, ratio)
    agreement = {key: float(estimates[VALUE + key][0][0]) for key in frequency}
    chance = {key: float(estimates[VALUE + key][1][0]) for key in frequency}
    return Weights(round(odds, DECIMALS), levels, agreement, chance, frequency)


@dataclass(frozen=True)
class _Table:
    """A comparison's levels with their shares among pairs that are one, and that are not."""

    levels: tuple[str, ...]
    matches: Floats
    others: Floats
    pairs: float
    shift: float


def _tables(frequency: dict[str, dict[str, float]]) -> dict[str, _Table]:
    tables = {name: _learned_table(name) for name in LEARNED}
    for key, shares in frequency.items():
        by_chance = sum(share * share for share in shares.values())
        equal = min(max(by_chance, 1e-6), 0.9)
        similar = _similar_by_chance(list(shares)) * (1 - equal)
        tables[VALUE + key] = _Table(
            levels=("equal", "similar", "differ"),
            matches=np.array([*VALUE_SHARES, 1 - sum(VALUE_SHARES)]),
            others=np.array([equal, similar, 1 - equal - similar]),
            pairs=VALUE_PRIOR_PAIRS,
            shift=VALUE_RANGE[1],
        )
    return tables


def _similar_by_chance(values: Sequence[str]) -> float:
    """Return the share of similar pairs among some values, which are chosen by their hashes."""
    some = sorted(values, key=lambda value: content_hash(value.encode("utf-8", "surrogatepass")))
    pairs = list(combinations(some[:SAMPLE], 2))
    found = sum(are_similar(one, other) for one, other in pairs)
    least, most = SIMILAR_RANGE
    return min(max(found / len(pairs) if pairs else 0.0, least), most)


def _learned_table(name: str) -> _Table:
    priors = LEARNED[name]
    matches = [prior.share for prior in priors.values()]
    others = [prior.share * 2.0**-prior.weight for prior in priors.values()]
    return _Table(
        levels=(*priors, LEFT[name]),
        matches=np.array([*matches, 1 - sum(matches)]),
        others=np.array([*others, 1 - sum(others)]),
        pairs=PRIOR_PAIRS[name],
        shift=SHIFT,
    )


def _frequencies(subjects: Sequence[Subject]) -> dict[str, dict[str, float]]:
    """Return, by attribute, each value's share among the entities that have the attribute."""
    counts: defaultdict[str, Counter[str]] = defaultdict(Counter)
    holders: Counter[str] = Counter()
    for subject in subjects:
        for key, values in subject.values.items():
            counts[key].update(values)
            holders[key] += 1
    shares: dict[str, dict[str, float]] = {}
    for key, held in sorted(counts.items()):
        of_all = max(holders[key], RAREST)
        shares[key] = {v: min(max(n, RAREST) / of_all, 1.0) for v, n in sorted(held.items())}
    return shares


def _coded(pairs: Sequence[Comparison], tables: dict[str, _Table]) -> dict[str, Numbers]:
    """Return, by comparison, the number of each pair's level, -1 where it says nothing."""
    coded: dict[str, Numbers] = {}
    for name, table in tables.items():
        number = {level: at for at, level in enumerate(table.levels)}
        levels = (pair.levels.get(name, "") for pair in pairs)
        coded[name] = np.array([number.get(level, -1) for level in levels], np.int64)
    return coded


def _estimated(
    tables: dict[str, _Table],
    codes: dict[str, Numbers],
    excluded: npt.NDArray[np.bool_],
    counts: Numbers,
) -> tuple[float, dict[str, tuple[Floats, Floats]]]:
    """Run EM; return the prior log odds and each comparison's shares."""
    shares = {name: (table.matches, table.others) for name, table in tables.items()}
    odds = PRIOR_ODDS
    for _ in range(ROUNDS):
        belief = _beliefs(odds, shares, codes, excluded)
        odds = _odds(belief, counts)
        for name, table in tables.items():
            shares[name] = _maximised(table, codes[name], belief, counts)
    return odds, shares


def _beliefs(
    odds: float,
    shares: dict[str, tuple[Floats, Floats]],
    codes: dict[str, Numbers],
    excluded: npt.NDArray[np.bool_],
) -> Floats:
    total = np.full(len(excluded), odds)
    for name, (matches, others) in shares.items():
        ratios = np.append(np.log2(matches) - np.log2(others), 0.0)  # the last is for -1
        total += ratios[codes[name]]
    belief = 1.0 / (1.0 + np.exp2(-np.clip(total, -60.0, 60.0)))
    return np.where(excluded, 0.0, belief)


def _odds(belief: Floats, counts: Numbers) -> float:
    prior = 1.0 / (1.0 + 2.0**-PRIOR_ODDS)
    matches = (belief * counts).sum()
    share = (PRIOR_ODDS_PAIRS * prior + matches) / (PRIOR_ODDS_PAIRS + counts.sum())
    share = min(max(float(share), 1e-6), 1 - 1e-6)
    least, most = ODDS_RANGE
    return min(max(log2(share / (1 - share)), least), most)


def _maximised(
    table: _Table, codes: Numbers, belief: Floats, counts: Numbers
) -> tuple[Floats, Floats]:
    said = codes >= 0
    size = len(table.levels)
    for_matches = np.bincount(codes[said], weights=(belief * counts)[said], minlength=size)
    matches = table.pairs * table.matches + for_matches
    matches = matches / matches.sum()
    if table.shift > SHIFT:  # an attribute: what is shared by chance was counted, not guessed
        return matches, table.others
    against = np.bincount(codes[said], weights=((1.0 - belief) * counts)[said], minlength=size)
    others = table.pairs * table.others + against
    return _within(table, matches, others / others.sum())


def _within(table: _Table, matches: Floats, others: Floats) -> tuple[Floats, Floats]:
    """Hold each ratio within the allowed shift, so that EM finds no other pair of classes."""
    prior = np.log2(table.matches) - np.log2(table.others)
    ratio = np.log2(matches) - np.log2(others)
    return others * np.exp2(np.clip(ratio, prior - table.shift, prior + table.shift)), others


def _bounded(name: str, level: str, weight: float) -> float:
    """Round a weight and hold it in its range.

    An equal value never speaks against a pair, and another one never for it.
    """
    least, most = _range(name)
    if level == "differ":
        most = 0.0
    elif level in ("equal", "similar"):
        least = 0.0
        most = min(most, SIMILAR_WEIGHT) if level == "similar" else most
    return round(min(max(weight, least), most), DECIMALS) + 0.0  # never -0.0


def _range(name: str) -> tuple[float, float]:
    key = name.removeprefix(VALUE)
    if key == name:
        return WEIGHT_RANGE
    return CLASS_RANGE if key in CLASS_KEYS else VALUE_RANGE
