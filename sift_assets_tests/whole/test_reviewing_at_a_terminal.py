"""`sift review` in a real terminal: single keys, two reviewers at once, and one that is killed."""

from pathlib import Path

import pytest

from sift_assets.core.decisions.decision import Act
from sift_assets.core.review.records import ReviewQueue
from sift_assets_tests.cli.calling import call
from sift_assets_tests.cli.planted_queue import decided, plant
from sift_assets_tests.fakes.project_folder import ProjectFolder
from sift_assets_tests.fakes.typed_terminal import typed
from sift_assets_tests.whole.sift_process import SECONDS, started

MERGES = ("review", "--kind", "merges")


@pytest.fixture
def queue(built: ProjectFolder) -> ReviewQueue:
    return plant(built.root)


@pytest.fixture
def root(built: ProjectFolder, queue: ReviewQueue) -> Path:  # noqa: ARG001 - it is planted
    return built.root


def acts(root: Path) -> list[Act]:
    return [one.act for one in decided(root)]


def test_single_keys_decide_and_each_is_on_the_disk_before_the_next_panel(root: Path) -> None:
    with typed(root, ["review"]) as terminal:
        terminal.wait_for("a approve")
        terminal.press("aaaa")  # held down too long: what is not on the screen is not decided
        terminal.wait_for("decision ")
        assert acts(root) == [Act.MERGE]
        terminal.wait_for("2/10")
        terminal.wait_for("o one by one")
        terminal.press("\x1b[C")  # the arrow to the right
        terminal.wait_for("3/10")
        terminal.wait_for("a approve")
        terminal.press("r")
        terminal.wait_for("4/10")
        terminal.wait_for("a approve")
        assert acts(root) == [Act.MERGE, Act.NOT_SAME]
        terminal.press("12\x7f0\r")  # a number, one digit of it taken back
        terminal.wait_for("10/10")
        terminal.wait_for("those that stand")
        terminal.press("u")
        terminal.wait_for("Taken back")
        terminal.wait_for("3/10")
        terminal.wait_for("a approve")
        terminal.press("q")
        terminal.wait_for("1 decided.")
        assert terminal.ended() == 0
    assert acts(root) == [Act.MERGE, Act.NOT_SAME, Act.UNDO]


def test_a_reviewer_who_is_killed_loses_no_key_and_doubles_none(root: Path) -> None:
    for keys in ("a", "r"):
        with typed(root, MERGES) as terminal:
            terminal.wait_for("a approve")
            terminal.press(keys)
            terminal.wait_for("decision ")
            terminal.process.kill()
            assert terminal.ended() == -9
    with typed(root, MERGES) as terminal:
        terminal.wait_for("1/1")
        terminal.wait_for("a approve")
        terminal.press("\x03")
        terminal.wait_for("0 decided.")
        assert terminal.ended() == 130
    assert acts(root) == [Act.MERGE, Act.NOT_SAME]


def test_of_two_reviewers_the_second_is_told_what_the_first_decided(root: Path) -> None:
    with typed(root, MERGES) as first, typed(root, MERGES) as second:
        first.wait_for("a approve")
        second.wait_for("a approve")
        first.press("a")
        first.wait_for("decision ")
        second.press("r")
        second.wait_for("Decided meanwhile by")
        second.wait_for("2/3")
        second.wait_for("o one by one")
        second.press("r")
        second.wait_for("decision ")
        first.wait_for("o one by one")
        first.press("r")
        first.wait_for("Decided meanwhile by")
    assert acts(root) == [Act.MERGE, Act.NOT_SAME]


def test_two_commands_at_once_about_one_item_leave_one_verdict(
    root: Path, queue: ReviewQueue
) -> None:
    """Each may have been first: the same said twice is one verdict."""
    key = queue.merges[0].key
    both = [started(root, "decide", "confirm", key, "--json") for _ in range(2)]
    for one in both:
        one.communicate(timeout=SECONDS)
    assert [one.returncode for one in both] == [0, 0]
    assert set(acts(root)) == {Act.MERGE}
    assert call("-C", root, "decisions", "fsck").code == 0
    assert call("-C", root, "decide", "--json").json == {"open": 9}
