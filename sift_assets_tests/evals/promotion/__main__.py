"""Holds the promises of promotion against secrets, edits, attacks, faults and probes.

    python -m sift_assets_tests.evals.promotion [FILE]

from the repository's root. FILE takes the figures as JSON, `.sift/evals/promotion.json` when it is
not given. Data that is not there is left out. No key, no network; under a minute of CPU. It
ends with 1 when a promise is broken.
"""

import json
import sys
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path

from sift_assets_tests.benchmarks.figures import REPOSITORY
from sift_assets_tests.evals.promotion.attacking import evaluate_attacks
from sift_assets_tests.evals.promotion.faults import evaluate_deliveries
from sift_assets_tests.evals.promotion.planting import evaluate_plain_documents, evaluate_secrets
from sift_assets_tests.evals.promotion.probing import evaluate_probes
from sift_assets_tests.evals.promotion.sticking import evaluate_personal, evaluate_refusals

DEFAULT_FILE = REPOSITORY / ".sift" / "evals" / "promotion.json"

Figures = Mapping[str, int]

PARTS: Mapping[str, Callable[[], Figures]] = {
    "planted secrets": evaluate_secrets,
    "plain documents": evaluate_plain_documents,
    "personal documents": evaluate_personal,
    "refusals": evaluate_refusals,
    "attacks on a judge that obeys": evaluate_attacks,
    "faults of deliveries": evaluate_deliveries,
    "probes": evaluate_probes,
}

NONE_OF = frozenset(
    {
        "tokens missed", "statements missed", "private keys missed", "personal passed",
        "edited passed", "automatic promotions", "lost", "doubled", "half written",
        "looks that leaked", "probes not blocked",
    }
)  # fmt: skip
"""Rows that are promised to be 0."""

SOME_OF = frozenset({"faults", "plain work that goes by itself", "probes of the tests"})
"""Rows without which the others would say nothing."""


def broken(figures: Mapping[str, Figures]) -> list[str]:
    """Return the rows that are promised to be 0 and are not, or the other way round."""
    found = [(row, count) for rows in figures.values() for row, count in rows.items()]
    return [
        row for row, count in found if (row in NONE_OF and count) or (row in SOME_OF and not count)
    ]


def table(part: str, rows: Figures) -> str:
    """Return the figures of a part as text."""
    lines = [f"    {name:38}{value:>8}" for name, value in rows.items()]
    return "\n".join([part, *lines])


def main(arguments: Sequence[str]) -> int:
    """Evaluate, print the tables, write the JSON file; return 1 when a promise is broken."""
    figures: dict[str, Figures] = {}
    for part, evaluate in PARTS.items():
        figures[part] = evaluate()
        sys.stdout.write(f"{table(part, figures[part])}\n")
        sys.stdout.flush()
    file = Path(arguments[0]) if arguments else DEFAULT_FILE
    file.parent.mkdir(parents=True, exist_ok=True)
    file.write_text(json.dumps(figures, indent=2, sort_keys=True) + "\n", "utf-8")
    for row in broken(figures):
        sys.stdout.write(f"Not as promised: {row}\n")
    return 1 if broken(figures) else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
