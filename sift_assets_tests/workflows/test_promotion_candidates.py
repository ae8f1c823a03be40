"""Every document of a seat before the guards: complete, looked up when nothing changed, closed."""

import sys
from collections.abc import Callable, Iterable
from functools import partial
from pathlib import Path

import pytest

from sift_assets.core.errors import MissingEngineError, ProjectError
from sift_assets.core.planning.lineage import PROMOTION
from sift_assets.core.planning.staleness import INCOMPLETE
from sift_assets.core.promotion.near_duplicates import Refused
from sift_assets.core.promotion.records import Candidate, CandidateSet, Root, Scan, SkipReason
from sift_assets.core.promotion.settings import Autonomy, Principal, Seat, SeatRoots
from sift_assets.core.records.record import content_hash
from sift_assets.core.records.text import DocumentText, Page, ReadStatus
from sift_assets.core.settings.model import Settings
from sift_assets.core.text.cleaning import clean
from sift_assets.core.text.notes import read_note
from sift_assets.resources.folder import scan as scan_folder
from sift_assets.resources.readers.running_child import ReadResult
from sift_assets.resources.seats import seat_workspace
from sift_assets.resources.workspace import Workspace
from sift_assets.workflows.outcome import Outcome
from sift_assets.workflows.promotion_candidates import assess_candidates

SEAT = Seat(
    name="ada",
    folder="people/ada",
    owner="ada",
    roots=SeatRoots(personal=("Diary/", "*.private.*"), org_work=("work/",)),
)

NOTE = (
    "Ada Varga proposed to move the archive to the upper floor before the winter. Tom Brandt wants "
    "three quotes for the shelves. The harbour office answered that the permit takes six weeks.\n"
)


class PlainReader:
    """Reads text files in this process, and counts them."""

    def __init__(self) -> None:
        self.read_files: list[str] = []
        self.transient = False

    def read(self, path: Path) -> ReadResult:
        """Return the text of a file."""
        data = path.read_bytes()
        text = clean(data.decode())
        self.read_files.append(path.name)
        found = DocumentText(status=ReadStatus.EMPTY, reason="It is empty.")
        if text.strip():
            note, pages = read_note(text, ""), (Page(number=1, start=0, end=len(text)),)
            found = DocumentText(status=ReadStatus.TEXT, text=text, tags=note.tags, pages=pages)
        return ReadResult(content_hash(data), found, transient=self.transient)


class CountingScanner:
    """Finds nothing, fails where it is told to, and counts."""

    version = "counting 1"

    def __init__(self, failure: str = "") -> None:
        self.failure, self.scanned = failure, 0

    def scan(self, text: str, beside: Iterable[str] = ()) -> Scan:
        """Look through a text."""
        assert text not in beside
        self.scanned += 1
        return Scan(scanner=self.version, failure=self.failure)


class Desk:
    """A project with the seat of Ada."""

    def __init__(self, root: Path) -> None:
        self.root, self.seat = root, SEAT
        self.reader, self.scanner = PlainReader(), CountingScanner()
        self.refusals: list[Refused] = []
        self.delivered: set[str] = set()
        (root / "documents").mkdir()

    @property
    def workspace(self) -> Workspace:
        return Workspace(
            self.root, Settings(seats=(self.seat,), principals=(Principal(name="ada"),))
        )

    def write(self, **documents: str) -> None:
        for name, text in documents.items():
            self.put(f"{name}.md", text)

    def put(self, path: str, text: str) -> None:
        file = self.root / "people/ada" / path
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(text, encoding="utf-8")

    def assess(self) -> Outcome:
        return assess_candidates(
            self.workspace,
            self.seat,
            self.reader,  # type: ignore[arg-type] - reads as it does
            refusals=self.refusals,
            delivered=self.delivered,
            scanner=self.scanner,
        )

    def value(self, outcome: Outcome | None = None) -> CandidateSet:
        data = seat_workspace(self.workspace, self.seat).store.get(
            (outcome or self.assess()).provenance.version
        )
        return CandidateSet.from_bytes(data)

    def candidates(self) -> dict[str, Candidate]:
        return {one.document: one for one in self.value().candidates}

    def skips(self) -> dict[str, SkipReason | None]:
        return {name: one.skip for name, one in self.candidates().items()}

    def refuse(self, document: str) -> None:
        one = self.candidates()[document]
        refused = Refused(candidate=one.id, content=one.content, signature=one.signature)
        self.refusals.append(refused)


@pytest.fixture
def desk(tmp_path: Path) -> Desk:
    return Desk(tmp_path)


