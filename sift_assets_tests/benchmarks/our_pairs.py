"""What we find in the records that splink is given, in a process of its own.

    python -m sift_assets_tests.benchmarks.our_pairs RECORDS.csv PAIRS.csv

Each record counts as an entity: the name is its name, every other field an attribute. Prints one
JSON document like `splink_run`, with the pairs in the same form. Looking for candidates, comparing
and scoring are measured, and making comparable names before it.
"""

import csv
import json
import sys
import time
from collections.abc import Mapping
from pathlib import Path

from sift_assets.core.resolution.names import kind_of
from sift_assets.core.resolution.pairs import scored_pairs
from sift_assets.core.resolution.subjects import subjects_of
from sift_assets.resources.arrow_memory import use_frugal_allocator
from sift_assets_tests.benchmarks.figures import peak_mib
from sift_assets_tests.benchmarks.splink_run import LEAST
from sift_assets_tests.core.resolution.resolution_examples import Known, part_of

PERSON = "PERSON"
NAMES = ("first_name", "surname")
NO_ATTRIBUTES = frozenset((*NAMES, "unique_id", "cluster"))


def find(records: Path, pairs: Path) -> dict[str, float]:
    """Find, compare and score pairs, and write those that may be one; measure it."""
    use_frugal_allocator()
    with records.open(encoding="utf-8", newline="") as file:
        part = part_of(PERSON, *map(_person, csv.DictReader(file)))
    began = time.process_time()
    subjects = subjects_of(part)
    found = scored_pairs(subjects, kind_of(PERSON), None)
    likely = [(*pair, one.scored.score) for pair, one in found.above(LEAST)]
    seconds = time.process_time() - began
    with pairs.open("w", encoding="utf-8", newline="") as output:
        writer = csv.writer(output)
        writer.writerow(("unique_id_l", "unique_id_r", "match_probability"))
        for one, other, score in likely:
            writer.writerow((_number(subjects[one].id), _number(subjects[other].id), score))
    return {"cpu_seconds": seconds, "peak_mib": peak_mib(), "candidates": len(found)}


def _person(row: Mapping[str, str]) -> Known:
    name = " ".join(row[field] for field in NAMES if row[field])
    told = tuple((k, value) for k, value in row.items() if value and k not in NO_ATTRIBUTES)
    return Known(name or "?", attributes=told, id=f"person:{int(row['unique_id']):08}")


def _number(entity: str) -> int:
    return int(entity.partition(":")[2])


if __name__ == "__main__":
    sys.stdout.write(json.dumps(find(Path(sys.argv[1]), Path(sys.argv[2]))) + "\n")
