"""A built project with two seats whose documents say what nothing else says."""

from collections.abc import Mapping
from pathlib import Path

from sift_assets.core.promotion.settings import Seat
from sift_assets.core.settings.model import Settings
from sift_assets.resources.readers.process import ReaderProcess
from sift_assets.resources.workspace import Workspace
from sift_assets.workflows.promotion_candidates import assess_candidates
from sift_assets.workflows.promotion_reference import central_names, refer
from sift_assets.workflows.promotion_verdicts import assess
from sift_assets_tests.fakes.opened_gate import opened_gate
from sift_assets_tests.fakes.seat_desk import SeatDesk

SEATS = """
models: {promote: scripted/play.yaml}
promotion: {enabled: true, dry_run: false, sampled: 1}
principals:
  - {name: ada, role: writer}
  - {name: bob, role: admin}
  - {name: cleo, seats: [ada]}
  - {name: dan, role: admin}
  - {name: bot, role: admin, kind: service}
seats:
  - {name: ada, folder: people/ada, owner: ada, autonomy: auto}
  - {name: bob, folder: people/bob, owner: bob}
"""

PASSES = """
rules:
  - answer: {relevant: true, sensitive: false, score: 0.9, reason: "A decision."}
"""

ADAS = {
    "tangelo/kumquat-dossier.md": (
        "---\ntitle: Palimpsest ledger\ndate: 1987-03-29\ntags: [quincunx]\n---\n\n"
        "Zephyrine Quillfeather works for Wolframite Ltd. The harbour was quiet.\n"
        "Code of gitlab.com/wolframite/kumquat.\n"
    ),
    "rambutan-memo.txt": (
        "Ada Varga met Zephyrine Quillfeather at the harbour.\nCode of gitlab.com/rambutan/memo.\n"
    ),
}
"""The first has a name, a folder, a title, a date, a tag and names that are in no other text; the
second names somebody whom Central knows."""

BOBS = {"own.md": "Bob Marlowe works for Pelagos Ltd. The harbour was loud.\n"}

PLANTED = (
    "kumquat", "tangelo", "palimpsest", "1987-03-29", "quincunx", "zephyrine", "quillfeather",
    "wolframite", "rambutan",
)  # fmt: skip
"""What must be nowhere but in the seat of `ada`; in lower case."""


def declare_seats(root: Path) -> None:
    """Declare the seats of a project, each with an empty folder."""
    with (root / "sift.yaml").open("a", encoding="utf-8") as file:
        file.write(SEATS)
    (root / "play.yaml").write_text(PASSES, encoding="utf-8")
    for name in ("ada", "bob"):
        (root / "people" / name).mkdir(parents=True)


def fill_seat(root: Path, name: str, documents: Mapping[str, str]) -> None:
    """Put documents into a seat's folder."""
    for path, text in documents.items():
        file = root / "people" / name / path
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(text, encoding="utf-8")


def candidates_of(root: Path, name: str, documents: Mapping[str, str]) -> None:
    """Put documents into a seat, and store them as if every guard had let them pass."""
    fill_seat(root, name, documents)
    desk_of(root, name).put(documents)


def sweep_seat(root: Path, name: str, reader: ReaderProcess) -> None:
    """Do for a seat what a sweep does up to the queue, with a model that lets everything pass."""
    desk = desk_of(root, name)
    desk.record(assess_candidates(desk.workspace, desk.seat, reader, refusals=(), delivered=()))
    desk.record(refer(desk.workspace, desk.seat, central_names(desk.workspace)))
    desk.record(assess(desk.workspace, desk.seat, opened_gate(desk.workspace)))


def desk_of(root: Path, name: str) -> SeatDesk:
    """Return a seat of the project, whose settings are read anew."""
    return SeatDesk(root, _with_first(Workspace.open(root, {}).settings, name))


def _with_first(settings: Settings, name: str) -> Settings:
    def is_other(seat: Seat) -> bool:
        return seat.name != name

    return settings.model_copy(update={"seats": tuple(sorted(settings.seats, key=is_other))})
