"""Runs the evaluations one after the other, each in a process of its own, and says how they ended.

    python -m sift_assets_tests.evals [--long] [--only NAME …]

from the repository's root. Each prints a table and writes `.sift/evals/<name>.json`. Without
`--long` all run, those that take hours in a small size; with it, those are run at full length. One
that fails does not stop the others. No key, no network. The public data is read from where
`SIFT_EVAL_DATA` says, by default `../shared/data`; what is absent is left out, and said so.
"""

import argparse
import subprocess
import sys
import time
from collections.abc import Mapping, Sequence
from typing import NamedTuple

from sift_assets_tests.benchmarks.figures import REPOSITORY

SHORT: Mapping[str, str] = {
    "extraction": "",
    "language_models": "",
    "resolution": "",
    "communities": "",
    "decisions": "--examples 100",
    "money": "",
    "paid_answers": "--kills 5",
    "parsers": "",
    "promotion": "",
    "versus_sift_kg": "",
    "distributed": "--documents 40",
    "equivalence": "--only permutations --only kills --only sequences-without-dagster "
    "--only sequences-through-dagster "
    "--sequences 10 --dagster-sequences 1 --steps 5 --orders 20 --kills 3",
}
"""Evaluation to its arguments. Together they stay well below an hour on two cores; faults at every
write, of which there are thousands, are left to the long ones."""

LONG: Mapping[str, str] = {
    "decisions": "--examples 1000",
    "paid_answers": "--kills 20",
    "parsers": "--mutated 2000",
    "distributed": "--documents 2000",
    "equivalence": "",
}
"""What is worth more than the short sizes say."""


class Ended(NamedTuple):
    """How one evaluation ended."""

    name: str
    failed: bool
    seconds: int


def run(name: str, arguments: str) -> Ended:
    """Run one evaluation; what it prints goes through."""
    sys.stdout.write(f"\n== {name} {arguments}\n\n")
    sys.stdout.flush()
    began = time.monotonic()
    command = [sys.executable, "-m", f"sift_assets_tests.evals.{name}", *arguments.split()]
    ended = subprocess.run(command, cwd=REPOSITORY, check=False)
    return Ended(name, ended.returncode != 0, round(time.monotonic() - began))


def summary(ended: Sequence[Ended]) -> str:
    """Return one line for each evaluation."""
    lines = [
        f"{one.name:18}{'FAILED' if one.failed else 'ran to its end':16}{one.seconds:>7,} s"
        for one in ended
    ]
    return "\n".join(lines)


def main(arguments: Sequence[str]) -> int:
    """Run what is asked for; return 1 when one fails."""
    parser = argparse.ArgumentParser(prog="python -m sift_assets_tests.evals")
    parser.add_argument("--long", action="store_true", help="the long ones, at full length")
    parser.add_argument("--only", nargs="+", choices=SHORT, metavar="NAME", help=", ".join(SHORT))
    chosen = parser.parse_args(arguments)
    sizes = LONG if chosen.long else SHORT
    wanted = [name for name in sizes if not chosen.only or name in chosen.only]
    ended = [run(name, sizes[name]) for name in wanted]
    sys.stdout.write(f"\n{summary(ended)}\n")
    return int(any(one.failed for one in ended))


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
