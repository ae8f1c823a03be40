"""Files and strings that have broken other programs go through the whole and come out listed."""

import csv
import io
import json
import os
import shutil
import unicodedata
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import networkx as nx
import pytest

from sift_assets.core.planning.keys import document_key
from sift_assets.core.records.text import DocumentText, ReadStatus
from sift_assets.resources.workspace import Workspace
from sift_assets_tests.whole.sift_process import answer, exported, made, sift

DATA = Path(
    os.environ.get("SIFT_EVAL_DATA") or Path(__file__).parents[2].parent / "shared" / "data"
)
"""Public data that is not part of the repository."""

STRINGS = DATA / "strings" / "blns.json"
FILES = DATA / "files"

TITLES = {"undefined", "Scunthorpe General Hospital", "사회과학원 어학연구소"}
"""Strings that must come out as the titles that they are."""


def without(path: Path) -> pytest.MarkDecorator:
    return pytest.mark.skipif(not path.exists(), reason=f"the evaluation data has no {path.name}")


def texts_of(root: Path) -> Iterator[tuple[str, DocumentText]]:
    workspace = Workspace.open(root, environment={})
    for key, entry in workspace.provenance.read("document_texts").items():
        yield key, DocumentText.from_bytes(workspace.store.get(entry.version))


def assert_well(root: Path, keys: set[str]) -> dict[str, Any]:
    """Run the project, check what holds whatever came in, and return the status."""
    report = answer(sift(root, "run", "--json"))
    assert (report["failed"], report["given_up"], report["repaired"]) == ([], {}, [])
    status = answer(sift(root, "status", "--json"))
    skipped = {skip["key"]: skip["reason"] for skip in status["skipped"]}
    assert all(skipped.values())
    texts = dict(texts_of(root))
    assert texts.keys() | skipped.keys() == keys
    assert status["documents"] == len(texts)
    for key, text in texts.items():
        assert (text.status is ReadStatus.TEXT) == bool(text.text.strip()), key
        assert text.reason or text.status in (ReadStatus.TEXT, ReadStatus.EMPTY), key
    assert_exports_parse(exported(root))
    return status


def assert_exports_parse(files: dict[str, bytes]) -> None:
    graph = json.loads(files["graph.json"])
    parsed = nx.node_link_graph(graph, edges="links")
    graphml = nx.read_graphml(io.BytesIO(files["graph.graphml"]), force_multigraph=True)
    assert len(graphml) == len(parsed) == len(graph["nodes"])
    assert graphml.number_of_edges() == parsed.number_of_edges() == len(graph["links"])
    tables = {name: data for name, data in files.items() if name.endswith(".csv")}
    rows = {
        name: list(csv.DictReader(io.StringIO(data.decode("utf-8-sig"), newline="")))
        for name, data in tables.items()
    }
    assert len(rows["csv/entities.csv"]) == len(graph["nodes"])
    assert len(rows["csv/relations.csv"]) == len(graph["links"])
    for table in rows.values():
        assert all(None not in row and None not in row.values() for row in table)


@without(FILES)
def test_files_that_broke_other_readers_are_read_or_say_why_not(tmp_path: Path) -> None:
    root = made(tmp_path / "project", {})
    shutil.copytree(FILES, root / "documents", dirs_exist_ok=True)
    found = [path for path in FILES.rglob("*") if path.is_file()]
    keys = {document_key(path.relative_to(FILES).as_posix()) for path in found}
    status = assert_well(root, keys)
    assert status["documents_by_status"]["text"] >= len(keys) / 2


@without(STRINGS)
def test_hostile_strings_as_file_names_titles_and_texts_come_out_listed(tmp_path: Path) -> None:
    root = made(tmp_path / "project", {})
    strings: list[str] = json.loads(STRINGS.read_text(encoding="utf-8"))
    alone = unlike(strings)
    names = [written(root / "documents", n, text) for n, text in enumerate(alone)]
    assert len(set(names)) == len(alone) > 100
    assert sum(not name.startswith("string ") for name in names) > 70
    together = "\n\n".join(text for text in strings if text not in alone)
    (root / "documents" / "others.md").write_bytes(together.encode("utf-8", "surrogatepass"))
    status = assert_well(root, {document_key(name) for name in (*names, "others.md")})
    assert status["documents_by_status"]["text"] > 100
    hidden = {skip["key"] for skip in status["skipped"]}
    assert all(key.startswith(".") for key in hidden)
    titles = {text.title for _, text in texts_of(root)}
    assert titles >= TITLES


def unlike(strings: list[str]) -> list[str]:
    """Return the first string of each set of characters, letters and digits taken for one.

    They become documents of their own, by name and title. What is hostile about the others is
    hostile in these too, and a document each would take four times as long.
    """
    found: dict[frozenset[str], str] = {}
    for text in strings:
        found.setdefault(frozenset(map(sort_of, text)), text)
    return [text for text in strings if text in TITLES or text in found.values()]


def sort_of(character: str) -> str:
    if character.isascii():
        return "a" if character.isalnum() else character
    return unicodedata.category(character)


def written(folder: Path, number: int, text: str) -> str:
    """Write a document that is all this text, by name too where the system allows it."""
    data = f"# {text}\n\n{text}\n".encode("utf-8", "surrogatepass")
    name = f"{text}.md"
    try:
        allowed = Path(name).name == name and not (folder / name).exists()
        (folder / (name if allowed else f"string {number}.md")).write_bytes(data)
    except (OSError, ValueError):
        allowed = False
        (folder / f"string {number}.md").write_bytes(data)
    return name if allowed else f"string {number}.md"
