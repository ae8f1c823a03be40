"""Weights are learned without labels, stay near what is known, and add up to a probability."""

from dataclasses import replace
from itertools import combinations

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from sift_assets.core.graph.tables import MENTIONS, table_of
from sift_assets.core.resolution.comparisons import compared_pair
from sift_assets.core.resolution.guards import EXCLUDING
from sift_assets.core.resolution.names import Kind
from sift_assets.core.resolution.priors import (
    FIXED,
    LEARNED,
    NAME,
    ODDS_RANGE,
    SHIFT,
    VALUE_RANGE,
)
from sift_assets.core.resolution.records import PairProposal
from sift_assets.core.resolution.scoring import (
    EXCLUDED_CEILING,
    LOOKALIKE_CEILING,
    scored,
)
from sift_assets.core.resolution.subjects import Subject, compared, subjects_of
from sift_assets.core.resolution.weights import DECIMALS, Weights, learned
from sift_assets_tests.core.resolution.resolution_examples import (
    Known,
    pair_of,
    part_of,
    proposed,
)

PEOPLE = Kind.PERSON


def subjects(*known: Known | str) -> list[Subject]:
    return subjects_of(part_of("PERSON", *known))


def between(one: Known | str, other: Known | str, *company: Known | str) -> PairProposal:
    """Return the pair of two, in company, however low its score."""
    found = proposed("PERSON", one, other, *company, least=0.001)
    names = [known.name if isinstance(known, Known) else known for known in (one, other)]
    pair = pair_of(found, *names)
    assert pair is not None
    return pair


def level(pair: PairProposal, comparison: str) -> str:
    return next((one.level for one in pair.levels if one.comparison == comparison), "")


def test_the_shares_of_levels_are_shares() -> None:
    for levels in LEARNED.values():
        assert 0 < sum(prior.share for prior in levels.values()) < 1
        assert 0 < sum(prior.share * 2.0**-prior.weight for prior in levels.values()) < 1


def test_every_excluding_outcome_has_a_weight() -> None:
    assert set(FIXED) >= EXCLUDING


def test_a_score_is_the_sum_of_its_levels() -> None:
    pair = between("J. Holloway", "Jane Holloway")
    weights = learned_of(subjects("J. Holloway", "Jane Holloway"))
    total = weights.odds + sum(one.weight for one in pair.levels)
    assert pair.score == round(1 / (1 + 2**-total), 3)


def learned_of(held: list[Subject]) -> Weights:
    """Learn from all pairs of some subjects."""
    pairs = [compared_pair(*pair, PEOPLE) for pair in combinations(held, 2)]
    return learned(held, pairs, np.ones(len(pairs), np.int64))


VALUES = st.sampled_from(("1970", "1971", "Paris", "Parys", "Rome"))
KNOWN = st.builds(
    lambda name, born, town: Known(name, attributes=(("born", born), ("town", town))),
    st.sampled_from(("Ada Quill", "A. Quill", "Bo Quill", "Ada Marsh", "Zed Ode", "Zed Oda")),
    VALUES,
    VALUES,
)


@settings(max_examples=40, deadline=None)
@given(st.lists(KNOWN, min_size=2, max_size=6, unique_by=lambda known: known.name))
def test_data_moves_weights_within_bounds_only(known: list[Known]) -> None:
    weights = learned_of(subjects(*known))
    assert ODDS_RANGE[0] <= weights.odds <= ODDS_RANGE[1]
    for name, prior in NAME.items():
        moved = weights.levels["name", name]
        assert abs(moved - prior.weight) <= SHIFT + 10**-DECIMALS
    for (comparison, outcome), weight in weights.levels.items():
        if comparison.startswith("value: "):
            assert VALUE_RANGE[0] <= weight <= VALUE_RANGE[1]
            assert (weight <= 0) if outcome == "differ" else (weight >= 0)


def test_rare_values_say_more_than_common_ones() -> None:
    company = [Known(f"Other{at}", attributes=(("town", "Rome"),)) for at in range(20)]
    rare = [Known(name, attributes=(("town", "Elko"),)) for name in ("Ada Quill", "A. Quill")]
    common = [Known(name, attributes=(("town", "Rome"),)) for name in ("Bo Marsh", "B. Marsh")]
    weights = {
        one.name: next(
            found.weight
            for found in between(one, other, *company, *others).levels
            if found.comparison == "value: town"
        )
        for (one, other), others in ((rare, common), (common, rare))
    }
    assert weights["Ada Quill"] > weights["Bo Marsh"] + 1


