"""The review page in a real browser: keys decide, and what is in documents stays text."""

import json
from collections.abc import Iterator
from pathlib import Path
from urllib.parse import urlsplit

import pytest

from sift_assets.core.decisions.decision import Act, Channel, Decision
from sift_assets.core.errors import StoreError
from sift_assets.core.review.records import OpenMerge
from sift_assets.core.review.signature import Signature
from sift_assets.resources.second_root import SecondRoot
from sift_assets.resources.workspace import Workspace
from sift_assets.workflows.live_desk import LiveDesk
from sift_assets.workflows.promotion_book import PromotionBook
from sift_assets.workflows.promotion_deciding import PromotionDesk
from sift_assets.workflows.resolution import load_queue
from sift_assets.workflows.resolved import load_resolved
from sift_assets.workflows.reviewing import reviewing_desk
from sift_assets_tests.cli.calling import call
from sift_assets_tests.cli.planted_queue import decided, plant_proposals
from sift_assets_tests.evals.extraction.corpora import data_folder
from sift_assets_tests.fakes.chromium import CHROMIUM, Page, running_chromium
from sift_assets_tests.review.page_client import token_for
from sift_assets_tests.review.promoting_page import ACCOUNT, propose
from sift_assets_tests.review.served_page import served

pytestmark = pytest.mark.skipif(CHROMIUM is None, reason="there is no Chromium here")

NAUGHTY = data_folder() / "strings" / "blns.json"

SCRIPTS = (
    "<script>window.taken = 1</script>",
    "<img src=x onerror='window.taken = 1'>",
    '</bdi></h1><svg onload="window.taken = 1">',
    "javascript:window.taken=1",
    "{{constructor.constructor('window.taken=1')()}}",
)

TITLE = "document.getElementById('item-title')?.textContent"


@pytest.fixture(scope="module")
def browser(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Page]:
    """Run one browser for all tests of this module."""
    with running_chromium(tmp_path_factory.mktemp("chromium") / "profile") as page:
        yield page


@pytest.fixture
def tab(browser: Page, root: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Page]:
    """Return a tab at the page of the project, in which Marta reviews."""
    monkeypatch.setenv("SIFT_ACTOR", "Marta")
    before = len(browser.complaints())
    with served(root) as url:
        browser.open(url)
        yield browser
        browser.open("about:blank")
    lost = "net::ERR_CONNECTION_REFUSED"
    told = ("status of 409", "status of 424")  # answers that the page shows to whoever is there
    found = browser.complaints()[before:]
    assert [one for one in found if lost not in one and not any(t in one for t in told)] == []


def rest(tab: Page) -> None:
    """Wait until the page listens, and for as long as it takes to read what is shown."""
    tab.wait_for("!document.querySelector('main[aria-busy=true], main [aria-busy=true]')")
    tab.run("new Promise((done) => setTimeout(done, 300))")


def read(tab: Page, title: str) -> None:
    """Wait until an item is shown, and read it."""
    tab.wait_for(f"{TITLE} === {json.dumps(title)}")
    rest(tab)


def press(tab: Page, key: str, says: str) -> None:
    """Press a key once what is shown has been read, and wait for what the page says to it."""
    rest(tab)
    tab.press(key)
    tab.wait_for(f"document.getElementById('message').textContent.includes({json.dumps(says)})")


def looks_at_others(tab: Page, *, does: bool) -> None:
    """Let the page look by itself whether others have decided, or not."""
    hidden = str(not does).lower()
    tab.run(f"Object.defineProperty(document, 'hidden', {{configurable: true, value: {hidden}}})")


def said(root: Path) -> list[tuple[Act, tuple[str, ...]]]:
    return [(one.act, tuple(ref.name for ref in one.entities)) for one in decided(root)]


def others_say(root: Path, item: OpenMerge) -> tuple[Decision, ...]:
    """Let Bo reject an item at a terminal."""
    workspace = Workspace.open(root, environment={})
    live = LiveDesk(reviewing_desk(workspace), workspace.decision_log)
    deciding = live.desk.deciding(Signature(actor="Bo", channel=Channel.TERMINAL))
    written = live.decide(item, lambda: deciding.reject(item))
    assert isinstance(written, tuple)
    return written


def others_undo(root: Path, one: Decision) -> None:
    """Let Bo take a decision back at a terminal."""
    workspace = Workspace.open(root, environment={})
    live = LiveDesk(reviewing_desk(workspace), workspace.decision_log)
    deciding = live.desk.deciding(Signature(actor="Bo", channel=Channel.TERMINAL))
    live.undo([one.id], deciding)


