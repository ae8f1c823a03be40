"""`sift run`: what it says when all is well, when something failed, and when it holds back."""

import json
import os
import shutil

from sift_assets.defs.watching import run_lock
from sift_assets.resources.locks import held
from sift_assets_tests.cli.calling import call
from sift_assets_tests.fakes.name_extractor import CRASH, NameExtractor
from sift_assets_tests.fakes.project_folder import ProjectFolder


def test_a_run_says_what_it_did_and_a_second_one_that_there_was_nothing_to_do(
    project: ProjectFolder,
) -> None:
    first = call("-C", project.root, "run", "--json")
    assert (first.code, first.err) == (0, "")
    assert first.json["documents"] == 4
    assert first.json["documents_by_status"] == {"text": 4}
    assert first.json["computed"]["documents"] == 4
    assert first.json["entities_by_type"] == {"ORGANIZATION": 2, "PERSON": 4}
    assert {entity["name"] for entity in first.json["top_entities"]} >= {"Ada Varga", "Kestrel Ltd"}
    second = call("-C", project.root, "run", "--json")
    assert second.json == {**first.json, "computed": {"documents": 0, "assets": []}}
    plain = call("-C", project.root, "run")
    assert (plain.code, plain.err) == (0, "")
    assert "4 documents" in plain.out
    assert "Ada Varga" in plain.out
    assert str(project.root / "exports") in plain.out


def test_a_document_that_fails_is_named_and_the_others_count(
    built: ProjectFolder, extractor: NameExtractor
) -> None:
    built.write("bad.txt", f"{CRASH}\n")
    built.write("good.txt", "Rosa Lund works for Kestrel Ltd.\n")
    ended = call("-C", built.root, "run", "--json")
    assert ended.code == 1
    assert list(ended.json["given_up"]) == ["bad.txt"]
    assert "RuntimeError in name_extractor.py" in ended.json["given_up"]["bad.txt"]
    assert b"Rosa Lund" in built.exports()["graph.json"]
    plain = call("-C", built.root, "run")
    assert plain.code == 1
    assert "bad.txt" in plain.out
    assert "Traceback" not in ended.err + plain.err
    status = call("-C", built.root, "status", "--json")
    assert (status.code, list(status.json["given_up"])) == (1, ["bad.txt"])
    assert "failed: bad.txt" in call("-C", built.root, "status").out
    built.document("bad.txt").unlink()
    assert call("-C", built.root, "run", "--json").code == 0
    assert extractor.seen.count(CRASH) >= 2


def test_many_documents_gone_at_once_wait_for_a_person(project: ProjectFolder) -> None:
    for number in range(12):
        project.write(f"more/{number}.txt", "Rosa Lund lives here.\n")
    assert call("-C", project.root, "run").code == 0
    before = project.exports()
    for number in range(12):
        project.document(f"more/{number}.txt").unlink()
    ended = call("-C", project.root, "run", "--json")
    assert ended.code == 2
    assert "12 documents are gone" in ended.error
    assert "sift run --allow-mass-delete" in ended.error
    assert project.exports() == before
    status = call("-C", project.root, "status", "--json").json
    assert len(status["held_back"]) == 12
    assert call("-C", project.root, "run", "--allow-mass-delete", "--json").json["documents"] == 4
    assert b"Rosa Lund" not in project.exports()["graph.json"]


def test_a_folder_emptied_by_a_person_gives_the_empty_graph_and_says_so(
    built: ProjectFolder, extractor: NameExtractor
) -> None:
    shutil.copytree(built.root / "documents", built.root / "away")
    before = built.exports()
    for file in list((built.root / "documents").rglob("*.*")):
        file.unlink()
    emptied = call("-C", built.root, "run", "--json")
    assert (emptied.code, emptied.err) == (0, "")
    assert (emptied.json["documents"], emptied.json["entities"]) == (0, 0)
    plain = call("-C", built.root, "run")
    assert (plain.code, plain.err) == (0, "")
    assert "holds no documents any more, so the graph is empty" in plain.out
    assert call("-C", built.root, "status", "--json").json["up_to_date"]
    assert json.loads(built.exports()["graph.json"])["nodes"] == []
    shutil.copytree(built.root / "away", built.root / "documents", dirs_exist_ok=True)
    assert call("-C", built.root, "run", "--json").json["documents"] == 4
    assert built.exports() == before
    assert extractor.seen == []  # what came back was looked up


def test_beside_a_run_at_work_another_is_refused_and_the_status_is_said(
    built: ProjectFolder,
) -> None:
    with held(run_lock(built.workspace), "The project", on_wait=print):
        for more in (["--json"], []):
            refused = call("-C", built.root, "run", *more)
            assert (refused.code, refused.out) == (3, "")
            assert f"in use by process {os.getpid()}" in refused.err
        assert call("-C", built.root, "status", "--json").json["up_to_date"]


def test_a_damaged_result_that_a_run_needs_is_told_and_computed_again(built: ProjectFolder) -> None:
    before = built.exports()
    version = call("-C", built.root, "show", "extractions", "notes.md", "--json").json["version"]
    built.workspace.store.path_of(version).write_bytes(b"damaged")
    domain = "domains/general.yaml"  # other rules of the graph: every extraction is read again
    built.edit(domain, "synonyms: [WORKS_FOR,", "synonyms: [TOILS_FOR, WORKS_FOR,")
    ended = call("-C", built.root, "run", "--json")
    assert ended.code == 0, ended.err
    assert len(ended.json["repaired"]) == 1
    assert version[:12] in ended.json["repaired"][0]
    built.edit(domain, "synonyms: [TOILS_FOR, WORKS_FOR,", "synonyms: [WORKS_FOR,")
    assert call("-C", built.root, "run", "--json").code == 0
    assert built.exports() == before
