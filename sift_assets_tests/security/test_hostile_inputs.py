"""Files of people and of other programs: an error that names the file, or a line that is listed.

Documents are in `test_hostile_project`; here is what else is read: settings, domains, review files,
scripts, bibliographies, recordings, logs. Nothing of it hangs, runs anything, or raises what nobody
catches.
"""

from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

import pytest

from sift_assets.core.bibliography.reading import read_bibliography
from sift_assets.core.decisions.log import read_log
from sift_assets.core.errors import ConfigError, SiftError
from sift_assets.core.importing.foreign_domain import our_domain
from sift_assets.core.importing.recorded import read_recorded
from sift_assets.core.llm.json_reading import find_object
from sift_assets.core.planning.tombstones import Tombstone
from sift_assets.core.review.files.merge_file import read_merges
from sift_assets.core.review.files.relation_file import read_relations
from sift_assets.resources.agent_proposals import AgentProposals
from sift_assets.resources.domain_files import load_domain
from sift_assets.resources.generations import Generations
from sift_assets.resources.listed_folder import LIST, ListedFolder
from sift_assets.resources.played_models import played_model
from sift_assets.resources.review_tokens import ReviewTokens
from sift_assets.resources.workspace import Workspace
from sift_assets_tests.fakes.project_folder import made_project

DOUBLING = "".join(
    f"a{n}: &a{n} [{', '.join([f'*a{n - 1}' if n else 'x'] * 10)}]\n" for n in range(12)
)

MERGING = "b0: &b0 {k: v}\n" + "".join(
    f"b{n}: &b{n} {{<<: [{', '.join([f'*b{n - 1}'] * 10)}]}}\n" for n in range(1, 12)
)

YAML: Mapping[str, bytes] = {
    "doubling references": DOUBLING.encode(),
    "doubling merges": MERGING.encode(),
    "a reference to itself": b"a: &a [*a]\n",
    "an object": b"domain: !!python/object/apply:os.system ['touch slipped.txt']\n",
    "a module": b"domain: !!python/module:os\n",
    "brackets without end": b"a: " + b"[" * 20_000,
    "braces without end": b"a: " + b"{b: " * 20_000,
    "lists without end": b"- " * 20_000,
    "an endless number": b"a: " + b"9" * 5000,
    "half of a character": b'domain: "\\ud800"\n',
    "half of a character as a key": b'"\\udc00": x\n',
    "a NUL": b"a: \0\n",
    "no text": b"\xff\xfe\xfd",
    "a key twice": b"domain: a\ndomain: b\n",
    "a list as a key": b"? [a]\n: b\n",
    "another YAML": b"%YAML 9.9\n---\na: 1\n",
    "two documents": b"a: 1\n---\nb: 2\n",
}

JSON: Mapping[str, bytes] = {
    "brackets without end": b"[" * 20_000,
    "braces without end": b'{"a":' * 20_000,
    "half of a character": b'{"act": "\\ud800", "entities": [{"name": "\\udc00"}]}',
    "half of a character in bytes": b'{"act": "\xed\xa0\x80"}',
    "no number": b'{"entities": [{"name": "x", "confidence": NaN}], "time": -Infinity}',
    "an endless number": b'{"a": ' + b"9" * 5000 + b"}",
    "no text": b"\xff\xfe\xfd",
    "nothing": b"",
    "a list": b"[1]",
    "null": b"null",
    "a pickle": b"\x80\x04\x95\x1f\x00\x00\x00",
    "wrong all over": b'{"rules": 1, "entities": {"a": []}, "relations": "x", "version": []}',
}

Reading = Callable[[Path, bytes], Any]


def said(folder: Path, name: str, data: bytes) -> Path:
    (folder / name).parent.mkdir(parents=True, exist_ok=True)
    (folder / name).write_bytes(data)
    return folder / name


def settings(folder: Path, data: bytes) -> object:
    return Workspace.open(said(folder, "project/sift.yaml", data).parent, environment={})


def replayed(folder: Path, data: bytes) -> object:
    said(folder, "docs/file.txt", b"Ada Varga")
    said(folder, "extractions/file.json", data)
    return played_model(f"replay/{folder}")


def text_of(data: bytes) -> str:
    return data.decode("utf-8", "replace")


YAML_READERS: Mapping[str, Reading] = {
    "sift.yaml": settings,
    "domain file": lambda folder, data: load_domain(said(folder, "file.yaml", data)),
    "foreign domain": lambda _, data: our_domain(text_of(data), "file.yaml"),
    "script of a model": lambda folder, data: played_model(
        f"scripted/{said(folder, 'file.yaml', data)}"
    ),
}
"""What is read as YAML and is an error of its own."""

