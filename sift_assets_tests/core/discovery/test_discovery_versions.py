"""No text of a person or of a model is lost, whatever is done in whatever order."""

from hypothesis import given
from hypothesis import strategies as st

from sift_assets.core.discovery.versions import (
    Discovery,
    DiscoveryRecord,
    Standing,
    approved,
    before,
    proposed,
    rolled_back,
    with_edits,
)

HOW = Discovery(key="k", sample=("s",), model="m", answered_by="m1", prompt_version="1")

STEPS = st.lists(
    st.tuples(st.sampled_from(["discover", "edit", "approve", "roll back"]), st.integers(0, 4)),
    max_size=12,
)


@given(STEPS)
def test_every_text_that_stood_in_the_file_and_was_replaced_is_a_version(
    steps: list[tuple[str, int]],
) -> None:
    record, file, seen = DiscoveryRecord(), "", set[str]()
    for what, number in steps:
        earlier = record
        if what == "edit":
            file = f"text {number}"
            continue
        stood = {file} - {""}
        if what == "discover":
            record = proposed(record, file, f"text {number}", HOW)
            file = f"text {number}"
        elif what == "approve" and file:
            record = approved(record, file)
            assert record.in_force == record.current
        elif what == "roll back" and record.version(number):
            record = rolled_back(record, file, number)
            assert record.current == number
            file = next(one.text_hash for one in record.versions if one.number == number)
        else:
            continue
        seen |= stood
        assert seen <= {one.text_hash for one in record.versions}
        assert not record.is_edited(file)
        numbers = [one.number for one in record.versions]
        assert numbers == list(range(1, len(numbers) + 1))
        for old in earlier.versions:
            assert record.version(old.number).text_hash == old.text_hash  # type: ignore[union-attr]
        counting = record.version(record.in_force)
        assert counting is None or counting.standing is Standing.APPROVED


def test_what_is_in_force_stays_so_while_another_is_proposed() -> None:
    first = approved(proposed(DiscoveryRecord(), "", "a", HOW), "a")
    second = proposed(first, "a", "b", HOW)
    assert (second.current, second.in_force) == (2, 1)
    assert approved(second, "b").in_force == 2


def test_an_edit_of_what_is_in_force_is_in_force_and_one_of_a_proposal_waits_for_approval() -> None:
    proposal = proposed(DiscoveryRecord(), "", "a", HOW)
    edited = with_edits(proposal, "a, edited")
    assert (edited.current, edited.in_force) == (2, 0)
    assert edited.versions[1].edited_from == 1
    assert edited.versions[1].discovery == HOW
    in_force = with_edits(approved(proposal, "a"), "a, edited")
    assert (in_force.current, in_force.in_force) == (2, 2)


def test_a_file_that_a_person_has_put_there_is_approved_as_a_version_of_its_own() -> None:
    record = approved(DiscoveryRecord(), "by hand")
    assert (record.current, record.in_force) == (1, 1)
    assert record.versions[0].discovery is None


def test_one_goes_back_to_what_was_approved_before_or_else_to_the_version_before() -> None:
    first = proposed(DiscoveryRecord(), "", "a", HOW)
    assert before(first) == 0
    second = proposed(first, "a", "b", HOW)
    assert before(second) == 1
    third = proposed(proposed(approved(second, "b"), "b", "c", HOW), "c", "d", HOW)
    assert (third.current, before(third)) == (4, 2)
    assert rolled_back(third, "d", 1).in_force == 2
    assert rolled_back(third, "d", 2).in_force == 2
