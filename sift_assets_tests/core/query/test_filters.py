"""Filters say something sensible, or which of them does not."""

from typing import Any

import pytest

from sift_assets.core.graph.review import Status
from sift_assets.core.query.errors import Code, QueryError
from sift_assets.core.query.filters import STATUSES, Filters, filters_of


def test_statuses_are_those_of_the_graph() -> None:
    assert tuple(map(str, Status)) == STATUSES


@pytest.mark.parametrize(
    ("values", "named"),
    [
        ({"since": "soon"}, "since: is no date"),
        ({"statuses": ["sure"]}, "statuses: has no sure; there are pending"),
        ({"min_confidence": 1.5}, "min_confidence"),
        ({"min_support": -1}, "min_support"),
        ({"min_confidence": "nan"}, "min_confidence"),
        ({"colour": "red"}, "colour"),
    ],
)
def test_a_filter_that_says_nothing_sensible_is_named(values: dict[str, Any], named: str) -> None:
    with pytest.raises(QueryError, match=named) as caught:
        filters_of(**values)
    assert caught.value.code is Code.BAD_FILTER
    assert caught.value.exit_code == 2


def test_only_what_is_filtered_by_is_said_and_only_documents_are_a_scope() -> None:
    assert Filters().said == {}
    assert not Filters(statuses=("pending",), min_support=2).has_scope
    assert Filters(until="2012").has_scope
    given = Filters(folders=("/a/b/",), min_support=2)
    assert given.said == {"folders": ["a/b"], "min_support": 2}