def test_lookalikes_stay_below_automatic_thresholds_whatever_they_share() -> None:
    shared = (("WORKS_FOR", "Acme"), ("MEMBER_OF", "Chess Club"), ("KNOWS", "Bo"))
    pair = between(Known("John Williams", related=shared), Known("John William", related=shared))
    assert pair.score <= LOOKALIKE_CEILING
    assert pair.shared_neighbours == ("Acme", "Bo", "Chess Club")


def test_a_near_spelling_with_a_telling_value_passes_the_ceiling() -> None:
    company = [Known(f"Other{at}", attributes=(("phone", f"555{at:04}"),)) for at in range(250)]
    same = (("phone", "555-12 34 99"),)
    ada = Known("Ada Quillson", attributes=same)
    pair = between(ada, Known("Ada Quilson", attributes=(("phone", "(555) 123499"),)), *company)
    assert level(pair, "value: phone") == "equal"
    assert pair.score > LOOKALIKE_CEILING


def test_twins_share_everything_and_are_two() -> None:
    shared = (("born", "1981-08-21"), ("address", "1 Elm Street"), ("school", "Harrow"))
    company = [Known(f"Other{at}", attributes=(("born", f"19{at:02}"),)) for at in range(60)]
    related = (("WORKS_FOR", "Acme"), ("CHILD_OF", "Howard"))
    cameron = Known("Cameron Winklevoss", attributes=shared, related=related)
    tyler = Known("Tyler Winklevoss", attributes=shared, related=related)
    pair = between(cameron, tyler, *company)
    assert pair.score <= EXCLUDED_CEILING
    assert pair_of(proposed("PERSON", cameron, tyler, *company), cameron.name, tyler.name) is None


def test_a_stated_other_name_is_evidence_with_its_place() -> None:
    pair = between(Known("Samuel Clemens", aliases=("Mark Twain",)), "Mark Twain")
    assert level(pair, "name") == "stated other name"
    assert [(q.document, q.start, q.quote) for q in pair.stated] == [("a.txt", 100, "Mark Twain")]


def test_a_short_form_that_both_are_called_is_no_other_name() -> None:
    known = Known("Jane Smith", aliases=("Smith",)), Known("Jo Smith", aliases=("Smith",))
    one, other = subjects(*known)
    assert compared_pair(one, other, PEOPLE).levels["name"] == "alike"


def test_a_short_form_that_stands_alone_counts() -> None:
    pair = between(Known("Jane Holloway", aliases=("Holloway",)), "Holloway")
    assert level(pair, "short form") == "used for the other"


def test_a_relation_between_two_says_that_they_are_two() -> None:
    alone = between("Quill", "Ada Quill")
    wife = Known("Ada Quill", related=(("MARRIED_TO", "person:quill"),))
    married = between(Known("Quill", id="person:quill"), wife)
    assert level(married, "related") == "to each other"
    assert married.score < alone.score


def test_names_that_documents_of_other_centuries_use_are_rather_two() -> None:
    one, other = subjects("J. Holloway", "Jane Holloway")
    one.years, other.years = (1880, 1890), (1925, 1990)
    assert "dates" not in compared_pair(one, other, PEOPLE).levels
    other.years = (1940, 1990)
    assert compared_pair(one, other, PEOPLE).levels["dates"] == "far apart"


def test_names_in_a_list_are_two() -> None:
    part = part_of("PERSON", "Ada Quill", "A. Quill")
    places = {"person:ada_quill": (0, 9), "person:a_quill": (14, 22)}  # "Ada Quill and A. Quill"
    rows = [
        row | dict(zip(("start", "end"), places[row["entity_id"].partition("~")[0]], strict=True))
        for row in part.mentions.to_pylist()
    ]
    one, other = subjects_of(replace(part, mentions=table_of(rows, MENTIONS)))
    assert compared_pair(one, other, PEOPLE).levels["listed"] == "side by side"


@pytest.mark.parametrize(
    ("one", "other"),
    [("213/857 -0034", "213-857-0034"), ("6 May 2014", "2014-05-06"), ("São Paulo", "sao paulo")],
)
def test_values_are_compared_without_how_they_are_written(one: str, other: str) -> None:
    assert compared(one) == compared(other)


def test_pairs_that_cannot_be_one_keep_a_score_below_any_proposal() -> None:
    one, other = subjects("Mr. Smith", "Mrs. Smith")
    comparison = compared_pair(one, other, PEOPLE)
    assert comparison.excluded
    assert (
        scored(comparison, learned([one, other], [comparison], np.ones(1, np.int64))).score
        <= EXCLUDED_CEILING
    )
