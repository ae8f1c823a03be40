"""The resolved graph as files for other tools."""

from collections.abc import Collection
from dataclasses import replace
from pathlib import Path

from sift_assets.core.decisions.resolved import ResolvedGraph
from sift_assets.core.errors import CorruptObjectError
from sift_assets.core.exports.content import (
    ExportContent,
    ExtractionReport,
    annotations_of,
    community_table,
)
from sift_assets.core.exports.decided import decision_table, identity_table
from sift_assets.core.exports.formats import (
    DATABASES,
    FOLDERS,
    WITH_CHUNKS,
    Files,
    among_exports,
    export_files,
)
from sift_assets.core.exports.tables_parquet import parquet_files
from sift_assets.core.narrative.told_graph import ToldGraph
from sift_assets.core.records.record import content_hash, key_of
from sift_assets.core.settings.model import ExportFormat
from sift_assets.resources.collector import collector_paused
from sift_assets.resources.duckdb_tables import duckdb_bytes, duckdb_content
from sift_assets.resources.files import hash_file
from sift_assets.resources.locks import held
from sift_assets.resources.sqlite_tables import sqlite_bytes
from sift_assets.resources.workspace import Workspace
from sift_assets.workflows.corpus import load_corpus
from sift_assets.workflows.known import latest, spine_outcome
from sift_assets.workflows.outcome import Outcome
from sift_assets.workflows.resolved import load_resolved
from sift_assets.workflows.told_graph import load_told_graph
from sift_assets.workflows.written_files import recorded_files, write_files

ASSET = "graph_exports"

INDEXES = {
    "entities": ("id", "type"),
    "relations": ("id", "source_id", "target_id"),
    "mentions": ("entity_id", "document"),
    "evidence": ("relation_id", "document"),
    "decisions": ("subject",),
}
"""What the SQLite database is searched by. DuckDB needs none: it reads columns."""


def write_exports(workspace: Workspace, inputs: dict[str, str]) -> Outcome:
    """Write every configured export into the exports folder; see `write_files`.

    Args:
        workspace: The open project.
        inputs: Versions of everything that `graph_exports` reads.

    Raises:
        ProjectError: There are no communities yet.
        CorruptObjectError: Something it is made from is damaged; the next run makes it anew.
        MissingEngineError: A format is configured whose library is not installed.
    """
    forms = workspace.settings.export_formats
    told = load_told_graph(workspace)
    content = content_of(workspace, told.graph, told, forms)
    files: dict[str, bytes] = {}
    formats: list[dict[str, object]] = []
    with collector_paused():
        for form in sorted(set(forms)):
            found = files_of(workspace, content, form)
            files |= {among_exports(form, name): data for name, data in found.items()}
            formats.append(_row(workspace, form, found))
    written = write_files(workspace, ASSET, files)
    return spine_outcome(
        ASSET,
        workspace.store.put(written),
        inputs | {"resolved_graph": told.version},
        facts={"files": len(files)},
        files={"exports_folder": workspace.exports_folder},
        tables={"formats": formats},
    )


def _row(workspace: Workspace, form: ExportFormat, files: Files) -> dict[str, object]:
    """Return a format for people. Without names of files: notes are named as documents name."""
    name = among_exports(form, "" if form in FOLDERS else next(iter(files)))
    return {
        "format": form.value,
        "place": str(workspace.exports_folder / name),
        "files": len(files),
        "bytes": sum(map(len, files.values())),
    }


def content_of(
    workspace: Workspace,
    graph: ResolvedGraph,
    told: ToldGraph | None,
    forms: Collection[ExportFormat],
) -> ExportContent:
    """Return what is exported of a graph in some formats.

    Args:
        workspace: The open project.
        graph: The resolved graph.
        told: What is told of this very graph, None for nothing.
        forms: Some ask for more than others.

    Raises:
        CorruptObjectError: An extraction is damaged; the next run makes it anew.
    """
    decisions = {one.id: one for one in workspace.decisions}
    content = ExportContent(
        graph=graph,
        decisions=decision_table(graph, decisions),
        identities=identity_table(graph),
        extractions=_extractions(workspace, graph) if WITH_CHUNKS & set(forms) else {},
    )
    if told is None:
        return content
    narratives = told.narratives.values()
    return replace(
        content,
        annotations=annotations_of(graph, told.communities, narratives, told.labels),
        communities=community_table(told.communities, told.labels),
    )


def current_content(workspace: Workspace, form: ExportFormat) -> ExportContent:
    """Return what is exported of the latest graph, with what is told of it, if anything is yet.

    Raises:
        ProjectError: There is no graph yet.
        CorruptObjectError: Something is damaged; the next run makes it anew.
    """
    graph, version = load_resolved(workspace), latest(workspace, "resolved_graph").version
    mapped = workspace.provenance.read("community_map").get("")
    is_told = mapped is not None and mapped.inputs.get("resolved_graph") == version
    return content_of(workspace, graph, load_told_graph(workspace) if is_told else None, [form])


def files_of(workspace: Workspace, content: ExportContent, form: ExportFormat) -> Files:
    """Write a graph in one format; see `export_files`.

    Raises:
        MissingEngineError: The library of the format is not installed.
    """
    if form not in DATABASES:
        return export_files(content, form)
    name = DATABASES[form]
    if form is ExportFormat.SQLITE:
        return {name: sqlite_bytes(content.tables, INDEXES)}
    return {name: _duckdb(workspace, content, name)}


def _duckdb(workspace: Workspace, content: ExportContent, name: str) -> bytes:
    """Return the database that lies there already, if it is as we wrote it and says the same.

    DuckDB never writes the same bytes twice, and the version of the exports is not to move when
    nothing of the graph has.
    """
    hashes = {one: content_hash(data) for one, data in parquet_files(content.tables).items()}
    said, file = key_of("tables", hashes), workspace.exports_folder / name
    written = _written(workspace, name)
    if written and file.is_file() and hash_file(file) == written and duckdb_content(file) == said:
        return file.read_bytes()
    with held(workspace.lock_path("duckdb"), "The DuckDB file", on_wait=lambda _message: None):
        return duckdb_bytes(content.tables, said, duckdb_scratch(workspace))


def duckdb_scratch(workspace: Workspace) -> Path:
    """Return the file in which a DuckDB database is made, under the lock `duckdb`."""
    return workspace.local_folder / "making.duckdb"


def _written(workspace: Workspace, name: str) -> str:
    """Return the hash of a file as it was exported last, empty where it was not."""
    try:
        return recorded_files(workspace, ASSET).get(name, "")
    except CorruptObjectError:
        return ""


def _extractions(workspace: Workspace, graph: ResolvedGraph) -> dict[str, ExtractionReport]:
    """Return how each document of a graph was extracted."""
    corpus = load_corpus(workspace)
    keys = graph.documents["document"].to_pylist()
    versions = {key: corpus.documents[key].extraction for key in keys if key in corpus.documents}
    return {
        key: ExtractionReport.from_bytes(workspace.store.get(version))
        for key, version in versions.items()
        if version
    }
