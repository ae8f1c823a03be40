"""The commands of docs/operations.md do what it says, and each symptom is shown by its command."""

import re
import shlex
import shutil
import subprocess
from collections.abc import Callable
from contextlib import ExitStack
from pathlib import Path

import pytest

from sift_assets.core.llm.ledger import PlannedCall
from sift_assets.core.planning.estimate import Prices
from sift_assets.core.planning.lineage import LINEAGE
from sift_assets.core.planning.plan import MAX_ATTEMPTS, attempt_fingerprint, waiting_fingerprint
from sift_assets.core.planning.state import Attempt
from sift_assets.core.settings.loading import read_settings
from sift_assets.resources.ledger import project_ledger
from sift_assets.resources.locks import held
from sift_assets_tests.cli.calling import call
from sift_assets_tests.defs.looking import looked
from sift_assets_tests.fakes.name_extractor import NameExtractor
from sift_assets_tests.fakes.project_folder import ProjectFolder, Versions, changed
from sift_assets_tests.fakes.prometheus_text import read

DOCUMENT = (Path(__file__).parents[2] / "docs" / "operations.md").read_text(encoding="utf-8")

SECTIONS = dict(re.findall(r"^## (.*?)\n(.*?)(?=^## |\Z)", DOCUMENT, re.DOTALL | re.MULTILINE))

TROUBLED = "When something is wrong"

DEAR = Prices(sent=0.01, answered=0.01)


def table(section: str) -> list[list[str]]:
    """Return the rows of a section's one table, without its head."""
    rows = [line for line in SECTIONS[section].splitlines() if line.startswith("|")]
    return [[cell.strip() for cell in re.split(r"(?<!\\)\|", row)[1:-1]] for row in rows[2:]]


def carried_out(section: str, folder: Path, patch: pytest.MonkeyPatch) -> str:
    """Carry out the commands of a section in a project's folder; return what `sift` printed."""
    printed = ""
    for block in re.findall(r"```sh\n(.*?)```", SECTIONS[section], re.DOTALL):
        for line in block.splitlines():
            patch.chdir(folder)
            if line.startswith("sift "):
                ended = call(*shlex.split(line)[1:])
                assert (ended.code, ended.err) == (0, ""), line
                printed += ended.out
            else:
                subprocess.run(["sh", "-c", line], cwd=folder, check=True)
    return printed


def versions_in(folder: Path) -> Versions:
    with ProjectFolder(folder).opened() as project:
        return project.versions()


def below(asset: str) -> set[str]:
    """Return an asset with all that hangs on it."""
    found = {asset}
    for name, lineage in LINEAGE.items():  # in the order in which it is computed
        if found & {parent.asset for parent in lineage.inputs}:
            found.add(name)
    return found


@pytest.fixture
def folder(
    tmp_path: Path,
    own_surroundings: None,  # noqa: ARG001 - none of the caller's
    extractor: NameExtractor,  # noqa: ARG001 - it is in place while the project runs
    built_once: Path,
) -> Path:
    """Return the folder of a built project that no process has open."""
    return shutil.copytree(built_once, tmp_path / "work" / "project")


def test_a_new_history_and_a_restored_backup_give_the_same_versions_and_exports(
    folder: Path, extractor: NameExtractor, monkeypatch: pytest.MonkeyPatch
) -> None:
    before = versions_in(folder)
    decided = call("-C", folder, "decide", "name", "Ada Varga", "Adele Varga")
    assert decided.code == 0, decided.err
    assert "Everything is up to date." in carried_out("What grows", folder, monkeypatch)
    assert (folder.parent / "dagster-until-today" / "history" / "runs" / "index.db").exists()
    versions, exports = versions_in(folder), ProjectFolder(folder).exports()
    moved = {name.partition("[")[0] for name in changed(before, versions)}
    assert {"decisions", "resolved_graph"} <= moved <= below("decisions")
    assert extractor.seen == []

    printed = carried_out("Backup", folder, monkeypatch)
    assert "Everything is up to date." in printed
    assert "All is well." in printed
    assert len(extractor.seen) == 4  # of the first; with the store there is nothing to run
    for name in ("restored", "restored-with-store"):
        restored = folder.parent / name
        assert versions_in(restored) == versions
        assert ProjectFolder(restored).exports() == exports


def test_every_metric_is_told_of(built: ProjectFolder, monkeypatch: pytest.MonkeyPatch) -> None:
    looked(built)
    measured = read(carried_out("Measuring", built.root, monkeypatch))
    told = {name for row in table("Measuring") for name in re.findall(r"`(sift_\w+)`", row[0])}
    assert told == measured.keys()


def test_the_settings_of_alerts_are_what_is_read() -> None:
    blocks = re.findall(r"```yaml\n(.*?)```", DOCUMENT, re.DOTALL)
    (shown,) = (block for block in blocks if block.startswith("alerts:"))
    alerts = read_settings(shown, "sift.yaml", {}).alerts
    assert (alerts.webhook, alerts.email) == ("https://example.org/hook", "ada@example.org")


