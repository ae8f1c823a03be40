"""Proposals and the queue in Dagster: what re-runs them, and what a decision moves and does not."""

from datetime import UTC, datetime
from typing import Any

import pytest

from sift_assets.core.decisions.decision import Act, Decision
from sift_assets.core.planning.lineage import RESOLUTION, RESULTS, TELLING
from sift_assets_tests.core.decisions.decision_examples import company, joining, person, said, undo
from sift_assets_tests.defs.looking import carried_out, looked, reason, requested
from sift_assets_tests.fakes.name_extractor import NameExtractor
from sift_assets_tests.fakes.project_folder import ProjectFolder, changed

DOMAIN = "domains/general.yaml"
ADA, KARL = person("Ada Varga"), person("Karl Meier")
FOLLOWING = {"resolved_graph", "review_queue"}
"""What hangs on decisions, beside what is told: see `test_telling_run`."""

NOON = datetime(2026, 3, 1, 12, tzinfo=UTC)


def decided(project: ProjectFolder, act: Act, **details: Any) -> Decision:
    """Add a decision to the log of a project."""
    (written,) = project.workspace.decision_log.append([said(act, **details)], lambda: NOON)
    return written


def run_for(project: ProjectFolder) -> tuple[set[str], set[str]]:
    """Run; return the assets that were materialized, and what has another version.

    Without what is told.
    """
    before = project.versions()
    report = project.run()
    assert report.succeeded
    assert report.documents == 0
    moved = changed(before, project.versions())
    told = {name for name in moved if name.partition("[")[0] in {*TELLING, *RESULTS}}
    return set(report.assets) - {*TELLING, *RESULTS}, moved - told


def test_a_merge_moves_what_hangs_on_decisions_and_its_undoing_finds_the_old_values(
    built: ProjectFolder, extractor: NameExtractor
) -> None:
    first, exports = built.versions(), built.exports()
    merge = decided(built, Act.MERGE, entities=(ADA, KARL))
    ran, moved = run_for(built)
    assert ran == FOLLOWING
    assert moved == {"decisions[merges]", *FOLLOWING}
    assert built.exports() != exports
    built.workspace.decision_log.append([undo(merge, 1)], lambda: NOON)
    ran, moved = run_for(built)
    assert (ran, moved) == (FOLLOWING, {"decisions[merges]", *FOLLOWING})
    assert (built.versions(), built.exports()) == (first, exports)
    assert extractor.seen == []


def test_the_sensor_asks_for_the_graph_that_hangs_on_a_decision_and_then_for_the_queue(
    built: ProjectFolder,
) -> None:
    looked(built)
    relation = joining(ADA, "EMPLOYED_BY", company("Kestrel Ltd"))
    decided(built, Act.REJECT, relation=relation)
    moved = ("decisions[relations] ", "decisions[relations] ", "resolved_graph ")
    layers = ([["resolved_graph"]], [["review_queue"], list(TELLING)], [list(RESULTS)])
    for several, because in zip(layers, moved, strict=True):
        requests = requested(built)
        asked = [[k.to_user_string() for k in one.asset_selection or []] for one in requests]
        assert asked == several
        assert because in requests[0].tags["sift/because"]
        assert all(carried_out(built, request).success for request in requests)
    assert reason(built) == "Everything is up to date."


def test_a_decision_about_nothing_in_the_graph_is_parked_and_shown_by_its_check(
    built: ProjectFolder,
) -> None:
    decided(built, Act.RETRACT, entities=(person("Nobody Here"),))
    built.run()
    facts = built.workspace.provenance.read("review_queue")[""].facts
    assert (facts["parked"], facts["conflicting_decisions"]) == (1, 0)


def test_what_changes_among_people_leaves_the_proposals_about_organizations_alone(
    built: ProjectFolder,
) -> None:
    def proposals(name: str) -> object:
        return built.workspace.provenance.read("merge_proposals")[name]

    organizations, people = proposals("ORGANIZATION"), proposals("PERSON")
    built.write("new.txt", "Ada Vargas lives here.\n")
    before = built.versions()
    built.run()
    moved = changed(before, built.versions())
    assert {name for name in moved if name.startswith("merge_proposals")} == {
        "merge_proposals[PERSON]"
    }
    assert proposals("ORGANIZATION") == organizations
    assert proposals("PERSON") != people


@pytest.mark.parametrize(
    ("file", "old", "new"),
    [
        (DOMAIN, "- Initials and nicknames", "- Initials or nicknames"),
        ("sift.yaml", "domain: general", "domain: general\nresolution: {propose_from: 0.5}"),
    ],
)
def test_what_resolution_alone_reads_re_runs_proposals_and_the_queue_alone(
    built: ProjectFolder, file: str, old: str, new: str
) -> None:
    built.edit(file, old, new)
    ran, moved = run_for(built)
    assert ran == set(RESOLUTION) - {"cross_type_proposals"}
    assert not moved & {"graph_manifest", "resolved_graph", "graph_exports"}
