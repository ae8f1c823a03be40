"""Reads every document of the public data with both readers, then documents damaged by chance.

    python -m sift_assets_tests.evals.parsers [FILE] [--mutated 200] [--seed 1]

from the repository's root. FILE takes the figures as JSON, `.sift/evals/parsers.json` when it is
not given. What comes must be text, `needs_ocr` or a typed error with a reason: never an empty
success, never a hang; and that this process lives to print its table is the last of the promises.
Each reading happens in the child process, with its limits. No network. Without the public data the
documents of the sample are taken. 2,000 mutated documents take some ten minutes.
"""

import argparse
import json
import random
import sys
import time
from collections.abc import Iterator, Sequence
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import get_args

from sift_assets.core.text.settings import ReaderName, ReaderSettings
from sift_assets.resources.readers.process import ReaderProcess
from sift_assets_tests.benchmarks.figures import REPOSITORY
from sift_assets_tests.evals.parsers.corpus import seed_documents
from sift_assets_tests.evals.parsers.judging import Reading, columns, judged, suffix_of, tally
from sift_assets_tests.evals.parsers.mutating import mutated

DEFAULT_FILE = REPOSITORY / ".sift" / "evals" / "parsers.json"

READERS: tuple[ReaderName, ...] = get_args(ReaderName)

SHORT = 200
"""Mutated documents unless asked for more: a minute."""


def whole_readings() -> list[Reading]:
    """Read each document as it is, with each reader; images are recognised where that can be."""
    found: list[Reading] = []
    for reader in READERS:
        with ReaderProcess(ReaderSettings(reader=reader)) as process:
            for name, path in seed_documents().items():
                found.append(_read(process, path, name, reader, _settings(reader)))
    return found


def _settings(reader: ReaderName, *, ocr: bool = True) -> ReaderSettings:
    return ReaderSettings(reader=reader, ocr=ocr)


def mutated_readings(count: int, seed: int) -> Iterator[Reading]:
    """Read so many damaged documents, each document's turn by turn, without recognition."""
    chance = random.Random(seed)  # noqa: S311 - repeatable, not secret
    seeds = [(name, path.read_bytes()) for name, path in seed_documents().items()]
    with TemporaryDirectory(prefix="sift-parsers-") as folder, ReaderProcess() as process:
        for number in range(count):
            name, data = seeds[number % len(seeds)]
            _, other = chance.choice(seeds)
            kind = suffix_of(name)
            path = Path(folder) / f"{number}{kind if kind.startswith('.') else ''}"
            path.write_bytes(mutated(data, other, seed + number))
            reader = chance.choice(READERS)
            yield _read(process, path, name, reader, _settings(reader, ocr=False))
            path.unlink()


def _read(
    process: ReaderProcess, path: Path, name: str, reader: str, settings: ReaderSettings
) -> Reading:
    began = time.monotonic()
    result = process.read(path, settings)
    return judged(name, reader, result, time.monotonic() - began, settings.timeout_seconds)


def main(arguments: Sequence[str]) -> int:
    """Read, print the tables, write the JSON file; return 1 when something must not be."""
    parser = argparse.ArgumentParser(prog="python -m sift_assets_tests.evals.parsers")
    parser.add_argument("file", nargs="?", type=Path, default=DEFAULT_FILE)
    parser.add_argument("--mutated", type=int, default=SHORT)
    parser.add_argument("--seed", type=int, default=1)
    chosen = parser.parse_args(arguments)
    whole = whole_readings()
    damaged = list(mutated_readings(chosen.mutated, chosen.seed))
    _print_documents(whole)
    _print_counts(damaged)
    faults = [one for one in (*whole, *damaged) if one.faults]
    for one in faults:
        sys.stdout.write(f"FAULT {one.document} by {one.reader}: {', '.join(one.faults)}\n")
    chosen.file.parent.mkdir(parents=True, exist_ok=True)
    found = {
        "documents": [one._asdict() for one in whole],
        "mutated": tally(damaged),
        "slowest_mutated_seconds": max((one.seconds for one in damaged), default=0.0),
        "faults": [one._asdict() for one in faults],
    }
    chosen.file.write_text(json.dumps(found, indent=2) + "\n", "utf-8")
    return 1 if faults else 0


def _print_documents(readings: Sequence[Reading]) -> None:
    """Print a row for each document, a column for each reader."""
    cells: dict[str, list[str]] = {}
    for one in readings:
        characters = f" {one.characters:,}" if one.characters else ""
        cells.setdefault(one.document, []).append(f"{one.status}{characters}")
    rows = [("status and characters", *READERS)]
    rows += [(name, *found) for name, found in cells.items()]
    sys.stdout.write("".join(f"{row[0]:44}" + _cells(row[1:]) for row in rows))


def _print_counts(readings: Sequence[Reading]) -> None:
    """Print how mutated documents ended, by kind."""
    tallied = tally(readings)
    shown = columns(tallied)
    rows = [("mutated", *shown)]
    rows += [(kind, *(str(counts[one]) for one in shown)) for kind, counts in tallied.items()]
    sys.stdout.write("\n" + "".join(f"{row[0]:10}" + _cells(row[1:]) for row in rows))
    slowest = max((one.seconds for one in readings), default=0.0)
    sys.stdout.write(f"the slowest took {slowest:.1f} s\n")


def _cells(row: Sequence[str]) -> str:
    return "".join(f"{cell:>18}" for cell in row) + "\n"


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
