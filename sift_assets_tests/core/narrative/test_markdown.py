import json
import os
from pathlib import Path
from urllib.parse import unquote

import pytest
from hypothesis import given

from sift_assets.core.narrative.markdown import link, one_line, plain
from sift_assets_tests.core.narrative.markdown_reading import (
    BARE_LINKS,
    JOINER,
    blocks,
    hostile,
    pieces,
    shown,
    visible,
)

DATA = Path(os.environ.get("SIFT_EVAL_DATA") or Path(__file__).parents[4] / "shared" / "data")
STRINGS = DATA / "strings" / "blns.json"

PARAGRAPH = ["paragraph_open p", "inline ", "paragraph_close p"]


def assert_is_plain(text: str) -> None:
    markdown = plain(text)
    assert markdown.encode("utf-8").decode("utf-8") == markdown
    if not one_line(text):
        assert markdown == ""
        return
    assert blocks(markdown) == PARAGRAPH
    assert {one.type for one in pieces(markdown)} == {"text"}
    assert shown(markdown) == one_line(text).replace(JOINER, "")
    assert BARE_LINKS.search("".join(one.content for one in pieces(markdown))) is None


@given(hostile)
def test_any_text_shows_as_it_is_and_is_nothing_but_text(text: str) -> None:
    assert_is_plain(text)


@pytest.mark.skipif(not STRINGS.is_file(), reason="the list of naughty strings is not here")
def test_naughty_strings_are_nothing_but_text() -> None:
    for text in json.loads(STRINGS.read_text("utf-8")):
        assert_is_plain(text)


@given(visible)
def test_text_begins_no_list_in_a_list_and_no_heading_in_a_heading(text: str) -> None:
    assert blocks(f"- {plain(text)}") == [
        "bullet_list_open ul",
        "list_item_open li",
        *PARAGRAPH,
        "list_item_close li",
        "bullet_list_close ul",
    ]
    assert blocks(f"# {plain(text)}") == ["heading_open h1", "inline ", "heading_close h1"]


@pytest.mark.parametrize(
    ("text", "markdown"),
    [
        ("Ada Varga-Meier (Ltd.), 5 + 3", "Ada Varga-Meier (Ltd.), 5 + 3"),
        ("a\x00b\u202ec\n\nd", "abc d"),
        ("می\u200cخواهم", "می\u200cخواهم"),
        ("<b>x</b>", "\\<b\\>x\\</b\\>"),
        ("1. x", "1\\. x"),
        ("#x", "\\#x"),
        ("http://x.y", "http\u2060://x.y"),
    ],
)
def test_text_is_escaped_where_it_must_be(text: str, markdown: str) -> None:
    assert plain(text) == markdown


def test_a_long_text_is_cut_and_shows_it() -> None:
    assert plain("a b c d", 4) == "a b…"
    assert plain("a b c d", 7) == "a b c d"


@given(visible, visible.filter(lambda text: "\ud800" not in text))
def test_a_link_leads_to_a_file_beside_and_nowhere_else(text: str, target: str) -> None:
    opened, *_, closed = pieces(link(text, target))
    assert (opened.type, closed.type) == ("link_open", "link_close")
    href = str(opened.attrs["href"])
    assert href.startswith(("./", "../"))
    path = unquote(href, errors="surrogateescape")
    assert path in (target, f"./{target}")
