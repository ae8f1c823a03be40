"""Proves that incremental equals clean, long; the test suite does the same in small.

    python -m sift_assets_tests.evals.equivalence [FILE]

from the repository's root. FILE takes the figures as JSON, `.sift/evals/equivalence.json` when it
is not given. No key, no network; the whole takes an hour or two on two cores, most of it for the
sequences. A proof that fails says how, and the others go on.
"""

import json
import os
import sys
import time
from collections.abc import Callable, Sequence
from pathlib import Path

from sift_assets_tests.evals.equivalence.faults import EDITED, FIRST, sweep
from sift_assets_tests.evals.equivalence.grounds import Grounds, grounds
from sift_assets_tests.evals.equivalence.kills import kill_at_random_moments
from sift_assets_tests.evals.equivalence.machine import prove
from sift_assets_tests.evals.equivalence.permutations import (
    SITUATION,
    built_in,
    digest,
    digests_elsewhere,
    orders,
)
from sift_assets_tests.evals.equivalence.situation import write
from sift_assets_tests.evals.equivalence.subject import Subject

REPOSITORY = Path(__file__).parents[3]
DEFAULT_FILE = REPOSITORY / ".sift" / "evals" / "equivalence.json"

SEQUENCES, DAGSTER_SEQUENCES, STEPS = 500, 25, 20
ORDERS_HERE, ORDERS_ELSEWHERE = 80, 40
ELSEWHERE = (
    {"PYTHONHASHSEED": "0", "TZ": "UTC"},
    {"PYTHONHASHSEED": "7", "TZ": "Pacific/Kiritimati", "LC_ALL": "C"},
    {"PYTHONHASHSEED": "4242", "TZ": "America/St_Johns"},
)
DAGSTER_EVERY = 5
"""Faults of which one is tried through Dagster; without Dagster all are."""

KILLS = 20

Figures = dict[str, object]


def sequences_without_dagster(ground: Grounds) -> Figures:
    """Any edits and disturbances, on planner and workflows."""
    steps = prove(ground.clean, ground.direct, sequences=SEQUENCES, steps=STEPS)
    return {**_steps(steps), "clean builds": len(ground.clean)}


def sequences_through_dagster(ground: Grounds) -> Figures:
    """The same through Dagster, and a clean build through Dagster at the end of each."""
    return _steps(
        prove(
            ground.clean,
            ground.through_dagster,
            sequences=DAGSTER_SEQUENCES,
            steps=STEPS,
            counts_results=False,
            at_the_end=ground.equals_a_clean_build_through_dagster,
        )
    )


def permutations(ground: Grounds) -> Figures:
    """Orders of arrival and completion, here and under other hash seeds and time zones."""
    found = {digest(built_in(ground, order)) for order in orders(ORDERS_HERE)}
    for seed, surroundings in enumerate(ELSEWHERE):
        found |= digests_elsewhere(ORDERS_ELSEWHERE, seed, surroundings)
    assert found == {digest(ground.clean.of(SITUATION))}
    return {"orders": ORDERS_HERE + len(ELSEWHERE) * ORDERS_ELSEWHERE, "different results": 1}


def faults_without_dagster(ground: Grounds) -> Figures:
    """A fault at every operation of a first build, and of a run over edits."""
    first = sweep(ground.direct, FIRST, ground.clean.of(FIRST))
    then = sweep(_run_once(ground.direct), EDITED, ground.clean.of(EDITED))
    return {"first build": first, "run over edits": then, "faults": (first + then).total()}


def faults_through_dagster(ground: Grounds) -> Figures:
    """The same through Dagster, fewer."""
    expected = ground.clean.of(FIRST)
    first = sweep(ground.through_dagster, FIRST, expected, every=DAGSTER_EVERY)
    return {"first build": first, "faults": first.total()}


def kills(ground: Grounds) -> Figures:
    """kill -9 at random moments of real processes."""
    killed = kill_at_random_moments(ground.folder, KILLS)
    stored = sorted(one.finished for one in killed)
    return {"killed": sum(one.in_time for one in killed), "results stored by then": stored}


PROOFS: tuple[Callable[[Grounds], Figures], ...] = (
    permutations,
    faults_without_dagster,
    kills,
    faults_through_dagster,
    sequences_without_dagster,
    sequences_through_dagster,
)


def main(arguments: Sequence[str]) -> int:
    """Make every proof, print the table, write the JSON file; return 1 when one fails."""
    for name in [name for name in os.environ if name.startswith(("SIFT_", "DAGSTER_"))]:
        del os.environ[name]
    file = Path(arguments[0]) if arguments else DEFAULT_FILE
    file = file.absolute()  # projects are entered
    found = {proof.__name__.replace("_", " "): _proved(proof) for proof in PROOFS}
    file.parent.mkdir(parents=True, exist_ok=True)
    file.write_text(json.dumps(found, indent=2) + "\n", encoding="utf-8")
    return 0 if all(figures["holds"] for figures in found.values()) else 1


def _proved(proof: Callable[[Grounds], Figures]) -> Figures:
    start = time.monotonic()
    with grounds() as ground:
        try:
            figures: Figures = {"holds": True, **proof(ground)}
        except AssertionError as error:
            figures = {"holds": False, "found": str(error)}
        os.chdir(REPOSITORY)
    figures["seconds"] = round(time.monotonic() - start)
    _print(proof.__name__.replace("_", " "), figures)
    return figures


def _run_once(made: Callable[[], Subject]) -> Callable[[], Subject]:
    def prepared() -> Subject:
        subject = made()
        write(subject.root, FIRST)
        subject.run()
        return subject

    return prepared


def _steps(steps: dict[str, int]) -> Figures:
    total = sum(n for kind, n in steps.items() if not kind.startswith("with "))
    return {"steps": total, "by kind": dict(sorted(steps.items()))}


def _print(name: str, figures: Figures) -> None:
    lines = [f"{name}: {'holds' if figures['holds'] else 'FAILS'}"]
    lines += [f"    {what:24}{_shown(value)}" for what, value in figures.items() if what != "holds"]
    sys.stdout.write("\n".join(lines) + "\n")
    sys.stdout.flush()


def _shown(value: object) -> str:
    if isinstance(value, dict):
        return ", ".join(f"{n} {kind}" for kind, n in value.items())
    return str(value)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
