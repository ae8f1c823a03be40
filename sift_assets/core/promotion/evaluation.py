"""What an evaluation of Central found: truth values, counts and reasons; no text of a document."""

from collections.abc import Mapping

from sift_assets.core.promotion.receipts import CheckName, Checks
from sift_assets.core.records.record import Record

MOST_REASONS = 20
"""Reasons that are kept of a check; what fails in a hundred ways is as closed as in twenty."""

NOT_REACHED = "not_reached"
"""Of a check that an earlier failure kept from being made."""


class CheckResult(Record):
    """How one check ended.

    Attributes:
        passed: Whether all was as it has to be, and something was looked at.
        looked_at: How many things were.
        reasons: Why not, as codes, each once, sorted.
    """

    passed: bool
    looked_at: int = 0
    reasons: tuple[str, ...] = ()


class Evaluation(Record):
    """How all checks ended: the value of `central_evaluation`.

    Attributes:
        checks: By name of the check.
        data: Revision of Central that was evaluated; empty where nothing was built yet.
    """

    checks: Mapping[str, CheckResult]
    data: str = ""

    @property
    def truth(self) -> Checks:
        """Return the truth values for a receipt; what is not there is false."""
        return Checks(**{str(name): self._passed(name) for name in CheckName})

    def _passed(self, name: CheckName) -> bool:
        found = self.checks.get(str(name))
        return found is not None and found.passed


class Look:
    """Gathers what a check looks at, and what is wrong with it."""

    def __init__(self) -> None:
        self._looked_at = 0
        self._reasons: set[str] = set()

    def see(self, good: object, reason: str) -> None:
        """Look at one thing.

        Args:
            good: Whether it is as it has to be.
            reason: Why not, as a code.
        """
        self._looked_at += 1
        if not good:
            self._reasons.add(reason)

    def result(self) -> CheckResult:
        """Return how the check ended. Who has looked at nothing has found nothing out."""
        reasons = self._reasons or (set() if self._looked_at else {NOT_REACHED})
        return CheckResult(
            passed=not reasons,
            looked_at=self._looked_at,
            reasons=tuple(sorted(reasons)[:MOST_REASONS]),
        )


def failed_by(reason: str, looked_at: int = 0) -> CheckResult:
    """Return the result of a check that something kept from ending."""
    return CheckResult(passed=False, looked_at=looked_at, reasons=(reason,))


def united(*results: CheckResult) -> CheckResult:
    """Return one result of several parts of a check: it passes when every part does."""
    reasons = sorted({reason for one in results for reason in one.reasons})
    return CheckResult(
        passed=bool(results) and all(one.passed for one in results),
        looked_at=sum(one.looked_at for one in results),
        reasons=tuple(reasons[:MOST_REASONS]),
    )
