"""What an evaluation found: closed unless everything was looked at and was as it has to be."""

from sift_assets.core.promotion.evaluation import (
    MOST_REASONS,
    NOT_REACHED,
    CheckResult,
    Evaluation,
    Look,
    failed_by,
    united,
)
from sift_assets.core.promotion.receipts import CheckName

PASSED = CheckResult(passed=True, looked_at=1)


def test_a_check_that_looked_at_nothing_has_not_passed():
    assert Look().result() == failed_by(NOT_REACHED)


def test_one_thing_that_is_wrong_fails_a_check_and_its_reason_is_told_once():
    look = Look()
    for good in (True, False, "", "something"):
        look.see(good, "wrong")
    assert look.result() == CheckResult(passed=False, looked_at=4, reasons=("wrong",))


def test_a_check_that_fails_in_many_ways_tells_so_many_and_is_closed():
    look = Look()
    for number in range(100):
        look.see(False, f"reason {number}")
    found = look.result()
    assert (found.passed, found.looked_at, len(found.reasons)) == (False, 100, MOST_REASONS)


def test_a_check_of_several_parts_passes_when_all_do_and_when_there_are_any():
    assert united(PASSED, PASSED) == CheckResult(passed=True, looked_at=2)
    assert united(PASSED, failed_by("b"), failed_by("a")).reasons == ("a", "b")
    assert not united().passed


def test_a_check_that_was_not_made_is_false_in_the_receipt():
    made = {str(name): PASSED for name in CheckName}
    assert Evaluation(checks=made).truth.failed == ()
    made.pop(str(CheckName.ROLLBACK))
    assert Evaluation(checks=made).truth.failed == (CheckName.ROLLBACK,)
    assert Evaluation(checks={}).truth.failed == tuple(CheckName)