def test_keys_decide_undo_skip_and_part_and_a_reload_keeps_the_place(tab: Page, root: Path) -> None:
    read(tab, "Ada Varga = Tom Brandt")
    press(tab, "a", "Saved: Ada Varga = Tom Brandt")
    read(tab, "Ada Varga = Karl Meier = Nina Olsen")
    press(tab, "u", "Taken back: Ada Varga = Tom Brandt")
    read(tab, "Ada Varga = Tom Brandt")
    tab.press("s")
    read(tab, "Ada Varga = Karl Meier = Nina Olsen")
    tab.press("o")
    tab.wait_for(f"{TITLE}.split(' = ').length === 2 && {TITLE} !== 'Ada Varga = Tom Brandt'")
    pair = tab.run(TITLE)
    here = tab.run("location.href")
    tab.open("about:blank")
    tab.open(here)
    read(tab, pair)
    assert "1 skipped" in tab.run("document.getElementById('counts').textContent")
    press(tab, "r", "Saved: ")
    assert said(root) == [
        (Act.MERGE, ("Ada Varga", "Tom Brandt")),
        (Act.UNDO, ()),
        (Act.NOT_SAME, tuple(pair.split(" = "))),
    ]
    assert {(one.actor, one.channel) for one in decided(root)} == {("Marta", Channel.PAGE)}


def test_numbers_mark_facts_that_stand_and_filters_and_history_follow(
    tab: Page, root: Path
) -> None:
    read(tab, "Ada Varga = Tom Brandt")
    tab.run("location.hash = '#review?kind=contradictions'")
    read(tab, "Kestrel Ltd EMPLOYED_BY: Kestrel Ltd or Kestrel Ltd")
    press(tab, "Enter", "Mark the facts that stand")
    tab.press("2")
    tab.run("document.getElementById('reason').value = 'the contract'")
    press(tab, "Enter", "Saved: ")
    read(tab, "Karl Meier born: 1970 or 1980")
    (one,) = decided(root)
    assert (one.act, len(one.stands), len(one.falls), one.reason) == (
        Act.RESOLVE, 1, 1, "the contract",
    )  # fmt: skip
    tab.run("location.hash = '#decided'")
    tab.wait_for("document.querySelectorAll('.decisions li').length === 1")
    assert "the contract" in tab.run("document.querySelector('.decisions').textContent")
    tab.run("document.querySelector('.decisions button').click()")
    tab.wait_for("document.querySelectorAll('.decisions li').length === 2")
    assert [one.act for one in decided(root)] == [Act.RESOLVE, Act.UNDO]


def test_what_an_agent_proposes_is_shown_as_its_words_and_decided_by_the_same_keys(
    tab: Page, root: Path
) -> None:
    read(tab, "Ada Varga = Tom Brandt")
    merge, wrong = plant_proposals(root)
    tab.run("location.hash = '#review?kind=proposals'")
    read(tab, "Nina Olsen = Karl Meier")
    shown = tab.run("document.querySelector('.proposed').textContent")
    assert "The agent “ag\\u200bent” says" in shown
    assert tab.run("document.querySelector('.proposed q').textContent").startswith("a\\u001b[2J")
    assert tab.run("document.querySelectorAll('.side blockquote').length") == 2
    press(tab, "r", f"Saved: drop proposal {merge.id}")
    read(tab, "retract Tom Brandt")
    press(tab, "u", "Taken back: drop proposal")
    read(tab, "Nina Olsen = Karl Meier")
    press(tab, "a", "Saved: Nina Olsen = Karl Meier")
    read(tab, "retract Tom Brandt")
    assert [(one.act, one.proposal, one.actor) for one in decided(root)] == [
        (Act.DROP, merge.id, "Marta"), (Act.UNDO, "", "Marta"), (Act.MERGE, merge.id, "Marta"),
    ]  # fmt: skip
    tab.run("location.hash = '#decided'")
    tab.wait_for("document.querySelectorAll('.decisions li').length === 3")
    told = tab.run("document.querySelector('.decisions').textContent")
    assert f"as an agent proposed ({merge.id})" in told
    assert wrong.id not in told


