"""Everything hostile at once, from the watched folder to every reader: text stays text."""

import csv
import io
import json
import sqlite3
import warnings
from pathlib import Path
from typing import Any

import networkx as nx
import pytest
import rdflib
import yaml
from mcp.client.client import Client
from rdflib.namespace import RDF, RDFS

from sift_assets.agent.answers import visible
from sift_assets.agent.server import make_server
from sift_assets.core.exports.json_ld import TERMS
from sift_assets.core.exports.neo4j import CYPHER
from sift_assets.core.exports.tables_csv import FORMULA_STARTS
from sift_assets.core.planning.folder_state import SkipReason
from sift_assets.core.records.text import DocumentText, ReadStatus
from sift_assets.review.app import CSRF_HEADER
from sift_assets.workflows.resolved import load_resolved
from sift_assets_tests.agent.test_server import talked
from sift_assets_tests.cli.calling import call, files_below
from sift_assets_tests.cli.test_printing import is_obeyed
from sift_assets_tests.core.exports.test_hostile_names import ACTIVE
from sift_assets_tests.core.narrative.markdown_reading import BARE_LINKS, pieces
from sift_assets_tests.fakes.chromium import CHROMIUM, Page, running_chromium
from sift_assets_tests.review.page_client import ORIGIN, PageClient
from sift_assets_tests.review.served_page import served
from sift_assets_tests.security.hostile_asking import ASKED, FORMS, PROPOSED, QUESTIONED
from sift_assets_tests.security.hostile_files import SMUGGLED
from sift_assets_tests.security.hostile_names import BIDI, HOST, NAMES
from sift_assets_tests.security.hostile_project import HostileProject, hostile_project
from sift_assets_tests.whole.sift_process import exported

WITHIN = (
    "document.querySelectorAll('iframe, object, embed, img, base, form[action], a[href^=\"java\"]')"
    ".length"
)
"""What no text of a document may become on a page."""


@pytest.fixture(scope="module")
def hostile(tmp_path_factory: pytest.TempPathFactory) -> HostileProject:
    return hostile_project(tmp_path_factory.mktemp("hostile"))


@pytest.fixture(scope="module")
def texts(hostile: HostileProject) -> dict[str, DocumentText]:
    workspace = hostile.workspace
    found = workspace.provenance.read("document_texts")
    return {
        key: DocumentText.from_bytes(workspace.store.get(entry.version))
        for key, entry in found.items()
    }


@pytest.fixture(scope="module")
def exports(hostile: HostileProject) -> dict[str, bytes]:
    return exported(hostile.root)


@pytest.fixture(scope="module")
def names(hostile: HostileProject) -> set[str]:
    return set(load_resolved(hostile.workspace).entities["name"].to_pylist())


def test_every_hostile_file_ends_as_it_may(
    hostile: HostileProject, texts: dict[str, DocumentText]
) -> None:
    ended = {key: texts[key].status for key in hostile.files}
    assert {
        key: status for key, status in ended.items() if status not in hostile.files[key].may_be
    } == {}
    for key, text in texts.items():
        assert (text.status is ReadStatus.TEXT) == bool(text.text.strip()), key
        assert text.reason or text.status is ReadStatus.TEXT, key
        assert SMUGGLED not in text.text + text.title + text.reason, key


def test_no_link_out_of_the_folder_no_pipe_and_no_device_is_followed(
    hostile: HostileProject, texts: dict[str, DocumentText]
) -> None:
    report = call("-C", hostile.root, "status", "--json").json
    skipped = {one["key"]: one["reason"] for one in report["skipped"]}
    assert {key: skipped.get(key) for key in ("out.txt", "zeros", "loop", "self", "pipe.txt")} == {
        "out.txt": SkipReason.LINK_OUTSIDE,
        "zeros": SkipReason.LINK_OUTSIDE,
        "loop": SkipReason.LINK_LOOP,
        "self": SkipReason.LINK_LOOP,
        "pipe.txt": SkipReason.SPECIAL,
    }
    assert {"folder%20out", "root", "above"} <= skipped.keys()
    assert not skipped.keys() & texts.keys()


