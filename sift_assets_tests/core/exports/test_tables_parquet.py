"""Parquet tables."""

import io

import pyarrow.parquet as pq

from sift_assets.core.exports.content import TABLES, ExportContent
from sift_assets.core.exports.tables_parquet import parquet_files
from sift_assets_tests.core.exports.export_examples import example_content
from sift_assets_tests.core.graph.graph_examples import graph_of

CONTENT = example_content()


def test_every_table_reads_back_with_its_types() -> None:
    files = parquet_files(CONTENT.tables)
    assert set(files) == {f"{name}.parquet" for name in TABLES}
    for name, table in CONTENT.tables.items():
        found = pq.read_table(io.BytesIO(files[f"{name}.parquet"]))
        assert found.equals(table.replace_schema_metadata(None))
    assert all(len(table) for table in CONTENT.tables.values())


def test_tables_without_rows_keep_their_columns() -> None:
    empty = ExportContent(graph_of({})).tables
    for name, data in parquet_files(empty).items():
        found = pq.read_table(io.BytesIO(data))
        assert found.num_rows == 0
        assert found.column_names == empty[name.removesuffix(".parquet")].column_names
