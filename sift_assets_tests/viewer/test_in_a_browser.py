"""The page as people use it, in a real browser: opened from a file, without any network."""

import json
import os
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import count
from pathlib import Path
from typing import Any
from urllib.parse import quote

import pytest

import sift_assets.viewer
from sift_assets.core.text.folding import looked_for
from sift_assets.core.viewing.page import page as page_of
from sift_assets.viewer.parts import page_parts
from sift_assets_tests.core.viewing.view_examples import (
    HOSTILE,
    Paper,
    confirmed,
    narrative_about,
    papers,
    shown,
    source_of,
)
from sift_assets_tests.fakes.chromium import CHROMIUM, Page, running_chromium

pytestmark = pytest.mark.skipif(CHROMIUM is None, reason="there is no Chromium")

VIEWER = Path(sift_assets.viewer.__file__).parent

DATA = Path(
    os.environ.get("SIFT_EVAL_DATA") or Path(__file__).parents[2].parent / "shared" / "data"
)
STRINGS = DATA / "strings" / "blns.json"

ADA, TOM, JOSE = "person:ada_varga", "person:tom_brandt", "José Álvarez"
HUB, MANY = "organization:hub", 30

WITHOUT_WEBGL = "HTMLCanvasElement.prototype.getContext = () => null"

FOUND = {
    "jose alv": [JOSE],
    "CAPTAIN,": ["Tom Brandt"],
    "ada": ["Ada Varga"],
    "worker 0": [f"Worker 0{number}" for number in range(10)],
}
"""What is typed into the search, and who is found."""

ALPHABETS = (
    (0x20, 0x7F),  # Latin
    (0xA0, 0x220),
    (0x370, 0x374),  # Greek
    (0x391, 0x3CF),
    (0x400, 0x500),  # Cyrillic
    (0x591, 0x5F5),  # Hebrew
    (0x620, 0x660),  # Arabic
    (0x905, 0x940),  # Devanagari
    (0x1E00, 0x1F00),  # Latin with marks
    (0x2010, 0x2040),  # punctuation
    (0x3041, 0x30FF),  # Kana
    (0x4E00, 0x4E20),  # Han
    (0xFB00, 0xFB07),  # ligatures
)
NAMES = (
    "Achterberg & Voss",
    "ΟΔΟΣ",
    "Straße",
    "हिन्दी भाषा",
    "東京 Tower",
    "???",
    "  ",
    "O'Neill,  J.",
)
"""Code points that are folded one by one, and names that are folded whole."""

FILTERED = {
    ("#document-filter", "letters/a letter.txt"): "4 of 37 entities, 3 relations",
    ("#least-degree", "3"): "2 of 37 entities, 0 relations",
    ("#least-support", "2"): "2 of 37 entities, 1 relation",
    ("#least-confidence", "0.6"): "37 of 37 entities, 5 relations",
    ("#date-from", "2011"): "4 of 37 entities, 3 relations",
}
"""A filter and its value, and what is left."""

AS_AT_FIRST = """
(() => {
  const press = (id) => document.getElementById(id)?.click();
  document.querySelectorAll("dialog[open]").forEach((dialog) => dialog.close());
  const search = document.getElementById("search");
  search.value = "";
  search.dispatchEvent(new Event("input"));
  document.activeElement.blur();
  ["leave-focus", "close-detail", "clear-trail", "reset-filters"].forEach(press);
  if (!document.getElementById("list").hidden) press("toggle-list");
})()
"""

AFTER_DRAWING = """
new Promise((done) => {
  let frames = 4; // a size is noticed in one, drawn in the next, and what was asked for meanwhile
  const next = () => (frames-- ? requestAnimationFrame(next) : done());
  next();
})
"""

MOVES = 1000
"""Of the mouse until somebody is found; each waits for some drawings."""

DETAIL, FOCUS, PASSAGE = "#detail", "#focus", "#passage"


