"""Which files each export format consists of.

What belongs here: formats that are bytes by themselves. Databases are written by their own
libraries, which core does not reach: see `workflows.exports`.
"""

from collections.abc import Callable, Mapping

from sift_assets.core.exports.content import TABLES, ExportContent
from sift_assets.core.exports.gexf import gexf
from sift_assets.core.exports.graphml import graphml
from sift_assets.core.exports.json_ld import json_ld
from sift_assets.core.exports.neo4j import neo4j_files
from sift_assets.core.exports.node_link import node_link_json
from sift_assets.core.exports.obsidian import obsidian_files
from sift_assets.core.exports.sift_kg import sift_kg_files
from sift_assets.core.exports.tables_csv import csv_files
from sift_assets.core.exports.tables_parquet import parquet_files
from sift_assets.core.settings.model import ExportFormat

Files = Mapping[str, bytes]
"""Relative file name to content."""

_WRITERS: Mapping[ExportFormat, Callable[[ExportContent], Files]] = {
    ExportFormat.JSON: lambda content: {"graph.json": node_link_json(content)},
    ExportFormat.GRAPHML: lambda content: {"graph.graphml": graphml(content)},
    ExportFormat.GEXF: lambda content: {"graph.gexf": gexf(content)},
    ExportFormat.CSV: csv_files,
    ExportFormat.PARQUET: lambda content: parquet_files(content.tables),
    ExportFormat.NEO4J: neo4j_files,
    ExportFormat.JSON_LD: lambda content: {"graph.jsonld": json_ld(content)},
    ExportFormat.OBSIDIAN: obsidian_files,
    ExportFormat.SIFT_KG: sift_kg_files,
}

DATABASES: Mapping[ExportFormat, str] = {
    ExportFormat.SQLITE: "graph.sqlite",
    ExportFormat.DUCKDB: "graph.duckdb",
}
"""Formats that a database's own library writes, and their files."""

FOLDERS: Mapping[ExportFormat, str] = {
    ExportFormat.CSV: "csv",
    ExportFormat.PARQUET: "parquet",
    ExportFormat.NEO4J: "neo4j",
    ExportFormat.OBSIDIAN: "obsidian",
    ExportFormat.SIFT_KG: "",
}
"""Formats of several files, and the folder that these have among the exports. Those of sift-kg lie
beside the report, which is a part of its output folder."""

NAMED_BY_CONTENT = frozenset({ExportFormat.OBSIDIAN, ExportFormat.SIFT_KG})
"""Formats whose files are named by what is in the graph."""

FIXED_FILES: Mapping[ExportFormat, tuple[str, ...]] = {
    ExportFormat.JSON: ("graph.json",),
    ExportFormat.GRAPHML: ("graph.graphml",),
    ExportFormat.GEXF: ("graph.gexf",),
    ExportFormat.CSV: ("entities.csv", "relations.csv", "mentions.csv", "evidence.csv"),
    ExportFormat.PARQUET: tuple(f"{name}.parquet" for name in TABLES),
    ExportFormat.NEO4J: (
        *("documents.csv", "entities.csv", "relations.csv", "mentions.csv"),
        *("evidence.csv", "evidence_documents.csv", "load.cypher", "parameters.json"),
    ),
    ExportFormat.JSON_LD: ("graph.jsonld",),
    **{form: (name,) for form, name in DATABASES.items()},
}
"""The files of all other formats."""

WITH_CHUNKS = frozenset({ExportFormat.PARQUET, ExportFormat.SQLITE, ExportFormat.DUCKDB})
"""Formats that tell of chunks, for which every extraction has to be read."""


def export_files(content: ExportContent, form: ExportFormat) -> Files:
    """Write a graph in one format.

    Args:
        content: What is exported.
        form: The format; none of `DATABASES`.

    Returns:
        File name to content, below the folder of the format if it has one (`FOLDERS`); the same
        graph gives the same bytes.
    """
    return _WRITERS[form](content)


def among_exports(form: ExportFormat, name: str) -> str:
    """Return where a file of a format lies below the exports folder."""
    folder = FOLDERS.get(form, "")
    return f"{folder}/{name}" if folder else name
