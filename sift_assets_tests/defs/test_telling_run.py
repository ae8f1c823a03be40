"""Communities and narratives in Dagster: what is told anew, what stays, and what cannot be told."""

import json
from collections.abc import Iterator
from pathlib import Path

import dagster as dg
import pytest

from sift_assets.core.communities.keys import UNASSIGNED
from sift_assets.core.decisions.decision import Act
from sift_assets.core.planning.lineage import TELLING
from sift_assets.core.planning.plan import MAX_ATTEMPTS
from sift_assets.workflows.narrative_manifest import load_manifest, load_narratives
from sift_assets_tests.core.decisions.decision_examples import company, joining, person, said
from sift_assets_tests.defs.looking import looked, reason, requested
from sift_assets_tests.fakes.name_extractor import NameExtractor
from sift_assets_tests.fakes.project_folder import ProjectFolder, changed, made_project

HARBOUR, MILL = "organization:kestrel_ltd", "organization:pelagos_ltd"
DOCUMENTS = {
    "harbour.txt": "Ada Varga works for Kestrel Ltd.\n\nTom Brandt works for Kestrel Ltd.\n",
    "mill.txt": "Karl Meier works for Pelagos Ltd.\n\nNina Olsen works for Pelagos Ltd.\n",
    "alone.txt": "Rosa Lund lives here.\n",
}
FAILS_AT_THE_OVERVIEW = """
model: played
rules:
  - {when: "Subject: 2 groups", fails: transient}
  - when: "Pelagos"
    answer:
      label: Pelagos Ltd people
      sentences: [{text: Nina Olsen works for Pelagos Ltd., cites: [1, 2, 3, 4, 5]}]
  - answer:
      label: Kestrel Ltd people
      sentences: [{text: Ada Varga works for Kestrel Ltd., cites: [1, 2, 3, 4, 5]}]
"""
PLAYED = "models: {narrate: scripted/play.yaml}"
TOLD_ONCE = {"community_map", "narrative_manifest", "report"}


@pytest.fixture
def told(
    tmp_path: Path,
    extractor: NameExtractor,  # noqa: ARG001 - it takes the place of the configured one
    own_surroundings: None,  # noqa: ARG001 - likewise
) -> Iterator[ProjectFolder]:
    """Return a project of two communities and one entity in none, up to date."""
    with ProjectFolder(made_project(tmp_path / "project", DOCUMENTS)).opened() as project:
        assert project.run().succeeded
        yield project


def moved_by_running(project: ProjectFolder) -> set[str]:
    """Run, and return what is told of other communities or otherwise than before."""
    before = project.versions()
    assert project.run().succeeded
    assert project.plan().nothing_to_do
    moved = changed(before, project.versions())
    return {name for name in moved if name.partition("[")[0] in TELLING}


def texts(project: ProjectFolder) -> dict[str, str]:
    """Return community to its story."""
    found = load_narratives(project.workspace)
    return {one.community: " ".join(each.text for each in one.story) for one in found}


def communities(project: ProjectFolder) -> list[str]:
    """Return the partitions by community that Dagster has."""
    return sorted(project.instance.get_dynamic_partitions("communities"))


def latest_check(project: ProjectFolder, asset: str, name: str) -> dg.AssetCheckEvaluation:
    """Return the latest evaluation of a check."""
    key = dg.AssetCheckKey(dg.AssetKey(asset), name)
    found = project.instance.event_log_storage.get_latest_asset_check_execution_by_key([key])[key]
    assert found.event is not None
    dagster_event = found.event.dagster_event
    assert dagster_event is not None
    return dagster_event.asset_check_evaluation_data


def test_every_community_is_told_of_and_written_down(told: ProjectFolder) -> None:
    assert communities(told) == sorted([HARBOUR, MILL, UNASSIGNED])
    assert set(texts(told)) == {HARBOUR, MILL, UNASSIGNED}
    assert "Ada Varga" in texts(told)[HARBOUR]
    exports = told.exports()
    report = json.loads(exports["narrative.json"])
    assert {one["key"] for one in report["communities"]} >= {HARBOUR, MILL}
    assert b"[harbour.txt](../documents/harbour.txt)" in exports["narrative.md"]
    by_community = [name for name in exports if name.startswith("narratives/")]
    assert len(by_community) == 3
    assert any(b"(../../documents/mill.txt)" in exports[name] for name in by_community)
    for asset, name in (
        ("communities", "every_entity_is_in_one"),
        ("communities", "communities_is_current"),
        ("narratives", "every_sentence_is_cited"),
        ("narratives", "narratives_is_current"),
    ):
        assert latest_check(told, asset, name).passed, name


