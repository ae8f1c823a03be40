"""Which files each export format consists of."""

from sift_assets.core.exports.graphml import graphml
from sift_assets.core.exports.node_link import node_link_json
from sift_assets.core.exports.tables_csv import csv_files
from sift_assets.core.graph.build import KnowledgeGraph
from sift_assets.core.settings.model import ExportFormat


def export_files(graph: KnowledgeGraph, form: ExportFormat) -> dict[str, bytes]:
    """Write a graph in one format.

    Args:
        graph: With its status.
        form: The format.

    Returns:
        Relative file name to content; the same graph gives the same bytes.
    """
    match form:
        case ExportFormat.JSON:
            return {"graph.json": node_link_json(graph)}
        case ExportFormat.GRAPHML:
            return {"graph.graphml": graphml(graph)}
        case ExportFormat.CSV:
            return {f"csv/{name}": data for name, data in csv_files(graph).items()}
