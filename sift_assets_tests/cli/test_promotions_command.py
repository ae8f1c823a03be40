"""`sift promotions`: from a seat into Central and out again, by command."""

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner

from sift_assets.cli.main import sift
from sift_assets.core.errors import StoreError
from sift_assets.core.promotion.access import DENIED
from sift_assets.core.promotion.states import ItemState
from sift_assets.defs.holding import held_alone
from sift_assets.resources.decision_log import system_time
from sift_assets.resources.second_root import SecondRoot
from sift_assets_tests.cli.calling import Call, call
from sift_assets_tests.conftest import set_apart
from sift_assets_tests.fakes.project_folder import ProjectFolder, copied_project
from sift_assets_tests.fakes.promoting_project import PEOPLE, PIER, QUAY, PromotingProject
from sift_assets_tests.fakes.swept_seats import sweep

PLAN = (
    "See https://github.com/acme/wolframite for the code.\n\n"
    "Zephyrine Quill works for Wolframite Ltd. Ada Varga met Zephyrine Quill.\n\x1b[2J"
)
PLANTED = (b"Zephyrine", b"zephyrine", b"Wolframite", b"wolframite")


class Promoting:
    """A project with seats, called as one of its people."""

    def __init__(self, folder: ProjectFolder, patch: pytest.MonkeyPatch) -> None:
        self.folder, self._patch = folder, patch

    def call(self, actor: str, *arguments: str) -> Call:
        self._patch.setenv("SIFT_ACTOR", actor)
        return call("-C", self.folder.root, "promotions", *arguments)

    def put(self, name: str, text: str) -> None:
        file = self.folder.root / "people/ada" / name
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(text, encoding="utf-8")

    def swept(self) -> list[dict[str, Any]]:
        sweep(self.folder.workspace)
        return self.call("cleo", "list", "--json").json["items"]

    def state(self) -> dict[str, Any]:
        """Return what a reader of Central can see, and what is stored of it."""
        root = self.folder.root
        objects = root / ".sift/objects"
        return {
            "exports": self.folder.exports(),
            "versions": self.folder.versions(),
            "partitions": self.folder.compare().recorded.partitions,
            "objects": {path.name for path in objects.rglob("*") if path.is_file()},
        }


@pytest.fixture
def project(
    tmp_path: Path, built_once: Path, monkeypatch: pytest.MonkeyPatch
) -> Iterator[Promoting]:
    with set_apart(tmp_path), copied_project(built_once, tmp_path / "project") as folder:
        file = folder.root / "sift.yaml"
        file.write_text(file.read_text(encoding="utf-8") + PEOPLE, encoding="utf-8")
        for name in ("ada", "bob"):
            (folder.root / "people" / name).mkdir(parents=True)
        yield Promoting(folder, monkeypatch)


def test_what_is_promoted_is_found_in_central_and_what_is_revoked_was_never_there(
    project: Promoting,
) -> None:
    assert project.folder.run().succeeded
    before = project.state()
    project.put("plan.txt", PLAN)
    (row,) = project.swept()
    assert (row["state"], row["seat"], row["scan"]) == ("pending", "ada", "clean")
    assert row["preview"].startswith("See https://github.com/acme/wolframite")
    shown = project.call("cleo", "show", row["id"], "--json").json
    assert shown["text"].startswith("See https://")
    assert shown["assessment"]["candidate"]["document"] == "plan.txt"
    assert "\x1b" not in project.call("cleo", "show", row["id"]).out

    approved = project.call("cleo", "approve", row["id"], "--shown", shown["shown"], "--json")
    assert approved.code == 0, approved.err
    assert approved.json["milestones"] == {
        "accepted": True,
        "indexed": False,
        "retrievable": False,
    }
    assert project.folder.run().succeeded
    (row,) = project.call("ada", "list", "--json").json["items"]
    assert row["milestones"] == {"accepted": True, "indexed": True, "retrievable": True}
    found = call("-C", project.folder.root, "search", "Zephyrine", "--tag", "seat:ada", "--json")
    assert "Zephyrine Quill" in found.out

    revoked = project.call("ada", "revoke", row["id"], "--reason", "not yet", "--json")
    assert revoked.code == 0, revoked.err
    after = project.state()
    assert after["exports"] == before["exports"]
    assert after["partitions"] == before["partitions"]
    assert changed_but_for_promotions(before["versions"], after["versions"]) == set()
    assert after["objects"] - before["objects"] <= decisions_only(project)
    assert holding_planted(project.folder.root) == []
    kinds = [one["kind"] for one in project.call("cleo", "audit", "--json").json["events"]]
    assert kinds == ["pending", "approve", "deliver", "revoke", "withdraw"]
    assert project.call("ada", "revoke", "--json").json["removed_files"] == 0


