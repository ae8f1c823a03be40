"""`sift narrate`: communities and their labels, with and without what costs most."""

import json
from pathlib import Path

import pytest

from sift_assets_tests.cli.calling import call
from sift_assets_tests.fakes.planted_words import holding
from sift_assets_tests.fakes.project_folder import ProjectFolder, made_project

KESTREL, PELAGOS = "organization:kestrel_ltd", "organization:pelagos_ltd"
STAFF = ("Ada Varga", "Tom Brandt", "Ida Holm")
DOCUMENTS = {
    "harbour.txt": "\n\n".join(f"{name} works for Kestrel Ltd." for name in STAFF),
    "mill.txt": "Karl Meier works for Pelagos Ltd.\n\nNina Olsen works for Pelagos Ltd.\n",
}
WRITER = """
model: played
rules:
  - when: "Sentences that do not hold"
    answer: {sentences: []}
  - when: "Zorbax"
    answer:
      label: Zorbax people
      sentences: [{text: Zorbax Quell works for Kestrel Ltd., cites: [1]}]
  - answer:
      label: Pelagos people
      sentences: [{text: Nina Olsen works for Pelagos Ltd., cites: [1]}]
"""
PLANTED = ("Zorbax", "zorbax", "Quell", "quell")


@pytest.fixture
def untold(
    tmp_path: Path,
    extractor: object,  # noqa: ARG001 - it takes the place of the configured one
    own_surroundings: None,  # noqa: ARG001 - likewise
) -> ProjectFolder:
    """Return a project of two communities that has not been run yet."""
    return ProjectFolder(made_project(tmp_path / "project", DOCUMENTS))


def profiles_of(project: ProjectFolder) -> dict[str, str]:
    """Return entity to its profile, as tools for sift-kg read it."""
    return json.loads(project.exports()["entity_descriptions.json"])


def test_it_brings_the_project_up_to_date_and_names_the_communities(untold: ProjectFolder) -> None:
    told = call("-C", untold.root, "narrate", "--json").json
    assert [(one["key"], one["members"]) for one in told["communities"]] == [
        (KESTREL, 4),
        (PELAGOS, 3),
    ]
    assert all(one["label"] for one in told["communities"])
    assert told["report"] == str(untold.root / "exports" / "narrative.md")
    assert set(profiles_of(untold)) == {KESTREL}  # three relations are worth a profile
    shown = call("-C", untold.root, "narrate")
    assert shown.code == 0
    assert told["communities"][0]["label"] in shown.out
    assert call("-C", untold.root, "status", "--json").json["told"]["communities"] == 2


def test_without_descriptions_there_are_no_profiles_this_time(untold: ProjectFolder) -> None:
    assert call("-C", untold.root, "narrate", "--no-descriptions", "--json").code == 0
    assert profiles_of(untold) == {}
    assert call("-C", untold.root, "narrate", "--json").code == 0
    assert set(profiles_of(untold)) == {KESTREL}


def test_communities_alone_are_found_without_a_word_written(untold: ProjectFolder) -> None:
    found = call("-C", untold.root, "narrate", "--communities-only", "--json").json
    assert [(one["key"], one["label"]) for one in found["communities"]] == [
        (KESTREL, ""),
        (PELAGOS, ""),
    ]
    assert "narrative.md" not in untold.exports()
    assert call("-C", untold.root, "status", "--json").code == 1  # the rest is still to be told


def test_what_a_model_told_of_a_forgotten_document_is_nowhere_left(untold: ProjectFolder) -> None:
    (untold.root / "play.yaml").write_text(WRITER, encoding="utf-8")
    writer = "domain: general\nmodels: {narrate: scripted/play.yaml}"
    untold.edit("sift.yaml", "domain: general", writer)
    untold.write("secret.txt", "Zorbax Quell works for Kestrel Ltd.\n")
    assert call("-C", untold.root, "run", "--json").code == 0
    told = call("-C", untold.root, "narrate", "--json").json
    labels = {one["label"] for one in told["communities"]}
    assert labels == {"Zorbax people", "Pelagos people"}
    assert holding(untold.root, PLANTED) - {"play.yaml"}
    forgotten = call("-C", untold.root, "forget", "secret.txt", "--yes", "--delete-file", "--json")
    assert forgotten.code == 0, forgotten.err
    assert holding(untold.root, PLANTED) <= {"play.yaml"}
