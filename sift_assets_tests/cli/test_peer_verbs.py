"""`sift extract`, `build` and `resolve`: each brings its part up to date and leaves the others."""

from sift_assets_tests.cli.calling import call
from sift_assets_tests.fakes.project_folder import ProjectFolder


def recorded(project: ProjectFolder, asset: str) -> bool:
    return bool(project.workspace.provenance.read(asset))


def test_each_verb_computes_up_to_its_layer_and_no_further(project: ProjectFolder) -> None:
    extracted = call("-C", project.root, "extract", project.root / "documents", "--json")
    assert (extracted.code, extracted.err) == (0, "")
    assert extracted.json["documents"] == extracted.json["computed"] == 4
    assert extracted.json["extractions_by_status"] == {"complete": 4}
    assert extracted.json["mentions"] > extracted.json["relations"] > 0
    assert not recorded(project, "corpus")

    built = call("-C", project.root, "build", "--json")
    assert (built.code, built.err) == (0, "")
    assert built.json["entities_by_type"] == {"ORGANIZATION": 2, "PERSON": 4}
    assert built.json["computed"]["documents"] == 0
    assert recorded(project, "resolved_graph")
    assert not recorded(project, "review_queue")

    resolved = call("-C", project.root, "resolve", "--json")
    assert (resolved.code, resolved.err) == (0, "")
    assert resolved.json["to_decide"]["open"] >= 0
    assert recorded(project, "review_queue")
    assert not recorded(project, "communities")
    assert not (project.root / "exports").exists()

    assert "4 documents (4 complete)" in call("-C", project.root, "extract").out
    assert "6 entities" in call("-C", project.root, "build").out
    assert call("-C", project.root, "resolve").code == 0


def test_another_folder_than_the_watched_one_is_refused_with_what_to_write(
    project: ProjectFolder,
) -> None:
    error = call("-C", project.root, "extract", "elsewhere", "--json")
    assert error.code == 2
    assert "Write `documents: elsewhere` into sift.yaml" in error.error
