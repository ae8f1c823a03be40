"""Which files each export format consists of."""

import pytest

from sift_assets.core.exports.formats import export_files
from sift_assets.core.settings.model import ExportFormat
from sift_assets_tests.core.exports.export_examples import example_graph

GRAPH = example_graph()
FILES = {
    ExportFormat.JSON: {"graph.json"},
    ExportFormat.GRAPHML: {"graph.graphml"},
    ExportFormat.CSV: {
        "csv/entities.csv",
        "csv/relations.csv",
        "csv/mentions.csv",
        "csv/evidence.csv",
    },
}


@pytest.mark.parametrize("form", ExportFormat)
def test_each_format_writes_its_files(form: ExportFormat) -> None:
    files = export_files(GRAPH, form)
    assert set(files) == FILES[form]
    assert any(b"Atlantis" in data for data in files.values())


def test_no_two_formats_write_the_same_file() -> None:
    names = [name for form in ExportFormat for name in export_files(GRAPH, form)]
    assert len(set(names)) == len(names)