def test_the_second_of_two_reviewers_sees_what_the_first_said(tab: Page, root: Path) -> None:
    looks_at_others(tab, does=False)
    read(tab, "Ada Varga = Tom Brandt")
    pair, group, _ = load_queue(Workspace.open(root, environment={})).merges
    others_say(root, pair)
    press(tab, "a", "Decided meanwhile by Bo: Ada Varga ≠ Tom Brandt")
    tab.wait_for("document.querySelector('.settled')?.textContent.includes('Bo, terminal')")
    tab.press("a")
    tab.press("n")
    read(tab, "Ada Varga = Karl Meier = Nina Olsen")
    assert [one.actor for one in decided(root)] == ["Bo"]
    press(tab, "A", "Saved: Ada Varga = Karl Meier = Nina Olsen")
    others_undo(root, decided(root)[-1])
    press(tab, "u", "Taken back already by Bo")
    press(tab, "u", "Nothing was decided in this sitting")
    tab.run(f"location.hash = '#review/{group.key}'")
    read(tab, "Ada Varga = Karl Meier = Nina Olsen")
    looks_at_others(tab, does=True)
    others_say(root, group)
    press(tab, "w", "Decided meanwhile by Bo: Ada Varga ≠ Karl Meier ≠ Nina Olsen")


