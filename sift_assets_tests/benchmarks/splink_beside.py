"""Resolution beside splink 5: the same records of people, a process each, no labels for either.

splink is installed into an environment of its own, whose interpreter `SIFT_SPLINK_PYTHON` names:

    python -m venv splink
    splink/bin/pip install splink==5.0.0
    export SIFT_SPLINK_PYTHON=$PWD/splink/bin/python

Without it ours stands alone. Records are splink's `fake_1000`, where `SIFT_EVAL_DATA` has it, and
so many as `SIFT_SPLINK_RECORDS` says (by default 50,000) in the style of its `historical_50k`. A
score of ours and a probability of splink's mean the same, so thresholds can be compared.
"""

import csv
import os
import sys
from collections import Counter
from collections.abc import Sequence
from pathlib import Path
from typing import Any, NamedTuple

from sift_assets_tests.benchmarks.figures import (
    NO_LIMIT,
    Figure,
    data_folder,
    own_process,
    reported,
)
from sift_assets_tests.benchmarks.people_with_errors import write_people

THRESHOLDS = (0.2, 0.5, 0.8, 0.95)
"""As in `evals.resolution`."""


class Scored(NamedTuple):
    """A pair: how sure a program is that both are one, and whether they are."""

    score: float
    is_same: bool


class Quality(NamedTuple):
    """How right the pairs from a threshold on are, in percent."""

    precision: float
    recall: float
    f1: float


def resolution_beside_splink(scratch: Path) -> list[Figure]:
    """Precision, recall, CPU seconds and peak memory of both."""
    count = int(os.environ.get("SIFT_SPLINK_RECORDS", "50000"))
    sets = {"fake_1000": data_folder() / "er_splink" / "fake_1000.csv"}
    sets[f"{count:,} records"] = scratch / "people.csv"
    write_people(scratch / "people.csv", count)
    figures: list[Figure] = []
    for name, records in sets.items():
        if records.is_file():
            figures += _compared(name, records, scratch)
    return figures


def _compared(name: str, records: Path, scratch: Path) -> list[Figure]:
    pairs = scratch / "pairs.csv"
    figures = _figures(f"{name}, ours", own_process("our_pairs", records, pairs), records, pairs)
    python = os.environ.get("SIFT_SPLINK_PYTHON", "")
    if not python:
        sys.stdout.write("splink: absent (see sift_assets_tests/benchmarks/splink_beside.py)\n")
        return figures
    try:
        theirs = reported([python, Path(__file__).parent / "splink_run.py", records, pairs])
    except (OSError, RuntimeError) as error:
        sys.stdout.write(f"splink: failed, {error}\n")
        return figures
    return figures + _figures(f"{name}, splink {theirs['version']}", theirs, records, pairs)


def _figures(what: str, taken: dict[str, Any], records: Path, pairs: Path) -> list[Figure]:
    with records.open(encoding="utf-8", newline="") as file:
        clusters = [row["cluster"] for row in csv.DictReader(file)]
    with pairs.open(encoding="utf-8", newline="") as file:
        found = [_scored(row, clusters) for row in csv.DictReader(file)]
    same = sum(size * (size - 1) // 2 for size in Counter(clusters).values())
    figures = [
        Figure(f"{what}: {name}", value, NO_LIMIT, unit)
        for name, value, unit in (
            ("CPU", taken["cpu_seconds"], "s"),
            ("peak memory", taken["peak_mib"], "MiB"),
        )
    ]
    for threshold in THRESHOLDS:
        quality = quality_from(threshold, found, same)
        figures += [
            Figure(f"{what}: {name} from {threshold}", value, NO_LIMIT, "%")
            for name, value in quality._asdict().items()
        ]
    return figures


def _scored(row: dict[str, str], clusters: Sequence[str]) -> Scored:
    one, other = (clusters[int(row[f"unique_id_{side}"])] for side in "lr")
    return Scored(float(row["match_probability"]), one == other)


def quality_from(threshold: float, found: Sequence[Scored], same: int) -> Quality:
    """Judge the pairs from a threshold on.

    Args:
        threshold: The least score that counts.
        found: All pairs that were found.
        same: How many pairs are one, found or not.
    """
    said = [pair.is_same for pair in found if pair.score >= threshold]
    right = sum(said)
    precision, recall = right / len(said) if said else 1.0, right / same
    both = precision + recall
    f1 = 2 * precision * recall / both if both else 0.0
    return Quality(*(100 * one for one in (precision, recall, f1)))
