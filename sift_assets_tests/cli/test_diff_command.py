"""`sift diff`: two revisions, what changed between them, and because of which document."""

import json

from sift_assets_tests.cli.calling import call, files_below
from sift_assets_tests.fakes.project_folder import ProjectFolder


def edited(project: ProjectFolder) -> ProjectFolder:
    project.edit("documents/notes.md", "Karl Meier works for", "Ada Varga works for")
    assert project.run().succeeded
    return project


def named(changes: list[dict[str, object]]) -> list[tuple[object, object]]:
    return [(change["name"], change["documents"]) for change in changes]


def test_an_edit_is_told_with_the_document_that_made_it(built: ProjectFolder) -> None:
    shown = call("-C", edited(built).root, "diff", "--json").json
    relations, entities = shown["relations"], shown["entities"]
    assert named(relations["added"]) == [("Ada Varga → Pelagos Ltd", ["notes.md"])]
    assert named(relations["removed"]) == [("Karl Meier → Pelagos Ltd", ["notes.md"])]
    assert (entities["added"], entities["removed"]) == ([], [])
    assert named(entities["changed"]) == [
        ("Ada Varga", ["notes.md"]),
        ("Karl Meier", ["notes.md"]),
    ]
    assert shown["documents_added"] == shown["documents_removed"] == []
    ada, karl = (
        {one["column"]: one for one in change["columns"]} for change in entities["changed"]
    )
    assert ada["support"] == {"column": "support", "old": 2, "new": 3, "more": 0}
    assert ada["documents"] == {"column": "documents", "old": [], "new": ["notes.md"], "more": 0}
    assert karl["documents"] == {"column": "documents", "old": ["notes.md"], "new": [], "more": 0}
    plain = call("-C", built.root, "diff").out
    assert "~ PERSON  Ada Varga  (support 2 → 3; mention_count 2 → 3; documents +notes.md" in plain
    assert "~ PERSON  Karl Meier  (support 2 → 1" in plain


def test_the_list_shows_every_revision_and_each_can_be_named_from_it(built: ProjectFolder) -> None:
    assert [row["asset"] for row in listed(built)] == ["graph_manifest", "resolved_graph"]
    rows = listed(edited(built))
    assert [row["asset"] for row in rows] == ["graph_manifest"] * 2 + ["resolved_graph"] * 2
    assert all(row["stored"] and row["run_id"] and row["recorded_at"] for row in rows)
    new, old, resolved_new, resolved_old = (row["version"] for row in rows)
    by_name = call("-C", built.root, "diff", "--json").json
    assert (by_name["earlier"], by_name["later"]) == (old, new)
    assert call("-C", built.root, "diff", old[:8], new[:8], "--json").json == by_name
    assert call("-C", built.root, "diff", old, "--json").json == by_name
    resolved = call("-C", built.root, "diff", resolved_old[:8], "--json").json
    assert (resolved["asset"], resolved["later"]) == ("resolved_graph", resolved_new)
    assert resolved["relations"]["added"] == by_name["relations"]["added"]


def listed(project: ProjectFolder) -> list[dict[str, str]]:
    return call("-C", project.root, "diff", "--list", "--json").json


def test_the_same_revision_differs_by_nothing_and_prints_counts(built: ProjectFolder) -> None:
    shown = call("-C", built.root, "diff", "latest", "latest")
    assert shown.code == 0
    assert "entities: 0 added, 0 removed, 0 changed" in shown.out
    assert "relations: 0 added, 0 removed, 0 changed" in shown.out


def test_going_back_is_a_revision_of_its_own_that_names_the_old_value(built: ProjectFolder) -> None:
    edited(built).edit("documents/notes.md", "Ada Varga works for", "Karl Meier works for")
    assert built.run().succeeded
    built_graph = [row["version"] for row in listed(built) if row["asset"] == "graph_manifest"]
    assert len(built_graph) == 3
    assert built_graph[0] == built_graph[2] != built_graph[1]
    plain = call("-C", built.root, "diff").out
    assert "+ EMPLOYED_BY  Karl Meier → Pelagos Ltd  because of notes.md" in plain
    assert "- EMPLOYED_BY  Ada Varga → Pelagos Ltd  because of notes.md" in plain


def test_a_revision_that_is_not_stored_any_more_is_listed_so_and_cannot_be_compared(
    built: ProjectFolder,
) -> None:
    rows = listed(edited(built))
    store = built.workspace.store
    manifest = json.loads(store.get(rows[1]["version"]))
    store.path_of(manifest["types"]["PERSON"]["version"]).unlink()
    assert [row["stored"] for row in listed(built)[:2]] == [True, False]
    assert "not in the store any more" in call("-C", built.root, "diff", "--list").out
    ended = call("-C", built.root, "diff", "--json")
    assert ended.code == 1
    assert "not whole in the store" in ended.error


def test_before_the_first_run_there_is_no_revision_and_looking_makes_no_file(
    project: ProjectFolder,
) -> None:
    before = files_below(project.root)
    assert call("-C", project.root, "diff", "--list", "--json").json == []
    assert "sift run" in call("-C", project.root, "diff", "--list").out
    ended = call("-C", project.root, "diff", "--json")
    assert ended.code == 2
    assert "no previous graph_manifest" in ended.error
    assert files_below(project.root).keys() == before.keys()