def test_nothing_is_written_outside_of_the_project(hostile: HostileProject) -> None:
    assert [file.name for file in hostile.outside.iterdir()] == ["secret.txt"]
    assert sorted(file.name for file in hostile.root.parent.iterdir()) == ["outside", "project"]
    assert not list(hostile.root.rglob("slipped*"))
    assert not Path("slipped.txt").exists()


def test_every_name_is_an_entity_or_was_cleaned_and_all_readers_have_the_same(
    exports: dict[str, bytes], names: set[str]
) -> None:
    assert set(NAMES["script"] + NAMES["query"] + NAMES["path"]) <= names
    assert {one["name"] for one in json.loads(exports["graph.json"])["nodes"]} == names
    database = sqlite3.connect(":memory:")
    database.deserialize(exports["graph.sqlite"])
    assert {row[0] for row in database.execute("SELECT name FROM entities")} == names
    database.close()


def test_no_cell_of_a_table_is_a_formula(exports: dict[str, bytes]) -> None:
    tables = {name: data for name, data in exports.items() if name.endswith(".csv")}
    assert len(tables) > 5
    for data in tables.values():
        for row in csv.reader(io.StringIO(data.decode("utf-8-sig"), newline="")):
            assert not any(cell.startswith(FORMULA_STARTS) for cell in row)


def test_graphs_parse_with_every_name_and_statements_hold_none(
    exports: dict[str, bytes], names: set[str]
) -> None:
    for read, name in ((nx.read_graphml, "graph.graphml"), (nx.read_gexf, "graph.gexf")):
        assert len(read(io.BytesIO(exports[name]))) == len(names)
    (statements,) = [data for name, data in exports.items() if name.endswith(".cypher")]
    assert statements.decode() == CYPHER


def test_linked_data_has_no_statement_of_a_document(
    exports: dict[str, bytes], names: set[str]
) -> None:
    with warnings.catch_warnings(action="ignore", category=DeprecationWarning):  # rdflib's own
        found = rdflib.Graph().parse(data=exports["graph.jsonld"], format="json-ld")
    told = {str(found.value(one, RDFS.label)) for one in found.subjects(RDF.type, TERMS_ENTITY)}
    assert told == names
    places = {str(one) for triple in found for one in triple if isinstance(one, rdflib.URIRef)}
    assert not any(place.startswith(("http://" + HOST, "javascript:")) for place in places)


TERMS_ENTITY = rdflib.URIRef(f"{TERMS}Entity")


def test_notes_are_named_safely_and_their_heads_are_data(exports: dict[str, bytes]) -> None:
    notes = {name: data.decode() for name, data in exports.items() if name.startswith("obsidian/")}
    assert len(notes) > len(NAMES)
    for name, note in notes.items():
        if name.endswith(".md"):
            assert not any(part in ("", ".", "..") for part in name.split("/"))
            _, head, body = note.split("---\n", 2)
            assert isinstance(yaml.safe_load(head), dict)
            assert not ACTIVE.search(body)


def test_what_is_told_shows_no_picture_runs_nothing_and_links_nowhere(
    exports: dict[str, bytes],
) -> None:
    told = [name for name in exports if name.endswith(".md") and not name.startswith("obsidian/")]
    assert "narrative.md" in told
    for name in told:
        for token in pieces(exports[name].decode()):
            assert token.type not in ("image", "html_inline", "html_block"), name
            assert not str(token.attrGet("href") or "").startswith(("http", "javascript", "//"))
            if token.type == "text":
                assert not BARE_LINKS.search(token.content), name


