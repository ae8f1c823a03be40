"""A fault at the n-th write, fsync, rename and commit, for every n until a run has none."""

import contextlib
from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from pathlib import Path

from sift_assets.core.decisions.decision import Act
from sift_assets.core.errors import StoreError
from sift_assets_tests.core.decisions.decision_examples import person
from sift_assets_tests.evals.equivalence.clean_builds import Built, believed, exported
from sift_assets_tests.evals.equivalence.deciding import decided
from sift_assets_tests.evals.equivalence.situation import BODIES, Situation, write
from sift_assets_tests.evals.equivalence.subject import Subject
from sift_assets_tests.fakes.fault_counter import KINDS, FaultCounter, faulty

FIRST = Situation(documents={"a.txt": BODIES[0], "b.txt": BODIES[2]})
EDITED = Situation(
    documents={"a.txt": BODIES[0] + "\n", "c.md": BODIES[1]},
    facets={**FIRST.facets, "prompt": 2, "graph": 1},
    stages={**FIRST.stages, "export": 1},
    log=decided("", Act.MERGE, {"entities": (person("Ada Varga"), person("Karl Meier"))}),
)
"""A document edited, one added, one deleted, two facets and the exports changed and something
decided, in one run."""


ALL = dict.fromkeys(KINDS, 1)
"""Every operation of every kind."""


def sweep(
    prepared: Callable[[], Subject],
    situation: Situation,
    expected: Built,
    every: Mapping[str, int] = ALL,
) -> Counter[str]:
    """Let one operation after the other fail, each in a project of its own.

    Args:
        prepared: Makes a project in the state before the run.
        situation: What it is then edited to.
        expected: The clean build of that.
        every: Kind of operation to 1 for each of them, 2 for every second one, and so on.

    Returns:
        Kind of operation to how many faults a run has survived.

    Raises:
        AssertionError: The next run does not end in the same bytes, or repeats finished work.
    """
    survived: Counter[str] = Counter()
    for kind in KINDS:
        for subject, counter in _faults(prepared, kind, every[kind]):
            write(subject.root, situation)
            _one_fault(subject, counter, expected)
            subject.close()
            if not counter.struck:
                break
            survived[kind] += 1
    return survived


def _faults(
    prepared: Callable[[], Subject], kind: str, every: int
) -> Iterator[tuple[Subject, FaultCounter]]:
    at = 1
    while True:
        yield prepared(), FaultCounter(kind, at)
        at += every


def _one_fault(subject: Subject, counter: FaultCounter, expected: Built) -> None:
    subject.reader.seen.clear()
    subject.extractor.seen.clear()
    # the error of a transaction of ours; Dagster's own are not touched
    with faulty(counter), contextlib.suppress(StoreError):
        subject.run()
    kept = finished(subject.root)
    subject.run()
    where = f"{counter.kind} {counter.at}"
    assert believed(subject.standing()[1]) == expected.values, where
    assert exported(subject.root) == expected.exports, where
    assert kept.items() <= finished(subject.root).items(), where
    _check_calls(counter, Counter(subject.reader.seen), where)
    _check_calls(counter, Counter(subject.extractor.seen), where)


def _check_calls(counter: FaultCounter, calls: Counter[str], where: str) -> None:
    """Allow one repetition, of the very work whose storing failed; a commit repeats none."""
    repeated = calls.total() - len(calls)
    assert repeated <= (0 if counter.kind == "commit" else 1), where


def finished(root: Path) -> dict[str, int]:
    """Return every stored result with the time of its writing: computing anew would write anew."""
    folder = root / ".sift" / "results"
    files = [file for file in folder.rglob("*") if file.is_file() and file.name[0] != "."]
    return {str(file.relative_to(folder)): file.stat().st_mtime_ns for file in files}