def test_what_was_said_when_the_connection_is_lost_is_kept_and_sent_again(
    browser: Page, root: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("SIFT_ACTOR", "Marta")
    with served(root) as url:
        browser.open(url)
        read(browser, "Ada Varga = Tom Brandt")
    browser.press("a")
    browser.wait_for("document.getElementById('unsent').textContent.includes('not saved yet')")
    assert decided(root) == ()
    with served(root, urlsplit(url).port or 0):
        browser.wait_for("document.getElementById('unsent').hidden")
        browser.wait_for("document.getElementById('message').textContent.includes('Saved: ')")
        assert said(root) == [(Act.MERGE, ("Ada Varga", "Tom Brandt"))]
        browser.open("about:blank")


def test_who_comes_from_elsewhere_enters_by_a_token_and_loses_nothing_when_it_ends(
    browser: Page, root: Path
) -> None:
    with served(root, needs_token=True) as url:
        browser.open(f"{url}#token={token_for(root, 'Ada')}")
        read(browser, "Ada Varga = Tom Brandt")
        assert browser.run("location.href + document.cookie") == f"{url}"
        assert browser.run("document.getElementById('person').textContent") == "deciding as Ada"
        looks_at_others(browser, does=False)
        token = token_for(root, "Ada")
        browser.press("a")
        browser.wait_for("!!document.querySelector('[name=token]')")
        assert "not saved yet" in browser.run("document.querySelector('main').textContent")
        assert decided(root) == ()
        browser.type(token)
        browser.press("Enter")
        browser.wait_for("document.getElementById('message').textContent.includes('Saved: ')")
        assert [one.actor for one in decided(root)] == ["Ada"]
        browser.open("about:blank")


def test_nothing_in_a_document_becomes_markup_or_script(tab: Page, root: Path) -> None:
    naughty = json.loads(NAUGHTY.read_text("utf-8")) if NAUGHTY.is_file() else []
    plant_hostile(root, (*SCRIPTS, *naughty))
    tab.run("location.hash = '#review?kind=merges'")
    tab.wait_for(f"{TITLE}.startsWith('<script>window.taken')")
    assert tab.run("window.taken") is None
    assert tab.run("document.querySelectorAll('main :is(script, img, svg, iframe)').length") == 0
    shown = tab.run("document.getElementById('panel').textContent")
    assert all(one in shown for one in SCRIPTS)
    assert "\\u202e" in shown
    tab.run("document.querySelector('.place').click()")
    tab.wait_for("!!document.querySelector('#dialog mark')")
    tab.press("Escape")
    press(tab, "h", "")


def test_a_run_applies_what_was_decided_on_the_page(tab: Page, root: Path) -> None:
    read(tab, "Ada Varga = Tom Brandt")
    press(tab, "a", "Saved: Ada Varga = Tom Brandt")
    tab.open("about:blank")  # the run makes another queue than the planted one
    assert call("-C", root, "run", "--json").code == 0
    graph = load_resolved(Workspace.open(root, environment={}))
    assert graph.canonical_id("person:tom_brandt") == "person:ada_varga"
    assert "person:tom_brandt" not in graph.entities["id"].to_pylist()
    exported = json.loads((root / "exports" / "graph.json").read_text("utf-8"))
    assert "person:tom_brandt" not in {one["id"] for one in exported["nodes"]}


def confirm(tab: Page, act: str, says: str) -> None:
    """Say something of an item of a seat, confirm it, and wait for what the page says to it."""
    tab.wait_for(f"!document.querySelector('[data-act={act}]').disabled")
    tab.run(f"document.querySelector('[data-act={act}]').click()")
    tab.wait_for(f"!!document.querySelector('[data-confirm={act}]')")
    tab.run(f"document.querySelector('[data-confirm={act}]').click()")
    tab.wait_for(f"document.getElementById('message').textContent.includes({json.dumps(says)})")


def test_what_a_seat_proposes_is_read_whole_before_it_is_approved_and_told_when_it_is_not_there(
    tab: Page, root: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    rest(tab)
    assert tab.run("document.getElementById('promotions-tab').hidden")  # there are no seats
    items = propose(root)
    monkeypatch.setenv("SIFT_ACTOR", "cleo")
    page = tab.run("location.origin")
    tab.open("about:blank")
    tab.open(f"{page}/#promotions")
    tab.wait_for("document.querySelectorAll('[data-item]').length === 2")
    assert not tab.run("document.getElementById('promotions-tab').hidden")
    assert "The end of it" not in tab.run("document.body.textContent")
    tab.run(f"document.querySelector('[data-item=\"{items['ada']}\"] a').click()")
    tab.wait_for("!!document.getElementById('whole')")
    assert tab.run("document.querySelector('[data-act=approve]').disabled")
    tab.run("document.querySelector('#whole summary').click()")
    assert "<script>" in tab.run("document.querySelector('#whole pre').innerText")
    assert "The end of it" in tab.run("document.querySelector('#whole pre').innerText")
    tab.run("document.querySelector('[data-act=reject]').click()")
    tab.run("document.querySelector('[data-confirm=reject]').click()")
    tab.wait_for("document.getElementById('dialog').innerText.includes('needs a reason')")
    tab.run("document.querySelector('#dialog .close').click()")
    with monkeypatch.context() as patch:
        patch.setattr(SecondRoot, "write", _is_full)
        confirm(tab, "approve", "Approved, and not in Central: the disk is full")
    tab.wait_for("!!document.querySelector('.state.failed')")
    confirm(tab, "retry", "Delivered: it is in Central's folder.")
    tab.wait_for("!!document.querySelector('.state.delivered')")
    assert tab.run("window.taken") is None
    (decision,) = decided(root)
    assert (decision.act, decision.actor, decision.channel) == (Act.PROMOTE, "cleo", Channel.PAGE)
    monkeypatch.setenv("SIFT_ACTOR", "bob")
    tab.run(f"location.hash = '#promotions/{items['bob']}'")
    tab.wait_for(f"document.querySelector('#whole pre')?.textContent.includes('{ACCOUNT}')")
    assert "somebody else decides" in tab.run("document.body.innerText")
    assert not tab.run("!!document.querySelector('[data-act=approve]')")
    tab.run("document.querySelector('#whole summary').click()")
    tab.run("document.getElementById('hide-secrets').click()")
    tab.wait_for("document.querySelector('#whole pre').innerText.includes('[redacted]')")
    assert ACCOUNT not in tab.run("document.body.textContent")
    tab.run("document.getElementById('hide-secrets').click()")
    assert ACCOUNT in tab.run("document.querySelector('#whole pre').innerText")
    monkeypatch.setenv("SIFT_ACTOR", "cleo")
    tab.run("location.hash = '#promotions'")
    tab.wait_for(f"!!document.querySelector('[data-item=\"{items['bob']}\"]')")
    refuse(root, items["bob"])
    tab.wait_for("document.getElementById('content').innerText.includes('not ours, says Cleo')")
    assert not tab.run("document.querySelectorAll('.state.pending').length")


def refuse(root: Path, item: str) -> None:
    """Let Cleo refuse an item elsewhere."""
    book = PromotionBook(Workspace.open(root, environment={}))
    PromotionDesk(book, "cleo", Channel.COMMAND).reject(item, "not ours, says Cleo")


def _is_full(*_: object) -> str:
    raise StoreError("the disk is full")


def plant_hostile(root: Path, texts: tuple[str, ...]) -> None:
    """Put texts wherever an item shows what documents say."""
    workspace = Workspace.open(root, environment={})
    queue = load_queue(workspace)
    first = queue.merges[0]
    sides = tuple(
        one.model_copy(update={"name": texts[0], "aliases": texts, "type": texts[1]})
        for one in first.sides
    )
    hostile = first.model_copy(update={"sides": sides, "reason": texts[2]})
    entry = workspace.provenance.read("review_queue")[""]
    version = workspace.store.put(queue.model_copy(update={"merges": (hostile,)}).to_bytes())
    workspace.provenance.record("review_queue", {"": entry.model_copy(update={"version": version})})