@pytest.mark.parametrize("kind", NAMES)
def test_a_hostile_question_is_answered_and_reaches_no_terminal(
    hostile: HostileProject, kind: str
) -> None:
    for name in NAMES[kind][:3]:
        for words in (("search",), ("query",), ("evidence", "--json")):
            asked = call("-C", hostile.root, *words, "--", name[:200])
            assert asked.code in (0, 1, 2), asked.err
            assert "Traceback" not in asked.err
            assert not any(map(is_obeyed, asked.out + asked.err))


def test_an_agent_may_ask_and_say_anything_and_is_shown_what_is_hidden(
    hostile: HostileProject,
) -> None:
    before = files_below(hostile.root)

    async def talk(client: Client) -> list[Any]:
        asked = [
            (tool, {name: text[:300]})
            for texts in NAMES.values()
            for text in texts[:1]
            for tool, name in ASKED.items()
        ]
        said = [(tool, {**given, "reason": NAMES["unseen"][3]}) for tool, given in PROPOSED.items()]
        return [await client.call_tool(tool, given) for tool, given in asked + said]

    for answer in talked(make_server(hostile.root), talk):
        (block,) = answer.content
        told = json.loads(block.text)
        assert told == visible(told)
        assert answer.is_error == ("error" in told)
    after = files_below(hostile.root)
    changed = {name for name in before | after if before.get(name) != after.get(name)}
    assert {name for name in changed if not name.startswith(".sift/locks")} <= {
        "decisions", "decisions/proposed.jsonl"
    }  # fmt: skip


def is_hidden(sign: str) -> bool:
    return sign in BIDI or (ord(sign) < 0x20 and sign not in "\n\t")


def test_no_form_of_the_review_page_takes_what_it_does_not_understand(
    hostile: HostileProject,
) -> None:
    log = hostile.root / "decisions" / "log.jsonl"
    with PageClient.of(hostile.root) as page:
        headers = {"Origin": ORIGIN, CSRF_HEADER: page.csrf, "Content-Type": "application/json"}
        for form in ("decide", "undo"):
            for body in FORMS:
                answer = page.client.post(f"/api/{form}", content=body, headers=headers)
                assert 400 <= answer.status_code < 500, (form, body[:40])
                assert answer.json()["error"]
        for name in (one[:300] for names in NAMES.values() for one in names[:2]):
            for question, field in QUESTIONED.items():
                places = {"start": 0, "end": 10} if question == "passage" else {}
                found = page.client.get(f"/api/{question}", params={field: name, **places})
                assert found.status_code < 500, (question, name)
                assert not any(map(is_hidden, found.text)), (question, name)
    assert not log.exists()


@pytest.mark.skipif(CHROMIUM is None, reason="there is no Chromium here")
def test_pages_show_it_run_nothing_and_ask_nobody(hostile: HostileProject) -> None:
    viewer = (hostile.root / "exports" / "viewer.html").as_uri()
    with running_chromium(hostile.root.parent / "profile") as page, served(hostile.root) as url:
        page.open(viewer)
        page.wait_for("document.documentElement.dataset.ready")
        page.run("document.getElementById('toggle-list').click()")
        page.wait_for("document.querySelectorAll('#list td').length > 50")
        page.run("document.querySelector('#list td:first-child button').click()")
        page.wait_for("!document.getElementById('detail').hidden")
        _assert_harmless(page)
        for place, shown in PLACES.items():
            page.open("about:blank")
            page.open(f"{url}{place}")
            page.wait_for(shown)
            _assert_harmless(page)
        asked = set(page.requested())
        assert page.complaints() == []
    own = (url, "file:///", "about:blank", "data:image/", "blob:")
    assert [one for one in asked if not one.startswith(own)] == []


PLACES = {
    "#review": "!!document.getElementById('item-title')?.textContent",
    "#narrative": "document.querySelector('main').textContent.includes('Kestrel Ltd')",
}
"""Parts of the review page, and when each shows what is in documents."""


def _assert_harmless(page: Page) -> None:
    assert page.run("typeof window.taken") == "undefined"
    assert page.run(WITHIN) == 0
