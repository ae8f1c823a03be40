"""What `info` says of a project: the types in force, and what waits for a person."""

from pathlib import Path

import pytest

from sift_assets.core.planning.state import Provenance
from sift_assets.core.query.project_state import DomainInForce
from sift_assets.core.review.agent_proposal import AgentProposal, ProposedAct
from sift_assets.resources.discovered_domain import UNAPPROVED, UNDISCOVERED
from sift_assets.workflows.project_state import project_state
from sift_assets.workflows.proposing import proposals_of
from sift_assets_tests.fakes.project_folder import ProjectFolder, made_project

DISCOVERED = """\
name: discovered
entity_types: {VESSEL: {description: A ship.}, PERSON: {description: Somebody.}}
relation_types: {SAILED_ON: {source_types: [PERSON], target_types: [VESSEL]}}
"""
PROPOSAL = AgentProposal(
    act=ProposedAct.RETRACT, entities=("person:ada",), reason="no", time="now", revision="r"
)

pytestmark = pytest.mark.usefixtures("own_surroundings")


@pytest.fixture
def project(tmp_path: Path) -> ProjectFolder:
    return ProjectFolder(made_project(tmp_path / "project", {}))


def domain_of(project: ProjectFolder, settings: str) -> DomainInForce:
    (project.root / "sift.yaml").write_text(settings, encoding="utf-8")
    return project_state(project.workspace).domain


def test_the_types_are_those_in_force_of_a_discovered_domain_too(project: ProjectFolder) -> None:
    general = domain_of(project, "domain: general\n")
    assert (general.name, general.types_of, general.waits) == ("general", "", "")
    assert {"PERSON", "ORGANIZATION"} <= set(general.entity_types)
    assert "EMPLOYED_BY" in general.relation_types
    local = domain_of(project, "domain: schema-free\n")
    assert local == general.model_copy(update={"name": "schema-free", "types_of": "general"})

    asked = "domain: schema-free\nmodel: openai/test-model\n"
    undiscovered = domain_of(project, asked)
    assert (undiscovered.types_of, undiscovered.entity_types) == ("", ())
    assert undiscovered.waits == UNDISCOVERED
    (project.root / "domains").mkdir(exist_ok=True)
    (project.root / "domains" / "discovered.yaml").write_text(DISCOVERED, encoding="utf-8")
    assert domain_of(project, asked).waits == UNAPPROVED
    found = domain_of(project, f"{asked}discovered_domain: proposed\n")
    assert found == DomainInForce(
        name="schema-free",
        types_of="discovered",
        entity_types=("PERSON", "VESSEL"),
        relation_types=("SAILED_ON",),
    )


def test_a_domain_that_cannot_be_read_is_said_to_be_wrong(project: ProjectFolder) -> None:
    wrong = domain_of(project, "domain: no-such-domain\n")
    assert (wrong.name, wrong.entity_types) == ("no-such-domain", ())
    assert "no-such-domain" in wrong.problem


def test_what_waits_is_counted_by_kind_with_the_proposals_of_agents(project: ProjectFolder) -> None:
    state = project_state(project.workspace)
    assert (state.to_decide, state.proposed_by_agents) == ({"open": 0}, 0)
    assert not (project.root / ".sift").exists()
    facts = {"open": 3, "relations": 2, "contradictions": 1, "unjudged_because": "no budget"}
    queue = Provenance(version="v", code_version="1", inputs={}, facts=facts)
    project.workspace.provenance.record("review_queue", {"": queue})
    proposals_of(project.workspace).add(lambda _: PROPOSAL)
    state = project_state(project.workspace)
    assert state.to_decide == {"open": 3, "relations": 2, "contradictions": 1}
    assert state.proposed_by_agents == 1
