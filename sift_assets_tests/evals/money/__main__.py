"""Simulates runs that call a provider of random moods, and holds ledger and bill to each other.

    python -m sift_assets_tests.evals.money [FILE] [--simulations 1000]

from the repository's root. Prices, latencies, failures, limits and concurrency (1 to 64) are drawn
from seeds; the provider bills by its own book. Spend and reservations must never pass a limit, and
nothing may be billed that the ledger does not count. FILE takes the figures as JSON,
`.sift/evals/money.json` when it is not given. No key, no network, no clock; seconds. It ends with 1
when a promise is broken.
"""

import argparse
import json
import random
import sys
from collections import Counter
from collections.abc import Sequence
from pathlib import Path

from sift_assets_tests.benchmarks.figures import REPOSITORY
from sift_assets_tests.core.llm.budget_simulation import Result, Simulation

DEFAULT_FILE = REPOSITORY / ".sift" / "evals" / "money.json"

SIMULATIONS = 1_000

NONE_OF = (
    "over a limit",
    "billed more than counted",
    "sums that do not add up",
    "calls not in the ledger",
    "reservations left open",
)
"""Rows that are promised to be 0."""


def figures_of(result: Result) -> Counter[str]:
    """Return what came of one simulation."""
    sums = result.ledger.sums()
    counted = [end.amount for _, _, end in result.ledger.calls]
    caps = [one for one in (result.limits.total, result.limits.run) if one is not None]
    return Counter(
        {
            "simulations": 1,
            "requests answered": result.answered,
            "requests held back": result.held,
            "requests failed": result.failed,
            "calls": result.calls,
            "over a limit": int(result.most > min(caps)),
            "billed more than counted": int(result.billed > sums.spent),
            "sums that do not add up": int(sums.spent != sum(counted)),
            "calls not in the ledger": result.calls - len(counted),
            "reservations left open": int(sums.reserved != 0),
        }
    )


def evaluate(simulations: int) -> dict[str, int]:
    """Run so many simulations."""
    chance = random.Random(20261130)  # noqa: S311 - a seeded sequence
    total, at_once = Counter[str](), 0
    for seed in range(simulations):
        result = Simulation(seed).run(concurrency=chance.randint(1, 64))
        total.update(figures_of(result))
        at_once = max(at_once, result.at_once)
    return {**total, "most calls at once": at_once}


def main(arguments: Sequence[str]) -> int:
    """Simulate, print the table, write the JSON file; return 1 when a promise is broken."""
    parser = argparse.ArgumentParser(prog="python -m sift_assets_tests.evals.money")
    parser.add_argument("file", nargs="?", type=Path, default=DEFAULT_FILE)
    parser.add_argument("--simulations", type=int, default=SIMULATIONS)
    chosen = parser.parse_args(arguments)
    figures = evaluate(chosen.simulations)
    for name, value in figures.items():
        sys.stdout.write(f"{name:32}{value:>10,}\n")
    chosen.file.parent.mkdir(parents=True, exist_ok=True)
    chosen.file.write_text(json.dumps(figures, indent=2) + "\n", "utf-8")
    return int(any(figures[name] for name in NONE_OF))


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