def hostile_strings() -> list[str]:
    """Return names that have broken other programs: ours, and public ones where they are there."""
    public = json.loads(STRINGS.read_text("utf-8")) if STRINGS.is_file() else []
    usable = [one.encode("utf-8", "ignore").decode().replace("\0", "") for one in public]
    return [*HOSTILE, *(one for one in usable if one.strip())]


def harbour() -> dict[str, Any]:
    """Return the data of a page about a harbour, with a firm that many work for."""
    written = {key: paper for key, paper in papers().items() if key != "hostile.txt"}
    crowd = Paper()
    for number in range(MANY):
        worker = ("PERSON", f"Worker {number:02}", "WORKS_FOR", "ORGANIZATION", "Hub")
        crowd.says(worker, confidence=0.5)
    written["crowd.txt"] = crowd
    community = source_of(written, confirmed()).communities.members[ADA]
    told = {community: narrative_about(community, written["minutes.txt"], "minutes.txt")}
    source = source_of(written, confirmed(), narratives=told, labels={community: "The harbour"})
    return shown(source, written)


def hostile() -> dict[str, Any]:
    """Return the data of a page whose names, attributes and texts are hostile."""
    paper = Paper()
    for name in hostile_strings():
        paper.names("PERSON", name)
    for name in HOSTILE:
        paper.says(("PERSON", name, "KNOWS", "PERSON", "Eve"), f"{name} knows Eve.")
    written = {"<script>window.hacked=6</script>.txt": paper}
    return shown(source_of(written), written)


@dataclass
class Viewer:
    """The page in its browser.

    Attributes:
        page: The tab.
        folder: Where pages are.
    """

    page: Page
    folder: Path

    def write(self, name: str, data: dict[str, Any]) -> None:
        """Write a page."""
        (self.folder / f"{name}.html").write_bytes(page_of(page_parts(), data))

    def open(self, name: str = "harbour", entity: str = "") -> None:
        """Open a page, at an entity."""
        address = f"#entity={quote(entity, safe='')}" if entity else ""
        self.page.open("about:blank")
        self.page.open((self.folder / f"{name}.html").as_uri() + address)
        self.page.wait_for("document.documentElement.dataset.ready")

    def begin(self, entity: str = "") -> None:
        """Begin anew on the page of the harbour, at an entity: to load it again takes a second."""
        if not self.page.run("location.pathname").endswith("/harbour.html"):
            self.open()
        self.page.run(AS_AT_FIRST)
        address = f"#entity={quote(entity, safe='')}" if entity else "#"
        self.page.run(f"location.hash = {json.dumps(address)}")
        if entity:
            self.page.wait_for("!document.getElementById('detail').hidden")
        self.page.run("window.scrollTo(0, 0)")

    def text(self, selector: str) -> str:
        """Return what is read in a part of the page."""
        return str(self.page.run(f"document.querySelector({json.dumps(selector)}).innerText"))

    def texts(self, selector: str) -> list[str]:
        """Return what stands in every element, as text."""
        found = f"[...document.querySelectorAll({json.dumps(selector)})]"
        return list(self.page.run(f"{found}.map((one) => one.textContent)"))

    def is_shown(self, selector: str) -> bool:
        """Say whether an element can be seen."""
        return bool(
            self.page.run(f"document.querySelector({json.dumps(selector)})?.checkVisibility()")
        )

    def press(self, selector: str, text: str = "") -> None:
        """Press the element, or the first one that says something."""
        found = f"[...document.querySelectorAll({json.dumps(selector)})]"
        self.page.run(
            f"{found}.find((one) => one.textContent.includes({json.dumps(text)}))."
            "dispatchEvent(new MouseEvent('click', {bubbles: true}))"
        )

    def set(self, control: str, value: str) -> None:
        """Set a control to a value, or a choice to the one that begins so."""
        self.page.run(
            f"(() => {{ const one = document.querySelector({json.dumps(control)});"
            f"const value = {json.dumps(value)};"
            "const option = [...(one.options ?? [])].find((o) => o.text.startsWith(value));"
            "one.value = option ? option.value : value;"
            "one.dispatchEvent(new Event('input')); one.dispatchEvent(new Event('change')); })()"
        )

    def search(self, text: str) -> None:
        """Type into the search."""
        self.page.run(
            "document.getElementById('search').focus(); document.getElementById('search').select()"
        )
        self.page.type(text)

    def middle(self) -> tuple[float, float]:
        """Return the middle of the picture."""
        return tuple(
            self.page.run(
                "(({left, top, width, height}) => [left + width / 2, top + height / 2])"
                "(document.getElementById('sigma').getBoundingClientRect())"
            )
        )

    def point_at_the_middle(self) -> None:
        """Move the mouse there until somebody is found, for the picture may still be moving."""
        self.page.move(1, 1)
        self.page.wait_for("document.getElementById('tip').hidden")
        for tick in count():
            x, y = self.middle()
            self.page.move(x + tick % 2, y)
            if self.is_shown("#tip"):
                return
            assert tick < MOVES
            self.page.run(AFTER_DRAWING)

    def focus_on(self, entity: str) -> None:
        """Open the page at an entity, and focus on it."""
        self.begin(entity)
        self.page.press("f")
        assert self.is_shown(FOCUS)


