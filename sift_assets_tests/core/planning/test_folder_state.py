"""What may be concluded from looks at the watched folder."""

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sift_assets.core.planning.folder_state import (
    DocumentFile,
    FolderState,
    Look,
    Skipped,
    SkipReason,
    deleted,
    looks,
    mass_deletion,
    settled,
    without_forgotten,
)


def state(*keys: str, **fields: Any) -> FolderState:
    files = tuple(DocumentFile(key=k, size=1, mtime_ns=2, inode=3, hash="0" * 64) for k in keys)
    return FolderState(documents=files, **fields)


@pytest.mark.parametrize(
    ("before", "gone", "mass"),
    [
        (10, 10, False),
        (11, 11, True),
        (20, 10, False),
        (54, 11, True),
        (55, 11, False),
        (56, 11, False),
        (1000, 200, False),
        (1000, 201, True),
        (0, 0, False),
    ],
)
def test_more_than_a_fifth_and_more_than_ten_is_a_mass_deletion(before: int, gone: int, mass: bool):
    known = {str(n) for n in range(before)}
    assert mass_deletion(known, {str(n) for n in range(gone, before)} | {"new"}) is mass


def test_a_file_that_grows_is_not_settled_and_one_that_rests_is():
    before = {"grows": Look(size=1, mtime_ns=5), "rests": Look(size=1, mtime_ns=5)}
    now = {
        "grows": Look(size=2, mtime_ns=5),
        "rests": Look(size=1, mtime_ns=5),
        "new": Look(size=1, mtime_ns=5),
    }
    assert settled(before, now) == {"rests"}


def test_a_touched_file_is_not_settled():
    assert not settled({"a": Look(size=1, mtime_ns=5)}, {"a": Look(size=1, mtime_ns=6)})


def test_looks_are_taken_from_a_state():
    assert looks(state("a")) == {"a": Look(size=1, mtime_ns=2)}


def test_what_is_not_there_any_more_is_deleted():
    assert deleted({"a", "b"}, state("a", "c")) == {"b"}


def test_an_incomplete_look_deletes_nothing():
    look = state("a", pending=("z",))
    assert not look.complete
    assert deleted({"a", "b", "z"}, look) == frozenset()


def test_a_document_that_is_just_changing_is_not_deleted():
    assert deleted({"a", "b"}, state("a", changing=("b",))) == frozenset()


def test_documents_in_an_unreadable_folder_or_unreadable_themselves_are_not_deleted():
    unreadable = (
        Skipped(key="x", reason=SkipReason.UNREADABLE),
        Skipped(key="f.txt", reason=SkipReason.UNREADABLE),
    )
    known = {"x/y/a", "x.txt", "f.txt", "b"}
    assert deleted(known, state(skipped=unreadable)) == {"x.txt", "b"}


def test_a_document_that_is_ignored_from_now_on_is_deleted():
    skipped = (Skipped(key="x", reason=SkipReason.IGNORED, detail="x"),)
    assert deleted({"x/a"}, state(skipped=skipped)) == {"x/a"}


@given(st.sets(st.text(max_size=3)), st.sets(st.text(max_size=3)))
def test_only_known_documents_are_deleted_and_none_that_is_there(known: set[str], there: set[str]):
    assert deleted(known, state(*there)) == known - there


def test_a_file_whose_content_was_forgotten_is_listed_and_counts_as_gone() -> None:
    look = state("b", skipped=(Skipped(key="c", reason=SkipReason.HIDDEN),))
    found = without_forgotten(look, {"0" * 64})
    assert found.documents == ()
    assert [(skip.key, skip.reason) for skip in found.skipped] == [
        ("b", SkipReason.FORGOTTEN),
        ("c", SkipReason.HIDDEN),
    ]
    assert deleted({"b"}, found) == {"b"}
    assert without_forgotten(look, {"1" * 64}) == look
