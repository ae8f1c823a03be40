"""The verbs of the library on a built project: each does its part and nothing twice."""

import pyarrow as pa
import pyarrow.parquet as pq

import sift_assets
from sift_assets_tests.cli.calling import call
from sift_assets_tests.fakes.name_extractor import NameExtractor
from sift_assets_tests.fakes.project_folder import ProjectFolder


def test_the_verbs_follow_decisions_and_edits_and_do_nothing_twice(
    built: ProjectFolder, extractor: NameExtractor
) -> None:
    root = built.root
    runs = built.runs()
    assert sift_assets.run_pipeline(None, None, None, root, include_narrative=False) == root
    assert len(sift_assets.run_extract(None, None, "general", root)) == 4
    assert built.runs() == runs
    assert extractor.seen == []

    assert call("-C", root, "decide", "merge", "Ada Varga", "Tom Brandt").code == 0
    applied = sift_assets.run_apply_merges(root)
    assert applied == {"merges_applied": 1, "rejected_count": 0, "problems": 0}
    names = sift_assets.run_build(root).entities["name"].to_pylist()
    assert "Tom Brandt" not in names
    assert sift_assets.query(root, "Tom Brandt")["result"]["entity"]["name"] == "Ada Varga"

    built.write("notes.md", "Karl Meier works for Kestrel Ltd.\n")
    (changed,) = [
        one for one in sift_assets.run_extract(None, None, None, root) if one.document == "notes.md"
    ]
    assert {one.name for one in changed.extraction.mentions} == {"Karl Meier", "Kestrel Ltd"}
    assert len(extractor.seen) == 1
    table = sift_assets.run_export(root, "csv", root / "tables" / "csv")
    assert (table / "entities.csv").is_file()


def test_frames_hold_the_tables_of_the_parquet_export_without_a_change(
    built: ProjectFolder,
) -> None:
    frames = sift_assets.data_frames(built.root)
    folder = sift_assets.run_export(built.root, "parquet", built.root / "tables" / "parquet")
    assert {f"{name}.parquet" for name in frames} == {file.name for file in folder.iterdir()}
    for name, frame in frames.items():
        written = pq.read_table(folder / f"{name}.parquet")
        assert frame.columns.tolist() == written.column_names
        assert pa.table(frame, schema=written.schema).to_pylist() == written.to_pylist()
