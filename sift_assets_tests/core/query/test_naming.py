"""From what somebody types to the entity that is meant."""

from pathlib import Path

import pytest

from sift_assets.core.query.errors import Code, QueryError
from sift_assets.core.query.naming import meant
from sift_assets.core.query.ranking import answering
from sift_assets_tests.core.query.small_world import Paper, asked, written


@pytest.mark.parametrize(
    "text",
    ["person:ada_varga", "Ada Varga", "ADA  VARGA", "ada varg", "Varga", "Adá Vargá"],
)
def test_an_id_a_name_and_a_part_of_one_mean_the_entity(harbour: Path, text: str) -> None:
    with asked(harbour) as index:
        assert meant(index, text).id == "person:ada_varga"


def test_several_that_answer_equally_are_candidates(harbour: Path) -> None:
    with asked(harbour) as index, pytest.raises(QueryError) as caught:
        meant(index, "Ada")
    assert caught.value.code is Code.AMBIGUOUS_NAME
    ids = [one["id"] for one in caught.value.details["candidates"]]
    assert ids == ["person:ada_varga", "person:ada_lind"]


def test_a_misspelled_name_is_suggested_and_not_taken(harbour: Path) -> None:
    with asked(harbour) as index, pytest.raises(QueryError, match="Did you mean Karl") as caught:
        meant(index, "Carl Meyer")
    assert caught.value.code is Code.UNKNOWN_ENTITY
    assert [one["id"] for one in caught.value.details["nearest"]] == ["person:karl_meier"]


def test_what_is_out_of_scope_does_not_exist(harbour: Path) -> None:
    with asked(harbour, folders=("letters",)) as index, pytest.raises(QueryError) as caught:
        meant(index, "organization:pelagos")
    assert caught.value.code is Code.UNKNOWN_ENTITY


def test_exact_comes_before_prefix_word_and_fuzzy_then_support(tmp_path: Path) -> None:
    pairs = [("Mara", "Mara Ost"), ("Mara West", "Ina Mara"), ("Marra", "Mara West")]
    papers = {f"{n}.txt": Paper([(one, "MET", other)]) for n, (one, other) in enumerate(pairs)}
    file = written(tmp_path / "index.sqlite", papers)
    with asked(file) as index:
        found = [
            (one.entity.name, str(one.match)) for one in answering(index, "mara", 9, filtered=True)
        ]
    assert found == [
        ("Mara", "exact"),
        ("Mara West", "prefix"),
        ("Mara Ost", "prefix"),
        ("Ina Mara", "word"),
        ("Marra", "fuzzy"),
    ]


def test_a_question_finds_the_names_that_stand_in_it(harbour: Path) -> None:
    with asked(harbour) as index:
        found = answering(index, "What did Karl Meier do for Pelagos?", 9, filtered=True)
    assert {one.entity.id for one in found} >= {"person:karl_meier", "organization:pelagos"}


def test_of_a_question_the_longest_name_counts_and_its_words_do_not(tmp_path: Path) -> None:
    papers = {"a.txt": Paper([("Ada Varga", "MET", "Ada"), ("Varga", "MET", "Bo Lind")])}
    file = written(tmp_path / "index.sqlite", papers)
    with asked(file) as index:
        found = answering(index, "who knows Ada Varga, or Bo?", 9, filtered=True)
    assert [one.entity.name for one in found if one.match == "word"] == ["Ada Varga"]


def test_letters_with_strokes_are_found_without(harbour: Path) -> None:
    with asked(harbour) as index:
        assert meant(index, "nina orsted").name == "Nina Ørsted"