@pytest.fixture(scope="module")
def viewer(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Viewer]:
    """One browser for all tests of this module."""
    folder = tmp_path_factory.mktemp("viewer")
    with running_chromium(folder / "profile") as page:
        page.resize(1200, 640)  # the processor draws each pixel
        page.prefer(prefers_reduced_motion="reduce")
        found = Viewer(page, folder)
        found.write("harbour", harbour())
        found.write("hostile", hostile())
        found.write("empty", shown(source_of({}), {}))
        yield found
        assert page.complaints() == []
        asked = {address for address in page.requested() if not address.startswith("file:")}
        assert asked <= {"about:blank"}


def test_it_opens_from_a_file_and_draws_the_graph(viewer: Viewer) -> None:
    viewer.open()
    assert viewer.text("#totals") == "37 entities, 35 relations"
    viewer.page.wait_for("document.querySelectorAll('#sigma canvas').length > 3")
    pixels = (
        "(() => { const ink = document.getElementById('ink');"
        "return ink.getContext('2d').getImageData(0, 0, ink.width, ink.height)"
        ".data.some((one) => one > 0) })()"
    )
    assert viewer.page.wait_for(pixels)
    assert not viewer.is_shown("#no-webgl")


def test_an_empty_graph_is_an_empty_picture(viewer: Viewer) -> None:
    viewer.open("empty")
    assert viewer.text("#totals") == "0 entities, 0 relations"
    viewer.press("#toggle-list")
    assert viewer.text("#list h2") == "0 entities, best connected first"


def test_hostile_names_are_text_and_run_nothing(viewer: Viewer) -> None:
    viewer.open("hostile")
    scripts = viewer.page.run("document.scripts.length")
    viewer.press("#toggle-list")
    while viewer.is_shown("#list > button"):
        viewer.press("#list > button")
    names = set(viewer.texts("#list td:first-child"))
    assert {*HOSTILE[:5], *HOSTILE[8:11]} <= names
    assert r"\u001b[31mred\u0007 \u0000 bell" in names
    assert not any("\u202e" in one or "\x1b" in one for one in names)
    for name in HOSTILE[:4]:
        viewer.press("#list td:first-child button", name[:9])
        viewer.press("#focus-entity")
        assert viewer.is_shown(FOCUS)
        viewer.press(".card .passages")
        assert viewer.is_shown(PASSAGE)
        viewer.press("#close-passage")
        viewer.page.press("Escape")
        viewer.press("#toggle-list")
    assert viewer.page.run("typeof window.hacked") == "undefined"
    assert viewer.page.run("document.scripts.length") == scripts
    assert viewer.page.run("document.querySelectorAll('img, iframe, object').length") == 0


