"""Two answers told as one."""

from hypothesis import given
from hypothesis import strategies as st

from sift_assets.core.query.records import Found, PassageFound
from sift_assets.core.query.results import SearchResult
from sift_assets.core.query.seat_search import CENTRAL, of_seat, seat_search_result

PASSAGES = st.lists(st.integers(0, 999), unique=True, max_size=8)


def result(numbers: list[int], *entities: str) -> SearchResult:
    return SearchResult(
        text="x",
        passages=tuple(
            PassageFound(document="a.txt", start=n, end=n + 1, text="x") for n in numbers
        ),
        entities=tuple(
            Found(
                id=name, name=name, type="PERSON", status="pending", confidence=1,
                support=1, mentions=1, degree=0,
            )
            for name in entities
        ),
    )  # fmt: skip


@given(PASSAGES, PASSAGES)
def test_no_passage_is_lost_and_each_order_is_kept(own: list[int], central: list[int]) -> None:
    found = {of_seat("ada"): result(own), CENTRAL: result(central, "ada_varga")}
    said = seat_search_result("x", "ada", found, {})
    for where, numbers in (("seat:ada", own), ("central", central)):
        assert [one.start for one in said.passages if one.collection == where] == numbers
    assert len(said.passages) == len(own) + len(central)
    turns = [one.collection for one in said.passages[: 2 * min(len(own), len(central))]]
    assert turns == ["seat:ada", "central"] * (len(turns) // 2)
    assert [(one.id, one.collection) for one in said.entities] == [("ada_varga", "central")]


def test_a_seat_that_is_called_central_is_told_apart_from_central() -> None:
    assert of_seat("central") != CENTRAL


def test_one_of_both_may_be_absent_and_it_is_said_why() -> None:
    said = seat_search_result("x", "ada", {CENTRAL: result([1])}, {"seat:ada": "not swept"})
    assert [one.collection for one in said.passages] == ["central"]
    assert said.said["not_searched"] == {"seat:ada": "not swept"}
