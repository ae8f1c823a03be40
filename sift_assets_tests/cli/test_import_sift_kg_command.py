"""`sift import sift-kg`: what was extracted elsewhere counts, and an edit asks the real model."""

import json
import shutil
from pathlib import Path
from typing import Any

import pytest

from sift_assets_tests.cli.calling import call, files_below
from sift_assets_tests.cli.planted_queue import decided
from sift_assets_tests.conftest import DOCUMENTS as COMMON_DOCUMENTS
from sift_assets_tests.fakes.project_folder import ProjectFolder, made_project

DOCUMENTS = {
    "harbour.txt": "Ada Varga works for Kestrel Ltd in Lisbon.\n",
    "mill.txt": "Karl Meier works for Pelagos Ltd.\n",
    "new.txt": "Nobody has read this one.\n",
}
PLAYED = """\
model: played
rules:
  - answer: {entities: [{name: Zorbax, entity_type: SHIP, confidence: 0.9, context: %s}]}
"""
DOMAIN = """\
name: Harbour
colour: blue
entity_types: {PERSON: Somebody, COMPANY: A firm, SHIP: A vessel}
relation_types: {WORKS_FOR: {source_types: [PERSON], target_types: [COMPANY]}}
"""
MERGES = """\
proposals:
- canonical_id: company:kestrel_ltd
  canonical_name: Kestrel Ltd
  entity_type: COMPANY
  status: CONFIRMED
  members: [{id: company:pelagos_ltd, name: Pelagos Ltd, confidence: 0.9}]
"""


def entity(name: str, kind: str, context: str) -> dict[str, Any]:
    return {"name": name, "entity_type": kind, "confidence": 0.9, "context": context}


def extraction(document: str, person: str, company: str, quote: str) -> dict[str, Any]:
    relation = {
        "relation_type": "WORKS_FOR",
        "source_entity": person,
        "target_entity": company,
        "confidence": 0.9,
        "evidence": quote,
    }
    invented = entity("Rosa Lund", "PERSON", "Rosa Lund sank the ship that nobody saw.")
    invented["attributes"] = None  # as sift-kg stores it where its model said so
    entities = [entity(person, "PERSON", quote), entity(company, "COMPANY", quote), invented]
    return {
        "document_id": document,
        "entities": entities,
        "relations": [relation],
        "model_used": "theirs/model",
        "domain_name": "Harbour 1.0",
    }


@pytest.fixture
def theirs(tmp_path: Path) -> Path:
    """Return an output folder of sift-kg."""
    folder = tmp_path / "output"
    (folder / "extractions").mkdir(parents=True)
    harbour, mill = (DOCUMENTS[name].strip() for name in ("harbour.txt", "mill.txt"))
    files = {
        "harbour": extraction("harbour", "Ada Varga", "Kestrel Ltd", harbour),
        "mill": extraction("mill", "Karl Meier", "Pelagos Ltd", mill),
        "gone": extraction("gone", "Karl Meier", "Pelagos Ltd", mill),
        "new": extraction("new", "Karl Meier", "Pelagos Ltd", "Another text entirely."),
    }
    for name, said in files.items():
        (folder / "extractions" / f"{name}.json").write_text(json.dumps(said), "utf-8")
    (folder / "merge_proposals.yaml").write_text(MERGES, "utf-8")
    (folder / "discovered_domain.yaml").write_text(DOMAIN, "utf-8")
    (folder / "narrative.md").write_text("# Theirs\n", "utf-8")
    return folder


@pytest.fixture
def ours(
    tmp_path: Path,
    own_surroundings: None,  # noqa: ARG001 - left out while the project is open
) -> ProjectFolder:
    """Return a project whose language model is a played one."""
    root = made_project(tmp_path / "project", DOCUMENTS)
    (root / "play.yaml").write_text(PLAYED % "Nobody has read this one.", "utf-8")
    return ProjectFolder(root)


def graph(project: ProjectFolder) -> tuple[set[str], int]:
    """Bring the graph up to date; return the names of all entities, and how many relations."""
    assert call("-C", project.root, "build").code == 0
    shown = call("-C", project.root, "show", "resolved_graph", "--json").json["value"]
    return {row["name"] for row in shown["entities"]}, len(shown["relations"])