def test_search_finds_names_and_aliases_whatever_the_accents(viewer: Viewer) -> None:
    viewer.begin()
    for text, names in FOUND.items():
        viewer.search(text)
        assert viewer.texts("#search-results [role=option] bdi") == names
        viewer.page.press("Enter")
        assert viewer.text("#detail-title") == names[0]
        assert not viewer.is_shown("#search-results")


def test_names_are_folded_by_the_page_as_they_are_by_the_index(viewer: Viewer) -> None:
    source = (VIEWER / "source" / "folding.js").read_text("utf-8").replace("export ", "")
    letters = [chr(code) for first, last in ALPHABETS for code in range(first, last)]
    names = [*NAMES, *letters, "".join(letters)]
    code = f"(() => {{ {source}; return {json.dumps(names)}.map(lookedFor) }})()"
    differ = {
        name: (found, looked_for(name))
        for name, found in zip(names, viewer.page.run(code), strict=True)
        if found != looked_for(name)
    }
    assert differ == {}


def test_keys_that_are_typed_into_the_search_do_nothing_else(viewer: Viewer) -> None:
    viewer.focus_on(ADA)
    before = viewer.text(FOCUS)
    viewer.search("zz")
    for key in ("f", "Backspace", "ArrowDown", "ArrowLeft", " "):
        viewer.page.press(key)
    assert viewer.text(FOCUS) == before
    assert viewer.text("#search-results") == "Nobody and nothing is called so."
    viewer.page.press("Escape")
    assert viewer.page.run("document.getElementById('search').value") == ""
    assert viewer.is_shown(FOCUS)


def test_details_tell_everything_and_each_fact_opens_its_passage(viewer: Viewer) -> None:
    viewer.begin(ADA)
    detail = viewer.text(DETAIL)
    assert "Ada Varga works for Kestrel Ltd." in detail
    assert "The harbour" in detail
    assert "works for" in detail
    viewer.press(".card .passages", "2 passages")
    assert viewer.text("#passage-title") == "letters/a letter.txt"
    assert viewer.texts("#passage mark") == ["Ada Varga has worked for Kestrel Ltd since 2010."]
    assert "🚢 A letter 🚢" in viewer.text("#passage .text")
    assert "page 2" in viewer.text("#passage .text")
    viewer.press("#next-passage")
    assert viewer.text("#passage-title") == "minutes.txt"
    assert viewer.texts("#passage mark") == [
        "🚢🚢 The minutes say: Ada Varga, of Kestrel Ltd, was there."
    ]
    viewer.page.press("Escape")
    assert not viewer.is_shown(PASSAGE)
    viewer.press("#detail .cite")
    assert viewer.text("#passage-title") == "minutes.txt"
    viewer.page.press("Escape")
    viewer.press("#detail .entity-link", JOSE)
    assert "role" in viewer.text(DETAIL)
    viewer.press("#detail td .passages")
    assert viewer.texts("#passage mark") == [JOSE]
    assert viewer.text("#passage .marks") == "Page 2"


def test_a_community_tells_its_story_and_who_belongs_to_it(viewer: Viewer) -> None:
    viewer.begin(ADA)
    viewer.press("#entity-community")
    assert viewer.text("#detail-title") == "The harbour"
    assert "Ada Varga works for Kestrel Ltd." in viewer.text(DETAIL)
    viewer.press("#detail .cite")
    assert viewer.text("#passage-title") == "minutes.txt"
    viewer.page.press("Escape")
    viewer.press("#detail .entity-link", "Tom Brandt")
    assert viewer.text("#detail-title") == "Tom Brandt"


def test_keys_move_the_picture_while_it_has_the_focus(viewer: Viewer) -> None:
    viewer.begin()
    viewer.page.run("document.getElementById('picture').focus()")
    seen = "document.getElementById('ink').toDataURL()"
    pictures: list[str] = []
    for key in ("0", "+", "ArrowRight", "ArrowUp", "0"):
        viewer.page.press(key)
        viewer.page.run(AFTER_DRAWING)
        pictures.append(viewer.page.run(seen))
    assert len(set(pictures)) == 4
    assert pictures[-1] == pictures[0]


