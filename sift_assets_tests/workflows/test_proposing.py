"""What agents propose is kept beside the decisions, and no value hangs on it."""

from pathlib import Path
from typing import Any

import pytest

from sift_assets.core.decisions.decision import Act, Channel, Decision
from sift_assets.core.decisions.kinds import decision_versions
from sift_assets.core.review.agent_proposal import AgentProposal, ProposedAct
from sift_assets.core.review.said import Grounds
from sift_assets.core.review.signature import Signature
from sift_assets.resources import agent_proposals
from sift_assets.workflows.forgetting import GRAPHS, Traces, purge
from sift_assets.workflows.live_desk import LiveDesk
from sift_assets.workflows.proposal_rows import drop, rows_of
from sift_assets.workflows.proposing import open_proposals, proposals_of
from sift_assets.workflows.reviewing import Desk
from sift_assets_tests.core.review.proposed_examples import ALL, items
from sift_assets_tests.core.review.review_examples import TYPES, queue_after, resolved_after
from sift_assets_tests.fakes.project_folder import ProjectFolder, made_project

ONE = AgentProposal(
    act=ProposedAct.RETRACT, entities=("person:ada",), reason="no", time="now", revision="r"
)


def numbered(number: int) -> AgentProposal:
    return ONE.model_copy(update={"entities": (f"person:{number}",)})


@pytest.fixture
def project(tmp_path: Path) -> ProjectFolder:
    return ProjectFolder(made_project(tmp_path / "project", {}))


def live_desk(project: ProjectFolder) -> LiveDesk:
    """Return a desk about the village at which the proposals about it lie."""
    desk = Desk(Grounds(resolved_after(), TYPES), queue_after(), items())
    return LiveDesk(desk, project.workspace.decision_log)


def rows(live: LiveDesk) -> list[tuple[str, bool, str]]:
    return [(row["act"], row["open"], row["because"]) for row in rows_of(live)]


def test_a_proposal_is_written_once_and_goes_when_a_document_is_forgotten(
    project: ProjectFolder,
) -> None:
    workspace = project.workspace
    file = proposals_of(workspace)
    assert open_proposals(workspace) == []
    assert not file.path.exists()
    before = file.stamp()
    for reason in ("no", "never"):
        made = file.add(lambda _, reason=reason: ONE.model_copy(update={"reason": reason}))
        assert made == ONE
    assert file.stamp() != before
    assert open_proposals(workspace) == [ONE]
    purge(workspace, Traces(key="a.txt", contents=frozenset(), names=()), dict.fromkeys(GRAPHS, ()))
    assert not file.path.exists()


def test_a_damaged_line_is_left_out_and_an_unreadable_file_is_none(project: ProjectFolder) -> None:
    file = proposals_of(project.workspace)
    file.add(lambda _: ONE)
    file.path.write_bytes(b"no proposal\n" + file.path.read_bytes() + b'{"act": "add"}\n')
    assert file.read() == [ONE]
    file.path.write_bytes(b"\xff\xfe\x00")
    assert file.read() == []


def test_the_oldest_that_are_settled_go_when_there_are_too_many(
    project: ProjectFolder, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(agent_proposals, "MOST_KEPT", 2)
    file = proposals_of(project.workspace)
    for number in range(3):
        file.add(lambda _, number=number: numbered(number), lambda one: one == numbered(1))
    assert file.read() == [numbered(0), numbered(2)]
    file.add(lambda _: numbered(3))
    assert len(file.read()) == 3  # what is open stays


def test_a_proposal_and_its_refusal_change_no_version_and_what_is_answered_is_not_open(
    project: ProjectFolder,
) -> None:
    before = decision_versions(project.workspace.decisions_by_kind)
    proposals_of(project.workspace).add(lambda _: ONE)
    no = Decision(time="", actor="Bo", channel=Channel.PAGE, act=Act.DROP, proposal=ONE.id)
    project.workspace.decision_log.append([no])
    assert decision_versions(project.workspace.decisions_by_kind) == before
    assert project.workspace.decisions == ()
    assert open_proposals(project.workspace) == []


def test_each_proposal_is_listed_with_who_answered_it_and_dropping_twice_is_once(
    project: ProjectFolder,
) -> None:
    live = live_desk(project)
    assert rows(live) == [("merge", True, ""), ("add", True, ""), ("retract", True, "")]
    by: dict[str, Any] = {"actor": "Bo", "channel": Channel.COMMAND, "reason": "two people"}
    for _ in range(2):
        drop(live, [ALL[0].id], Signature(**by))
    (one,) = live.log.read().decisions
    told = f"it was refused by Bo, {one.time[:10]}, decision {one.id} (two people)"
    assert rows(live)[-1] == ("merge", False, told)
    yes = live.desk.deciding(Signature(actor="Cy", channel=Channel.PAGE))
    written = live.decide(items()[1], lambda: yes.confirm(items()[1]))
    assert isinstance(written, tuple)
    assert rows(live)[-1][2].endswith(f"decision {written[0].id}: add Bo KNOWS Dee")
    assert [row["command"] for row in rows_of(live)] == [
        "sift decide retract person:cy",
        "sift decide merge person:ada person:bo",
        "sift decide add person:bo KNOWS person:dee",
    ]
