"""What is put into the folder of promoted documents is in the graph, and leaves without a trace."""

import os
from collections.abc import Iterator
from functools import partial
from pathlib import Path
from typing import Any

import pytest

from sift_assets.core.errors import ConfigError, ProjectError
from sift_assets.core.planning.folder_state import SkipReason
from sift_assets.core.query.envelope import Bounds
from sift_assets.core.query.filters import Filters
from sift_assets.core.query.searching import search
from sift_assets.core.records.record import content_hash
from sift_assets.core.records.text import DocumentText
from sift_assets.core.text.settings import ReaderSettings
from sift_assets.resources.readers.process import ReaderProcess
from sift_assets.resources.workspace import Workspace
from sift_assets.workflows.documents import read_document
from sift_assets.workflows.observing import observe
from sift_assets.workflows.querying import Asked, answered
from sift_assets_tests.fakes.counting_reader import CountingReader
from sift_assets_tests.fakes.direct_project import DirectProject
from sift_assets_tests.fakes.project_folder import made_project
from sift_assets_tests.fakes.steered_extractor import SteeredExtractor

KEY = "@promoted/0a1b2c.md"
BODY = "Ada Varga works for Pelagos Ltd.\n"
DELIVERED = f"""---
title: A visit to the harbour
date: 2024-05-17
tags: [harbour]
seat: ada
item: 0a1b2c
promoted_by: bob
assessment: {"f" * 64}
---

{BODY}"""

Files = dict[str, bytes]


@pytest.fixture(scope="module")
def reader() -> Iterator[CountingReader]:
    with ReaderProcess(ReaderSettings()) as process:
        yield CountingReader(process)


@pytest.fixture(scope="module")
def delivered(
    tmp_path_factory: pytest.TempPathFactory, reader: CountingReader
) -> tuple[DirectProject, Files]:
    """A project with a delivered document, and the files of it from before that came."""
    root = made_project(
        tmp_path_factory.mktemp("roots") / "project",
        {"a.txt": "Karl Meier works for Kestrel Ltd.\n", "same.md": DELIVERED},
    )
    project = DirectProject(root, reader, SteeredExtractor())
    project.run()
    before = exported(root)
    put(root, "0a1b2c.md", DELIVERED)
    project.run()
    return project, before


def put(root: Path, name: str, text: str) -> Path:
    file = root / "promoted" / name
    file.parent.mkdir(parents=True, exist_ok=True)
    file.write_text(text, encoding="utf-8")
    return file


def exported(root: Path) -> Files:
    folder = root / "exports"
    found = [file for file in sorted(folder.rglob("*")) if file.is_file()]
    return {str(file.relative_to(folder)): file.read_bytes() for file in found}


def found(workspace: Workspace, **filters: Any) -> list[dict[str, Any]]:
    ask = partial(search, text="Pelagos", entities=False)
    said = answered(workspace, Asked("search", ask, Filters(**filters), Bounds()))
    return said["result"].get("passages", [])


def text_of(workspace: Workspace, key: str) -> DocumentText:
    entry = workspace.provenance.read("document_texts")[key]
    return DocumentText.from_bytes(workspace.store.get(entry.version))


def test_a_delivered_file_is_a_document_with_what_its_front_matter_says(
    delivered: tuple[DirectProject, Files],
) -> None:
    workspace = delivered[0].workspace
    text = text_of(workspace, KEY)
    assert (text.title, text.document_date) == ("A visit to the harbour", "2024-05-17")
    assert {"harbour", "promoted", "seat:ada", "item:0a1b2c", "promoted_by:bob"} < {*text.tags}
    (passage,) = found(workspace, tags=("seat:ada",))
    assert passage["document"] == KEY
    assert text.text[passage["start"] : passage["end"]].strip() == passage["text"].strip()
    assert found(workspace, folders=("@promoted",)) == [passage]


def test_what_people_write_into_a_file_of_theirs_makes_it_nobody_s_promotion(
    delivered: tuple[DirectProject, Files],
) -> None:
    assert text_of(delivered[0].workspace, "same.md").tags == ("harbour",)


def test_equal_content_in_both_roots_is_read_once(
    delivered: tuple[DirectProject, Files], reader: CountingReader
) -> None:
    del delivered
    assert reader.seen.count(content_hash(DELIVERED.encode())) == 1


def test_links_of_the_report_lead_to_the_file_in_either_root(
    delivered: tuple[DirectProject, Files],
) -> None:
    root = delivered[0].root
    links = (root / "exports" / "narrative.md").read_text(encoding="utf-8")
    assert "../documents/a.txt" in links
    assert "../promoted/0a1b2c.md" in links
    assert "documents/@promoted" not in links


def test_when_it_is_taken_away_everything_is_as_if_it_had_never_been(
    delivered: tuple[DirectProject, Files],
) -> None:
    project, before = delivered
    (project.root / "promoted" / "0a1b2c.md").unlink()
    project.run()
    assert exported(project.root) == before
    assert KEY not in project.partitions
    assert KEY not in project.workspace.provenance.read("document_texts")


@pytest.fixture
def workspace(tmp_path: Path) -> Workspace:
    (tmp_path / "documents").mkdir()
    (tmp_path / "documents" / "a.txt").write_text("one", encoding="utf-8")
    (tmp_path / "sift.yaml").write_text("ignore: ['*.md']\n", encoding="utf-8")
    return Workspace.open(tmp_path, {})


def seen(workspace: Workspace) -> set[str]:
    return set(observe(workspace, {}).observed.documents)


