"""The sample: by content and never by order, spread over folders, kinds and lengths."""

from collections import Counter

from hypothesis import given
from hypothesis import strategies as st

from sift_assets.core.discovery.sampling import (
    EXCERPT_CHARACTERS,
    MAX_TRIED,
    SAMPLE_SIZE,
    Candidate,
    excerpt,
    sampled,
)
from sift_assets.core.records.record import content_hash


def candidate(key: str, size: int = 100, content: str = "") -> Candidate:
    return Candidate(key=key, content=content or content_hash(key.encode()), size=size)


PATHS = st.builds(
    "{}/{}.{}".format, st.sampled_from("abcd"), st.integers(0, 30), st.sampled_from(["txt", "pdf"])
)
CANDIDATES = st.lists(
    st.builds(candidate, PATHS, st.integers(0, 500_000)), max_size=60, unique_by=lambda c: c.key
)


@given(CANDIDATES, st.randoms(use_true_random=False))
def test_the_order_of_arrival_chooses_nothing(found: list[Candidate], chance: object) -> None:
    shuffled = list(found)
    chance.shuffle(shuffled)  # type: ignore[attr-defined]
    assert sampled(shuffled) == sampled(found)


@given(CANDIDATES)
def test_a_sample_is_bounded_and_shows_every_content_once(found: list[Candidate]) -> None:
    chosen = sampled(found)
    assert len(chosen) == min(SAMPLE_SIZE, len(found))
    assert len({one.content for one in chosen}) == len(chosen)


@given(CANDIDATES)
def test_folders_are_shown_as_evenly_as_they_can_be(found: list[Candidate]) -> None:
    shown = Counter(one.stratum[0] for one in sampled(found))
    there = Counter(one.stratum[0] for one in found)
    most = max(shown.values(), default=0)
    assert all(shown[folder] >= min(most - 1, count) for folder, count in there.items())


def test_in_one_folder_kinds_and_then_lengths_are_shown_evenly() -> None:
    many = [candidate(f"letter-{n}.txt") for n in range(200)]
    few = [candidate("scan.pdf"), candidate("book.txt", size=900_000), candidate("list.csv")]
    chosen = {one.key for one in sampled([*many, *few])}
    assert {one.key for one in few} <= chosen


def test_of_copies_one_is_shown() -> None:
    copies = [candidate(f"{n}/a.txt", content="same") for n in range(5)]
    assert [one.key for one in sampled(copies)] == ["0/a.txt"]


def test_a_document_without_text_is_passed_over_and_so_many_at_most_are_tried() -> None:
    tried: list[str] = []

    def is_usable(one: Candidate) -> bool:
        tried.append(one.key)
        return one.key.endswith("7.txt")

    found = [candidate(f"{n}.txt") for n in range(100)]
    chosen = sampled(found, is_usable)
    assert len(tried) == MAX_TRIED
    assert [one.key for one in chosen] == [key for key in tried if key.endswith("7.txt")]


@given(st.integers(0, 2 * EXCERPT_CHARACTERS), st.text(max_size=5))
def test_an_excerpt_is_the_beginning_and_a_part_from_further_in(words: int, content: str) -> None:
    text = " ".join(map(str, range(words)))
    shown = excerpt(text, content)
    assert shown == excerpt(text, content)
    if len(text) <= EXCERPT_CHARACTERS:
        assert shown == text
    else:
        first, later = shown.split("\n[…]\n")
        assert len(shown) <= EXCERPT_CHARACTERS
        assert text.startswith(first)
        assert text.find(later, len(first)) >= len(first)
