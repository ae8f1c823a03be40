"""Names of files that come from names in documents."""

import re
import unicodedata

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sift_assets.core.exports.file_names import (
    MAX_BYTES,
    NAMELESS,
    file_names,
    readable_path,
    safe_name,
)
from sift_assets.core.planning.keys import document_key

RESERVED = re.compile(r"(con|prn|aux|nul|com\d|lpt\d)(\..*)?", re.IGNORECASE)
NAMES = st.text(st.characters(exclude_categories=["Cs"]), max_size=12)
ENDING = 9
"""A space and a hash."""


@given(st.dictionaries(st.text("ab", max_size=3), NAMES, max_size=8))
def test_every_name_is_safe_and_no_two_are_one_on_any_system(wanted: dict[str, str]) -> None:
    found = file_names(wanted)
    assert found.keys() == wanted.keys()
    folded = {unicodedata.normalize("NFD", name.casefold()) for name in found.values()}
    assert len(folded) == len(wanted)
    for name in found.values():
        assert name == name.strip()
        assert not name.startswith(".")
        assert not set(name) & set('\\/:*?"<>|#^[]%`\0\n\r\t')
        assert not RESERVED.fullmatch(name)
        assert 0 < len(name.encode()) <= MAX_BYTES + ENDING


@given(st.dictionaries(st.text("ab", max_size=3), NAMES, min_size=1, max_size=8), st.data())
def test_order_means_nothing(wanted: dict[str, str], data: st.DataObject) -> None:
    shuffled = dict(data.draw(st.permutations(list(wanted.items()))))
    assert file_names(shuffled) == file_names(wanted)


@pytest.mark.parametrize("name", ["Ada Varga", "Kestrel Ltd.", "O’Brien & Søn", "株式会社"])
def test_a_name_that_is_safe_stays(name: str) -> None:
    assert file_names({"one": name}) == {"one": name}


@pytest.mark.parametrize(
    ("name", "begins"),
    [
        ("../../etc/passwd", "etc passwd "),
        ("A/B", "A B "),
        ("CON", "CON file "),
        ("nul.txt", "nul.txt file "),
        ("\x00\x1b[31m", "31m "),
        ("   ", f"{NAMELESS} "),
        ("x" * 500, "x" * MAX_BYTES + " "),
        ("Ada 0a1b2c3d", "Ada 0a1b2c3d "),
    ],
)
def test_a_name_that_is_not_gets_a_piece_of_its_hash(name: str, begins: str) -> None:
    (found,) = file_names({"one": name}).values()
    assert found.startswith(begins)
    assert re.fullmatch(r"[0-9a-f]{8}", found.removeprefix(begins))


def test_names_that_differ_in_case_only_are_told_apart() -> None:
    found = file_names({"1": "Ada", "2": "ADA", "3": "Bo"})
    assert found["3"] == "Bo"
    assert {name[:4] for one, name in found.items() if one != "3"} == {"Ada ", "ADA "}


def test_a_safe_name_is_safe_again() -> None:
    assert safe_name("a: b") == safe_name(safe_name("a: b")) == "a b"


def test_the_path_of_a_document_can_be_read() -> None:
    assert readable_path(document_key("sub dir/a, b.pdf")) == "sub dir/a, b.pdf"
    assert readable_path(document_key("a\udcff.txt")) == "a\ufffd.txt"
