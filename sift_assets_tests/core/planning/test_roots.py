"""Two roots under one set of keys."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sift_assets.core.planning.folder_state import (
    DocumentFile,
    FolderState,
    Skipped,
    SkipReason,
    deleted,
)
from sift_assets.core.planning.keys import document_key, document_path
from sift_assets.core.planning.roots import (
    is_promoted,
    of_people,
    promoted_key,
    promoted_name,
    united,
    waiting_deletions,
)

NAMES = st.text(alphabet="ab/%.@é ", min_size=1, max_size=12)


@given(NAMES)
def test_a_name_of_the_second_root_is_found_again_in_its_key_and_path(name: str) -> None:
    path = promoted_key(name)
    assert is_promoted(path)
    assert promoted_name(path) == name
    key = document_key(path)
    assert is_promoted(key)
    assert promoted_name(document_path(key)) == name


@given(st.lists(NAMES, unique=True))
def test_no_document_is_of_both_roots(names: list[str]) -> None:
    own = [name for name in names if not is_promoted(name)]
    promoted = [promoted_key(name) for name in names]
    assert of_people([*own, *promoted]) == tuple(own)
    assert all(promoted_name(name) == "" for name in own)


def state(*keys: str, skipped: str = "", pending: tuple[str, ...] = ()) -> FolderState:
    files = tuple(DocumentFile(key, 1, 2, 3, "0" * 64) for key in keys)
    skips = (Skipped(key=skipped, reason=SkipReason.UNREADABLE),) if skipped else ()
    return FolderState(files, pending, pending, skips)


def test_one_look_at_both_has_the_keys_of_both_in_order() -> None:
    both = united(state("b", "A", skipped="z"), state("a", skipped="y", pending=("p",)))
    assert [file.key for file in both.documents] == ["@promoted/a", "A", "b"]
    assert [skip.key for skip in both.skipped] == ["@promoted/y", "z"]
    assert both.pending == both.changing == ("@promoted/p",)
    assert not both.complete


def test_what_lies_in_an_unreadable_folder_of_the_second_root_is_not_gone() -> None:
    both = united(state("a"), state(skipped="sub"))
    known = {"a", "@promoted/sub/one", "@promoted/two"}
    assert deleted(known, both) == {"@promoted/two"}


@pytest.mark.parametrize(
    ("people", "promoted", "held"),
    [(20, 0, True), (0, 20, False), (20, 20, True), (5, 500, False)],
)
def test_only_many_deletions_of_people_wait_and_those_of_the_second_root_never(
    people: int, promoted: int, held: bool
) -> None:
    gone = {f"{n}.txt" for n in range(people)} | {promoted_key(f"{n}.md") for n in range(promoted)}
    waiting = waiting_deletions(gone | {"stays.txt"}, gone)
    assert waiting == (tuple(sorted(of_people(gone))) if held else ())


def test_documents_that_were_promoted_do_not_make_a_loss_of_people_s_look_small() -> None:
    known = {f"{n}.txt" for n in range(12)} | {promoted_key(f"{n}.md") for n in range(1000)}
    gone = {f"{n}.txt" for n in range(11)}
    assert len(waiting_deletions(known, gone)) == 11