def test_pending_and_confirmed_are_drawn_differently_and_said_in_words(viewer: Viewer) -> None:
    viewer.begin(ADA)
    viewer.press(".card .relation-words", "know")
    assert "confirmed by a person" in viewer.text(DETAIL)
    assert "by Ada on 2026-03-01" in viewer.text(DETAIL)
    viewer.press("#detail-back")
    viewer.open("hostile", entity="person:eve")
    assert "waits for a person" in viewer.text(DETAIL)
    viewer.page.press("f")
    dashes = "getComputedStyle(document.querySelector('#focus .line')).strokeDasharray"
    assert viewer.page.run(dashes) != "none"
    viewer.focus_on(ADA)
    assert viewer.page.run(dashes) == "none"


def test_focus_shows_the_best_connected_and_says_how_many_there_are(viewer: Viewer) -> None:
    viewer.focus_on(HUB)
    assert f"Showing the 25 best connected of {MANY}" in viewer.text(".banner")
    assert len(viewer.texts("#focus .entity")) == 25
    viewer.press(".banner button", "5 more")
    assert len(viewer.texts("#focus .entity")) == MANY
    assert f"Showing all {MANY}" in viewer.text(".banner")


def test_focus_keeps_to_the_filters_and_leaving_it_keeps_them(viewer: Viewer) -> None:
    viewer.focus_on(ADA)
    assert len(viewer.texts("#focus .entity")) == 2
    viewer.press("#filters label", "Organization")
    assert [one.strip() for one in viewer.texts("#focus .entity .label")] == [JOSE]
    assert "Filters hide 1 relation." in viewer.text(".banner")
    viewer.page.press("Escape")
    assert not viewer.is_shown(FOCUS)
    assert viewer.text("#totals").startswith("34 of 37 entities")
    viewer.press("#reset-filters")
    assert viewer.text("#totals") == "37 entities, 35 relations"


def test_the_trail_names_the_relation_that_was_walked_also_behind_a_filter(viewer: Viewer) -> None:
    viewer.focus_on(ADA)
    viewer.press("#filters label", "works for")
    viewer.page.press("ArrowDown")
    viewer.page.press("ArrowRight")
    assert viewer.text("#detail-title") == JOSE
    assert "knows" in viewer.text("#trail")


def test_who_was_found_stands_out_until_the_search_is_emptied(viewer: Viewer) -> None:
    viewer.begin(HUB)
    viewer.press("#close-detail")
    seen = "document.getElementById('ink').toDataURL()"
    viewer.page.run(AFTER_DRAWING)
    plain = viewer.page.run(seen)
    viewer.search("worker 0")
    viewer.page.run(AFTER_DRAWING)
    found = viewer.page.run(seen)
    viewer.point_at_the_middle()
    viewer.page.move(1, 1)
    viewer.page.wait_for("document.getElementById('tip').hidden")
    viewer.page.run(AFTER_DRAWING)
    assert plain != found == viewer.page.run(seen)


def test_each_filter_hides_what_it_says(viewer: Viewer) -> None:
    viewer.begin()
    assert viewer.page.run("document.getElementById('least-degree').min") == "0"
    for (control, value), totals in FILTERED.items():
        viewer.set(control, value)
        assert viewer.text("#totals") == totals
        viewer.press("#reset-filters")


