"""Proves that incremental equals clean, long; the test suite does the same in small.

    python -m sift_assets_tests.evals.equivalence [--only PROOF] [--sequences 500] …

from the repository's root; `--help` lists the proofs and their sizes. One table is printed, and
the figures go into a JSON file. No key, no network; the whole takes an hour or two on two idle
cores, most of it for the sequences. A proof that fails says how, and the others go on.
"""

import argparse
import json
import os
import sys
import time
import traceback
from collections.abc import Callable, Sequence
from dataclasses import asdict, dataclass, fields
from pathlib import Path

from sift_assets_tests.evals.equivalence.grounds import Grounds, grounds
from sift_assets_tests.evals.equivalence.proofs import PROOFS, Figures, Sizes, name_of

REPOSITORY = Path(__file__).parents[3]
DEFAULT_FILE = REPOSITORY / ".sift" / "evals" / "equivalence.json"


@dataclass(frozen=True)
class Row:
    """A line of the table.

    Attributes:
        proof: Name.
        figures: What was tried; None when the proof failed.
        found: What was found wrong, empty when it holds.
        seconds: How long it took.
    """

    proof: str
    figures: Figures | None
    found: str
    seconds: int


def main(arguments: Sequence[str]) -> int:
    """Make the chosen proofs, print the table, write the JSON file; return 1 when one fails."""
    chosen = _parsed(arguments)
    for name in [name for name in os.environ if name.startswith(("SIFT_", "DAGSTER_"))]:
        del os.environ[name]
    sizes = Sizes(**{field.name: getattr(chosen, field.name) for field in fields(Sizes)})
    file = Path(chosen.file).absolute()  # projects are entered
    rows = [_proved(p, sizes) for p in PROOFS if not chosen.only or name_of(p) in chosen.only]
    _print_table(rows)
    file.parent.mkdir(parents=True, exist_ok=True)
    found = {"sizes": asdict(sizes), "proofs": [asdict(row) for row in rows]}
    file.write_text(json.dumps(found, indent=2) + "\n", encoding="utf-8")
    return 1 if any(row.found for row in rows) else 0


def _parsed(arguments: Sequence[str]) -> argparse.Namespace:
    parser = argparse.ArgumentParser(
        prog="python -m sift_assets_tests.evals.equivalence",
        description="Prove that incremental equals clean, long.",
    )
    names = [name_of(proof) for proof in PROOFS]
    parser.add_argument("--only", action="append", choices=names, help="make this proof; repeats")
    for field in fields(Sizes):
        option = "--" + field.name.replace("_", "-")
        parser.add_argument(option, type=int, default=field.default, help="default: %(default)s")
    parser.add_argument("--file", default=str(DEFAULT_FILE), help="where the figures go, as JSON")
    return parser.parse_args(arguments)


def _proved(proof: Callable[[Grounds, Sizes], Figures], sizes: Sizes) -> Row:
    start, figures, found = time.monotonic(), None, ""
    with grounds() as ground:
        try:
            figures = proof(ground, sizes)
        except Exception:  # noqa: BLE001 - one finding must not hold up the other proofs
            found = traceback.format_exc()
            sys.stderr.write(found)
        finally:
            os.chdir(REPOSITORY)
    return Row(name_of(proof), figures, found, round(time.monotonic() - start))


def _print_table(rows: Sequence[Row]) -> None:
    from rich.console import Console
    from rich.table import Table

    table = Table(title="Incremental equals clean", title_justify="left", box=None)
    for name in ("proof", "", "tried", "", "seconds"):
        table.add_column(name, justify="right" if name in ("tried", "seconds") else "left")
    for row in rows:
        holds = "FAILS" if row.found else "holds"
        tried = (str(row.figures.tried), row.figures.of) if row.figures else ("", "")
        table.add_row(row.proof, holds, *tried, str(row.seconds))
    Console().print(table)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
