"""`sift import zotero`: what a bibliography says of documents is theirs, and exactly followed."""

from pathlib import Path
from typing import Any

from sift_assets_tests.cli.calling import call, files_below
from sift_assets_tests.fakes.project_folder import ProjectFolder, made_project

BIBTEX = """\
@article{varga, title = {The Kestrel}, author = {Varga, Ada}, date = {1931-05},
  keywords = {harbour}, file = {Text:files/1/kestrel.txt:text/plain}}
@book{gone, title = {Never found}}
"""


def documents(project: ProjectFolder) -> dict[str, Any]:
    """Bring the graph up to date and return what it knows of each document."""
    assert call("-C", project.root, "build").code == 0
    graph = call("-C", project.root, "show", "resolved_graph", "--json").json["value"]
    wanted = ("title", "document_date", "tags")
    return {row["document"]: [row[name] for name in wanted] for row in graph["documents"]}


def test_the_bibliography_says_what_its_attachments_are_and_an_edit_moves_only_those(
    tmp_path: Path,
    own_surroundings: None,  # noqa: ARG001 - left out while the project is open
    extractor: object,  # noqa: ARG001 - it takes the place of the configured one
) -> None:
    library = tmp_path / "library"
    (library / "files" / "1").mkdir(parents=True)
    (library / "files" / "1" / "kestrel.txt").write_text("Ada Varga works here.\n", "utf-8")
    (library / "note.txt").write_text("Tom Brandt works for Kestrel Ltd.\n", "utf-8")
    bibliography = library / "library.bib"
    bibliography.write_text(BIBTEX, "utf-8")
    before = files_below(library)
    project = ProjectFolder(made_project(tmp_path / "project", {}))
    done = call("-C", project.root, "import", "zotero", bibliography, "--json")
    assert (done.code, done.err) == (0, "")
    assert done.json == {
        "bibliography": str(bibliography),
        "works": 2,
        "documents": {"files/1/kestrel.txt": "varga"},
        "without_document": ["gone"],
        "without_entry": ["note.txt"],
    }
    kestrel = ["The Kestrel", "1931-05", ["author:Ada Varga", "harbour"]]
    assert documents(project) == {"files/1/kestrel.txt": kestrel, "note.txt": ["", "", []]}
    assert files_below(library) == before

    texts = project.workspace.provenance.read("document_texts")
    bibliography.write_text(BIBTEX.replace("1931-05", "1932"), "utf-8")
    assert documents(project)["files/1/kestrel.txt"] == ["The Kestrel", "1932", kestrel[2]]
    moved = project.workspace.provenance.read("document_texts")
    assert [key for key in texts if texts[key].version != moved[key].version] == [
        "files/1/kestrel.txt"
    ]

    bibliography.write_text("@article{a, title", "utf-8")
    blocked = call("-C", project.root, "build", "--json")
    assert blocked.code == 2
    assert "library.bib:1" in blocked.error
    assert call("-C", project.root, "import", "zotero", bibliography, "--json").code == 2
