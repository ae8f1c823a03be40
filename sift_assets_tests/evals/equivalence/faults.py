"""A fault at the n-th write, fsync, rename and commit, for every n until a run has none."""

import contextlib
from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from pathlib import Path, PurePosixPath

from sift_assets.core.decisions.decision import Act
from sift_assets.core.errors import StoreError
from sift_assets.core.records.record import content_hash
from sift_assets.workflows.documents import stored_text
from sift_assets.workflows.extracting import extraction_inputs, extraction_key
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
            _one_fault(subject, counter, situation, expected)
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


def _one_fault(
    subject: Subject, counter: FaultCounter, situation: Situation, expected: Built
) -> None:
    # the error of a transaction of ours; Dagster's own are not touched
    with faulty(counter), contextlib.suppress(StoreError):
        subject.run()
    kept, done = finished(subject.root), finished_calls(subject, situation)
    subject.reader.seen.clear()
    subject.extractor.seen.clear()
    subject.run()
    where = f"{counter.kind} {counter.at}"
    assert believed(subject.standing()[1]) == expected.values, where
    assert exported(subject.root) == expected.exports, where
    assert kept.items() <= finished(subject.root).items(), where
    assert done.isdisjoint(subject.reader.seen), where
    assert done.isdisjoint(subject.extractor.seen), where


def finished_calls(subject: Subject, situation: Situation) -> set[str]:
    """Return what has been read and extracted and stored, as reader and extractor see it.

    What was stored together and failed together is not finished: reading is cheap.
    """
    done: set[str] = set()
    workspace = subject.workspace
    for path, content in situation.documents.items():
        digest = content_hash(content.encode())
        text = stored_text(workspace, digest, PurePosixPath(path).suffix)
        if text is not None:
            done.add(digest)
            inputs = extraction_inputs(workspace, text.version)
            if workspace.store.cached(extraction_key(inputs)) is not None:
                done.add(content.strip())
    return done


def finished(root: Path) -> dict[str, int]:
    """Return every stored result with the time of its writing: computing anew would write anew."""
    folder = root / ".sift" / "results"
    files = [file for file in folder.rglob("*") if file.is_file() and file.name[0] != "."]
    return {str(file.relative_to(folder)): file.stat().st_mtime_ns for file in files}
