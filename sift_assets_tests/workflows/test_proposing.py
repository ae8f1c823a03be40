"""What agents propose goes with a document that is forgotten; a damaged file stops no work."""

from pathlib import Path

from sift_assets.core.query.proposals import AgentProposal, ProposedAct
from sift_assets.workflows.forgetting import GRAPHS, Traces, purge
from sift_assets.workflows.proposing import open_proposals, proposals_of
from sift_assets_tests.fakes.project_folder import ProjectFolder, made_project

ONE = AgentProposal(
    act=ProposedAct.RETRACT, entities=("person:ada",), reason="no", time="now", revision="r"
)


def test_a_proposal_is_written_once_and_goes_when_a_document_is_forgotten(tmp_path: Path) -> None:
    workspace = ProjectFolder(made_project(tmp_path / "project", {})).workspace
    file = proposals_of(workspace)
    assert open_proposals(workspace) == []
    assert not file.path.exists()
    for _ in range(2):
        file.add(lambda _: ONE)
    assert open_proposals(workspace) == [ONE]
    purge(workspace, Traces(key="a.txt", contents=frozenset(), names=()), dict.fromkeys(GRAPHS, ()))
    assert not file.path.exists()


def test_a_damaged_line_is_left_out_and_an_unreadable_file_is_none(tmp_path: Path) -> None:
    workspace = ProjectFolder(made_project(tmp_path / "project", {})).workspace
    file = proposals_of(workspace)
    file.add(lambda _: ONE)
    file.path.write_bytes(b"no proposal\n" + file.path.read_bytes() + b'{"act": "add"}\n')
    assert file.read() == [ONE]
    file.path.write_bytes(b"\xff\xfe\x00")
    assert file.read() == []
