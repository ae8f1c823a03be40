"""The exports of a project: every format, what is refused in none, and no file left behind."""

import json
import shutil
from collections.abc import Collection, Mapping
from pathlib import Path

import pytest

from sift_assets.core.decisions.decision import Act, AttributeRef, Decision
from sift_assets.core.exports.content import ExportContent
from sift_assets.core.exports.decided import decision_table, identity_table
from sift_assets.core.exports.formats import among_exports
from sift_assets.core.records.record import content_hash
from sift_assets.core.settings.model import ExportFormat
from sift_assets.resources.files import WRITING
from sift_assets.resources.workspace import Workspace
from sift_assets.workflows.exports import current_content, files_of, write_exports
from sift_assets.workflows.known import latest
from sift_assets_tests.core.decisions.decision_examples import (
    company,
    decided,
    joining,
    person,
    said,
)
from sift_assets_tests.core.exports.export_reading import said_in
from sift_assets_tests.core.graph.graph_examples import (
    alias,
    attribute,
    graph_of,
    mention,
    relation,
)

ALL = tuple(ExportFormat)
PLANTED = ("Zorbax", "zorbax")


@pytest.fixture
def workspace(tmp_path: Path, built_once: Path) -> Workspace:
    """Return a built project that is to be exported in every format."""
    root = shutil.copytree(built_once, tmp_path / "project")
    return asked(root, ALL)


def asked(root: Path, forms: Collection[ExportFormat]) -> Workspace:
    """Open a project that is to be exported in some formats."""
    workspace = Workspace.open(root, environment={})
    settings = workspace.settings.model_copy(update={"export_formats": tuple(forms)})
    return Workspace(root, settings)


def exported(workspace: Workspace) -> dict[str, str]:
    """Write the exports, and return the hash of each file."""
    outcome = write_exports(workspace, {})
    workspace.provenance.record(outcome.asset, {"": outcome.provenance})
    return json.loads(workspace.store.get(outcome.provenance.version))


def test_every_format_is_written_and_nothing_moves_when_the_graph_stays(
    workspace: Workspace,
) -> None:
    (workspace.exports_folder / f"{WRITING}1-2.wal").write_bytes(b"left by a killed writer")
    hashes = exported(workspace)
    files = {name: workspace.exports_folder / name for name in hashes}
    assert {name: content_hash(file.read_bytes()) for name, file in files.items()} == hashes
    content = current_content(workspace, ExportFormat.PARQUET)
    for form in ALL:
        made = files_of(workspace, content, form)
        assert {among_exports(form, name) for name in made} <= hashes.keys()
    inodes = {name: file.stat().st_ino for name, file in files.items()}
    assert exported(workspace) == hashes
    assert {name: file.stat().st_ino for name, file in files.items()} == inodes
    assert not list(workspace.exports_folder.rglob(f"{WRITING}*"))


def test_dagster_is_told_of_formats_and_of_no_name(workspace: Workspace) -> None:
    outcome = write_exports(workspace, {})
    rows = outcome.tables["formats"]
    assert [row["format"] for row in rows] == sorted(ALL)
    assert sum(row["files"] for row in rows) == outcome.provenance.facts["files"]
    told = str((outcome.tables, outcome.files, outcome.provenance.facts))
    content = current_content(workspace, ExportFormat.JSON)
    names = content.graph.entities["name"].to_pylist()
    assert [name for name in (*names, "kestrel", "letter") if name in told] == []


def test_a_damaged_database_is_written_anew(workspace: Workspace) -> None:
    hashes, file = exported(workspace), workspace.exports_folder / "graph.duckdb"
    file.write_bytes(file.read_bytes() + b"damage")
    again = exported(workspace)
    assert {name for name in hashes if again[name] != hashes[name]} == {"graph.duckdb"}
    assert content_hash(file.read_bytes()) == again["graph.duckdb"]


def test_a_format_that_is_not_wanted_any_more_leaves_nothing(workspace: Workspace) -> None:
    exported(workspace)
    mine = workspace.exports_folder / "obsidian" / "My own note.md"
    mine.write_text("mine", encoding="utf-8")
    fewer = asked(workspace.root, [ExportFormat.JSON])
    assert set(exported(fewer)) == {"graph.json"}
    folders = ("obsidian", "csv", "parquet", "neo4j", "extractions")
    there = [name for name in folders if (fewer.exports_folder / name).exists()]
    assert there == ["obsidian"]
    assert list((fewer.exports_folder / "obsidian").iterdir()) == [mine]


