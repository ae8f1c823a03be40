"""Attempts to learn of a seat what nobody may: those of the evaluation, and those of the tests.

The tests ask every command, tool and page twice, with the seats empty and with them full; here
they are run as pytest runs them, and each attempt that a test makes counts.
"""

import re
import subprocess
import sys
from pathlib import Path
from tempfile import TemporaryDirectory

from sift_assets.core.promotion.evaluation import CheckResult
from sift_assets.core.promotion.receipts import CheckName
from sift_assets.core.settings.model import Settings
from sift_assets.resources.workspace import Workspace
from sift_assets.workflows.central_evaluation import made_checks
from sift_assets_tests.benchmarks.figures import REPOSITORY

TESTS = (
    "whole/test_seat_privacy.py",
    "core/promotion/test_access.py",
    "core/promotion/test_receipts.py",
    "workflows/test_promotion_gate.py",
    "workflows/test_promotion_deciding.py",
    "review/test_promoting.py",
)
"""Of seats, of who may what, of edited receipts, of replayed and forged words, of the page."""


_ENDED = re.compile(r"(\d+) (passed|failed|error)s?(?=,| in )")
"""What pytest says last: how many tests ended how."""


def evaluate_probes() -> dict[str, int]:
    """Make the evaluation's probes on a throw-away Central, and those of the tests."""
    with TemporaryDirectory() as folder:
        checks = made_checks(Workspace(Path(folder), Settings()))
        isolation = checks[CheckName.SEAT_ISOLATION]
        made, failed = _tested()
    return {
        "looks of the evaluation": isolation.looked_at,
        "looks that leaked": _leaks(isolation),
        "probes of the tests": made,
        "probes not blocked": failed,
    }


def _leaks(found: CheckResult) -> int:
    return len(found.reasons) or int(not found.passed)


def _tested() -> tuple[int, int]:
    """Return how many tests there are, and how many of them fail.

    Raises:
        RuntimeError: They could not be run.
    """
    tests = [str(REPOSITORY / "sift_assets_tests" / name) for name in TESTS]
    command = [sys.executable, "-m", "pytest", "-p", "no:cacheprovider", *tests]
    done = subprocess.run(command, cwd=REPOSITORY, check=False, capture_output=True, text=True)
    told = {what: int(number) for number, what in _ENDED.findall(done.stdout)}
    if not told:
        raise RuntimeError((done.stdout + done.stderr)[-1_000:])
    passed = told.pop("passed", 0)
    return passed + sum(told.values()), sum(told.values())