def test_an_item_is_looked_at_again_when_somebody_decides_on_it(project: Promoting) -> None:
    project.put("plan.txt", PLAN)
    (row,) = project.swept()
    shown = project.call("cleo", "show", row["id"], "--json").json["shown"]
    asked = ("approve", row["id"], "--shown", shown, "--json")
    project.put("plan.txt", PLAN + "And a quay.")
    told = project.call("cleo", *asked)
    assert told.code == 2
    assert "content was" in told.error
    (project.folder.root / "people/ada/plan.txt").unlink()
    assert "document was there, is gone" in project.call("cleo", *asked).error
    project.put("plan.txt", PLAN)
    project.folder.edit("sift.yaml", "owner: ada}", "owner: ada, roots: {personal: [plan.txt]}}")
    assert "is capture_tag_personal" in project.call("cleo", *asked).error
    project.folder.edit("sift.yaml", ", roots: {personal: [plan.txt]}", "")
    # a decision on an item is not taken back as others are, and the graph knows nothing of it
    assert project.call("cleo", "reject", row["id"], "--reason", "too early", "--json").code == 0
    (no,) = project.folder.workspace.decisions
    undone = call("-C", project.folder.root, "decide", "undo", no.id, "--json")
    assert undone.code == 2
    assert "sift promotions reopen" in undone.error
    (said,) = call("-C", project.folder.root, "decisions", "show", "--json").json
    assert (said["standing"], said["says"]) == ("in_force", f"refuse item {row['id']} of seat ada")
    assert project.swept()[0]["state"] == "rejected"
    assert project.call("cleo", "reopen", row["id"], "--json").json["state"] == "pending"
    assert not {"resolved_graph", "review_queue"} & {*project.folder.plan().spine_assets}
    # withdrawn before Central has read it, while somebody is at work
    assert project.call("cleo", *asked).json["milestones"]["accepted"]
    with held_alone(project.folder.workspace):
        locked = project.call("ada", "revoke", row["id"], "--json")
    assert locked.code == 3
    assert not (project.folder.root / "promoted").exists()
    assert project.call("ada", "revoke", "--json").json["succeeded"]
    assert project.call("ada", "list", "--json").json["counts"] == {"revoked": 1}


def changed_but_for_promotions(before: dict[str, str], after: dict[str, str]) -> set[str]:
    found = {name for name in {*before, *after} if before.get(name) != after.get(name)}
    return found - {"decisions[promotions]"}


def decisions_only(project: Promoting) -> set[str]:
    version = project.folder.versions()["decisions[promotions]"]
    return {version[2:]}


def holding_planted(root: Path) -> list[str]:
    """Return the files outside the seat that hold a word of it."""
    own = (root / "people", root / ".sift/seats")
    return [
        str(file.relative_to(root))
        for file in sorted(root.rglob("*"))
        if file.is_file()
        and not any(file.is_relative_to(folder) for folder in own)
        and any(word in file.read_bytes() for word in PLANTED)
    ]


@pytest.fixture
def office(tmp_path: Path, own_surroundings: None) -> PromotingProject:  # noqa: ARG001
    """Return a project that only has items, for calls that look at nothing else."""
    root = tmp_path / "project"
    root.mkdir()
    (root / "sift.yaml").write_text(PEOPLE, encoding="utf-8")
    project = PromotingProject.at(root)
    project.now = system_time()
    return project


def as_actor(project: PromotingProject, actor: str, *arguments: str) -> Call:
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("SIFT_ACTOR", actor)
        name, *rest = arguments or ("list",)
        return call("-C", project.root, "promotions", name, "--json", *rest)


DECIDING = (
    ("show",),
    ("approve", "--shown", "x"),
    ("approve",),
    ("reject", "--reason", "no"),
    ("retry",),
    ("abandon",),
    ("reopen",),
    ("revoke",),
)


