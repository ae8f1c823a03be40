"""Faults at every write of a delivery: what is lost, and what is there twice."""

from collections import Counter
from contextlib import suppress
from itertools import count
from pathlib import Path
from tempfile import TemporaryDirectory

from sift_assets.core.errors import SiftError
from sift_assets.workflows.delivering import deliver_open
from sift_assets_tests.fakes.fault_counter import KINDS, FaultCounter, faulty
from sift_assets_tests.fakes.promoting_project import PIER, QUAY, PromotingProject

ITEMS = {"a.txt": QUAY, "b.txt": PIER}


def evaluate_deliveries() -> dict[str, int]:
    """Let the n-th operation of each kind fail, for every n that there is, and deliver again."""
    total = Counter[str]()
    for kind in KINDS:
        for at in count(1):
            found = _faulted(kind, at)
            total.update(found)
            if not found["faults"]:
                break
    return {name: total[name] for name in ("faults", "lost", "doubled", "half written")}


def _faulted(kind: str, at: int) -> Counter[str]:
    """Let an operation fail, if there is one so late, and deliver what is left."""
    with TemporaryDirectory() as folder:
        project = _approved(Path(folder))
        struck = _struck(project, kind, at)
        written = project.documents().values()
        project.deliver()
        there = project.documents().values()
        texts = [text.encode() for text in ITEMS.values()]
        copies = [sum(text in data for data in there) for text in texts]
        told = project.events().count("deliver")
        twice = sum(number > 1 for number in copies) + max(0, told - len(ITEMS))
        half = sum(not data.endswith(tuple(texts)) for data in written)
        counted = {"faults": int(struck), "lost": copies.count(0), "doubled": twice}
        return Counter({**counted, "half written": half})


def _approved(root: Path) -> PromotingProject:
    project = PromotingProject.at(root)
    for name, text in ITEMS.items():
        project.approved(project.queued(text, name).id)
    return project


def _struck(project: PromotingProject, kind: str, at: int) -> bool:
    """Deliver while an operation fails; say whether there was one so late."""
    counter = FaultCounter(kind, at)
    project.wait(seconds=1)
    with faulty(counter), suppress(SiftError):
        deliver_open(project.book)
    return counter.struck
