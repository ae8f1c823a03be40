"""Holding a project that was brought up to date against a clean build and the reference."""

from collections import Counter
from collections.abc import Mapping

from sift_assets.core.planning.lineage import BY_PARTS, CHAIN, LINEAGE, SPINE
from sift_assets.core.planning.state import Recorded
from sift_assets_tests.evals.equivalence.clean_builds import Built, Name, believed, exported
from sift_assets_tests.evals.equivalence.reference import ALL_PARTS, Expected
from sift_assets_tests.evals.equivalence.subject import Subject

UNSTORED = ("documents",)
"""Roots whose value lies with the people."""

Inputs = Mapping[Name, Mapping[str, str]]
"""What every computed value was made from."""


def check_value(subject: Subject, now: Built) -> Recorded:
    """Compare versions, inputs, facts, stored bytes and exported bytes with a clean build's.

    Returns:
        What is recorded.

    Raises:
        AssertionError: Something differs, or something is left to do.
    """
    todo, recorded = subject.standing()
    assert todo.nothing_to_do
    assert not todo.given_up
    found = believed(recorded)
    names = found.keys() | now.values.keys()
    differ = {
        n: (found.get(n), now.values.get(n)) for n in names if found.get(n) != now.values.get(n)
    }
    assert differ == {}
    assert exported(subject.root) == now.exports
    store = subject.workspace.store
    for (asset, _), entry in found.items():
        if asset not in UNSTORED:
            store.get(entry.version)  # which checks the bytes against the version
    return recorded


def check_work(subject: Subject, expected: Expected, recorded: set[Name]) -> None:
    """Compare what was read, asked and recorded with what had to be.

    Raises:
        AssertionError: It was more, or less.
    """
    assert Counter(subject.reader.seen) == expected.read
    assert Counter(subject.extractor.seen) == expected.asked
    assert recorded == expected.recorded


def records_of(recorded: Recorded) -> Inputs:
    """Return what every computed value was made from.

    The graph's parts as one, for they are built together; what hangs on them by part as well.
    """
    found = {
        name: entry.inputs
        for name, entry in believed(recorded).items()
        if name[0] in {*CHAIN, *SPINE} - {"knowledge_graph"}
    }
    for asset, lineage in LINEAGE.items():
        whole = recorded.provenance.get(asset, {}).get("")
        if lineage.partitioning in BY_PARTS and whole is not None:
            found[asset, ALL_PARTS] = whole.inputs
    return found


def moved(before: Inputs, after: Inputs) -> set[Name]:
    """Return the values whose record is new or of other inputs."""
    return {name for name, inputs in after.items() if before.get(name) != inputs}


def results_of(subject: Subject) -> int:
    """Return how many results the store holds."""
    return sum(1 for _ in subject.workspace.store.results())