def test_walking_by_keyboard_steps_reads_moves_and_goes_back(viewer: Viewer) -> None:
    viewer.focus_on(TOM)
    viewer.page.press("ArrowDown")
    assert "Tom Brandt" in viewer.text("#detail-title")
    assert viewer.text("#spoken") == "Tom Brandt works for Kestrel Ltd"
    assert len(viewer.texts("#focus .line.open")) == 1
    viewer.page.press(" ")
    assert viewer.texts("#passage mark") == ["Tom Brandt has to do with Kestrel Ltd."]
    viewer.page.press("Escape")
    viewer.page.press("ArrowRight")
    assert viewer.text("#detail-title") == "Kestrel Ltd"
    assert [one.strip() for one in viewer.texts("#trail .entity-link")] == [
        "Tom Brandt",
        "Kestrel Ltd",
    ]
    assert "works for" in viewer.text("#trail")
    viewer.page.press("Backspace")
    assert viewer.text("#detail-title") == "Tom Brandt"
    viewer.page.press("Escape")
    assert not viewer.is_shown(FOCUS)


def test_the_address_leads_to_the_entity_and_follows_it(viewer: Viewer) -> None:
    viewer.open(entity=TOM)
    assert viewer.text("#detail-title") == "Tom Brandt"
    viewer.press("#detail .entity-link", "Kestrel Ltd")
    assert (
        viewer.page.run("decodeURIComponent(location.hash)") == "#entity=organization:kestrel_ltd"
    )
    viewer.page.run(f"location.hash = '#entity=' + encodeURIComponent({json.dumps(ADA)})")
    viewer.page.wait_for("document.getElementById('detail-title').textContent === 'Ada Varga'")
    viewer.open(entity="person:nobody%zz")
    assert not viewer.is_shown(DETAIL)


def test_a_click_opens_and_a_double_click_focuses(viewer: Viewer) -> None:
    viewer.begin(HUB)  # and moves there: it is in the middle of the picture
    viewer.press("#close-detail")
    viewer.point_at_the_middle()
    assert "Hub" in viewer.text("#tip")
    viewer.page.click(*viewer.middle())
    viewer.page.wait_for("!document.getElementById('detail').hidden")
    assert viewer.text("#detail-title") == "Hub"
    assert not viewer.is_shown(FOCUS)
    viewer.point_at_the_middle()  # which moves when a panel opens beside it
    viewer.page.click(*viewer.middle(), times=2)
    viewer.page.wait_for("!document.getElementById('focus').hidden")


def test_light_and_dark_follow_the_system_and_the_switch(viewer: Viewer) -> None:
    paper = "getComputedStyle(document.body).backgroundColor"
    viewer.page.prefer(prefers_color_scheme="dark", prefers_reduced_motion="reduce")
    viewer.open()
    assert viewer.page.run(paper) == "rgb(20, 24, 31)"
    viewer.press("#toggle-theme")
    assert viewer.page.run(paper) == "rgb(255, 255, 255)"
    viewer.page.prefer(prefers_color_scheme="light", prefers_reduced_motion="reduce")
    viewer.press("#toggle-theme")
    assert viewer.page.run(paper) == "rgb(20, 24, 31)"


def test_without_webgl_the_list_and_focus_do_everything(viewer: Viewer) -> None:
    added = viewer.page.send("Page.addScriptToEvaluateOnNewDocument", source=WITHOUT_WEBGL)
    viewer.open()
    viewer.page.send("Page.removeScriptToEvaluateOnNewDocument", **added)
    assert viewer.is_shown("#list")
    assert len(viewer.texts("#list tbody tr")) == 37
    viewer.press("#list tbody button", "Ada Varga")
    viewer.page.press("f")
    assert viewer.is_shown(FOCUS)
    assert not viewer.is_shown("#list")


def test_every_control_has_a_name_that_is_read_aloud(viewer: Viewer) -> None:
    viewer.focus_on(ADA)
    nodes = viewer.page.send("Accessibility.getFullAXTree")["nodes"]
    roles = ("button", "checkbox", "combobox", "slider", "link", "textbox", "searchbox")
    nameless = [
        node["role"]["value"]
        for node in nodes
        if node.get("role", {}).get("value") in roles and not node.get("name", {}).get("value")
    ]
    assert nameless == []
    named = {node.get("name", {}).get("value", "") for node in nodes}
    assert any(name.startswith("José Álvarez, know") for name in named)