def test_an_edit_tells_anew_of_the_community_that_it_touches_and_of_no_other(
    told: ProjectFolder,
) -> None:
    told.edit(
        "documents/harbour.txt", "Tom Brandt", "Tom Brandt works for Kestrel Ltd.\n\nIda Holm"
    )
    moved = moved_by_running(told)
    assert moved == {f"communities[{HARBOUR}]", f"narratives[{HARBOUR}]", *TOLD_ONCE}
    assert "Ida Holm" in texts(told)[HARBOUR]


def test_a_community_that_is_gone_leaves_no_partition_and_no_file(told: ProjectFolder) -> None:
    told.document("mill.txt").unlink()
    assert f"narratives[{MILL}]" in moved_by_running(told)
    assert communities(told) == sorted([HARBOUR, UNASSIGNED])
    assert set(load_manifest(told.workspace).narratives) == {HARBOUR, UNASSIGNED}
    assert len([name for name in told.exports() if name.startswith("narratives/")]) == 2
    assert not any(b"Karl Meier" in data for data in told.exports().values())


def test_without_a_document_there_is_nothing_to_tell(told: ProjectFolder) -> None:
    for name in DOCUMENTS:
        told.document(name).unlink()
    assert told.run(allow_mass_deletion=True).succeeded
    assert (communities(told), texts(told)) == ([], {})
    assert json.loads(told.exports()["narrative.json"])["communities"] == []
    told.write("mill.txt", DOCUMENTS["mill.txt"])
    assert told.run().succeeded
    assert communities(told) == [MILL]


def test_a_rejected_relation_is_told_no_more(told: ProjectFolder) -> None:
    relation = joining(person("Ada Varga"), "EMPLOYED_BY", company("Kestrel Ltd"))
    told.workspace.decision_log.append([said(Act.REJECT, relation=relation)])
    assert f"narratives[{MILL}]" not in moved_by_running(told)
    assert "Ada Varga" not in texts(told).get(HARBOUR, "")


@pytest.mark.parametrize(
    ("file", "old", "new", "assets"),
    [
        (
            *("domains/general.yaml", "name: ", "narrative_style: [Be brief.]\nname: "),
            {"narratives", "narrative_manifest", "report"},
        ),
        (
            *("sift.yaml", "domain: general", "domain: general\nnarrative: {profiles: false}"),
            {"narratives", "narrative_manifest", "report"},
        ),
        (
            *("sift.yaml", "domain: general", "domain: general\ncommunity: {min_size: 2}"),
            set(TELLING),
        ),
    ],
)
def test_what_telling_alone_reads_re_runs_nothing_else(
    told: ProjectFolder, file: str, old: str, new: str, assets: set[str]
) -> None:
    told.edit(file, old, new)
    report = told.run()
    assert (report.documents, set(report.assets)) == (0, assets)


def test_what_a_model_cannot_write_stays_as_it_was_and_is_asked_for_again_a_bounded_number_of_times(
    told: ProjectFolder,
) -> None:
    before = texts(told)
    told.edit("sift.yaml", "domain: general", "domain: general\nmodels: {narrate: openai/gpt-4o}")
    report = told.run()
    assert report.assets.count("narratives") == MAX_ATTEMPTS
    assert texts(told) == before
    narratives = {one.community: one for one in load_narratives(told.workspace)}
    assert narratives[HARBOUR].outdated
    assert "OPENAI_API_KEY" not in narratives[HARBOUR].outdated
    facts = told.workspace.provenance.read("narratives")[""].facts
    assert facts["failed"]
    assert "OPENAI_API_KEY" in str(facts["reason"])
    looked(told)
    assert (requested(told), reason(told)) == ([], "Everything is up to date.")
    assert told.run().assets.count("narratives") == 1  # who asks for a run may have set the key
    told.edit("sift.yaml", "openai/gpt-4o", "local")
    assert told.run().succeeded
    assert not any(one.outdated for one in load_narratives(told.workspace))


def test_an_overview_that_a_model_fails_to_write_is_asked_for_again_when_a_person_runs(
    told: ProjectFolder,
) -> None:
    (told.root / "play.yaml").write_text(FAILS_AT_THE_OVERVIEW, encoding="utf-8")
    told.edit("sift.yaml", "domain: general", f"domain: general\n{PLAYED}")
    told.run()
    facts = told.workspace.provenance.read("report")[""].facts
    assert (facts["failed"], facts["reason"] != "") == (1, True)
    assert not any(one.outdated for one in load_narratives(told.workspace))
    assert told.run().assets == ["report"]
