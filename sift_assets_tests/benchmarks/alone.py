"""One benchmark in a process of its own, so that its memory is its own and it may fail or hang.

    python -m sift_assets_tests.benchmarks.alone NAME FILE

writes its figures to FILE as JSON, the CPU seconds and the peak memory of all of it among them.
"""

import json
import resource
import sys
import traceback
from pathlib import Path
from tempfile import TemporaryDirectory

from sift_assets_tests.benchmarks.every import benchmark
from sift_assets_tests.benchmarks.figures import NO_LIMIT, Figure, peak_mib


def figures_of(name: str) -> list[Figure]:
    """Run a benchmark in this process; return what it measures, and what it takes."""
    with TemporaryDirectory(prefix="sift-benchmark-") as scratch:
        figures = benchmark(name)(Path(scratch))
    own, others = (
        resource.getrusage(whose) for whose in (resource.RUSAGE_SELF, resource.RUSAGE_CHILDREN)
    )
    seconds = sum(used.ru_utime + used.ru_stime for used in (own, others))
    peak = max(peak_mib(), others.ru_maxrss / 1024)
    return [
        *figures,
        Figure(f"all of {name}, CPU", seconds, NO_LIMIT, "s"),
        Figure(f"all of {name}, peak of the largest process", peak, NO_LIMIT, "MiB"),
    ]


def main(name: str, file: Path) -> int:
    """Run the benchmark of a name; return 1 when it fails."""
    try:
        figures = figures_of(name)
    except Exception:  # noqa: BLE001 - told, and in the exit code
        traceback.print_exc()
        return 1
    rows = [
        figure._replace(limit=None if figure.limit == NO_LIMIT else figure.limit)
        for figure in figures
    ]
    file.write_text(json.dumps(rows), encoding="utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1], Path(sys.argv[2])))
