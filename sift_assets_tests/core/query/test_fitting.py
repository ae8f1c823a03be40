"""An answer is never longer than it may be, and says what is missing."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sift_assets.core.query.envelope import NOTICE, Bounds, Envelope
from sift_assets.core.query.errors import QueryError
from sift_assets.core.query.fitting import FEWEST_TOKENS, checked_bounds, cut, fitted, tokens_of
from sift_assets.core.query.records import Found, PassageFound
from sift_assets.core.query.results import SearchResult

ENVELOPE = Envelope(answer="search", revision="r")

FOUND = st.builds(
    lambda name, n: Found(
        id=name, name=name * n, type="PERSON", status="supported", confidence=0.5, support=n,
        mentions=1, degree=0,
    ),
    st.text(st.characters(exclude_categories=["Cs"]), max_size=20),
    st.integers(1, 30),
)  # fmt: skip
PASSAGE = st.builds(
    lambda text: PassageFound(document="a", start=0, end=1, text=text), st.text(max_size=900)
)


@given(
    st.lists(FOUND, max_size=12),
    st.lists(PASSAGE, max_size=6),
    st.integers(1, 12),
    st.integers(FEWEST_TOKENS, 3000),
    st.integers(0, 5),
)
def test_an_answer_fits_and_what_is_left_out_is_counted(
    entities: list[Found], passages: list[PassageFound], limit: int, tokens: int, more: int
) -> None:
    result = SearchResult(text="x", entities=tuple(entities), passages=tuple(passages))
    in_all = {"entities": len(entities) + more}
    answer = fitted(ENVELOPE, result, in_all, Bounds(limit=limit, max_tokens=tokens))
    assert tokens_of(answer) <= tokens
    kept = answer["result"]
    left_out = answer.get("truncated", {}).get("left_out", {})
    assert len(kept.get("entities", ())) + left_out.get("entities", 0) == len(entities) + more
    assert len(kept.get("passages", ())) + left_out.get("passages", 0) == len(passages)
    assert len(kept.get("entities", ())) <= limit
    names = [one["id"] for one in kept.get("entities", ())]
    assert names == [one.id for one in entities][: len(names)]
    assert answer["notice"] == NOTICE


def test_it_is_said_whether_the_limit_or_the_length_cuts() -> None:
    entity = Found(
        id="x" * 400, name="x" * 400, type="PERSON", status="supported", confidence=1, support=1,
        mentions=1, degree=1,
    )  # fmt: skip
    result = SearchResult(text="x", entities=(entity,) * 9)
    by_limit = fitted(ENVELOPE, result, {}, Bounds(limit=2, max_tokens=9000))
    assert by_limit["truncated"]["because"] == "limit"
    by_length = fitted(ENVELOPE, result, {}, Bounds(limit=9, max_tokens=FEWEST_TOKENS))
    assert by_length["truncated"]["because"] == "max_tokens"
    assert by_length["truncated"]["left_out"]["entities"] > 2


def test_bounds_that_cannot_be_kept_are_refused() -> None:
    for limit, tokens in ((0, 2000), (10_000, 2000), (5, 10)):
        with pytest.raises(QueryError):
            checked_bounds(limit, tokens)
    assert checked_bounds(5, 2000) == Bounds(limit=5, max_tokens=2000)


def test_a_text_that_is_cut_ends_in_a_mark() -> None:
    assert cut("abcd", 4) == ("abcd", False)
    assert cut("abcde", 4) == ("abc…", True)
