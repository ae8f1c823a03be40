"""Who wants only some items says their kind or a type that they are about."""

from sift_assets.core.review.about import is_about, kind_of
from sift_assets.core.review.records import QueueItem
from sift_assets_tests.core.review.review_examples import (
    queue_after,
    relations_at_odds,
    values_at_odds,
)


def test_every_item_has_a_kind_and_types() -> None:
    items: tuple[QueueItem, ...] = (
        *queue_after().items,
        relations_at_odds(),
        values_at_odds(),
    )
    assert {kind_of(one) for one in items} == {
        "merges", "relations", "variants", "splits", "contradictions"
    }  # fmt: skip
    assert all(is_about(one, "person") for one in items)
    assert not any(is_about(one, "LOCATION") for one in items)
    knows = {kind_of(one) for one in items if is_about(one, "knows")}
    assert knows == {"relations", "contradictions"}
    assert {kind_of(one) for one in items if is_about(one, "extends")} == {"variants"}