class Trouble:
    """Makes a symptom in a project.

    Args:
        project: It.
        patch: Of the environment.
        until_the_end: What lasts until the command has been called.
    """

    def __init__(
        self, project: ProjectFolder, patch: pytest.MonkeyPatch, until_the_end: ExitStack
    ) -> None:
        self.project, self.patch, self.until_the_end = project, patch, until_the_end

    def lock(self) -> None:
        path = self.project.workspace.lock_path("project")
        self.until_the_end.enter_context(held(path, "It", on_wait=print))

    def failed_document(self) -> None:
        self._attempted(attempt_fingerprint, "RuntimeError in reading.py:1", waits=False)

    def waiting_document(self) -> None:
        self._attempted(waiting_fingerprint, "waits for a budget: budget_usd is $5", waits=True)

    def _attempted(self, fingerprint: Callable[..., str], reason: str, *, waits: bool) -> None:
        self.project.write("late.txt", "Rosa Lund works for Kestrel Ltd.\n")
        found = fingerprint("late.txt", self.project.compare().observation.observed)
        attempt = Attempt(fingerprint=found, count=MAX_ATTEMPTS, reason=reason, waits=waits)
        self.project.workspace.provenance.record_attempt("late.txt", attempt)

    def spent_budget(self) -> None:
        self.project.edit("sift.yaml", "model: local", "budget_usd: 0.5\nmodel: local")
        ledger = project_ledger(self.project.root, self.project.workspace.settings)
        ledger.reserve(PlannedCall(stage="extract", model="x", worst=10**9 // 2, seconds=9e9), 1e9)

    def dear_change(self) -> None:
        """Play a model with a price; to look one up, all of LiteLLM would be imported."""
        self.patch.setattr("sift_assets.workflows.planning.prices_of", lambda _: DEAR)
        (self.project.root / "play.yaml").write_text("rules: [{answer: '{}'}]\n", "utf-8")
        self.project.edit("sift.yaml", "model: local", "model: scripted/play.yaml")

    def missing_key(self) -> None:
        self.patch.delenv("OPENAI_API_KEY", raising=False)
        self.project.edit("sift.yaml", "model: local", "model: openai/gpt-4o-mini")

    def image(self) -> None:
        index = self.project.workspace.provenance
        entry = index.read("document_texts")["notes.md"]
        facts = {**entry.facts, "status": "needs_ocr"}
        index.record("document_texts", {"notes.md": entry.model_copy(update={"facts": facts})})

    def damaged_object(self) -> None:
        store = self.project.workspace.store
        store.path_of(next(iter(store.objects())).version).write_bytes(b"damaged")

    def stopped_daemon(self) -> None:
        looked(self.project)

    def mass_deletion(self) -> None:
        for number in range(12):
            self.project.write(f"many/{number}.txt", f"Number {number}.\n")
        for _ in range(2):
            looked(self.project)
        shutil.rmtree(self.project.root / "documents" / "many")

    def missing_folder(self) -> None:
        shutil.rmtree(self.project.root / "documents")

    def misspelt_setting(self) -> None:
        self.project.edit("sift.yaml", "model: local", "modle: local")

    def damaged_decision(self) -> None:
        log = self.project.root / "decisions" / "log.jsonl"
        log.parent.mkdir(exist_ok=True)
        log.write_text("<<<<<<< ours\n", encoding="utf-8")

    def foreign_home(self) -> None:
        self.patch.setenv("DAGSTER_HOME", str(self.project.root.parent))

    def newer_store(self) -> None:
        (self.project.root / ".sift" / "schema.json").write_text('{"schema": 99}', "utf-8")

    def nothing(self) -> None:
        """Do nothing: what is looked for is there in every project."""


TROUBLES: dict[str, Callable[[Trouble], None]] = {
    "a command ends at once with 3": Trouble.lock,
    "something is stale for ever": Trouble.failed_document,
    "documents wait": Trouble.waiting_document,
    "nothing may be spent": Trouble.spent_budget,
    "a change does not start": Trouble.dear_change,
    "everything is blocked": Trouble.missing_key,
    "a document has no text": Trouble.image,
    "the disk is full": Trouble.nothing,
    "a value cannot be read": Trouble.damaged_object,
    "nothing happens when a file is saved": Trouble.stopped_daemon,
    "documents were deleted and are still there": Trouble.mass_deletion,
    "the folder is not there": Trouble.missing_folder,
    "a mistake in `sift.yaml`": Trouble.misspelt_setting,
    "a decision does not count": Trouble.damaged_decision,
    "Dagster is elsewhere": Trouble.foreign_home,
    "another version was at work": Trouble.newer_store,
    "the clock was wrong": Trouble.nothing,
}


SYMPTOMS = [(symptom, command, says) for symptom, command, says, _ in table(TROUBLED)]


def test_every_symptom_is_tried() -> None:
    assert [symptom for symptom, _, _ in SYMPTOMS] == list(TROUBLES)


@pytest.mark.parametrize(("symptom", "command", "says"), SYMPTOMS)
def test_a_symptom_is_shown_by_its_command(
    symptom: str,
    command: str,
    says: str,
    built: ProjectFolder,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    with ExitStack() as until_the_end:
        words = shlex.split(command.strip("`"))
        assert words[0] == "sift"
        sound = call("-C", built.root, *words[1:]) if TROUBLES[symptom] != Trouble.nothing else None
        TROUBLES[symptom](Trouble(built, monkeypatch, until_the_end))
        shown = call("-C", built.root, *words[1:])
    assert says in shown.out + shown.err
    assert sound is None or says not in sound.out + sound.err
