"""What is found because it means the same: after names, among passages, within every filter."""

import sqlite3
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings

from sift_assets.core.decisions.decision import Act, Channel, Decision, EntityRef
from sift_assets.core.query.envelope import Bounds
from sift_assets.core.query.errors import Code, QueryError
from sift_assets.core.query.meaning import LEAST_NAME, LEAST_PASSAGE, nearest, packed
from sift_assets.core.query.results import SearchResult
from sift_assets.core.query.searching import search
from sift_assets_tests.core.query.random_world import WORLDS
from sift_assets_tests.core.query.small_world import HARBOUR, Paper, Papers, asked, said, written
from sift_assets_tests.fakes.tiny_encoder import TinyEncoder

TINY = TinyEncoder()


@pytest.fixture(scope="module")
def meant(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return the index of `HARBOUR` with vectors."""
    return written(tmp_path_factory.mktemp("meant") / "index.sqlite", encoder=TINY)


def by_meaning(file: Path, text: str, **more: Any) -> SearchResult:
    return said(file, search, text, meaning=TINY.meaning, **more)


def test_a_passage_that_says_it_in_other_words_is_found_with_how_near_it_is(meant: Path) -> None:
    assert said(meant, search, "silent port", entities=False).passages == ()
    (place,) = by_meaning(meant, "silent port").passages
    assert (place.document, place.page, place.match) == ("letters/ada.txt", 2, "meaning")
    assert LEAST_PASSAGE <= place.similarity < 1
    (worded,) = by_meaning(meant, "quiet harbour", entities=False).passages
    assert (worded.match, worded.similarity) == ("word", place.similarity)


def test_names_come_before_what_only_means_the_same(meant: Path) -> None:
    exact, *others = by_meaning(meant, "Kestrel").entities
    assert (exact.name, exact.match, exact.similarity) == ("KESTREL", "exact", 0)
    assert all(one.match != "meaning" for one in others)
    (near,) = by_meaning(meant, "firm").entities
    assert (near.name, near.match, near.similarity, near.matched) == ("KESTREL", "meaning", 1, "")
    assert near.sources


def test_a_passage_with_the_words_is_found_however_far_its_meaning_is(tmp_path: Path) -> None:
    long = "winter " + " ".join(f"word{n}" for n in range(60))
    papers = {
        "a.txt": Paper([("Ada Aa", "MET", "Bo Bb")], says=long),
        "b.txt": Paper([("Ada Aa", "MET", "Cy Cc")], says="The port. The port. A dock."),
    }
    file = written(tmp_path / "index.sqlite", papers, encoder=TINY)
    (far,) = by_meaning(file, "winter", entities=False).passages
    assert (far.document, far.match, far.similarity) == ("a.txt", "word", 0)
    first = by_meaning(file, "harbour", entities=False).passages[0]
    assert (first.document, first.match) == ("b.txt", "meaning")


def test_an_index_without_vectors_says_what_to_set(harbour: Path) -> None:
    with pytest.raises(QueryError) as caught:
        by_meaning(harbour, "port")
    assert (caught.value.code, caught.value.exit_code) == (Code.NO_VECTORS, 2)
    assert "resolution: {encoder: minilm}" in caught.value.fix


def test_vectors_change_no_answer_that_does_not_ask_for_them(harbour: Path, meant: Path) -> None:
    for text in ("Kestrel", "harbour winter", "audited", "who is ada varga?"):
        assert said(meant, search, text) == said(harbour, search, text)


def test_a_lower_limit_gives_the_first_of_a_higher_one(meant: Path) -> None:
    text = "port KESTREL winter"
    whole = by_meaning(meant, text)
    for limit in (1, 2, 3):
        some = by_meaning(meant, text, bounds=Bounds(limit=limit))
        assert some.entities == whole.entities[:limit]
        assert some.passages == whole.passages[:limit]


def test_what_is_taken_out_has_no_vector(tmp_path: Path) -> None:
    gone = Decision.model_validate(
        {
            "time": "2026-01-02T03:04:05.000000Z",
            "actor": "mara",
            "channel": Channel.PAGE,
            "act": Act.RETRACT,
            "entities": [EntityRef(type="ORGANIZATION", name="KESTREL")],
        }
    ).with_id()
    encoder = TinyEncoder()
    file = written(tmp_path / "index.sqlite", HARBOUR, [gone], encoder)
    assert "kestrel" not in encoder.encoded
    assert by_meaning(file, "firm").entities == ()
    with closing(sqlite3.connect(file)) as connection:
        for table in ("names", "passages"):
            (number,) = connection.execute(f"SELECT COUNT(*) FROM {table}").fetchone()  # noqa: S608
            held = "SELECT SUM(LENGTH(vectors)) FROM vectors WHERE kind = ?"
            (size,) = connection.execute(held, (table,)).fetchone()
            assert size == number * len(packed(encoder.encode(["one"])))


def near(texts: list[str], text: str, least: float) -> set[str]:
    rows = packed(TINY.encode(texts))
    found = nearest([(0, rows)], packed(TINY.encode([text])), least)
    return {texts[number] for number, _ in found}


def passages_of(file: Path, filters: dict[str, Any]) -> Iterator[tuple[str, str]]:
    with asked(file, **filters) as index:
        for document in index.documents_in_scope(100):
            found = index.passage_at(document.document, 0)
            assert found is not None
            yield document.document, found.text


@given(world=WORLDS)
@settings(max_examples=40)
def test_filters_hold_for_what_is_near(
    world: tuple[Papers, dict[str, Any]], tmp_path_factory: pytest.TempPathFactory
) -> None:
    papers, filters = world
    file = written(tmp_path_factory.mktemp("near") / "index.sqlite", papers, encoder=TINY)
    for text in ("Ada MET", "Cy firm"):
        vector = TINY.meaning("tiny 1", text)
        with asked(file, **filters) as index:
            names = {one.named.entity.name for one in index.near_names(vector, 100)}
            places = {one.passage.document for one in index.near_passages(vector, 100)}
            allowed = [one.name for one in index.top(100)]
        assert names == near(allowed, text, LEAST_NAME)
        texts = dict(passages_of(file, filters))
        wanted = near(list(texts.values()), text, LEAST_PASSAGE) if texts else set[str]()
        assert places == {document for document, said in texts.items() if said in wanted}