def test_every_document_is_a_candidate_with_what_it_says_of_itself(desk: Desk) -> None:
    desk.write(b=NOTE, a="---\ntags: [Harbour, org-work]\n---\nAda met Tom.\n")
    desk.put("work/plan.md", "The plan of the second floor.")
    desk.put("diary/monday.md", "---\ntags: [org-work]\n---\nA long day.")
    desk.put("x.Private.md", "Mine.")
    desk.write(empty="")
    found = desk.candidates()
    assert list(found) == [
        "a.md",
        "b.md",
        "diary/monday.md",
        "empty.md",
        "work/plan.md",
        "x.Private.md",
    ]
    assert {name: (one.root, one.skip) for name, one in found.items()} == {
        "a.md": (Root.ORG_WORK, None),
        "b.md": (Root.NONE, None),
        "diary/monday.md": (Root.PERSONAL, SkipReason.TAG_PERSONAL),
        "empty.md": (Root.NONE, SkipReason.NO_TEXT),
        "work/plan.md": (Root.ORG_WORK, None),
        "x.Private.md": (Root.PERSONAL, SkipReason.TAG_PERSONAL),
    }
    assert found["a.md"].tags == ("harbour", "org-work")
    assert found["b.md"].characters == len(NOTE.rstrip("\n")) + 1
    assert (found["empty.md"].text, found["empty.md"].detail) == ("", "It is empty.")


def test_the_outcome_names_the_inputs_of_its_lineage_and_only_counts(desk: Desk) -> None:
    desk.write(a=NOTE, b="Other text.", empty="")
    outcome = desk.assess()
    lineage = PROMOTION["promotion_candidates"]
    names = {
        f"{parent.asset}[{part}]" if part else parent.asset
        for parent in lineage.inputs
        for part in parent.partitions or ("",)
    }
    assert (outcome.asset, outcome.partition) == ("promotion_candidates", "ada")
    assert set(outcome.provenance.inputs) == names
    assert outcome.provenance.code_version == lineage.code_version
    facts = {"documents": 3, "passed": 2, "personal": 0, "unseen": 0, "skip no_text": 1}
    assert outcome.provenance.facts == facts


def test_what_has_not_changed_is_looked_up_and_the_value_has_the_same_bytes(desk: Desk) -> None:
    desk.write(a=NOTE, b="Other text.")
    first = desk.assess()
    again = desk.assess()
    assert first.provenance == again.provenance
    assert (first.hit, again.hit) == (False, True)
    assert (len(desk.reader.read_files), desk.scanner.scanned) == (2, 2)
    desk.write(b="Another text.")
    changed = desk.assess()
    assert (len(desk.reader.read_files), desk.scanner.scanned) == (3, 3)
    assert changed.provenance.inputs["seat_documents"] != first.provenance.inputs["seat_documents"]
    desk.scanner.version = "counting 2"
    desk.assess()
    assert (len(desk.reader.read_files), desk.scanner.scanned) == (3, 5)


def test_ids_are_opaque_and_of_content_and_stay_while_a_document_changes(desk: Desk) -> None:
    desk.write(a=NOTE, b=NOTE.upper() + "\n\n", c="Other text.")
    found = desk.candidates()
    assert found["a.md"].content == found["b.md"].content != found["c.md"].content
    assert found["a.md"].signature == found["b.md"].signature
    desk.write(a="Now something else.")
    assert desk.candidates()["a.md"].id == found["a.md"].id != found["b.md"].id
    told = str(desk.assess().provenance)
    assert "a.md" not in told
    assert content_hash(NOTE.encode()) not in told


def test_another_key_makes_other_ids_and_nothing_of_the_old_one_is_looked_up(desk: Desk) -> None:
    desk.write(a=NOTE)
    before = desk.candidates()["a.md"]
    (desk.root / "decisions/promotion.key").unlink()
    after = desk.candidates()["a.md"]
    assert before.id != after.id
    assert before.content != after.content
    assert not set(before.signature) & set(after.signature)


def test_a_text_that_was_lost_is_read_again(desk: Desk) -> None:
    desk.write(a=NOTE)
    version = desk.candidates()["a.md"].text
    store = seat_workspace(desk.workspace, desk.seat).store
    store.path_of(version).unlink()
    assert desk.candidates()["a.md"].text == version
    assert store.is_sound(version)


@pytest.mark.parametrize(
    "edited",
    [
        NOTE.upper().replace(" ", "  "),
        NOTE.replace("winter", "summer"),
        NOTE.replace(",", ";").replace(".", " -"),
        f"Dear all.\n\n{NOTE}",
    ],
)
@pytest.mark.parametrize("name", ["a.md", "renamed.md"])
def test_a_refusal_sticks_under_small_edits_and_renaming(
    desk: Desk, edited: str, name: str
) -> None:
    desk.write(a=NOTE)
    desk.refuse("a.md")
    (desk.root / "people/ada/a.md").unlink()
    desk.put(name, edited)
    sticks = {SkipReason.PREVIOUSLY_REJECTED, SkipReason.NEAR_REJECTED}
    assert desk.skips()[name] in sticks