def skipped(workspace: Workspace) -> dict[str, SkipReason]:
    return {skip.key: skip.reason for skip in observe(workspace, {}).folder.skipped}


def test_what_people_ignore_in_their_folder_is_delivered_all_the_same(
    workspace: Workspace,
) -> None:
    put(workspace.root, "one.md", "text")
    assert seen(workspace) == {"a.txt", "@promoted/one.md"}


def test_a_folder_of_its_name_among_people_s_documents_is_listed_and_not_read(
    workspace: Workspace,
) -> None:
    folder = workspace.documents_folder / "@promoted"
    folder.mkdir()
    (folder / "forged.txt").write_text("seat: ada", encoding="utf-8")
    assert seen(workspace) == {"a.txt"}
    assert skipped(workspace) == {"@promoted": SkipReason.RESERVED}


def test_a_look_reads_neither_root_twice(workspace: Workspace) -> None:
    file = put(workspace.root, "one.md", "text")
    for each in (file, workspace.documents_folder / "a.txt"):
        os.utime(each, (1, 1))
    first = observe(workspace, {})
    cache = workspace.local_folder / "stat_cache.json"
    before = cache.read_bytes()
    assert b"@promoted/one.md" in before
    assert observe(workspace, {}).observed == first.observed
    file.unlink()
    assert seen(workspace) == {"a.txt"}
    assert b"@promoted" not in cache.read_bytes()


def test_links_and_folders_are_treated_there_as_in_the_watched_folder(
    workspace: Workspace, tmp_path: Path
) -> None:
    put(workspace.root, "sub/two.txt", "two")
    secret = tmp_path / "secret.txt"
    secret.write_text("secret", encoding="utf-8")
    promoted = workspace.root / "promoted"
    (promoted / "out.txt").symlink_to(secret)
    (promoted / "people.txt").symlink_to(workspace.documents_folder / "a.txt")
    (promoted / "round").symlink_to(promoted)
    (promoted / "within.txt").symlink_to(promoted / "sub" / "two.txt")
    (promoted / ".hidden.txt").write_text("x", encoding="utf-8")
    assert seen(workspace) == {"a.txt", "@promoted/sub/two.txt", "@promoted/within.txt"}
    assert skipped(workspace) == {
        "@promoted/.hidden.txt": SkipReason.HIDDEN,
        "@promoted/out.txt": SkipReason.LINK_OUTSIDE,
        "@promoted/people.txt": SkipReason.LINK_OUTSIDE,
        "@promoted/round": SkipReason.LINK_LOOP,
    }


def test_a_link_in_the_place_of_the_folder_is_refused(workspace: Workspace, tmp_path: Path) -> None:
    (tmp_path / "elsewhere").mkdir()
    (workspace.root / "promoted").symlink_to(tmp_path / "elsewhere")
    with pytest.raises(ProjectError, match="is a link"):
        observe(workspace, {})


def test_a_missing_watched_folder_blocks_whatever_was_promoted(workspace: Workspace) -> None:
    put(workspace.root, "one.md", "text")
    workspace.documents_folder.rename(workspace.root / "away")
    with pytest.raises(ProjectError, match="missing"):
        observe(workspace, {"a.txt": "0" * 64, "@promoted/one.md": "0" * 64})


def test_many_that_are_taken_back_are_gone_at_once_and_people_s_files_are_not(
    workspace: Workspace,
) -> None:
    many = {f"@promoted/{number}.md": "0" * 64 for number in range(50)}
    people = {f"{number}.txt": "0" * 64 for number in range(50)}
    found = observe(workspace, many | people)
    assert set(found.observed.documents) == {"a.txt", *people}
    assert set(found.held_back) == {*people}


def test_who_watches_the_project_s_own_folder_does_not_see_what_was_promoted_twice(
    workspace: Workspace,
) -> None:
    put(workspace.root, "one.txt", "text")
    whole = Workspace.open(workspace.root, {}, documents=".")
    assert seen(whole) == {"documents/a.txt", "@promoted/one.txt"}


@pytest.mark.parametrize("folder", ["documents", "documents/ada", ".", "promoted", "promoted/ada"])
def test_a_watched_folder_by_which_a_seat_would_be_read_is_refused(
    workspace: Workspace, folder: str
) -> None:
    settings = "principals: [{name: ada}]\nseats: [{name: ada, owner: ada, folder: '%s'}]\n"
    (workspace.root / "sift.yaml").write_text(settings % folder, encoding="utf-8")
    with pytest.raises(ConfigError, match="seat ada"):
        observe(Workspace.open(workspace.root, {}), {})


@pytest.mark.parametrize(
    "key", ["../secret.txt", "/etc/hostname", "sub/../../secret.txt", "@promoted/../secret.txt"]
)
def test_a_key_that_leads_out_of_the_folder_has_no_file(workspace: Workspace, key: str) -> None:
    with pytest.raises(ProjectError, match="not a document's key"):
        workspace.document_file(key)


def test_a_link_that_leads_out_is_not_read_even_when_it_is_asked_for_by_its_key(
    workspace: Workspace, tmp_path: Path, reader: CountingReader
) -> None:
    (tmp_path / "secret.txt").write_text("a secret", encoding="utf-8")
    (workspace.documents_folder / "link.txt").symlink_to(tmp_path / "secret.txt")
    process: ReaderProcess = reader  # pyright: ignore[reportAssignmentType]
    assert read_document(workspace, process, "link.txt") is None
    assert read_document(workspace, process, "a.txt") is not None
