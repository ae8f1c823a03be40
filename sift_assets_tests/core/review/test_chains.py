"""A threshold joins only what was compared with one another and is sure."""

from sift_assets.core.review.chains import without_chains
from sift_assets_tests.core.review.review_examples import (
    ADA,
    ADAH,
    CY,
    deciding,
    logged,
    pair_of,
    queue_after,
    said_of,
)

NOTHING = said_of()


def test_a_chain_ends_at_the_first_pair_that_nobody_compared() -> None:
    chain = [
        pair_of("Ada", "Adah"),
        pair_of("Adah", "Bo"),
        pair_of("Bo", "Cy"),
        pair_of("Cy", "Dee"),
    ]
    assert without_chains(chain, NOTHING, 0.8) == (chain[0], chain[2])


def test_three_that_are_alike_two_by_two_become_one() -> None:
    triangle = [pair_of("Ada", "Adah"), pair_of("Adah", "Bo"), pair_of("Ada", "Bo")]
    assert without_chains(triangle, NOTHING, 0.8) == tuple(triangle)


def test_a_pair_below_the_threshold_closes_no_triangle() -> None:
    sure = [pair_of("Ada", "Adah"), pair_of("Adah", "Bo")]
    (group, _) = queue_after().merges  # Ada, Adah, Bo, of which the worst pair has 0.75
    assert without_chains([*sure, group], NOTHING, 0.9) == (sure[0],)
    assert without_chains([*sure, group], NOTHING, 0.7) == (*sure, group)


def test_what_people_joined_counts_as_one() -> None:
    merged = logged([deciding().merge((ADA, ADAH))])
    pairs = [pair_of("Ada", "Cy"), pair_of("Adah", "Bo")]
    assert without_chains(pairs, said_of(*merged), 0.8) == (pairs[0],)
    assert without_chains(pairs, NOTHING, 0.8) == tuple(pairs)
    assert said_of(*merged).canonical(ADAH) == ADA != CY
