"""The overview of a report: from what is told, checked, and nothing where it cannot be written."""

from pathlib import Path

import pytest

from sift_assets.core.errors import ModelCallError
from sift_assets.core.narrative.asking.briefs import Chapter
from sift_assets.workflows.telling_overview import ToldOverview, tell_overview
from sift_assets.workflows.telling_parts import State
from sift_assets_tests.fakes.scripted_writer import Shown, mended, said
from sift_assets_tests.fakes.told_community import QUOTES
from sift_assets_tests.fakes.writing_desk import Desk

NAMES = ("Ada Varga", "Kestrel Ltd", "Pelagos", "Tom Brandt")


@pytest.fixture
def desk(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Desk:
    return Desk(tmp_path, monkeypatch)


def chapters(desk: Desk) -> list[Chapter]:
    told = desk.told().narrative
    return [Chapter(label="Kestrel people", size=4, story=told.story, passages=told.passages)]


def overview(desk: Desk, shown: list[Chapter], **settings: object) -> ToldOverview:
    return tell_overview(desk.workspace(**settings), shown, NAMES)


def test_an_overview_cites_the_passages_of_what_it_is_made_from(desk: Desk) -> None:
    shown = chapters(desk)
    told = overview(desk, shown)
    assert told.state is State.TOLD
    assert {one.text for one in told.sentences} <= set(QUOTES.values())
    assert told.passages.keys() == {cite for one in told.sentences for cite in one.cites}
    assert told.passages.keys() <= shown[0].passages.keys()
    calls = len(desk.asked)
    assert overview(desk, shown).sentences == told.sentences
    assert len(desk.asked) == calls


def test_what_no_story_says_is_sent_back_and_dropped(desk: Desk) -> None:
    shown = chapters(desk)

    def write(seen: Shown) -> str:
        evil, right = ("Mallory Grey rules them all.", (1,)), (seen.passages[1], (1,))
        return mended({1: evil}) if seen.is_mending else said([evil, right])

    desk.write(write)
    told = overview(desk, shown)
    assert [one.text for one in told.sentences] == [desk.asked[0].passages[1]]
    assert (told.rewritten, told.dropped) == (0, 1)


def test_an_overview_that_is_not_written_is_none_and_says_why(desk: Desk) -> None:
    shown = chapters(desk)
    assert overview(desk, []).sentences == ()
    desk.write(lambda _: ModelCallError("the server had an error"))
    told = overview(desk, shown)
    assert (told.state, told.sentences, told.writer) == (State.FAILED, (), "")
    assert told.reason == "the server had an error"
    desk.broken("no key")
    assert overview(desk, shown).reason == "no key"
    desk.priced()
    waiting = overview(desk, shown, confirm_above_usd=0)
    assert (waiting.state, waiting.sentences) == (State.WAITING, ())
    assert "confirm_above_usd" in waiting.reason
