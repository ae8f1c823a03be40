"""How often a person has asked anew about a document: kept beside decisions, without names."""

from pathlib import Path

import pytest

from sift_assets.core.errors import StoreError
from sift_assets.resources.generations import Generations


def test_no_document_has_been_asked_about_anew_and_looking_makes_no_file(tmp_path: Path) -> None:
    assert Generations(tmp_path).of(["a.txt", "b.txt"]) == {}
    assert list(tmp_path.iterdir()) == []


def test_each_time_is_a_generation_more_of_the_named_documents_only(tmp_path: Path) -> None:
    Generations(tmp_path).raise_for(["a.txt", "b.txt"])
    Generations(tmp_path).raise_for(["a.txt"])
    assert Generations(tmp_path).of(["a.txt", "b.txt", "c.txt"]) == {"a.txt": 2, "b.txt": 1}


def test_the_file_names_no_document(tmp_path: Path) -> None:
    generations = Generations(tmp_path)
    generations.raise_for(["secret name.txt"])
    assert b"secret" not in generations.path.read_bytes()
    assert generations.path.parent == tmp_path / "decisions"


@pytest.mark.parametrize("damaged", [b"", b"[1]", b'{"a": "many"}', b"\xff"])
def test_a_damaged_file_is_an_error_and_not_a_first_generation(
    tmp_path: Path, damaged: bytes
) -> None:
    generations = Generations(tmp_path)
    generations.raise_for(["a.txt"])
    generations.path.write_bytes(damaged)
    with pytest.raises(StoreError, match="which answers count"):
        generations.of(["a.txt"])
    with pytest.raises(StoreError):
        generations.raise_for(["a.txt"])
