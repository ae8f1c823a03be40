"""One name under two types is always proposed, and says nothing by its score."""

import pyarrow as pa

from sift_assets.core.graph.partition import TypeGraph
from sift_assets.core.resolution.cross_type import (
    CROSS_TYPE_SCORE,
    MAX_HOLDERS,
    propose_cross_type,
)
from sift_assets.core.resolution.records import Proposals
from sift_assets_tests.core.resolution.resolution_examples import Known, part_of


def across(*parts: TypeGraph) -> Proposals:
    tables = ("entities", "mentions", "relations", "evidence")
    return propose_cross_type(*(pa.concat_tables([getattr(p, t) for p in parts]) for t in tables))


def test_one_name_under_two_types_is_proposed_once() -> None:
    related = (("LOCATED_IN", "Acme"),)
    found = across(
        part_of("PERSON", "Washington", "Somebody Else"),
        part_of("LOCATION", Known("WASHINGTON", related=related), "Boston"),
    )
    (pair,) = found.pairs
    assert (pair.left, pair.right) == ("location:washington", "person:washington")
    assert (pair.score, pair.constant, pair.rule) == (CROSS_TYPE_SCORE, True, "")
    (group,) = found.groups
    assert group.constant
    assert group.canonical == "location:washington"
    assert group.reason == "in 1 relations, the most of these"
    assert set(found.sides) == {"location:washington", "person:washington"}
    assert (found.type, found.encoder) == ("", "ngrams")


def test_a_name_that_another_type_is_called_is_proposed() -> None:
    found = across(
        part_of("PERSON", Known("Ada Quill", aliases=("Quill",))), part_of("ORGANIZATION", "Quill")
    )
    (pair,) = found.pairs
    assert pair.blocked_by == ("other name",)
    assert found.groups[0].reason == "first by id"


def test_three_types_make_one_group() -> None:
    parts = [part_of(type_, "FTT") for type_ in ("DOCUMENT", "ORGANIZATION", "PRODUCT")]
    found = across(*parts)
    assert [group.members for group in found.groups] == [
        ("document:ftt", "organization:ftt", "product:ftt")
    ]
    assert len(found.pairs) == 3
    assert across(*reversed(parts)) == found


def test_names_of_one_type_are_not_looked_at() -> None:
    twice = part_of("PERSON", Known("Quill", id="person:1"), Known("Quill", id="person:2"))
    assert across(twice).pairs == ()


def test_a_name_that_everything_is_called_says_nothing() -> None:
    called = [Known(f"Person{at}", aliases=("Chair",)) for at in range(MAX_HOLDERS)]
    assert across(part_of("PERSON", *called), part_of("PRODUCT", "Chair")).pairs == ()
