"""Whole projects, measured through the command line."""

import shutil
from pathlib import Path

from sift_assets_tests.benchmarks.figures import Figure, data_folder, measured

MANY = 500
"""Documents of the larger project: one full range run."""


def first_graph_of_the_sample(scratch: Path) -> list[Figure]:
    """From an empty folder to the graph of the sample documents."""
    measured(["init", "."], scratch)
    usage = measured(["run"], scratch)
    return [
        Figure("first graph of the sample, 14 documents", usage.seconds, 60, "s"),
        Figure("peak memory of it", usage.peak_mib, 1500, "MiB"),
    ]


def first_graph_of_the_ftx_documents(scratch: Path) -> list[Figure]:
    """From an empty folder to the graph of 140,000 characters; no figure without the data."""
    documents = data_folder() / "sift_kg_ftx" / "docs"
    if not documents.is_dir():
        return []
    measured(["init", ".", "--no-sample"], scratch)
    shutil.copytree(documents, scratch / "documents", dirs_exist_ok=True)
    usage = measured(["run"], scratch)
    return [Figure("first graph of 140,000 characters, 9 documents", usage.seconds, 30, "s")]


def nothing_to_do_and_one_edit(scratch: Path) -> list[Figure]:
    """A run over many documents when nothing has changed, and one after one was edited."""
    _many_documents(scratch)
    first = measured(["run"], scratch)
    nothing = measured(["run"], scratch)
    edited = scratch / "documents" / "0007.txt"
    edited.write_text(edited.read_text(encoding="utf-8") + " Ana Silva left Lisbon.\n", "utf-8")
    edit = measured(["run"], scratch)
    return [
        Figure(f"first graph of {MANY} short documents", first.seconds, 180, "s"),
        Figure(f"nothing to do over {MANY} documents", nothing.seconds, 8, "s"),
        Figure(f"one edit among {MANY} documents", edit.seconds, 20, "s"),
    ]


def _many_documents(scratch: Path) -> None:
    measured(["init", ".", "--no-sample"], scratch)
    for number in range(MANY):
        text = (
            f"Ana Silva is the director of Company {number:04} Ltd. It is based in Lisbon.\n\n"
            f"In 2021 Company {number:04} Ltd acquired Harbour Works {number % 7} from Tom Berg.\n"
        )
        (scratch / "documents" / f"{number:04}.txt").write_text(text, encoding="utf-8")