def test_what_is_told_and_decided_and_found_in_chunks_is_exported(workspace: Workspace) -> None:
    content = current_content(workspace, ExportFormat.PARQUET)
    tables = content.tables
    told = latest(workspace, "community_map").facts["communities"]
    named = [row for row in tables["communities"].to_pylist() if not row["divided"]]
    assert len(named) == told
    assert all(row["label"] for row in named)
    chunks = tables["chunks"].to_pylist()
    assert {row["document"] for row in chunks} == set(tables["documents"]["document"].to_pylist())
    assert sum(row["mentions"] for row in chunks) == len(tables["mentions"])
    assert sum(row["statements"] for row in chunks) == len(tables["evidence"])


BO, ACME, ZORBAX = person("Bo"), company("Acme"), company("Zorbax")
OWNED = {
    "a.txt": [
        mention("PERSON", "Bo", attributes=attribute("role", "clerk")),
        mention("ORGANIZATION", "Acme", 10),
        relation("Bo", "WORKS_FOR", "Acme", 20),
    ]
}
"""What stays."""

CASES: Mapping[str, tuple[Mapping[str, list], tuple[Decision, ...]]] = {
    "a rejected relation": (
        {
            "b.txt": [
                mention("PERSON", "Bo"),
                mention("ORGANIZATION", "Acme", 10),
                relation(
                    *("Bo", "LED_BY", "Acme", 30),
                    quote="Bo is led by Acme, says Zorbax.",
                    attributes=attribute("of", "zorbax"),
                ),
            ]
        },
        (said(Act.REJECT, relation=joining(BO, "LED_BY", ACME), reason="Zorbax lied"),),
    ),
    "a retracted entity": (
        {
            "b.txt": [
                mention("ORGANIZATION", "Zorbax"),
                mention("PERSON", "Bo", 10),
                relation("Bo", "WORKS_FOR", "Zorbax", 20),
            ]
        },
        (
            said(Act.RETRACT, entities=(ZORBAX,), reason="no Zorbax"),
            said(Act.NOT_SAME, 1, entities=(ZORBAX, ACME), reason="Zorbax is none"),
        ),
    ),
    "a retracted attribute": (
        {"b.txt": [mention("PERSON", "Bo", attributes=attribute("role", "Zorbax"))]},
        (
            said(
                Act.RETRACT,
                attribute=AttributeRef(entity=BO, key="role", value="Zorbax"),
                reason="no Zorbax",
            ),
        ),
    ),
    "a deleted document": (
        {
            "Zorbax.txt": [
                alias("PERSON", "Bo", "Zorbax the Bo"),
                mention("ORGANIZATION", "Acme", 20),
                relation("Bo", "KNOWS", "Acme", 30, quote="Zorbax"),
            ]
        },
        (),
    ),
}
"""Documents that state something, and the decisions by which it goes; none for a deletion."""


@pytest.fixture(scope="module")
def elsewhere(tmp_path_factory: pytest.TempPathFactory) -> Workspace:
    """Return a workspace that lends its folder to the making of databases."""
    root = tmp_path_factory.mktemp("lent")
    (root / "sift.yaml").write_text("{}", encoding="utf-8")
    return Workspace.open(root, environment={})


@pytest.mark.parametrize("case", CASES)
def test_what_has_gone_is_in_no_format(case: str, elsewhere: Workspace) -> None:
    stated, decisions = CASES[case]
    before = decided(graph_of(OWNED | dict(stated)))
    after = decided(graph_of(OWNED if not decisions else OWNED | dict(stated)), *decisions)
    known = {one.id: one for one in decisions}
    contents = [
        ExportContent(
            graph=graph,
            decisions=decision_table(graph, known),
            identities=identity_table(graph),
        )
        for graph in (before, after)
    ]
    for form in ALL:
        shown, hidden = (said_in(files_of(elsewhere, one, form)) for one in contents)
        assert any(word in shown for word in PLANTED), form
        assert not any(word in hidden for word in PLANTED), form
        assert "Acme" in hidden, form


def test_what_a_person_has_stated_is_exported_without_a_document(elsewhere: Workspace) -> None:
    added = said(Act.ADD, relation=joining(BO, "LED_BY", ACME), reason="I was there")
    graph = decided(graph_of(OWNED), added)
    content = ExportContent(graph=graph, decisions=decision_table(graph, {added.id: added}))
    made = {form: files_of(elsewhere, content, form) for form in ALL}
    assert all("LED_BY" in said_in(files).replace("\\", "") for files in made.values())
    assert "— stated by a person" in said_in(made[ExportFormat.OBSIDIAN])
    (link,) = [
        one
        for one in json.loads(made[ExportFormat.SIFT_KG]["graph_data.json"])["links"]
        if one["relation_type"] == "LED_BY"
    ]
    assert (link["support_documents"], link["source_document"]) == ([], "")