def test_what_was_extracted_elsewhere_counts_and_an_edit_asks_the_real_model(
    ours: ProjectFolder, theirs: Path
) -> None:
    before = files_below(theirs)
    done = call(
        "-C", ours.root, "import", "sift-kg", theirs, "--model", "scripted/play.yaml", "--json"
    )
    assert (done.code, done.err) == (1, "")  # two are refused
    report = done.json
    assert files_below(theirs) == before
    assert report["domain"]["left_out"] == ["`colour`, which is no field of a domain"]
    assert report["left_out"] == ["narrative.md"]
    assert report["decisions"]["imported"] == 1
    found = report["extractions"]
    assert found["without"] == ["new.txt"]
    assert found["refused"] == {
        "gone.json": "there is no document `gone` here",
        "new.json": "of its quotes 0% stand in new.txt: it is about another text",
    }
    assert set(found["documents"]) == {"harbour.json", "mill.json"}
    harbour = found["documents"]["harbour.json"]
    assert (harbour["document"], harbour["recorded_by"]) == ("harbour.txt", "theirs/model")
    assert (harbour["chunks"], harbour["answers"], harbour["unplaced"]) == (1, 1, 0)
    assert found["domains"] == ["Harbour 1.0"]
    assert harbour["figures"]["records_quarantined"] == "ungrounded 1"
    settings = (ours.root / "sift.yaml").read_text("utf-8")
    assert "\ndomain: output " in settings
    assert "\nmodel: scripted/play.yaml " in settings

    names, relations = graph(ours)
    assert names == {"Ada Varga", "Kestrel Ltd", "Karl Meier", "Zorbax"}
    assert relations == 2
    ours.write("mill.txt", "Nobody has read this one. Karl Meier is gone.\n")
    assert graph(ours) == ({"Ada Varga", "Kestrel Ltd", "Zorbax"}, 1)

    again = call("-C", ours.root, "import", "sift-kg", theirs, "--json").json
    assert again["extractions"]["documents"]["harbour.json"]["answers"] == 0
    assert again["decisions"]["imported"] == 0
    assert len(decided(ours.root)) == 1


def test_recordings_can_be_played_without_any_model(ours: ProjectFolder, theirs: Path) -> None:
    model = "replay/recordings/theirs"
    shown = call("-C", ours.root, "import", "sift-kg", theirs, "--model", model)
    assert shown.code == 1
    assert "2 extractions taken over" in shown.out
    assert graph(ours) == ({"Ada Varga", "Kestrel Ltd", "Karl Meier"}, 2)


def test_the_local_model_would_not_use_them_so_nothing_is_imported(
    ours: ProjectFolder, theirs: Path
) -> None:
    before = files_below(ours.root)
    error = call("-C", ours.root, "import", "sift-kg", theirs, "--json")
    assert error.code == 2
    assert "Give --model theirs/model" in error.error
    assert decided(ours.root) == ()
    assert files_below(ours.root) == before
    empty = call("-C", ours.root, "import", "sift-kg", ours.root, "--json")
    assert (empty.code, "holds no extractions" in empty.error) == (2, True)


def facts(root: Path) -> dict[str, set[str]]:
    """Return the ids of all entities and relations of a graph."""
    shown = call("-C", root, "show", "resolved_graph", "--json").json["value"]
    return {name: {row["id"] for row in shown[name]} for name in ("entities", "relations")}


def kept(root: Path) -> dict[str, bytes | None]:
    """Return what a run leaves in a project for people and other programs."""
    derived = (".sift", ".dagster")
    return {n: data for n, data in files_below(root).items() if not n.startswith(derived)}


def test_our_own_output_comes_back_whole_and_a_clean_build_gives_the_same_bytes(
    built_once: Path,
    tmp_path: Path,
    own_surroundings: None,  # noqa: ARG001 - left out while the projects are open
) -> None:
    source, peer, root = (tmp_path / name for name in ("source", "peer", "project"))
    shutil.copytree(built_once, source)
    assert call("-C", source, "export", "sift-kg", "--output", peer).code == 0
    made_project(root, COMMON_DOCUMENTS)
    model = "replay/recordings/theirs"
    done = call("-C", root, "import", "sift-kg", peer, "--model", model, "--json")
    assert (done.code, done.json["extractions"]["without"]) == (0, [])
    assert call("-C", root, "run").code == 0
    assert facts(root) == facts(source)
    before = kept(root)
    assert before["exports/viewer.html"]

    again = call("-C", root, "import", "sift-kg", peer, "--model", model, "--json")
    assert (again.code, again.json) == (0, done.json)
    assert call("-C", root, "run", "--json").json["computed"] == {"documents": 0, "assets": []}
    assert kept(root) == before

    for folder in (".sift", ".dagster", "exports"):
        shutil.rmtree(root / folder)
    assert call("-C", root, "run").code == 0
    assert kept(root) == before
