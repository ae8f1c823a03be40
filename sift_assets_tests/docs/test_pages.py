"""Every command that stands in a page can be typed, and does what the page says.

What is printed is compared where a page shows it. Where it differs, look at what is printed: either
the page is of yesterday, or something else has changed that should not have.
"""

import os
import shlex
from collections import Counter
from collections.abc import Mapping
from pathlib import Path

import pytest

from sift_assets_tests.cli.calling import call
from sift_assets_tests.docs.blocks import PAGES, REPOSITORY, Block, blocks, commands, inline
from sift_assets_tests.docs.parsing import is_ours, mistake, named_pages
from sift_assets_tests.docs.running import Reader, is_as_shown
from sift_assets_tests.docs.scenes import (
    Scene,
    in_the_sample,
    nothing,
    sample_project,
    swept_by,
    with_a_server,
    with_collections,
    with_seats,
)

SCENES: Mapping[str, Scene] = {
    "README.md": sample_project,
    "docs/quick-start.md": nothing,
    "docs/importing.md": with_collections,
    "docs/measured.md": nothing,
    "docs/promotion.md": swept_by("cleo"),
    "docs/review.md": in_the_sample,
    "docs/seats.md": swept_by("ada"),
    "docs/viewer.md": in_the_sample,
    "docs/how-to/back-up.md": sample_project,
    "docs/how-to/promote.md": with_seats,
    "docs/how-to/review.md": sample_project,
    "docs/how-to/watch-a-folder.md": sample_project,
    "docs/how-to/your-own-domain.md": sample_project,
    "docs/how-to/your-own-model.md": with_a_server,
}
"""Page to where its reader is. A page that has commands and is not here is in `ELSEWHERE`."""

ELSEWHERE: Mapping[str, str] = {
    "docs/deploying.md": "test_deploy.py",
    "docs/operations.md": "cli/test_operations_document.py",
}
"""Page to the test that runs its commands; here they are parsed."""

NOT_RUN = Counter(
    {
        "installs packages": 2,
        "needs Neo4j": 1,
        "needs a language model": 1,
        "needs a model's weights": 1,
        "needs the extra `embeddings`": 1,
    }
)
"""Reason to how many blocks say so on their fence, of the pages of `SCENES` and those without."""

NAMES = {page.relative_to(REPOSITORY).as_posix(): page for page in PAGES}


def all_blocks() -> list[Block]:
    return [block for page in PAGES for block in blocks(page)]


@pytest.fixture(scope="module")
def sample(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return a project of the sample documents, built once for all pages."""
    root = tmp_path_factory.mktemp("sample") / "project"
    with pytest.MonkeyPatch.context() as patch:
        for name in [name for name in os.environ if name.startswith(("SIFT_", "DAGSTER_"))]:
            patch.delenv(name)
        assert call("init", root).code == 0
        assert call("-C", root, "run").code == 0
    return root


@pytest.mark.parametrize("name", SCENES)
def test_the_commands_of_a_page_do_what_it_says(
    name: str,
    sample: Path,
    tmp_path: Path,
    own_surroundings: None,  # noqa: ARG001 - none of the caller's
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    home = tmp_path / "home"
    home.mkdir()
    reader = Reader(home, monkeypatch)
    with SCENES[name](reader, sample):
        for block in blocks(NAMES[name]):
            if not block.reason:
                printed = reader.carry_out(block)
                is_right = block.output is None or is_as_shown(block.output, printed)
                assert is_right, f"{name}:{block.line} prints\n{printed}"
    assert reader.ran + reader.left


def test_every_page_with_commands_is_run_here_or_elsewhere() -> None:
    found = {block.page for block in all_blocks() if not block.reason}
    assert found <= SCENES.keys() | ELSEWHERE.keys()
    assert SCENES.keys() <= found
    missing = [
        name
        for name in ELSEWHERE.values()
        if not (REPOSITORY / "sift_assets_tests" / name).exists()
    ]
    assert missing == []


def test_what_is_not_run_says_why_and_is_counted() -> None:
    left = [one for one in all_blocks() if one.reason and one.page not in ELSEWHERE]
    assert Counter(block.reason for block in left) == NOT_RUN


@pytest.mark.parametrize("name", NAMES)
def test_every_command_of_a_page_could_be_typed(name: str) -> None:
    in_blocks = [command.words for block in blocks(NAMES[name]) for command in commands(block)]
    in_text = [tuple(shlex.split(text)) for text in inline(NAMES[name])]
    words = [one for one in in_blocks + in_text if is_ours(one)]
    assert {" ".join(one): found for one in words if (found := mistake(one))} == {}


@pytest.mark.parametrize("name", NAMES)
def test_every_link_of_a_page_leads_somewhere(name: str) -> None:
    page = NAMES[name]
    missing = [one for one in named_pages(page) if not (page.parent / one).exists()]
    assert missing == []


def test_the_readme_links_to_every_page() -> None:
    linked = {(REPOSITORY / one).resolve() for one in named_pages(NAMES["README.md"])}
    pages = {*(REPOSITORY / "docs").glob("*.md"), *(REPOSITORY / "docs").glob("*/*.md")}
    assert {one for one in pages - linked if one.parent.name != "adr"} == set()
