"""Puts recorded, damaged and hostile answers of language models through our reading of them.

    python -m sift_assets_tests.evals.language_models [FILE]

from the repository's root. FILE takes the figures as JSON, `.sift/evals/language_models.json` when
it is not given. The public data is read from where `SIFT_EVAL_DATA` says; a part without its data
is empty. No key, no network; about a minute.
"""

import json
import sys
from collections.abc import Mapping, Sequence
from pathlib import Path

from sift_assets_tests.evals.extraction.corpora import REPOSITORY
from sift_assets_tests.evals.language_models.answers import evaluate_answers
from sift_assets_tests.evals.language_models.injection import evaluate_injection
from sift_assets_tests.evals.language_models.noise import evaluate_noise
from sift_assets_tests.evals.language_models.replaying import evaluate_replay
from sift_assets_tests.evals.language_models.text2kg import evaluate_text2kg

DEFAULT_FILE = REPOSITORY / ".sift" / "evals" / "language_models.json"

Figures = Mapping[str, float]


def table(figures: Mapping[str, Figures]) -> str:
    """Return the figures as text, one part below the other."""
    lines: list[str] = []
    for part, rows in figures.items():
        lines.append(part if rows else f"{part}: the data is absent")
        lines += [f"    {name:38}{_number(value):>10}" for name, value in rows.items()]
    return "\n".join(lines)


def _number(value: float) -> str:
    return str(value) if isinstance(value, int) else f"{value:.3f}"


def main(arguments: Sequence[str]) -> None:
    """Evaluate, print the table, write the JSON file."""
    figures: dict[str, Figures] = {
        "damaged answers": evaluate_answers(),
        "FTX replayed": evaluate_replay(),
        **{f"Text2KGBench {name}": rows for name, rows in evaluate_text2kg().items()},
        "Re-DocRED with noise": evaluate_noise(),
        "obeyed attacks": evaluate_injection(),
    }
    sys.stdout.write(table(figures) + "\n")
    file = Path(arguments[0]) if arguments else DEFAULT_FILE
    file.parent.mkdir(parents=True, exist_ok=True)
    file.write_text(json.dumps(figures, indent=2, sort_keys=True) + "\n", "utf-8")


if __name__ == "__main__":
    main(sys.argv[1:])