@pytest.mark.parametrize("words", DECIDING, ids=" ".join)
def test_who_may_not_gets_one_answer_whatever_is_there(
    office: PromotingProject, words: tuple[str, ...]
) -> None:
    entry = office.queued(PIER, seat="bob")
    name, *options = words
    told: set[str] = set()
    for actor in ("ada", "eve"):
        for item in (entry.id, entry.id[:8], "0" * 20, "../log.jsonl", "-x", " "):
            answer = as_actor(office, actor, name, *options, "--", item)
            assert answer.code == 1, answer
            told.add(answer.error)
    assert len(told) == 1
    assert told.pop().startswith(DENIED)


def test_lists_and_the_audit_are_for_who_may_see_them(office: PromotingProject) -> None:
    entry = office.queued()
    office.queued(PIER, seat="bob")
    assert [one["id"] for one in as_actor(office, "ada").json["items"]] == [entry.id]
    assert as_actor(office, "cleo", "list", "--state", "pending").json["counts"] == {"pending": 2}
    assert as_actor(office, "cleo", "list", "--state", "failed").json["items"] == []
    for actor, words in (
        ("eve", ("list",)),
        ("ada", ("audit",)),
        ("ada", ("list", "--seat", "bob")),
    ):
        assert as_actor(office, actor, *words).error.startswith(DENIED)
    audit = as_actor(office, "cleo", "audit", "--limit", "2").json
    assert [one["kind"] for one in audit["events"]] == ["denied", "denied"]
    assert audit["damaged_lines"] == []
    of_item = as_actor(office, "cleo", "audit", "--item", entry.id).json["events"]
    assert [one["kind"] for one in of_item] == ["pending"]


def test_a_text_that_was_not_shown_is_not_approved(office: PromotingProject) -> None:
    entry = office.queued()
    told = as_actor(office, "cleo", "approve", entry.id)
    assert told.code == 2
    assert "Give --shown" in told.error
    assert (
        "not the text of this item"
        in as_actor(office, "cleo", "approve", entry.id, "--shown", "x").error
    )
    assert as_actor(office, "cleo", "reject", entry.id).error.startswith("A refusal needs a reason")


def test_a_redacted_text_hides_secrets_and_approves_nothing(office: PromotingProject) -> None:
    iban = "DE89 3704 0044 " + "0532 0130 00"
    entry = office.queued(f"Pay to {iban} by Friday.\n")
    whole = as_actor(office, "cleo", "show", entry.id).json
    assert iban in whole["text"]
    assert whole["shown"]
    hidden = as_actor(office, "cleo", "show", entry.id, "--redacted").json
    assert hidden["text"] == "Pay to [redacted] by Friday.\n"
    assert hidden["shown"] == ""


def test_a_delivery_that_fails_is_no_success(
    office: PromotingProject, monkeypatch: pytest.MonkeyPatch
) -> None:
    entry = office.queued()
    office.approved(entry.id)

    def refuses(*_: object) -> str:
        raise StoreError("The disk is full.")

    with monkeypatch.context() as patch:
        patch.setattr(SecondRoot, "write", refuses)
        told = as_actor(office, "cleo", "retry", entry.id)
    assert told.code == 1
    assert (told.json["state"], told.json["failure"]) == ("failed", "The disk is full.")
    assert not told.json["milestones"]["accepted"]
    again = as_actor(office, "cleo", "retry", entry.id)
    assert (again.code, again.json["state"]) == (0, "delivered")
    assert as_actor(office, "cleo", "retry", entry.id).code == 2


def test_at_a_terminal_the_whole_text_is_shown_before_it_is_asked(
    office: PromotingProject, monkeypatch: pytest.MonkeyPatch
) -> None:
    entry = office.queued()
    monkeypatch.setenv("SIFT_ACTOR", "cleo")
    monkeypatch.setattr(
        "sift_assets.workflows.promotion_revalidating.revalidated", office.revalidate
    )
    words = ["-C", str(office.root), "promotions", "approve", entry.id]
    monkeypatch.setattr("sift_assets.cli.promotions_deciding.at_a_terminal", lambda: True)
    no = CliRunner().invoke(sift, words, input="n\n", standalone_mode=False)
    assert QUAY in no.output
    assert office.state(entry.id) is ItemState.PENDING
    yes = CliRunner().invoke(sift, words, input="y\n", standalone_mode=False)
    assert "It is in Central's folder" in yes.output
    assert office.state(entry.id) is ItemState.DELIVERED
    assert office.book.log()[-1].shown == office.shown(entry.id)
