"""Public sets of labelled pairs, read into parts of graphs as if extraction had found them.

Each record becomes an entity with an id of its own: a name, and attributes. Attributes that give
the answer away (`class` of Fodors-Zagats numbers the restaurants) are left out.
"""

import csv
import re
import zipfile
from collections.abc import Iterable, Mapping
from itertools import combinations
from pathlib import Path
from typing import NamedTuple
from xml.etree import ElementTree as ET

from sift_assets.core.graph.partition import TypeGraph
from sift_assets_tests.benchmarks.figures import data_folder
from sift_assets_tests.core.resolution.resolution_examples import Known, part_of

Pair = tuple[str, str]
Attributes = tuple[tuple[str, str], ...]

FIELD = re.compile(r"COL (\S+) VAL (.*?)(?= COL \S+ VAL |\Z)", re.DOTALL)
SPREADSHEET = "{http://schemas.openxmlformats.org/spreadsheetml/2006/main}"


class Labelled(NamedTuple):
    """A set of labelled pairs.

    Attributes:
        part: The entities.
        same: Pairs of ids that are one, the lesser first.
        judged: All pairs that a label says something of; None where it says all of any pair.
    """

    part: TypeGraph
    same: frozenset[Pair]
    judged: frozenset[Pair] | None


def magellan(name: str, type_: str, name_field: str, left_out: Iterable[str] = ()) -> Labelled:
    """Read one of the sets in `er_magellan`, all three parts of it: nothing is trained here."""
    records: dict[str, Known] = {}
    labels: dict[Pair, bool] = {}
    for file in sorted((data_folder() / "er_magellan" / name).glob("*.txt")):
        for line in file.read_text("utf-8").splitlines():
            left, right, label = line.split("\t")
            ids = [
                _known(records, f"{side}{text}", _fields(text), name_field, set(left_out))
                for side, text in (("l", left), ("r", right))
            ]
            labels[_pair(*ids)] = label.strip() == "1"
    same = frozenset(pair for pair, is_same in labels.items() if is_same)
    return Labelled(part_of(type_, *records.values()), same, frozenset(labels))


def fake_people() -> Labelled:
    """Read splink's `fake_1000`: people with errors; its clusters say all of any pair."""
    with (data_folder() / "er_splink" / "fake_1000.csv").open(encoding="utf-8") as file:
        rows = list(csv.DictReader(file))
    known = [_person(row) for row in rows]
    clusters: dict[str, list[str]] = {}
    for row, one in zip(rows, known, strict=True):
        clusters.setdefault(row["cluster"], []).append(one.id)
    same = (_pair(a, b) for ids in clusters.values() for a, b in combinations(ids, 2))
    return Labelled(part_of("PERSON", *known), frozenset(same), None)


def aliases(file: str) -> Labelled:
    """Read a list of concepts with other names for them, most of them synonyms."""
    rows = _sheet(data_folder() / "aliases" / file)[1:]
    ids: dict[str, str] = {}
    for name in sorted({cell.strip() for row in rows for cell in row[:2] if cell.strip()}):
        ids.setdefault(name.lower(), f"concept:{len(ids):04}")
    known = [Known(name, id=id_) for name, id_ in ids.items()]
    pairs = (
        (ids[row[0].strip().lower()], ids[row[1].strip().lower()])
        for row in rows
        if len(row) > 1 and row[0].strip() and row[1].strip()
    )
    same = frozenset(_pair(*pair) for pair in pairs if pair[0] != pair[1])
    return Labelled(part_of("CONCEPT", *known), same, None)


def _known(
    records: dict[str, Known], key: str, fields: Mapping[str, str], name_field: str, out: set[str]
) -> str:
    if key not in records:
        attributes = tuple(
            (field.lower(), value)
            for field, value in fields.items()
            if field not in out | {name_field} and value not in ("", "-")
        )
        id_ = f"record:{len(records):05}"
        records[key] = Known(fields[name_field] or "?", attributes=attributes, id=id_)
    return records[key].id


def _fields(text: str) -> dict[str, str]:
    return {name: _tidy(value) for name, value in FIELD.findall(text.strip())}


def _tidy(value: str) -> str:
    """Take off the marks that a spreadsheet left: `' 6703 melrose ave. '`."""
    return value.strip().strip("`'").replace("\\", "").strip()


def _person(row: Mapping[str, str]) -> Known:
    name = " ".join(row[field] for field in ("first_name", "surname") if row[field])
    attributes = tuple((field, row[field]) for field in ("dob", "city", "email") if row[field])
    return Known(name or "?", attributes=attributes, id=f"person:{int(row['unique_id']):04}")


def _pair(one: str, other: str) -> Pair:
    return (one, other) if one < other else (other, one)


def _sheet(file: Path) -> list[list[str]]:
    """Read the first sheet of a workbook as text."""
    with zipfile.ZipFile(file) as book:
        strings = ET.fromstring(book.read("xl/sharedStrings.xml"))  # noqa: S314 - our own
        sheet = ET.fromstring(book.read("xl/worksheets/sheet1.xml"))  # noqa: S314
    texts = ["".join(item.itertext()) for item in strings.findall(f"{SPREADSHEET}si")]
    return [
        [_cell(cell, texts) for cell in row.findall(f"{SPREADSHEET}c")]
        for row in sheet.iter(f"{SPREADSHEET}row")
    ]


def _cell(cell: ET.Element, texts: list[str]) -> str:
    value = cell.find(f"{SPREADSHEET}v")
    if value is None or value.text is None:
        return "".join(cell.itertext())
    return texts[int(value.text)] if cell.get("t") == "s" else value.text
