"""`sift view`: where the page is, and pages of parts."""

import webbrowser
from pathlib import Path

import pytest

from sift_assets_tests.cli.calling import call, files_below
from sift_assets_tests.fakes.project_folder import made_project
from sift_assets_tests.fakes.reviewed_project import reviewed_project


@pytest.fixture(scope="module")
def root(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return reviewed_project(tmp_path_factory.mktemp("viewed") / "project")


@pytest.fixture
def opened_pages(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    found: list[str] = []
    monkeypatch.setattr(webbrowser, "open", found.append)
    return found


def test_a_part_is_written_where_it_is_wanted_and_opened(
    root: Path, tmp_path: Path, opened_pages: list[str]
) -> None:
    page = tmp_path / "a part.html"
    ended = call("-C", root, "view", "--neighborhood", "pelagos ltd", "--output", page)
    assert (ended.code, ended.err) == (0, "")
    assert ended.out == f"2 entities, 1 relation\n{page}\n"
    assert opened_pages == [page.as_uri()]
    assert page.read_bytes().startswith(b"<!doctype html>")


def test_a_part_without_a_place_is_written_beside_the_viewer(
    root: Path, opened_pages: list[str]
) -> None:
    given = ("--source-doc", "one", "--min-confidence", "0.1", "--top", "1", "--json")
    ended = call("-C", root, "view", *given)
    page = Path(ended.json["file"])
    assert page.parent == root / "exports"
    assert page.name.startswith("viewer-document-one-")
    assert page.is_file()
    assert (ended.json["entities"], opened_pages) == (2, [])
    page.unlink()


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (("--neighborhood", "Nina Olson"), "Is it 'Nina Olsen'?"),
        (("--community", "zzz"), "There is no community 'zzz'."),
        (("--source-doc", "four.txt"), "There is no document 'four.txt'."),
        (("--depth", "-1", "--neighborhood", "Nina Olsen"), "--depth"),
        (("--min-confidence", "1.5"), "--min-confidence"),
    ],
)
def test_what_is_not_there_is_an_error_of_the_caller_and_writes_nothing(
    root: Path, arguments: tuple[str, ...], message: str
) -> None:
    before = files_below(root / "exports")
    ended = call("-C", root, "view", *arguments, "--json")
    assert ended.code == 2
    assert message in ended.error
    assert files_below(root / "exports") == before


def test_before_the_first_run_it_says_what_to_do(tmp_path: Path) -> None:
    ended = call("-C", made_project(tmp_path / "project", {}), "view", "--json")
    assert ended.code == 2
    assert ended.error == "There is no viewer yet. Run `sift run`."
