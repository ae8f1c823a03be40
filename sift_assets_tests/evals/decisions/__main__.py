"""Proves the laws of decisions on many random graphs; the test suite does the same on a few.

    python -m sift_assets_tests.evals.decisions [FILE] [--examples 1000]

from the repository's root. One line a law; a law that does not hold shows its smallest example.
FILE takes the figures as JSON, `.sift/evals/decisions.json` when it is not given. No key, no
network; a thousand examples take some minutes on one core.
"""

import argparse
import json
import sys
import time
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

from hypothesis import HealthCheck, given, settings
from hypothesis.strategies import SearchStrategy

from sift_assets.core.decisions.decision import Act
from sift_assets_tests.benchmarks.figures import REPOSITORY
from sift_assets_tests.core.decisions import test_applying_laws as laws
from sift_assets_tests.core.decisions import test_decisions_kept as kept
from sift_assets_tests.core.decisions.decision_examples import EVERY, LINKS, MERGES, cases

DEFAULT_FILE = REPOSITORY / ".sift" / "evals" / "decisions.json"

EXAMPLES = 1000
"""Random graphs for each law: enough that a fault of one in some hundreds shows."""

SLOW = (HealthCheck.too_slow, HealthCheck.filter_too_much, HealthCheck.data_too_large)
"""What Hypothesis would stop for on a busy machine."""

PROVED: dict[Callable[..., None], SearchStrategy[Any]] = {
    laws.test_a_merge_taken_back_gives_the_same_bytes_as_before: cases(MERGES),
    laws.test_a_split_taken_back_gives_the_same_bytes_as_before: cases({Act.SPLIT}, most=2),
    laws.test_merging_loses_no_relation_but_those_inside_of_one: cases(MERGES),
    laws.test_every_statement_is_in_the_graph_or_kept_out_with_a_cause: cases(),
    laws.test_entities_and_relations_follow_from_mentions_and_evidence: cases(EVERY - {Act.ADD}),
    laws.test_what_a_person_called_different_is_never_one: cases(LINKS | {Act.SPLIT}, most=8),
    laws.test_a_resolved_graph_is_sound_and_reads_back_from_its_bytes: cases(most=8),
    kept.test_through_any_rebuilds_every_decision_is_applied_or_parked_with_a_reason: (
        kept.histories()
    ),
}


def main(arguments: Sequence[str]) -> int:
    """Prove each law and say so; an exception of a law that does not hold goes through."""
    parser = argparse.ArgumentParser(description="Proves the laws of decisions.")
    parser.add_argument("file", nargs="?", type=Path, default=DEFAULT_FILE)
    parser.add_argument("--examples", type=int, default=EXAMPLES)
    chosen = parser.parse_args(arguments)
    count: int = chosen.examples
    often = settings(max_examples=count, deadline=None, suppress_health_check=SLOW)
    proved: dict[str, float] = {}
    for law, strategy in PROVED.items():
        clock = time.process_time()
        often(given(strategy)(law.hypothesis.inner_test))()  # type: ignore[attr-defined]
        seconds = time.process_time() - clock
        name = law.__name__.removeprefix("test_").replace("_", " ")
        proved[name] = round(seconds, 1)
        sys.stdout.write(f"{seconds:7.1f} s CPU  {name}\n")
        sys.stdout.flush()
    chosen.file.parent.mkdir(parents=True, exist_ok=True)
    found = {"examples": count, "laws, CPU seconds": proved}
    chosen.file.write_text(json.dumps(found, indent=2) + "\n", "utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
