"""`sift import obsidian`: a vault is watched where it lies, and its hints reach the graph."""

from pathlib import Path

from sift_assets_tests.cli.calling import call, files_below
from sift_assets_tests.fakes.project_folder import ProjectFolder, made_project

NOTES = {
    "people/Ada.md": (
        "---\ntitle: Ada Varga\naliases: [Ada Lindt]\ntags: [staff]\n---\n"
        "Ada Lindt works for [[Kestrel Ltd|Kestrel]].\n"
    ),
    "Harbour.md": "Tom Brandt works for [[Kestrel Ltd]]. #harbour\n",
    ".obsidian/app.json": "{}",
}


def test_a_vault_is_watched_where_it_lies_and_its_hints_reach_the_graph(
    tmp_path: Path,
    own_surroundings: None,  # noqa: ARG001 - left out while the project is open
    extractor: object,  # noqa: ARG001 - it takes the place of the configured one
) -> None:
    vault = tmp_path / "vault"
    for name, text in NOTES.items():
        (vault / name).parent.mkdir(parents=True, exist_ok=True)
        (vault / name).write_text(text, "utf-8")
    before = files_below(vault)
    project = ProjectFolder(made_project(tmp_path / "project", {}))
    done = call("-C", project.root, "import", "obsidian", vault, "--json")
    assert (done.code, done.err) == (0, "")
    assert done.json == {
        "folder": str(vault),
        "documents": 2,
        "notes": 2,
        "tagged": 2,
        "naming": 1,
        "skipped": {"hidden": 1},
    }
    assert call("-C", project.root, "build").code == 0
    assert files_below(vault) == before
    graph = call("-C", project.root, "show", "resolved_graph", "--json").json["value"]
    tags = {row["document"]: row["tags"] for row in graph["documents"]}
    assert tags == {"Harbour.md": ["harbour"], "people/Ada.md": ["staff"]}
    aliases = {row["name"]: row["aliases"] for row in graph["entities"]}
    assert aliases["Ada Varga"] == ["Ada Lindt"]
    assert "Ada Lindt" not in aliases
    surfaces = {row["surface"] for row in graph["mentions"] if row["name"] == "Ada Varga"}
    assert "Ada Lindt" in surfaces
    assert "notes" in call("-C", project.root, "import", "obsidian", vault).out


def test_a_project_with_documents_elsewhere_keeps_them(
    built: ProjectFolder, tmp_path: Path
) -> None:
    (tmp_path / "vault").mkdir()
    settings = (built.root / "sift.yaml").read_bytes()
    error = call("-C", built.root, "import", "obsidian", tmp_path / "vault", "--json")
    assert error.code == 2
    assert "has 4 documents" in error.error
    assert (built.root / "sift.yaml").read_bytes() == settings