def test_a_refusal_ends_when_the_content_really_changes_or_it_is_taken_back(desk: Desk) -> None:
    desk.write(a=NOTE)
    desk.refuse("a.md")
    assert desk.skips() == {"a.md": SkipReason.PREVIOUSLY_REJECTED}
    desk.write(a="The choir rehearses in the school while the church has no roof.")
    assert desk.skips() == {"a.md": None}
    desk.write(a=NOTE)
    desk.refusals = []
    assert desk.skips() == {"a.md": None}


def test_what_is_in_central_already_is_not_proposed_again(desk: Desk) -> None:
    desk.write(a=NOTE)
    desk.delivered = {desk.candidates()["a.md"].content}
    assert desk.skips() == {"a.md": SkipReason.ALREADY_DELIVERED}


def test_nothing_passes_from_a_seat_that_says_never(desk: Desk) -> None:
    desk.seat = SEAT.model_copy(update={"autonomy": Autonomy.NEVER})
    desk.write(a=NOTE)
    assert desk.skips() == {"a.md": SkipReason.SEAT_NEVER}


def test_a_scanner_that_fails_lets_nothing_pass_and_is_asked_again(desk: Desk) -> None:
    desk.write(a=NOTE)
    desk.scanner = CountingScanner(failure="The scanner failed: ValueError.")
    outcome = desk.assess()
    assert desk.value(outcome).candidates[0].skip is SkipReason.SCAN_FAILED
    assert outcome.provenance.facts[INCOMPLETE] is True
    desk.scanner.failure = ""
    assert desk.skips() == {"a.md": None}


def test_a_reading_that_may_end_otherwise_the_next_time_is_not_remembered(desk: Desk) -> None:
    desk.write(a="")
    desk.reader.transient = True
    assert desk.value().unseen == 1
    assert desk.assess().provenance.facts[INCOMPLETE] is True
    assert len(desk.reader.read_files) == 2


def test_the_installed_scanner_stops_a_planted_secret(desk: Desk) -> None:
    desk.write(a=f"{NOTE}\nThe password for the router is Tr0ub4dor&3.\n", b=NOTE)
    desk.scanner = None  # type: ignore[assignment] - the one that is installed
    found = desk.candidates()
    assert found["a.md"].skip is SkipReason.SECRET_CONTENT
    assert found["a.md"].detail == "password (line 3)"
    assert found["b.md"].skip is None


def test_without_a_scanner_nothing_is_assessed(desk: Desk, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "detect_secrets", None)
    desk.write(a=NOTE)
    desk.scanner = None  # type: ignore[assignment] - the one that is installed
    with pytest.raises(MissingEngineError):
        desk.assess()


def test_a_missing_folder_is_an_error_and_no_empty_seat(desk: Desk) -> None:
    with pytest.raises(ProjectError, match="missing"):
        desk.assess()


def limited(scan: Callable[..., object]) -> Callable[..., object]:
    return partial(scan, max_files=2)


def test_a_folder_of_more_than_one_look_is_seen_whole(
    desk: Desk, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("sift_assets.resources.roots.scan", limited(scan_folder))
    monkeypatch.setattr("sift_assets.core.planning.stat_cache.RACY_NS", -1)  # no waiting for it
    desk.write(**{f"d{n}": f"Text {n}." for n in range(7)})
    value = desk.value()
    assert (len(value.candidates), value.unseen) == (7, 0)


def test_a_look_that_is_not_finished_says_so(desk: Desk, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("sift_assets.resources.roots.scan", limited(scan_folder))
    monkeypatch.setattr("sift_assets.workflows.seat_look.LOOKS", 1)
    desk.write(**{f"d{n}": f"Text {n}." for n in range(5)})
    outcome = desk.assess()
    value = desk.value(outcome)
    assert (len(value.candidates), value.unseen) == (2, 3)
    assert outcome.provenance.facts[INCOMPLETE] is True


def test_a_document_that_is_gone_when_it_is_read_is_left_out(
    desk: Desk, monkeypatch: pytest.MonkeyPatch
) -> None:
    desk.write(a=NOTE, b="Other text.")
    monkeypatch.setattr(
        "sift_assets.workflows.looking_through.read_document",
        lambda *_: None,
    )
    assert desk.value().candidates == ()