JSON_READERS: Mapping[str, Reading] = {
    "bibliography": lambda _, data: read_bibliography(text_of(data), "file.json"),
    "recordings": replayed,
    "generations": lambda folder, data: Generations(
        said(folder, "decisions/generations.json", data).parents[1]
    ).of(["a"]),
}
"""What is read as JSON and is an error of its own."""


@pytest.mark.parametrize("reader", YAML_READERS)
def test_hostile_yaml_is_an_error_that_names_the_file(reader: str, tmp_path: Path) -> None:
    long = {"too long": b"# " + b"x" * 11_000_000}
    for number, (kind, data) in enumerate({**YAML, **long}.items()):
        with pytest.raises(SiftError) as refused:
            YAML_READERS[reader](tmp_path / str(number), data)
        assert ".yaml" in str(refused.value), kind
        assert len(str(refused.value)) < 1000, kind
    assert not list(tmp_path.rglob("slipped*"))


@pytest.mark.parametrize("reader", JSON_READERS)
def test_hostile_json_is_an_error_that_names_the_file(reader: str, tmp_path: Path) -> None:
    for number, (kind, data) in enumerate(JSON.items()):
        with pytest.raises(SiftError) as refused:
            JSON_READERS[reader](tmp_path / str(number), data)
        assert ".json" in str(refused.value), kind
        assert len(str(refused.value)) < 1000, kind


def test_a_hostile_review_file_is_a_problem_by_line_and_decides_nothing() -> None:
    for kind, data in YAML.items():
        for read in (read_merges, read_relations):
            found = read(text_of(data), "file.yaml")
            assert found.problems, kind
            assert {one.file for one in found.problems} == {"file.yaml"}
            assert not found.entries, kind


def test_hostile_lines_of_logs_are_listed_or_left_out(tmp_path: Path) -> None:
    for number, (kind, data) in enumerate(JSON.items()):
        line = data.replace(b"\n", b" ") + b"\n"
        read = read_log(line)
        assert not read.decisions, kind
        assert len(read.bad) == bool(data.strip()), kind
        folder = tmp_path / str(number)
        said(folder, "decisions/proposed.jsonl", line)
        assert AgentProposals(folder, folder / "lock").read() == [], kind
        assert Tombstone.from_line(line) is None, kind
        said(folder, LIST, data)
        assert ListedFolder(folder, "obsidian").names() == set(), kind
        assert isinstance(read_recorded(data, "a"), str) or b"{" in data, kind


def test_hostile_answers_of_a_model_have_no_record() -> None:
    for kind, data in JSON.items():
        found = find_object(text_of(data), ("rows",))
        assert found is None or "rows" not in found.value, kind


def test_hostile_tokens_let_nobody_in(tmp_path: Path) -> None:
    workspace = Workspace.open(made_project(tmp_path / "project", {}), environment={})
    tokens = ReviewTokens(workspace)
    for kind, data in JSON.items():
        tokens.path.parent.mkdir(exist_ok=True)
        tokens.path.write_bytes(data)
        with pytest.raises(SiftError, match=r"review_tokens\.json") as refused:
            tokens.holder("\ud800")
        assert len(str(refused.value)) < 1000, kind


def test_abbreviations_of_a_bibliography_cannot_fill_the_memory() -> None:
    words = "".join(
        f"@string{{a{n} = {' # '.join([f'a{n - 1}' if n else 'jan'] * 10)}}}\n" for n in range(12)
    )
    with pytest.raises(ConfigError, match=r"file\.bib:\d+: grows by its abbreviations"):
        read_bibliography(f"{words}@book{{k, title = a11}}", "file.bib")
    with pytest.raises(ConfigError, match=r"file\.bib:"):
        read_bibliography("@a{x," + "{" * 20_000, "file.bib")


@pytest.mark.parametrize("pattern", [r"(\w+ ?)+x", r"\w+\w+\w+x", r".*a.*b.*c", "(a|a)*b"])
def test_a_pattern_of_a_domain_that_could_hang_is_refused_by_its_line(
    pattern: str, tmp_path: Path
) -> None:
    text = f"entity_types:\n  PERSON:\n    patterns:\n      - '{pattern}'\n"
    with pytest.raises(ConfigError, match=r"file\.yaml:4: .*patterns"):
        load_domain(said(tmp_path, "file.yaml", text.encode()))
